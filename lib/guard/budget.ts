/** The rule of repeats: whether a call may be made once more in its turn, decided before it runs and fed with what came back. */
import { BoundedMap } from './bounded-map.js'
import { KeptAnswers, type Fingerprint } from './fingerprint.js'
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

// -- what a turn remembers

/** Most keys that one turn remembers. */
export const MAX_KEYS = 100_000

/** What is remembered of the last answer of a call, to explain a refusal. */
export interface LastAnswer {
  readonly code: string | null
  /** The hint for the refusal of a repeat. */
  readonly hint: string | null
  readonly executed: Executed
  /** The arguments that it was given for: with an identity of its own, a call may come with others. */
  readonly args: string
  /** The payload, valid or partial, as long as it may be carried by a refusal. */
  readonly data: unknown
  /** Whether a refusal has carried it. */
  given: boolean
}

/** What a settlement says, without the digest: this process compares the answers themselves, as long as it keeps them. */
export type LocalSettlement = Omit<Settlement, 'digest'> & {
  readonly answer: Fingerprint | null
  /** Nobody knows whether it ran, and a ledger finds out when it is asked for again: it is not counted as executed yet. */
  readonly open?: boolean
}

class Tally {
  asked = 0
  running = 0
  /** Admitted since another call wrote. */
  admitted = 0
  /** Admitted since another call was executed. */
  streak = 0
  /** Answers in a row that were unchanged. */
  same = 0
  /** Executed, or perhaps, in the whole turn. */
  ran = 0
  freeAt: number | undefined
  answer: Fingerprint | undefined
  last: LastAnswer | undefined

  constructor(
    /** How many calls of the turn had written, and been executed, when this one was last counted. */
    public writes: number,
    public executed: number
  ) {}
}

// Once a write was executed here, no store that has lost its memory lets it run again.
const spent = ({ ran, running }: Tally, { executed }: RepeatRule): RepeatLimit | undefined =>
  ran + running >= executed ? 'executed' : undefined

const limitReached = (tally: Tally, rule: RepeatRule, isFree: boolean): RepeatLimit | undefined => {
  const { running, admitted, streak, same } = tally
  if (spent(tally, rule) !== undefined) return 'executed'
  if (admitted >= rule.admitted) return 'admitted'
  if (streak >= rule.streak) return 'streak'
  const due = rule.executed === NO_LIMIT ? running : 0
  return !isFree && same + due >= rule.unchanged ? 'unchanged' : undefined
}

/** The budget of one turn in this process. Counting and deciding are one synchronous step, so parallel calls cannot slip through. */
export class LocalBudget {
  readonly #clock: () => number
  readonly #tallies: BoundedMap<Tally>
  // Never forgotten: a write whose key was forgotten would run again.
  readonly #once = new Map<string, Tally>()
  readonly #maxKeys: number
  readonly #answers = new KeptAnswers()
  #writes = 0
  #executed = 0

  constructor(clock: () => number, maxKeys = MAX_KEYS) {
    this.#clock = clock
    this.#maxKeys = maxKeys
    this.#tallies = new BoundedMap(maxKeys)
  }

  /** Counts a call and decides; what a shared store has decided is only taken in. */
  reserve(key: string, rule: RepeatRule, decided?: Reservation): Reservation {
    const tally = this.#tallyOf(key, rule.executed < NO_LIMIT)
    if (tally === undefined) return decided ?? { admitted: false, count: 1, by: 'keys' }
    this.#refresh(tally)
    tally.asked += 1
    const isFree = tally.freeAt !== undefined && this.#clock() >= tally.freeAt
    const by = decided === undefined ? limitReached(tally, rule, isFree) : (decided.by ?? spent(tally, rule))
    if (by !== undefined) return { admitted: false, count: decided?.count ?? tally.asked, by }
    tally.admitted += 1
    tally.streak += 1
    tally.running += 1
    if (isFree) tally.freeAt = undefined
    return decided ?? { admitted: true, count: tally.asked, ...(isFree ? { free: true } : {}) }
  }

  /** Takes in what became of a call that was admitted, and remembers `last` for the refusal of the next. */
  settle(key: string, settlement: LocalSettlement, last?: LastAnswer): void {
    const tally = this.#known(key)
    if (tally === undefined) return
    const { answer, executed, open = false, writes, once, free, retryAfterMs, back } = settlement
    if (tally.running > 0) tally.running -= 1
    if (back) {
      tally.asked -= 1
      tally.admitted = Math.max(0, tally.admitted - 1)
      tally.streak = Math.max(0, tally.streak - 1)
      return
    }
    const ran = executed === 'yes' || executed === 'unknown'
    tally.freeAt = retryAfterMs === null ? undefined : this.#clock() + retryAfterMs
    // Also where nobody knew yet that it writes: a proxy learns that from a list that may come later.
    if (ran && !open) tally.ran += 1
    if (once && ran && !open) {
      tally.same = 0
      this.#compareWith(tally, undefined)
      tally.last = last
    } else {
      const unchanged = answer === null || tally.answer?.equals(answer) === true
      if (!unchanged) this.#compareWith(tally, answer)
      tally.same = unchanged ? tally.same + (free ? 0 : 1) : 1
      this.#remember(tally, last, unchanged, once)
    }
    if (ran) this.#ran(tally, writes)
  }

  /** Whether the answer of a call that was admitted here is still due. */
  isRunning(key: string): boolean {
    return (this.#known(key)?.running ?? 0) > 0
  }

  lastAnswer(key: string): LastAnswer | undefined {
    return this.#known(key)?.last
  }

  clear(): void {
    this.#tallies.clear()
    this.#once.clear()
    this.#answers.clear()
  }

  #compareWith(tally: Tally, answer: Fingerprint | undefined): void {
    if (tally.answer !== undefined) this.#answers.drop(tally.answer)
    tally.answer = answer
    if (answer !== undefined) this.#answers.keep(answer)
  }

  // The answer of a write that was executed stays: that of a later one that was not says less.
  #remember(tally: Tally, last: LastAnswer | undefined, unchanged: boolean, once: boolean): void {
    if (last === undefined || (once && tally.ran > 0)) return
    tally.last = unchanged && tally.last?.given === true ? { ...last, given: true } : last
  }

  // Its own are no calls in between.
  #ran(tally: Tally, writes: boolean): void {
    if (tally.executed === this.#executed) tally.executed += 1
    this.#executed += 1
    if (!writes) return
    if (tally.writes === this.#writes) tally.writes += 1
    this.#writes += 1
  }

  #known(key: string): Tally | undefined {
    return this.#once.get(key) ?? this.#tallies.get(key)
  }

  #tallyOf(key: string, once: boolean): Tally | undefined {
    const known = this.#known(key)
    if (known !== undefined) return known
    const tally = new Tally(this.#writes, this.#executed)
    if (!once) this.#tallies.set(key, tally)
    else if (this.#once.size >= this.#maxKeys) return undefined
    else this.#once.set(key, tally)
    return tally
  }

  #refresh(tally: Tally): void {
    if (tally.executed < this.#executed) tally.streak = 0
    if (tally.writes < this.#writes) {
      tally.same = 0
      tally.admitted = 0
    }
    tally.executed = this.#executed
    tally.writes = this.#writes
  }
}
