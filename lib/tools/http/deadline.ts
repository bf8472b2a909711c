/** One end for everything that a call does: its own time, or the caller's word. */
import { count, partialData, schemaMismatch } from '../../core/errors/index.js'
import { timedSignal } from '../../core/foreign/index.js'
import { refusal, type Outcome } from '../../guard/kernel.js'

export interface HttpDeadline {
  readonly signal: AbortSignal
  readonly timeLeftMs: () => number
  /** The meaning of the end, once it has come. */
  readonly explain: (bytes: number) => Outcome
  /** Lets go of the timer and the caller. */
  readonly close: () => void
}

const timedOut = (timeoutMs: number, bytes: number): Outcome =>
  refusal(
    partialData({
      code: 'timeout',
      detail: `No complete response came within ${timeoutMs} ms; ${count(bytes, 'byte')} had come.`
    }),
    'unknown'
  )

const CANCELLED = refusal(
  schemaMismatch({ code: 'cancelled', detail: 'The call was cancelled before a response came.' }),
  'unknown'
)

// The guard aborts for its own timeout as well as for the caller.
const isTimeout = (reason: unknown): boolean => reason instanceof Error && reason.name === 'TimeoutError'

/** Starts now. */
export const openHttpDeadline = (timeoutMs: number, caller: AbortSignal): HttpDeadline => {
  const end = performance.now() + timeoutMs
  const { signal, close } = timedSignal(timeoutMs, caller)
  return {
    signal,
    timeLeftMs: () => end - performance.now(),
    explain: (bytes) => (isTimeout(signal.reason) ? timedOut(timeoutMs, bytes) : CANCELLED),
    close
  }
}
