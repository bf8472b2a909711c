/** How often one call may be made in a turn: counts by key, reserved before the call. */

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

/** The budget of one turn in this process. Counting and deciding are one synchronous step, so parallel calls cannot slip through. */
export interface LocalBudget {
  reserve: (key: string, limit: number) => Reservation
  giveBack: (key: string) => void
  clear: () => void
}

export const localBudget = (): LocalBudget => {
  const counts = new BoundedMap<number>(MAX_KEYS)
  return {
    reserve: (key, limit) => {
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return { admitted: count <= limit, count }
    },
    giveBack: (key) => {
      const count = counts.get(key)
      if (count !== undefined && count > 0) counts.set(key, count - 1)
    },
    clear: () => counts.clear()
  }
}
