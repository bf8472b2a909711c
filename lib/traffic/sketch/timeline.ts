/** Counts events over time in a bounded number of spans, which grow together as the time does: the same in whatever order events come. */

/** One span of time. */
export interface Span {
  /** Milliseconds since 1970. */
  readonly start: number
  readonly count: number
}

const FIRST_WIDTH_MS = 60_000
const MAX_SPANS = 256

export class Timeline {
  #spans = new Map<number, number>()
  #width = FIRST_WIDTH_MS

  /** How long a span is. */
  get widthMs(): number {
    return this.#width
  }

  add(at: number): void {
    const span = Math.floor(at / this.#width)
    this.#spans.set(span, (this.#spans.get(span) ?? 0) + 1)
    while (this.#spans.size > MAX_SPANS) this.widenTo(this.#width * 2)
  }

  /** Makes spans at least so wide; widths are a minute, two, four, and so on. */
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

  /** Spans in which something happened, the earliest first. */
  get spans(): ReadonlyArray<Span> {
    return [...this.#spans]
      .map(([span, count]) => ({ start: span * this.#width, count }))
      .sort((a, b) => a.start - b.start)
  }
}
