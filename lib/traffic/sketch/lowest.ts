/** Keeps what has the lowest hashes, as much as fits: a fair sample, and the same one in whatever order things come. */

interface Kept<A> {
  readonly hash: number
  readonly size: number
  readonly value: A
}

/** Keeps at most `maxCount` things of at most `maxSize` together; the lowest one always, if it is no larger than `maxFirst`. */
export class Lowest<A> {
  readonly #kept: Array<Kept<A>> = []
  #size = 0
  /** Whatever is above came when there was no room, and never will have any. */
  #limit = Infinity

  constructor(
    readonly maxCount: number,
    readonly maxSize = Infinity,
    readonly maxFirst = maxSize
  ) {}

  /** Whether something of this hash would be kept: asked before it is made. */
  wants(hash: number): boolean {
    return hash < this.#limit
  }

  add(hash: number, size: number, value: A): void {
    if (size > this.maxFirst || !this.wants(hash)) return
    let at = this.#kept.length
    while (at > 0 && (this.#kept[at - 1]?.hash ?? 0) > hash) at--
    if (this.#kept[at - 1]?.hash === hash) return
    this.#kept.splice(at, 0, { hash, size, value })
    this.#size += size
    while (this.#kept.length > this.maxCount || (this.#size > this.maxSize && this.#kept.length > 1)) {
      const last = this.#kept.pop()
      this.#size -= last?.size ?? 0
      this.#limit = last?.hash ?? Infinity
    }
  }

  get values(): ReadonlyArray<A> {
    return this.#kept.map(({ value }) => value)
  }
}
