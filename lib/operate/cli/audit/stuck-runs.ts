/** The runs that made one call over and over: the main event of a log, which no share of all calls shows. */
import type { CallMark } from '../../audit/audit.js'
import type { ReadableCall } from '../../audit/conversation.js'
import { isShellCall } from '../../audit/known-tools.js'
import { canonicalText } from '../../../core/json/index.js'
import { keptSample, type ConversationPlace, type KeptSample } from './place.js'

/** The call that one run made most often. */
export interface RepeatedCall {
  readonly tool: string
  readonly args: unknown
  readonly count: number
  readonly sample: KeptSample
}

/** A run that brought the same results again. */
interface RepeatingRun {
  readonly place: ConversationPlace
  readonly count: number
  readonly ended: string | null | undefined
}

/** The most frequent of the calls with one of these marks. */
const mostOf = (
  place: ConversationPlace,
  marks: ReadonlyArray<CallMark>,
  isOne: (mark: CallMark, call: ReadableCall) => boolean
): RepeatedCall | undefined => {
  const calls = new Map<string, { readonly call: ReadableCall; readonly at: number; count: number }>()
  for (const [at, mark] of marks.entries()) {
    const { call } = mark
    if (call === null || !isOne(mark, call)) continue
    const key = canonicalText([call.tool, call.args])
    const known = calls.get(key)
    if (known === undefined) calls.set(key, { call, at, count: 1 })
    else known.count++
  }
  const [most] = [...calls.values()].toSorted((one, other) => other.count - one.count)
  if (most === undefined) return undefined
  const { call, at, count } = most
  return { tool: call.tool, args: call.args, count, sample: keptSample(place, at, call, '') }
}

// A few attempts are chance, or a service that was down for a while.
const LEAST = 10
const MAX_RUNS = 1_000

const failed = ({ given }: CallMark, { tool, args }: ReadableCall): boolean =>
  given.some(({ kind }) => kind === 'failed') && !isShellCall(tool, args)

/** Keeps the run with most, and counts the others. */
export class StuckRuns {
  /** The failing call that one run made most often. */
  most: RepeatedCall | undefined
  /** How often each of the other runs made its own. */
  others: ReadonlyArray<number> = []
  /** The run with most repeats that brought the same result. */
  repeating: RepeatingRun | undefined
  /** The call that stands most often in one step after which the run ended. */
  unmade: RepeatedCall | undefined

  add(place: ConversationPlace, marks: ReadonlyArray<CallMark>, ended?: string | null): void {
    this.#addRepeating({ place, count: marks.filter(({ repeat }) => repeat === 'unchanged').length, ended })
    this.#addUnmade(mostOf(place, marks, ({ isUnmade }) => isUnmade))
    const most = mostOf(place, marks, failed)
    if (most === undefined || most.count < LEAST) return
    const [more, less] = most.count > (this.most?.count ?? 0) ? [most, this.most] : [this.most, most]
    this.most = more
    if (less !== undefined) this.others = [...this.others, less.count].slice(0, MAX_RUNS)
  }

  #addRepeating(run: RepeatingRun): void {
    if (run.count >= LEAST && run.count > (this.repeating?.count ?? 0)) this.repeating = run
  }

  #addUnmade(most: RepeatedCall | undefined): void {
    if (most !== undefined && most.count >= LEAST && most.count > (this.unmade?.count ?? 0)) this.unmade = most
  }
}
