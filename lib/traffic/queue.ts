/** Calls that wait for the disk: bounded, with a count of dropped ones until a recording reports them. */
import { gapLine, lineOf, type LineOptions, type Snapshot } from './line.js'

/** Lines to write together. */
export interface RecordBatch {
  readonly text: string
  readonly calls: number
  /** How many missing calls the first line reports. */
  readonly missing: number
}

const BATCH_CHARS = 262_144

export class RecordQueue {
  readonly #waiting: Array<Snapshot> = []
  #chars = 0
  #missing = 0
  #dropped = 0

  constructor(
    readonly line: LineOptions,
    readonly maxChars: number
  ) {}

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  get isFull(): boolean {
    return this.#chars >= this.maxChars
  }

  /** How many calls were dropped in all. */
  get dropped(): number {
    return this.#dropped
  }

  push(snapshot: Snapshot): void {
    this.#waiting.push(snapshot)
    this.#chars += snapshot.chars
  }

  drop(calls: number): void {
    this.#dropped += calls
    this.#missing += calls
  }

  dropAll(): void {
    this.drop(this.#waiting.length)
    this.#waiting.length = 0
    this.#chars = 0
  }

  /** Removes the oldest calls, up to a size that blocks the thread only briefly. */
  take(now: number): RecordBatch {
    const missing = this.#missing
    let text = missing === 0 ? '' : gapLine(missing, now)
    let calls = 0
    while (text.length < BATCH_CHARS) {
      const next = this.#waiting.shift()
      if (next === undefined) break
      this.#chars -= next.chars
      try {
        text += lineOf(next, this.line)
        calls += 1
      } catch {
        // A call whose redaction fails, because a user's own pattern ran out of stack, is not written.
        this.drop(1)
      }
    }
    return { text, calls, missing }
  }

  /** The batch is on the disk, and with it the report of missing calls. */
  said({ missing }: RecordBatch): void {
    this.#missing -= missing
  }
}
