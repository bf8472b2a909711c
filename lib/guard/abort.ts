/** Listens to an AbortSignal for any number of calls with one listener, which is gone with the last of them. */

const hubs = new WeakMap<AbortSignal, Set<() => void>>()

const hubOf = (signal: AbortSignal): Set<() => void> => {
  const known = hubs.get(signal)
  if (known !== undefined) return known
  const callbacks = new Set<() => void>()
  hubs.set(signal, callbacks)
  signal.addEventListener(
    'abort',
    () => {
      hubs.delete(signal)
      for (const callback of callbacks) callback()
    },
    { once: true }
  )
  return callbacks
}

/** Calls back when the signal aborts, at once if it has; gives the function that stops listening. */
export const onAbort = (signal: AbortSignal, callback: () => void): (() => void) => {
  if (signal.aborted) {
    callback()
    return () => {}
  }
  const callbacks = hubOf(signal)
  callbacks.add(callback)
  return () => {
    callbacks.delete(callback)
  }
}
