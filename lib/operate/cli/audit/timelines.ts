/** The conversations that a report shows call by call. */
import type { ConversationAudit, CallMark } from '../../audit/audit.js'
import { printedName, printedValue } from './printed-name.js'

// -- model

/** A call in a report. */
export interface ShownCall {
  /** Null if it is unreadable. */
  readonly tool: string | null
  readonly args: string
  readonly turn: number
  readonly repeat: CallMark['repeat']
  /** The error code, or the outcome; null if it succeeded. */
  readonly failure: string | null
  readonly answered: boolean
  readonly refusable: boolean
}

export interface ConversationTimeline {
  /** `file:line`. */
  readonly at: string
  readonly calls: ReadonlyArray<ShownCall>
  /** How many calls are left out. */
  readonly more: number
}

// -- constructors

const MAX_CALLS = 400
const MAX_ARGS = 160

const shown = ({ call, repeat, refusable }: CallMark): ShownCall =>
  call === null
    ? { tool: null, args: '', turn: 0, repeat, failure: null, answered: false, refusable: false }
    : {
        tool: printedName(call.tool),
        args: printedValue(call.args, MAX_ARGS),
        turn: call.turn,
        repeat,
        failure:
          call.answer === null || call.answer.outcome === 'right' ? null : (call.answer.code ?? call.answer.outcome),
        answered: call.answer !== null,
        refusable: refusable !== null
      }

const timelineOf = (at: string, { marks }: ConversationAudit): ConversationTimeline => ({
  at: printedName(at, 200),
  calls: marks.slice(0, MAX_CALLS).map(shown),
  more: Math.max(0, marks.length - MAX_CALLS)
})

// -- the worst

const MAX_TIMELINES = 50

const weightOf = ({ audit: { refusable, repeats, unreadable, calls } }: ConversationAudit): number =>
  refusable.unchanged * 1e6 + repeats.unchanged * 1e3 + unreadable * 10 + Math.min(calls, 9)

/** Keeps the conversations that waste most. */
export class Timelines {
  #kept: Array<{ readonly weight: number; readonly timeline: ConversationTimeline }> = []
  #all = 0

  add(at: string, audited: ConversationAudit): void {
    if (audited.marks.length === 0) return
    this.#all++
    const weight = weightOf(audited)
    if (this.#kept.length >= MAX_TIMELINES && weight <= (this.#kept.at(-1)?.weight ?? 0)) return
    this.#kept.push({ weight, timeline: timelineOf(at, audited) })
    this.#kept.sort((one, other) => other.weight - one.weight)
    this.#kept.length = Math.min(this.#kept.length, MAX_TIMELINES)
  }

  /** The kept conversations, most wasteful first, and the count of all. */
  worst(): { readonly timelines: ReadonlyArray<ConversationTimeline>; readonly all: number } {
    return { timelines: this.#kept.map(({ timeline }) => timeline), all: this.#all }
  }
}
