/** Runs what is left to do when the process ends by itself or by `process.exit`; one listener, however many there are. */

const drains = new Set<() => void>()

const drainAll = (): void => {
  for (const drain of drains) drain()
}

/** Calls back, synchronously, when the process exits; gives the function that takes it off again. A signal without a handler ends a process without this. */
export const drainOnExit = (drain: () => void): (() => void) => {
  if (drains.size === 0) process.on('exit', drainAll)
  drains.add(drain)
  return () => {
    drains.delete(drain)
    if (drains.size === 0) process.off('exit', drainAll)
  }
}
