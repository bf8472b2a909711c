/** How long a call may take: the server gives up first, then we do, then the guard. */
import { timedSignal, waitFor } from '../../core/foreign/index.js'

export interface SqlDeadline {
  /** Aborted when the caller gave up, or shortly before the call's time is over. */
  readonly signal: AbortSignal
  /** Milliseconds that the server may spend on the next statement. */
  readonly statementMs: () => number
  readonly isOver: () => boolean
  readonly close: () => void
}

// The server's own cancellation is the best end: it is certain that nothing was written, and the connection survives.
// So it comes first, by a tenth of the time (of a short one, half), and leaves us time to clean up before the guard
// answers for us.
const marginOf = (timeoutMs: number): number => Math.min(1000, Math.max(timeoutMs / 10, Math.min(200, timeoutMs / 2)))

/** Starts the clock; `close` must be called. */
export const openSqlDeadline = (
  timeoutMs: number,
  caller: AbortSignal,
  now: () => number = () => performance.now()
): SqlDeadline => {
  const started = now()
  const margin = marginOf(timeoutMs)
  const { signal, close } = timedSignal(timeoutMs - margin / 2, caller)
  return {
    signal,
    statementMs: () => Math.max(1, Math.floor(timeoutMs - margin - (now() - started))),
    isOver: () => now() - started >= timeoutMs - margin,
    close
  }
}

/** The call's time was over, or its caller gave up. */
export class AbortedError extends Error {}

/**
 * Gives up waiting when the signal is aborted; the promise itself goes on, so a late result may need to be put back.
 */
export const orAborted = async <A>(promise: Promise<A>, signal: AbortSignal): Promise<A> => {
  const waited = await waitFor(() => promise, { signals: [signal] })
  if (waited.kind === 'answered') return waited.answer
  throw waited.kind === 'threw' ? waited.thrown : new AbortedError()
}
