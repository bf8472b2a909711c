/** The rule of repeats: a repeat counts when it brought nothing new. A live turn counts by it, and a recorded one is played against it. */

// -- the rule of a tool

/** How often a call may be made, in numbers that a store compares without knowing the tool. @category Budget @since 0.1.0 */
export interface RepeatRule {
  /** Most calls in a row with an unchanged response; calls in flight count as such. */
  readonly unchanged: number
  /** Most calls, whatever came back, since another call last wrote. */
  readonly admitted: number
  /** Most calls, whatever came back, since another call was last executed. */
  readonly streak: number
  /** Most calls that were executed in the whole turn, or are in flight; `NO_LIMIT` for what may be repeated. */
  readonly executed: number
}

/** The traits of a tool. */
export interface RepeatTraits {
  readonly effect: 'read' | 'write'
  readonly idempotent?: boolean
  readonly maxIdenticalCalls?: number
  readonly polls?: boolean
  /** Nobody said whether it reads or writes. */
  readonly undeclared?: boolean
}

/** More than any turn makes: stores count in 32 bits, and never get a higher limit. */
export const NO_LIMIT = 2 ** 31 - 1

/** The rule that refuses nothing. */
export const UNLIMITED: RepeatRule = { unchanged: NO_LIMIT, admitted: NO_LIMIT, streak: NO_LIMIT, executed: NO_LIMIT }

const MOST_IDENTICAL = 20
const MOST_UNDECLARED = 3

/** Whether a tool may be executed only so often in a turn. */
export const runsOnce = ({ effect, idempotent }: RepeatTraits): boolean => effect === 'write' && idempotent !== true

/** The effect of a tool by its declaration: `idempotent` implies a write. */
export const effectOf = (
  declared: RepeatTraits['effect'] | undefined,
  idempotent = false
): Pick<RepeatTraits, 'effect' | 'undeclared'> => {
  if (declared !== undefined) return { effect: declared }
  return idempotent ? { effect: 'write' } : { effect: 'read', undeclared: true }
}

/** The rule for the calls of a tool. */
export const ruleOf = (tool: RepeatTraits, budget: Readonly<Record<'read' | 'write', number>>): RepeatRule => {
  const { polls = false, undeclared = false } = tool
  const maxIdenticalCalls =
    tool.maxIdenticalCalls === undefined ? undefined : Math.min(tool.maxIdenticalCalls, NO_LIMIT)
  const unchanged = polls ? NO_LIMIT : Math.min(budget.read, NO_LIMIT)
  if (runsOnce(tool)) {
    // `NO_LIMIT` would say that it may be repeated.
    const executed = Math.min(maxIdenticalCalls ?? budget.write, NO_LIMIT - 1)
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

// -- counting

/** The outcome of a call, as far as it is counted. */
export interface CountedOutcome {
  readonly unchanged: boolean
  /** It was executed, or may have been. */
  readonly ran: boolean
  /** Whether it was executed is found out when it is asked for again, so that it is not counted against its own limit. */
  readonly open?: boolean
  readonly writes: boolean
  /** Whether it may be executed only so often. */
  readonly once: boolean
  /** It waited for as long as its last response asked: it is not counted, unless it was executed. */
  readonly free?: boolean
}

/** The calls of a turn that restarted the counts of others. */
export class TurnCounts {
  constructor(
    public writes = 0,
    public executed = 0
  ) {}
}

/** The counts of one call, and those of its turn when it was last counted. */
export interface TallyCounts {
  readonly admitted: number
  readonly streak: number
  readonly same: number
  readonly ran: number
  readonly writes: number
  readonly executed: number
}

/** The counts of one call of a turn. */
export class RepeatTally {
  running = 0
  readonly #turn: TurnCounts
  /** Admitted since another call wrote. */
  #admitted: number
  /** Admitted since another call was executed. */
  #streak: number
  /** Answers in a row that were unchanged. */
  #same: number
  /** Executed, or perhaps, in the whole turn. */
  #ran: number
  #writes: number
  #executed: number

  constructor(turn: TurnCounts, saved?: TallyCounts) {
    this.#turn = turn
    this.#writes = saved?.writes ?? turn.writes
    this.#executed = saved?.executed ?? turn.executed
    this.#admitted = saved?.admitted ?? 0
    this.#streak = saved?.streak ?? 0
    this.#same = saved?.same ?? 0
    this.#ran = saved?.ran ?? 0
  }

  /** As data, for another process. `mayHaveRun`: what is in flight counts as executed. */
  save(mayHaveRun: boolean): TallyCounts {
    return {
      admitted: this.#admitted,
      streak: this.#streak,
      same: this.#same,
      ran: this.#ran + (mayHaveRun ? this.running : 0),
      writes: this.#writes,
      executed: this.#executed
    }
  }

  get hasRun(): boolean {
    return this.#ran > 0
  }

  /** Once a write was executed here, no store that has lost its memory lets it run again. */
  spent({ executed }: RepeatRule): 'executed' | undefined {
    return this.#ran + this.running >= executed ? 'executed' : undefined
  }

  /** The rule that refuses one more call. */
  refusedBy(rule: RepeatRule, isFree = false): keyof RepeatRule | undefined {
    this.#refresh()
    if (this.spent(rule) !== undefined) return 'executed'
    if (isFree) return undefined
    if (this.#admitted >= rule.admitted) return 'admitted'
    if (this.#streak >= rule.streak) return 'streak'
    const due = rule.executed === NO_LIMIT ? this.running : 0
    return this.#same + due >= rule.unchanged ? 'unchanged' : undefined
  }

  admit(isFree = false): void {
    this.#refresh()
    this.running += 1
    if (isFree) return
    this.#admitted += 1
    this.#streak += 1
  }

  settle({ unchanged, ran, open = false, writes, once, free = false }: CountedOutcome): void {
    if (this.running > 0) this.running -= 1
    const isCounted = ran && !open
    // Also where nobody knew yet that it writes: a proxy learns that from a list that may come later.
    if (isCounted) this.#ran += 1
    if (once && isCounted) this.#same = 0
    else this.#same = unchanged ? this.#same + (free ? 0 : 1) : 1
    if (ran) this.#begin(writes)
  }

  /** As if the call had not been admitted. */
  takeBack(isFree: boolean): void {
    if (this.running > 0) this.running -= 1
    if (isFree) return
    this.#admitted = Math.max(0, this.#admitted - 1)
    this.#streak = Math.max(0, this.#streak - 1)
  }

  #refresh(): void {
    if (this.#executed < this.#turn.executed) this.#streak = 0
    if (this.#writes < this.#turn.writes) {
      this.#same = 0
      this.#admitted = 0
    }
    this.#executed = this.#turn.executed
    this.#writes = this.#turn.writes
  }

  // Its own are no calls in between.
  #begin(writes: boolean): void {
    if (this.#executed === this.#turn.executed) this.#executed += 1
    this.#turn.executed += 1
    if (!writes) return
    if (this.#writes === this.#turn.writes) this.#writes += 1
    this.#turn.writes += 1
  }
}
