/** The budget of repeats: whether a call may be made once more in its turn, decided before it runs and fed with its outcome. */
import { LateDigest } from '../core/late-digest.js'
import { NO_LIMIT, RepeatTally, TurnCounts, type RepeatRule } from '../core/repeats.js'
import { BoundedMap } from './bounded-map.js'
import { SavedRows, savedKey, type SavedBudget, type SavedTally } from './session-state.js'
import type { Execution } from './tool.js'

// -- model

/** A value, or a promise of one. @category Budget @since 0.1.0 */
export type MaybePromise<A> = A | PromiseLike<A>

/** The reason for a refusal: the field of its rule, or a turn that cannot keep more writes apart. @category Budget @since 0.1.0 */
export type RepeatLimit = keyof RepeatRule | 'keys'

/** How a call was counted, and whether it may be made. @category Budget @since 0.1.0 */
export interface Reservation {
  readonly admitted: boolean
  /** How often the call was requested in this turn, this time and refused times included. */
  readonly count: number
  /** It waited for as long as its last response asked: neither it nor an unchanged response is counted. Pass this on to `settle`. */
  readonly free?: boolean
  /** The rule that refused it. */
  readonly by?: RepeatLimit
}

/** The outcome of an admitted call. @category Budget @since 0.1.0 */
export interface Settlement {
  /** The digest of the response; null where there was no response, which counts as unchanged. */
  readonly digest: string | null
  readonly executed: Execution
  /** Whether the tool writes: if it was executed, or may have been, the counts of all other calls start over. */
  readonly writes: boolean
  /** Whether the budget of a turn limits its executions. */
  readonly once: boolean
  /** The value that `reserve` returned. */
  readonly free: boolean
  /** How long the response asked to wait. */
  readonly retryAfterMs: number | null
  /** As if the call had not been made. */
  readonly back: boolean
}

/**
 * Where budgets live when several processes share a turn: one atomic step before the call and one after. It keeps keys and digests alone, nothing in clear.
 *
 * @category Budget @since 0.1.0
 */
export interface BudgetStore {
  reserve: (turnId: string, key: string, rule: RepeatRule) => MaybePromise<Reservation>
  settle: (turnId: string, key: string, settlement: Settlement) => MaybePromise<unknown>
  closeTurn: (turnId: string) => MaybePromise<unknown>
}

// -- the memory of a turn

/** Most keys that one turn remembers. */
export const MAX_KEYS = 100_000

// UTF-16 units of responses that one turn keeps; beyond it, the oldest give way to their digests.
const MAX_KEPT_CHARS = 4 * 1024 * 1024

/** The last response of a call, kept to explain a refusal. */
export class LastAnswer {
  /** Whether a refusal has carried it. */
  given = false

  constructor(
    readonly code: string | null,
    /** The hint for the refusal of a repeat. */
    readonly hint: string | null,
    /** The arguments of that call: a tool with `identity` may be called with others. */
    readonly args: string,
    /** The payload, valid or partial, if it is short enough for a refusal. */
    public data: unknown,
    readonly chars: number
  ) {}
}

/** A settlement without the digest: this process compares the responses themselves while it keeps them. */
export type LocalSettlement = Omit<Settlement, 'digest'> & {
  readonly answer: LateDigest | null
  /** Nobody knows whether it ran, and a ledger finds out at the next call: it does not count as executed yet. */
  readonly open?: boolean
}

class KeyedTally extends RepeatTally {
  asked = 0
  freeAt: number | undefined
  answer: LateDigest | undefined
  last: LastAnswer | undefined
  /** How many settlements came before its latest. */
  settled = 0

  static restored(turn: TurnCounts, saved: SavedTally, at: number): KeyedTally {
    const tally = new KeyedTally(turn, saved)
    tally.asked = saved.asked
    if (saved.waitMs !== null) tally.freeAt = at + saved.waitMs
    if (saved.answer !== null) tally.answer = LateDigest.of(saved.answer)
    return tally
  }

  /** UTF-16 units of responses that `forget` frees. */
  get chars(): number {
    return (this.answer?.chars ?? 0) + (this.last?.data === undefined ? 0 : this.last.chars)
  }

  forget(): void {
    this.answer?.forget()
    if (this.last !== undefined) this.last.data = undefined
  }

  saved(key: string, now: number, mayHaveRun: boolean): SavedTally {
    return {
      ...this.save(mayHaveRun),
      call: savedKey(key),
      asked: this.asked,
      waitMs: this.freeAt === undefined ? null : Math.max(0, this.freeAt - now),
      answer: this.answer?.digest ?? null
    }
  }
}

interface LocalBudgetOptions {
  readonly maxKeys?: number
  /** Its digest from another process. */
  readonly saved?: SavedBudget | undefined
}

/** The budget of one turn in this process. Counting and deciding are one synchronous step, so parallel calls cannot slip through. */
export class LocalBudget {
  readonly #clock: () => number
  readonly #tallies: BoundedMap<KeyedTally>
  // Never forgotten: a write whose key was forgotten would run again.
  readonly #once = new Map<string, KeyedTally>()
  readonly #maxKeys: number
  // UTF-16 units of the kept responses, or more: keys leave without notice.
  #kept = 0
  #settled = 0
  readonly #turn: TurnCounts
  readonly #saved: SavedRows<SavedTally>
  readonly #savedOnce: SavedRows<SavedTally>
  readonly #restoredAt: number | undefined

  constructor(clock: () => number, { maxKeys = MAX_KEYS, saved }: LocalBudgetOptions = {}) {
    this.#clock = clock
    this.#maxKeys = maxKeys
    this.#tallies = new BoundedMap(maxKeys)
    this.#turn = new TurnCounts(saved?.writes, saved?.executed)
    this.#saved = new SavedRows(saved?.calls)
    this.#savedOnce = new SavedRows(saved?.once)
    this.#restoredAt = saved === undefined ? undefined : clock()
  }

  /** The data for another process. A write in flight is saved as one that may have run, unless a ledger finds out (`keepsRunning`). */
  save({ keepsRunning }: { readonly keepsRunning: boolean }): SavedBudget {
    const now = this.#clock()
    const { writes, executed } = this.#turn
    return {
      writes,
      executed,
      calls: [...this.#saved.rest, ...this.#tallies.entries().map(([key, tally]) => tally.saved(key, now, false))],
      once: [...this.#savedOnce.rest, ...[...this.#once].map(([key, tally]) => tally.saved(key, now, !keepsRunning))]
    }
  }

  /** Counts a call and decides; a decision of a shared store is only noted. */
  reserve(key: string, rule: RepeatRule, decided?: Reservation): Reservation {
    const tally = this.#tallyOf(key, rule.executed < NO_LIMIT)
    if (tally === undefined) return decided ?? { admitted: false, count: 1, by: 'keys' }
    tally.asked += 1
    const hasWaited = tally.freeAt !== undefined && this.#clock() >= tally.freeAt
    const isFree = decided === undefined ? hasWaited : decided.free === true
    const by = decided === undefined ? tally.refusedBy(rule, isFree) : (decided.by ?? tally.spent(rule))
    if (by !== undefined) return { admitted: false, count: decided?.count ?? tally.asked, by }
    tally.admit(isFree)
    if (isFree) tally.freeAt = undefined
    return decided ?? { admitted: true, count: tally.asked, ...(isFree ? { free: true } : {}) }
  }

  /** Notes the outcome of an admitted call, and keeps `last` to explain the refusal of the next. Returns whether the response was unchanged. */
  settle(key: string, settlement: LocalSettlement, last?: LastAnswer): boolean {
    const tally = this.#known(key)
    if (tally === undefined) return false
    const { answer, executed, open = false, writes, once, free, retryAfterMs, back } = settlement
    if (back) {
      tally.asked -= 1
      tally.takeBack(free)
      if (free) tally.freeAt = this.#clock()
      return false
    }
    const ran = executed === 'yes' || executed === 'unknown'
    tally.freeAt = retryAfterMs === null ? undefined : this.#clock() + retryAfterMs
    const isSpent = once && ran && !open
    const unchanged = !isSpent && (answer === null || tally.answer?.equals(answer) === true)
    const before = tally.chars
    if (!unchanged) tally.answer = isSpent ? undefined : (answer ?? undefined)
    tally.settle({ unchanged, ran, open, writes, once, free })
    // Keep the response of an executed write: that of a later one that did not run says less.
    if (last !== undefined && (isSpent || !once || !tally.hasRun)) {
      last.given = unchanged && tally.last?.given === true
      tally.last = last
    }
    this.#keep(tally, before)
    return unchanged
  }

  /** Whether the response of a call that was admitted here is still due. */
  isRunning(key: string): boolean {
    return (this.#known(key)?.running ?? 0) > 0
  }

  lastAnswer(key: string): LastAnswer | undefined {
    return this.#known(key)?.last
  }

  clear(): void {
    this.#tallies.clear()
    this.#once.clear()
    this.#saved.clear()
    this.#savedOnce.clear()
    this.#kept = 0
  }

  #keep(tally: KeyedTally, before: number): void {
    tally.settled = this.#settled++
    if (tally.chars > MAX_KEPT_CHARS) tally.forget()
    this.#kept += tally.chars - before
    if (this.#kept > MAX_KEPT_CHARS) this.#makeRoom()
  }

  // A quarter at once, so that the search is rare. Keys stand in the order of their first calls.
  #makeRoom(): void {
    const tallies = [...this.#tallies.values(), ...this.#once.values()].sort((one, next) => one.settled - next.settled)
    this.#kept = tallies.reduce((sum, { chars }) => sum + chars, 0)
    for (const tally of tallies) {
      if (this.#kept <= (MAX_KEPT_CHARS / 4) * 3) return
      this.#kept -= tally.chars
      tally.forget()
    }
  }

  #known(key: string): KeyedTally | undefined {
    return this.#once.get(key) ?? this.#tallies.get(key)
  }

  #tallyOf(key: string, once: boolean): KeyedTally | undefined {
    const known = this.#known(key)
    if (known !== undefined) return known
    const tally =
      this.#restoredAt === undefined ? new KeyedTally(this.#turn) : this.#restored(key, once, this.#restoredAt)
    if (!once) this.#tallies.set(key, tally)
    else if (this.#once.size >= this.#maxKeys) return undefined
    else this.#once.set(key, tally)
    return tally
  }

  #restored(key: string, once: boolean, at: number): KeyedTally {
    const saved = (once ? this.#savedOnce : this.#saved).take(key)
    return saved === undefined ? new KeyedTally(this.#turn) : KeyedTally.restored(this.#turn, saved, at)
  }
}
