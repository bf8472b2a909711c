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
// Redaction takes some microseconds a character.
const STEP_CHARS = 16_384

export class RecordQueue {
  readonly #waiting: Array<Snapshot> = []
  #chars = 0
  /** Lines that are redacted. */
  #text = ''
  #calls = 0
  #missing = 0
  #dropped = 0

  constructor(
    readonly line: LineOptions,
    readonly maxChars: number
  ) {}

  get isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#calls === 0
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
    this.drop(this.#waiting.length + this.#calls)
    this.#waiting.length = 0
    this.#chars = 0
    this.#text = ''
    this.#calls = 0
  }

  /**
   * Redacts the oldest calls, up to a size that blocks the thread only briefly; one call is never divided. Tells
   * whether the next batch can have more.
   */
  prepare(chars = STEP_CHARS): boolean {
    const end = Math.min(this.#text.length + chars, BATCH_CHARS)
    while (this.#text.length < end) {
      const next = this.#waiting.shift()
      if (next === undefined) return false
      this.#chars -= next.chars
      try {
        this.#text += lineOf(next, this.line)
        this.#calls += 1
      } catch {
        // A call whose redaction fails, because a user's own pattern ran out of stack, is not written.
        this.drop(1)
      }
    }
    return this.#text.length < BATCH_CHARS && this.#waiting.length > 0
  }

  /** Removes the oldest calls. */
  take(now: number): RecordBatch {
    this.prepare(BATCH_CHARS)
    const [missing, calls] = [this.#missing, this.#calls]
    const text = (missing === 0 ? '' : gapLine(missing, now)) + this.#text
    this.#text = ''
    this.#calls = 0
    return { text, calls, missing }
  }

  /** The batch is on the disk, and with it the report of missing calls. */
  said({ missing }: RecordBatch): void {
    this.#missing -= missing
  }
}
