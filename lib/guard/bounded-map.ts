/** Bounded maps: one that keeps the newest entries, and one that keeps what must not be forgotten, too. */

/** A map that forgets its oldest key when it is full, so that one turn cannot grow without bound. */
export class BoundedMap<V> {
  readonly #entries = new Map<string, V>()
  // Their order of arrival, as a ring: finding the first key of a Map takes longer with every key deleted before it.
  readonly #keys: Array<string> = []
  #oldest = 0
  constructor(readonly capacity: number) {}

  get(key: string): V | undefined {
    return this.#entries.get(key)
  }

  /** Returns the entry that gave way. */
  set(key: string, value: V): V | undefined {
    const before = this.#entries.size
    this.#entries.set(key, value)
    return this.#entries.size > before ? this.#arrive(key) : undefined
  }

  clear(): void {
    this.#entries.clear()
    this.#keys.length = 0
    this.#oldest = 0
  }

  #arrive(key: string): V | undefined {
    if (this.#keys.length < this.capacity) {
      this.#keys.push(key)
      return undefined
    }
    const oldest = this.#keys[this.#oldest] as string
    const given = this.#entries.get(oldest)
    this.#entries.delete(oldest)
    this.#keys[this.#oldest] = key
    this.#oldest = (this.#oldest + 1) % this.capacity
    return given
  }
}

const MAX_KEYS = 100_000

/** What a turn knows by key: of those that may run only so often all, of the others the newest. */
export class TurnKeys<Known extends { readonly runsOnce: boolean }> {
  // Never forgotten: a write whose key was forgotten would run again.
  readonly #once = new Map<string, Known>()
  readonly #others: BoundedMap<Known>

  constructor(readonly max = MAX_KEYS) {
    this.#others = new BoundedMap(max)
  }

  get(key: string): Known | undefined {
    return this.#once.get(key) ?? this.#others.get(key)
  }

  /** It can keep no more of those that it never forgets. */
  get isFull(): boolean {
    return this.#once.size >= this.max
  }

  /** Returns the one that gave way. */
  set(key: string, known: Known): Known | undefined {
    if (!known.runsOnce) return this.#others.set(key, known)
    this.#once.set(key, known)
    return undefined
  }

  clear(): void {
    this.#once.clear()
    this.#others.clear()
  }
}
