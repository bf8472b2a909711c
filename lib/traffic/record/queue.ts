/** Calls that wait for the disk: bounded, and what is dropped is counted until a recording has said so. */
import { gapLine, lineOf, type LineOptions, type Snapshot } from './line.js'

/** Lines to write together. */
export interface RecordBatch {
  readonly text: string
  readonly calls: number
  /** How many missing calls the first line tells of. */
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

  /** Takes the oldest calls off, up to a size that does not hold up the thread for long. */
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
        // What cannot be cleaned, because a shape of the user's own ran out of stack, is not written.
        this.drop(1)
      }
    }
    return { text, calls, missing }
  }

  /** A batch is on the disk, and what it said is said. */
  said({ missing }: RecordBatch): void {
    this.#missing -= missing
  }
}
