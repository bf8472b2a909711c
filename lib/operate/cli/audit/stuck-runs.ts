/** The runs that made one failing call over and over: the main event of a log, which no share of all calls shows. */
import type { CallMark } from '../../audit/audit.js'
import { isShellCall } from '../../audit/known-tools.js'
import { canonicalText } from '../../../core/json/index.js'
import { keptSample, type ConversationPlace, type KeptSample } from './place.js'

/** The call that one run made most often although it failed. */
export interface StuckRun {
  readonly tool: string
  readonly args: unknown
  readonly count: number
  readonly sample: KeptSample
}

// A few attempts are chance, or a service that was down for a while.
const LEAST = 10
const MAX_RUNS = 1_000

/** Keeps the one with most, and counts the others. */
export class StuckRuns {
  #most: StuckRun | undefined
  #others: Array<number> = []

  add(place: ConversationPlace, marks: ReadonlyArray<CallMark>): void {
    const calls = new Map<string, { readonly at: number; count: number }>()
    for (const [at, { call, given }] of marks.entries()) {
      if (call === null || !given.some(({ kind }) => kind === 'failed') || isShellCall(call.tool, call.args)) continue
      const key = canonicalText([call.tool, call.args])
      const known = calls.get(key)
      if (known === undefined) calls.set(key, { at, count: 1 })
      else known.count++
    }
    const [worst] = [...calls.values()].toSorted((one, other) => other.count - one.count)
    const call = worst === undefined ? null : (marks[worst.at]?.call ?? null)
    if (worst === undefined || call === null || worst.count < LEAST) return
    const { at, count } = worst
    if (this.#most !== undefined && this.#most.count >= count) this.#others.push(count)
    else {
      if (this.#most !== undefined) this.#others.push(this.#most.count)
      this.#most = { tool: call.tool, args: call.args, count, sample: keptSample(place, at, call, '') }
    }
    this.#others = this.#others.slice(0, MAX_RUNS)
  }

  get most(): StuckRun | undefined {
    return this.#most
  }

  /** How often each of the others made its own. */
  get others(): ReadonlyArray<number> {
    return this.#others
  }
}
