/** Operations of a turn: attempts at an effect, as its log tells of them. */
import type { LoggedCall } from './logged-call.js'
import type { Execution } from './execution-of.js'

/** The outcome of one write of a turn. @category Guard @since 0.1.0 */
export interface WriteOutcome {
  readonly operationId: string
  readonly callId: string
  readonly tool: string
  /**
   * The arguments as data, as in the call's record; `null` of a write that was made before the turn went on in this
   * process, or elsewhere with other ones.
   */
  readonly args: unknown
  readonly executed: Exclude<Execution, 'refused'>
  /** The code of the error that the model read; `null` for a success. */
  readonly code: string | null
}

/** The number of the next attempt at a call: it grows only after an attempt whose outcome is known. */
export const nextAttempt = (ended: ReadonlyArray<LoggedCall>): number =>
  (ended.findLast(({ isKnown, attempt }) => isKnown && attempt !== undefined)?.attempt ?? 0) + 1

/** Whether an earlier run of this attempt has an unknown outcome, which no later response resolves. */
export const isOpen = ({ of, attempt, shared }: LoggedCall): boolean =>
  of.ended.findLast((call) => call.attempt === attempt && call.end?.executed !== 'refused')?.end?.executed ===
    'unknown' ||
  (shared !== undefined && isOpen(shared))

/** When the first run of this attempt began, as this process knows it; undefined of one that has not ended. */
export const openSince = ({ of, attempt }: LoggedCall): number | undefined =>
  of.ended.find((call) => call.attempt === attempt && call.end?.executed !== 'refused')?.reachedAt

/** How many responses of executed attempts the turn received before that of a running call. */
export const responsesBefore = (call: LoggedCall): number => {
  const { ended, running } = call.of
  return ended.filter(({ end }) => end?.executed === 'yes').length + running.indexOf(call)
}

const outcomeOf = (
  { of, tool, write, end, attempt = 1, ranOtherwise }: LoggedCall,
  before: WriteOutcome | undefined
): WriteOutcome | undefined => {
  if (write === undefined || end === undefined || end.executed === 'refused') return undefined
  // Whatever came of another run of it, it was executed.
  if (before?.executed === 'yes' && end.executed !== 'yes') return before
  // What another turn of this id was told proves nothing of its run. A ledger knows of both.
  if (end.executed === 'no' && of.ended.some((run) => run.attempt === attempt && run.isOpen)) return before
  return {
    operationId: write.operationId(attempt),
    callId: write.callId,
    tool,
    args: ranOtherwise ? (before?.args ?? null) : write.args,
    executed: end.executed,
    code: end.code
  }
}

/** Every write that reached its tool, with the last word on each operation. */
export const outcomesOf = (calls: ReadonlyArray<LoggedCall>): ReadonlyArray<WriteOutcome> => {
  const outcomes = new Map<string, WriteOutcome>()
  for (const call of [...calls].sort((one, other) => one.endedAt - other.endedAt)) {
    const outcome = outcomeOf(call, outcomes.get(call.write?.operationId(call.attempt ?? 1) ?? ''))
    if (outcome !== undefined) outcomes.set(outcome.operationId, outcome)
  }
  return [...outcomes.values()]
}
