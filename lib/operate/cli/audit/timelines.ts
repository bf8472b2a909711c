/** The conversations that a report shows call by call. */
import type { ConversationAudit, CallMark } from '../../audit/audit.js'
import type { GivenKind } from '../../audit/given.js'
import { missingIn } from './evidence.js'
import { doublesOf } from './summary.js'
import type { ConversationPlace } from './place.js'
import { printedName, printedValue } from './printed-name.js'

// -- model

/** A call in a report. */
export interface ShownCall {
  /** Null if it is unreadable. */
  readonly tool: string | null
  readonly args: string
  readonly repeat: CallMark['repeat']
  /** The error code, or the outcome; null if it succeeded. */
  readonly failure: string | null
  /** What is said where there is no response; empty where there is one. */
  readonly missing: string
  readonly refusable: boolean
  /** What the model was given in place of data. */
  readonly given: ReadonlyArray<GivenKind>
  /** The call, from 1, whose effect it may have had once more. */
  readonly doubles: number | null
  /** That one stands in an earlier turn. */
  readonly isLater: boolean
  /** Its own id, by which one finds it in the file. */
  readonly id: string
  /** What of the context it cost, with what was read again. */
  readonly read: number
  /** Nothing was gained by it. */
  readonly isWasted: boolean
}

export interface ConversationTimeline {
  readonly place: ConversationPlace
  readonly calls: ReadonlyArray<ShownCall>
  /** How many calls are left out. */
  readonly more: number
}

// -- constructors

const MAX_CALLS = 400
const MAX_ARGS = 160

const shown = ({ call, repeat, refusable, given, double, context }: CallMark, missing: string): ShownCall => {
  const answer = call?.answer
  return {
    tool: call && printedName(call.tool),
    args: call === null ? '' : printedValue(call.args, MAX_ARGS),
    repeat,
    failure: answer == null || answer.outcome === 'right' ? null : (answer.code ?? answer.outcome),
    missing: answer === null ? missing : '',
    refusable: refusable !== null,
    given: given.map(({ kind }) => kind),
    doubles: double === undefined ? null : double.of + 1,
    isLater: double?.later === true,
    id: printedName(call?.id ?? ''),
    read: context.read,
    isWasted: context.wasted > 0
  }
}

const timelineOf = (place: ConversationPlace, { marks, audit }: ConversationAudit): ConversationTimeline => ({
  place,
  calls: marks.slice(0, MAX_CALLS).map((mark) => shown(mark, missingIn(audit))),
  more: Math.max(0, marks.length - MAX_CALLS)
})

// -- the worst

const MAX_TIMELINES = 20

const weightOf = ({ audit }: ConversationAudit): number =>
  audit.doubles.sure * 1e12 +
  doublesOf(audit) * 1e9 +
  audit.doubles.later * 1e8 +
  audit.context.wasted * 1e3 +
  audit.badResults * 10 +
  audit.unreadable +
  Math.min(audit.calls, 9)

/** Keeps the conversations that waste most. */
export class Timelines {
  #kept: Array<{ readonly weight: number; readonly timeline: ConversationTimeline }> = []
  #all = 0

  add(place: ConversationPlace, audited: ConversationAudit): void {
    if (audited.marks.length === 0) return
    this.#all++
    const weight = weightOf(audited)
    if (this.#kept.length >= MAX_TIMELINES && weight <= (this.#kept.at(-1)?.weight ?? 0)) return
    this.#kept.push({ weight, timeline: timelineOf(place, audited) })
    this.#kept.sort((one, other) => other.weight - one.weight)
    this.#kept.length = Math.min(this.#kept.length, MAX_TIMELINES)
  }

  /** The kept conversations, most wasteful first, and the count of all. */
  worst(): { readonly timelines: ReadonlyArray<ConversationTimeline>; readonly all: number } {
    return { timelines: this.#kept.map(({ timeline }) => timeline), all: this.#all }
  }
}
