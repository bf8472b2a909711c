/** Clears away, now and then, what nobody closed. */

export interface SweeperOptions {
  readonly everyMs: number
  readonly sweep: () => Promise<unknown>
  readonly clock?: () => number
  readonly random?: () => number
}

/**
 * Gives a function to be called after each use: it sweeps when that is due. The first time falls anywhere within the interval,
 * so that many short-lived processes together sweep as often as one that lasts, and never all at once.
 */
export const sweeper = ({
  everyMs,
  sweep,
  clock = () => performance.now(),
  random = Math.random
}: SweeperOptions): (() => void) => {
  let dueAt = clock() + random() * everyMs
  return () => {
    if (clock() < dueAt) return
    dueAt = clock() + everyMs
    // What stays behind is swept the next time.
    sweep().catch(() => undefined)
  }
}
