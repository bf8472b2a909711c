/** Waits for a promise until it settles, its time is over, or a signal aborts. */

// -- signals

const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>()

const listenTo = (signal: AbortSignal): Set<() => void> => {
  const known = callbacksOf.get(signal)
  if (known !== undefined) return known
  const callbacks = new Set<() => void>()
  signal.addEventListener('abort', callAll)
  callbacksOf.set(signal, callbacks)
  return callbacks
}

const stopListening = (signal: AbortSignal): void => {
  callbacksOf.delete(signal)
  signal.removeEventListener('abort', callAll)
}

function callAll(this: AbortSignal): void {
  const callbacks = callbacksOf.get(this)
  stopListening(this)
  for (const one of callbacks ?? []) one()
}

const ignore = (): void => {}

/**
 * Calls back when the signal aborts, at once if it already has; returns the function that stops listening. All calls
 * that wait for a signal share one listener, which is removed with the last of them. A foreign signal that throws when
 * it is listened to never aborts.
 */
export const onAbort = (signal: AbortSignal, callback: () => void): (() => void) => {
  try {
    if (!signal.aborted) {
      const callbacks = listenTo(signal)
      callbacks.add(callback)
      return () => {
        if (callbacks.delete(callback) && callbacks.size === 0 && callbacksOf.get(signal) === callbacks)
          stopListening(signal)
      }
    }
  } catch {
    return ignore
  }
  callback()
  return ignore
}

// -- time

const LATE_MS = 50
const LONGEST_GRACE_MS = 1_000

/**
 * Calls back when the time is over; returns the function that prevents it. A thread that was blocked finds its timers
 * due before it reads what has long arrived: it gets as much time again for that, a second at most.
 */
export const afterTime = (ms: number, callback: () => void): (() => void) => {
  const due = performance.now() + ms
  let timer = setTimeout(() => {
    const lateMs = performance.now() - due
    if (lateMs < LATE_MS) callback()
    else timer = setTimeout(callback, Math.min(lateMs, LONGEST_GRACE_MS))
  }, ms)
  return () => clearTimeout(timer)
}

/**
 * A signal that aborts with the caller's, for the same reason, or with a `TimeoutError` when the time is over; `close`
 * releases the timer and the listener.
 */
export const timedSignal = (
  timeoutMs: number,
  caller: AbortSignal
): { readonly signal: AbortSignal; readonly close: () => void } => {
  const controller = new AbortController()
  const stop = afterTime(timeoutMs, () => controller.abort(new DOMException('The time is over.', 'TimeoutError')))
  const letGo = onAbort(caller, () => controller.abort(caller.reason))
  return {
    signal: controller.signal,
    close() {
      stop()
      letGo()
    }
  }
}

/** Whether any of the signals has aborted. */
export const isAborted = (signals: ReadonlyArray<AbortSignal>): boolean => signals.some((signal) => signal.aborted)

// -- waiting

/** How the waiting ended. */
export type WaitOutcome<A> =
  | { readonly kind: 'answered'; readonly answer: A }
  | { readonly kind: 'threw'; readonly thrown: unknown }
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'aborted' }

export interface WaitOptions {
  /** Milliseconds. @default no limit */
  readonly timeoutMs?: number
  /** The first of them to abort ends the waiting. */
  readonly signals?: ReadonlyArray<AbortSignal>
}

// Awaits, because Promise.resolve(value) itself throws if the value's constructor is a throwing getter.
const settle = async <A>(work: () => A | PromiseLike<A>, end: (waited: WaitOutcome<A>) => void): Promise<void> => {
  let waited: WaitOutcome<A>
  try {
    waited = { kind: 'answered', answer: await work() }
  } catch (thrown) {
    waited = { kind: 'threw', thrown }
  }
  end(waited)
}

/** Waits for the work that a function begins. Never rejects; later results are swallowed. */
export const waitFor = <A>(
  work: () => A | PromiseLike<A>,
  { timeoutMs, signals = [] }: WaitOptions = {}
): Promise<WaitOutcome<A>> =>
  new Promise((resolve) => {
    const stops: Array<() => void> = []
    const end = (waited: WaitOutcome<A>): void => {
      for (const stop of stops) stop()
      resolve(waited)
    }
    if (timeoutMs !== undefined) stops.push(afterTime(timeoutMs, () => end({ kind: 'timed_out' })))
    for (const signal of signals) stops.push(onAbort(signal, () => end({ kind: 'aborted' })))
    void settle(work, end)
  })
