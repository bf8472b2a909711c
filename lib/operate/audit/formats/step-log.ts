/** A log of steps that is read in order: each message of a person begins a turn, each of the model a step. */
import type { CallAnswer } from '../call-answer.js'
import { seenCall, type Conversation, type ReadableCall } from '../conversation.js'
import { addCounts } from '../add-counts.js'
import { between, NO_USAGE, type Usage } from '../usage.js'

export class StepLog {
  readonly #calls: Array<ReadableCall | null> = []
  readonly #inputs: Array<number> = []
  #turn = 0
  #usage = NO_USAGE
  /** Results without an earlier call. */
  orphaned = 0

  turn(): void {
    this.#turn++
  }

  /** The model makes a step, which cost so much. Returns its number. */
  step(usage: Usage = NO_USAGE): number {
    this.#usage = addCounts(this.#usage, usage)
    return this.#inputs.push(usage.input)
  }

  /** What the log states of all steps together. */
  state(usage: Usage): void {
    this.#usage = addCounts(this.#usage, usage)
  }

  /** A call of the latest step, unless it says of which. Returns its place, to settle it. */
  call(name: unknown, args: unknown, more: Omit<Partial<ReadableCall>, 'tool' | 'args' | 'turn'> = {}): number {
    const seen = seenCall(name, args, this.#turn)
    return this.#calls.push(seen && { ...seen, step: this.#inputs.length, ...more }) - 1
  }

  /** What came of a call, and when; it began when it was made, unless the log says otherwise. */
  settle(place: number, answer: CallAnswer | null, at: unknown, began?: unknown): void {
    const call = this.#calls[place]
    if (call) this.#calls[place] = { ...call, answer, ms: between(began ?? call.at, at) }
  }

  conversation(entries: number, strange: number): Conversation {
    return {
      entries,
      calls: this.#calls,
      strange,
      orphaned: this.orphaned,
      steps: this.#inputs.length,
      inputs: this.#inputs,
      usage: this.#usage
    }
  }
}
