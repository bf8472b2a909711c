/** Counts by name, for at most so many names: those of the lowest hashes, whose counts are whole. All others are counted together. */
import { hashText } from './hash.js'

interface Entry<A> {
  readonly hash: number
  readonly value: A
}

/** A map that keeps the same names in whatever order they come; what does not fit is handed to `onDropped`. */
export class BoundedMap<A> {
  readonly #entries = new Map<string, Entry<A>>()
  #limit = Infinity

  constructor(
    readonly capacity: number,
    readonly onDropped: (value: A) => void
  ) {}

  /** The value of a name, made if it is new; undefined where it has no room. */
  at(name: string, make: () => A): A | undefined {
    const known = this.#entries.get(name)
    if (known !== undefined) return known.value
    const hash = hashText(name)
    if (hash >= this.#limit) return undefined
    const value = make()
    this.#entries.set(name, { hash, value })
    return this.#entries.size <= this.capacity || !this.#dropHighest(name) ? value : undefined
  }

  #dropHighest(added: string): boolean {
    let highest: string | undefined
    let max = -1
    for (const [name, { hash }] of this.#entries) {
      if (hash <= max) continue
      max = hash
      highest = name
    }
    if (highest === undefined) return false
    const dropped = this.#entries.get(highest)
    this.#entries.delete(highest)
    this.#limit = max
    if (highest === added) return true
    if (dropped !== undefined) this.onDropped(dropped.value)
    return false
  }

  get entries(): ReadonlyArray<readonly [string, A]> {
    return [...this.#entries].map(([name, { value }]) => [name, value])
  }
}

/** How often each name came. */
export class BoundedCounts {
  #others = 0
  readonly #counts: BoundedMap<{ count: number }>

  constructor(capacity: number) {
    this.#counts = new BoundedMap(capacity, ({ count }) => {
      this.#others += count
    })
  }

  add(name: string): void {
    const counter = this.#counts.at(name, () => ({ count: 0 }))
    if (counter === undefined) this.#others += 1
    else counter.count += 1
  }

  /** How often names came that had no room. */
  get others(): number {
    return this.#others
  }

  /** The names that have room, the most frequent first. */
  get entries(): ReadonlyArray<{ readonly name: string; readonly count: number }> {
    return this.#counts.entries
      .map(([name, { count }]) => ({ name, count }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
  }

  get byName(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.entries.map(({ name, count }) => [name, count]))
  }
}
