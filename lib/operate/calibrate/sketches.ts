/** Counts and samples of unlimited traffic in bounded memory, independent of its order. */

// -- a hash of 53 bits

/** cyrb53, from 0 up to 2^53: spreads texts evenly and deterministically. It protects no secret. */
export const hashText = (text: string): number => {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    a = Math.imul(a ^ c, 2_654_435_761)
    b = Math.imul(b ^ c, 1_597_334_677)
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909)
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909)
  return 4_294_967_296 * (2_097_151 & b) + (a >>> 0)
}

// -- by name

interface Entry<A> {
  readonly hash: number
  readonly value: A
}

/** A map of a limited number of names: those with the lowest hashes. `onDropped` receives the others. */
export class SketchMap<A> {
  readonly #entries = new Map<string, Entry<A>>()
  #limit = Infinity

  constructor(
    readonly capacity: number,
    readonly onDropped: (value: A) => void
  ) {}

  /** The value of a name, created if it is new; undefined if there is no room. */
  at(name: string, make: () => A): A | undefined {
    const known = this.#entries.get(name)
    if (known !== undefined) return known.value
    const hash = hashText(name)
    if (hash >= this.#limit) return undefined
    const value = make()
    this.#entries.set(name, { hash, value })
    if (this.#entries.size <= this.capacity) return value
    const [highest, dropped] = [...this.#entries].reduce((one, other) => (other[1].hash > one[1].hash ? other : one))
    this.#entries.delete(highest)
    this.#limit = dropped.hash
    if (highest === name) return undefined
    this.onDropped(dropped.value)
    return value
  }

  get entries(): ReadonlyArray<readonly [string, A]> {
    return [...this.#entries].map(([name, { value }]) => [name, value])
  }
}

/** How often each name occurred. */
export class BoundedCounts {
  #others = 0
  readonly #counts: SketchMap<{ count: number }>

  constructor(capacity: number) {
    this.#counts = new SketchMap(capacity, ({ count }) => {
      this.#others += count
    })
  }

  add(name: string): void {
    const counter = this.#counts.at(name, () => ({ count: 0 }))
    if (counter === undefined) this.#others += 1
    else counter.count += 1
  }

  /** How often names without room occurred. */
  get others(): number {
    return this.#others
  }

  /** The names with room, most frequent first. */
  get entries(): ReadonlyArray<{ readonly name: string; readonly count: number }> {
    return this.#counts.entries
      .map(([name, { count }]) => ({ name, count }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
  }

  get byName(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.entries.map(({ name, count }) => [name, count]))
  }
}

// -- a sample

interface HashedValue<A> {
  readonly hash: number
  readonly size: number
  readonly value: A
}

/**
 * Keeps the values with the lowest hashes, a fair sample: at most `maxCount` values of at most `maxSize` together; the
 * lowest one always, if it is no larger than `maxFirst`.
 */
export class LowestHashes<A> {
  readonly #kept: Array<HashedValue<A>> = []
  #size = 0
  /** A value above came when there was no room, and will never fit. */
  #limit = Infinity

  constructor(
    readonly maxCount: number,
    readonly maxSize = Infinity,
    readonly maxFirst = maxSize
  ) {}

  /** Whether a value with this hash would be kept: asked before the value is made. */
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

// -- different texts

const CAPACITY = 256
const SPACE = 2 ** 53

/** Counts different texts: exactly up to some hundreds, then by the density of the lowest hashes. */
export class DistinctCount {
  readonly #lowest = new LowestHashes<number>(CAPACITY)

  add(text: string): void {
    const hash = hashText(text)
    this.#lowest.add(hash, 1, hash)
  }

  get count(): number {
    const { values } = this.#lowest
    // Once one had no room, no hash is low enough for certain.
    return this.#lowest.wants(SPACE) ? values.length : Math.round((CAPACITY - 1) * (SPACE / (values.at(-1) ?? 1)))
  }
}

// -- over time

/** One span of time. */
export interface TimeSpan {
  /** Milliseconds since 1970. */
  readonly start: number
  readonly count: number
}

const FIRST_WIDTH_MS = 60_000
const MAX_SPANS = 256

/** Counts events over time in a bounded number of spans, which merge as time goes on. */
export class Timeline {
  #spans = new Map<number, number>()
  #width = FIRST_WIDTH_MS

  /** The length of a span. */
  get widthMs(): number {
    return this.#width
  }

  add(at: number): void {
    const span = Math.floor(at / this.#width)
    this.#spans.set(span, (this.#spans.get(span) ?? 0) + 1)
    while (this.#spans.size > MAX_SPANS) this.widenTo(this.#width * 2)
  }

  /** Merges spans up to at least this width; widths are a minute, two, four, and so on. */
  widenTo(widthMs: number): void {
    while (this.#width < widthMs) {
      const wider = new Map<number, number>()
      for (const [span, count] of this.#spans) {
        const wide = Math.floor(span / 2)
        wider.set(wide, (wider.get(wide) ?? 0) + count)
      }
      this.#spans = wider
      this.#width *= 2
    }
  }

  /** Spans with events, earliest first. */
  get spans(): ReadonlyArray<TimeSpan> {
    return [...this.#spans]
      .map(([span, count]) => ({ start: span * this.#width, count }))
      .sort((a, b) => a.start - b.start)
  }
}
