/**
 * Repeats an attempt where that is allowed, can help and fits into the time that is left: the one place where retries
 * live.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pRetry, { type RetryContext } from 'p-retry'
import type { HttpDeadline } from './deadline.js'
import { retryAdviceOf, executedOf, type RetryAdvice, type Outcome } from '../../guard/kernel.js'
import type { RetryLease } from './retry-budget.js'

interface RetryOptions {
  readonly lease: RetryLease
  readonly deadline: HttpDeadline
  /** No attempt begins later, as `performance.now()` counts. */
  readonly until: number
  /** In [0, 1). */
  readonly random: () => number
}

const MAX_RETRIES = 2
const FAULT_DELAY_MS = 50
const THROTTLED_DELAY_MS = 1000
// Spread on top of a named wait, so that callers with the same wait do not come back all at once.
const SPREAD_MS = 100

/** Thrown to p-retry: it carries the outcome, and never leaves this file. */
class TransientFailure extends Error {
  constructor(
    readonly outcome: Outcome,
    readonly again: RetryAdvice
  ) {
    super()
  }
}

const delayOf = ({ waitMs, throttled }: RetryAdvice, attempt: number, random: number): number => {
  if (waitMs !== null) return waitMs + random * SPREAD_MS
  const full = (throttled ? THROTTLED_DELAY_MS : FAULT_DELAY_MS) * 2 ** (attempt - 1)
  return full * (0.5 + random / 2)
}

// Where an earlier attempt may have been carried out, the call may have been; and a part that an earlier one brought is
// better than an error.
const conclude = (earlier: ReadonlyArray<Outcome>, last: Outcome): Outcome => {
  if (last.kind !== 'failed' || earlier.length === 0) return last
  const partial = earlier.findLast((outcome) => outcome.kind === 'incomplete')
  if (partial !== undefined) return partial
  const mayHaveRun = earlier.some((outcome) => executedOf(outcome) !== 'no')
  const error = { ...last.error, detail: `${last.error.detail} (${earlier.length + 1} attempts)` }
  const executed = mayHaveRun && last.executed === 'no' ? 'unknown' : last.executed
  return { ...last, error, executed, lost: mayHaveRun || last.lost === true }
}

/** Runs an attempt up to three times; a wait that does not fit into the time left is an answer at once. */
export const withRetries = async (
  attempt: () => Promise<Outcome>,
  { lease, deadline, until, random }: RetryOptions
): Promise<Outcome> => {
  const earlier: Array<Outcome> = []
  const once = async (): Promise<Outcome> => {
    const outcome = await attempt()
    const again = retryAdviceOf(outcome)
    if (again === null) return outcome
    throw new TransientFailure(outcome, again)
  }
  const shouldRetry = async ({ error, attemptNumber }: RetryContext): Promise<boolean> => {
    if (!(error instanceof TransientFailure)) return false
    const delayMs = delayOf(error.again, attemptNumber, random())
    const leftMs = Math.min(deadline.timeLeftMs(), until - performance.now())
    if (delayMs >= leftMs || !lease.retry()) return false
    await sleep(delayMs, undefined, { signal: deadline.signal }).catch(() => undefined)
    if (deadline.signal.aborted || performance.now() > until) return false
    earlier.push(error.outcome)
    return true
  }
  try {
    return conclude(earlier, await pRetry(once, { retries: MAX_RETRIES, minTimeout: 0, shouldRetry }))
  } catch (error) {
    if (error instanceof TransientFailure) return conclude(earlier, error.outcome)
    throw error
  }
}
