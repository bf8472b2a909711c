/** How often one call may be made in a turn: counts by key, reserved before the call. */
import type { Executed } from './tool.js'

/** A value, or a promise of one. @category Budget @since 0.1.0 */
export type MaybePromise<A> = A | PromiseLike<A>

/** How a call was counted, and whether it may be made. @category Budget @since 0.1.0 */
export interface Reservation {
  readonly admitted: boolean
  /** How often the call was asked for in this turn, this time and refused times included. */
  readonly count: number
}

/**
 * Where budgets live when several processes share a turn. `reserve` counts and decides in one atomic step; keys hold no arguments in clear.
 *
 * @category Budget @since 0.1.0
 */
export interface BudgetStore {
  reserve: (turnId: string, key: string, limit: number) => MaybePromise<Reservation>
  giveBack: (turnId: string, key: string) => MaybePromise<unknown>
  closeTurn: (turnId: string) => MaybePromise<unknown>
}

/** A map that forgets its oldest key when it is full, so that one turn cannot grow without bound. */
export class BoundedMap<V> {
  readonly #entries = new Map<string, V>()
  // Their order of arrival, as a ring: to ask a Map for its first key costs the more the more were deleted before it.
  readonly #keys: Array<string> = []
  #oldest = 0
  constructor(readonly capacity: number) {}

  get(key: string): V | undefined {
    return this.#entries.get(key)
  }

  set(key: string, value: V): void {
    const before = this.#entries.size
    this.#entries.set(key, value)
    if (this.#entries.size > before) this.#arrive(key)
  }

  clear(): void {
    this.#entries.clear()
    this.#keys.length = 0
    this.#oldest = 0
  }

  #arrive(key: string): void {
    if (this.#keys.length < this.capacity) {
      this.#keys.push(key)
      return
    }
    this.#entries.delete(this.#keys[this.#oldest] as string)
    this.#keys[this.#oldest] = key
    this.#oldest = (this.#oldest + 1) % this.capacity
  }
}

/** Most keys that one turn remembers. */
export const MAX_KEYS = 100_000

/** What is remembered of the last time that a call was answered, to explain a refusal and to see whether a poll moved. */
export interface LastAnswer {
  readonly code: string | null
  /** The hint for the refusal of a repeat. */
  readonly hint: string | null
  readonly executed: Executed
  readonly digest: string | null
}

/** The budget of one turn in this process. Counting and deciding are one synchronous step, so parallel calls cannot slip through. */
export interface LocalBudget {
  reserve: (key: string, limit: number) => Reservation
  giveBack: (key: string) => void
  /** Remembers the answer of a call that was admitted. */
  answered: (key: string, answer: LastAnswer) => void
  /** A call that was admitted goes on elsewhere: its answer will not be told. */
  ended: (key: string) => void
  /** Whether the answer of a call that was admitted here is still due. */
  isRunning: (key: string) => boolean
  lastAnswer: (key: string) => LastAnswer | undefined
  clear: () => void
}

interface Tally {
  count: number
  running: number
  last: LastAnswer | undefined
}

export const localBudget = (): LocalBudget => {
  const tallies = new BoundedMap<Tally>(MAX_KEYS)
  const first = (key: string): Tally => {
    const tally = { count: 0, running: 0, last: undefined }
    tallies.set(key, tally)
    return tally
  }
  return {
    reserve: (key, limit) => {
      const tally = tallies.get(key) ?? first(key)
      tally.count += 1
      const admitted = tally.count <= limit
      if (admitted) tally.running += 1
      return { admitted, count: tally.count }
    },
    giveBack: (key) => {
      const tally = tallies.get(key)
      if (tally !== undefined && tally.count > 0) tally.count -= 1
    },
    answered: (key, answer) => {
      const tally = tallies.get(key)
      if (tally === undefined) return
      tally.last = answer
      if (tally.running > 0) tally.running -= 1
    },
    ended: (key) => {
      const tally = tallies.get(key)
      if (tally !== undefined && tally.running > 0) tally.running -= 1
    },
    isRunning: (key) => (tallies.get(key)?.running ?? 0) > 0,
    lastAnswer: (key) => tallies.get(key)?.last,
    clear: () => tallies.clear()
  }
}
