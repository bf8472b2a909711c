/** The rule of repeats: whether a call may be made once more in its turn, in numbers that one process and every store count alike. */
import type { Executed, ToolTraits } from './tool.js'

// -- model

/** A value, or a promise of one. @category Budget @since 0.1.0 */
export type MaybePromise<A> = A | PromiseLike<A>

/** How often a call may be made, in numbers that a store compares without knowing the tool. @category Budget @since 0.1.0 */
export interface RepeatRule {
  /** Most calls in a row whose answer was unchanged; calls in flight count as such. */
  readonly unchanged: number
  /** Most calls, whatever came back, since another call last wrote. */
  readonly admitted: number
  /** Most calls, whatever came back, since another call was last executed. */
  readonly streak: number
  /** Most calls that were executed in the whole turn, or are in flight; `NO_LIMIT` for what may be repeated. */
  readonly executed: number
}

/** What refused a call: the field of its rule, or a turn that can keep no more writes apart. @category Budget @since 0.1.0 */
export type RepeatLimit = keyof RepeatRule | 'keys'

/** How a call was counted, and whether it may be made. @category Budget @since 0.1.0 */
export interface Reservation {
  readonly admitted: boolean
  /** How often the call was asked for in this turn, this time and refused times included. */
  readonly count: number
  /** It waited for as long as its last answer said: an unchanged answer is not counted. `settle` is to be told. */
  readonly free?: boolean
  /** What refused it. */
  readonly by?: RepeatLimit
}

/** What became of a call that was admitted. @category Budget @since 0.1.0 */
export interface Settlement {
  /** Of the answer; null where there was none: counted as unchanged. */
  readonly digest: string | null
  readonly executed: Executed
  /** Whether the tool writes: if it was executed, or may have been, the counts of all other calls begin afresh. */
  readonly writes: boolean
  /** Whether it may be executed only so often in a turn. */
  readonly once: boolean
  /** As it was reserved. */
  readonly free: boolean
  /** How long the answer asked to wait. */
  readonly retryAfterMs: number | null
  /** As if the call had not been made. */
  readonly back: boolean
}

/**
 * Where budgets live when several processes share a turn: one atomic step before the call and one after. Keys and digests alone, nothing in clear.
 *
 * @category Budget @since 0.1.0
 */
export interface BudgetStore {
  reserve: (turnId: string, key: string, rule: RepeatRule) => MaybePromise<Reservation>
  settle: (turnId: string, key: string, settlement: Settlement) => MaybePromise<unknown>
  closeTurn: (turnId: string) => MaybePromise<unknown>
}

// -- the rule of a tool

/** More than any turn makes; a store keeps it in 32 bits. */
export const NO_LIMIT = 2 ** 31 - 1

const MOST_IDENTICAL = 20
const MOST_UNDECLARED = 3

/** Whether a tool may be executed only so often in a turn. */
export const runsOnce = <Args>({ effect, idempotent }: ToolTraits<Args>): boolean =>
  effect === 'write' && idempotent !== true

/** The rule for the calls of a tool. */
export const ruleOf = <Args>(
  tool: ToolTraits<Args>,
  budget: Readonly<Record<'read' | 'write', number>>
): RepeatRule => {
  const { maxIdenticalCalls, polls = false, undeclared = false } = tool
  const unchanged = polls ? NO_LIMIT : budget.read
  if (runsOnce(tool)) {
    const executed = maxIdenticalCalls ?? budget.write
    // No budget for reads is none for writes that were not executed.
    return {
      unchanged: Math.max(1, unchanged),
      admitted: Math.max(MOST_IDENTICAL, executed),
      streak: NO_LIMIT,
      executed
    }
  }
  return {
    unchanged,
    admitted: maxIdenticalCalls ?? MOST_IDENTICAL,
    streak: undeclared && !polls && maxIdenticalCalls === undefined ? MOST_UNDECLARED : NO_LIMIT,
    executed: NO_LIMIT
  }
}
