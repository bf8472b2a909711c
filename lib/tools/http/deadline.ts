/** One end for everything that a call does: its own time, or the caller's word. */
import { count } from '../../core/text.js'
import { partialData, schemaMismatch } from '../../core/tool-error.js'
import { refusal, type Outcome } from './outcome.js'

export interface Deadline {
  readonly signal: AbortSignal
  readonly timeLeftMs: () => number
  /** What the end means, once it has come. */
  readonly explain: (bytes: number) => Outcome
  /** Lets go of the timer and the caller. */
  readonly close: () => void
}

const timedOut = (timeoutMs: number, bytes: number): Outcome =>
  refusal(
    partialData({
      code: 'timeout',
      detail: `No complete answer came within ${timeoutMs} ms; ${count(bytes, 'byte')} had come.`
    }),
    'unknown'
  )

const CANCELLED = refusal(
  schemaMismatch({ code: 'cancelled', detail: 'The call was cancelled before an answer came.' }),
  'unknown'
)

// The guard aborts for its own timeout as well as for the caller.
const isTimeout = (reason: unknown): boolean => reason instanceof Error && reason.name === 'TimeoutError'

/** Starts now. */
export const openDeadline = (timeoutMs: number, caller: AbortSignal): Deadline => {
  const over = new AbortController()
  const end = performance.now() + timeoutMs
  const timer = setTimeout(() => over.abort(new DOMException('The time is over.', 'TimeoutError')), timeoutMs)
  const follow = (): void => over.abort(caller.reason)
  if (caller.aborted) follow()
  else caller.addEventListener('abort', follow, { once: true })
  return {
    signal: over.signal,
    timeLeftMs: () => end - performance.now(),
    explain: (bytes) => (isTimeout(over.signal.reason) ? timedOut(timeoutMs, bytes) : CANCELLED),
    close() {
      clearTimeout(timer)
      caller.removeEventListener('abort', follow)
    }
  }
}
