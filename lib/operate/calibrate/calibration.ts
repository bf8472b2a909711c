/** The result of a calibration, as plain data. */
import type { Suggestion } from './suggest.js'
import type { Symptom } from './symptom.js'

/** The verdict on a group of rejections. @category Traffic @since 0.1.0 */
export type RejectionVerdict = 'likely edge case' | 'likely fault' | 'undecided'

/** A rule that held, and its reason. @category Traffic @since 0.1.0 */
export interface Reason {
  readonly rule: string
  readonly says: 'fault' | 'doubt' | 'edge'
  readonly reason: string
}

/** Rejections of one tool for one reason at one place. @category Traffic @since 0.1.0 */
export interface RejectionGroup {
  readonly code: string
  /** `orders[].status`; the root is `$`. */
  readonly place: string
  readonly symptom: Symptom
  readonly expected: string
  readonly received: string
  /** How many responses have it. */
  readonly count: number
  /** Of the tool's judged responses, from 0 to 1. */
  readonly share: number
  /** Different turns; an estimate above 256. */
  readonly turns: number
  /** `null` where the time of some response is unknown. */
  readonly firstSeen: string | null
  readonly lastSeen: string | null
  readonly shapes: ReadonlyArray<{ readonly shape: string; readonly count: number }>
  /** Some of the values, as far as the detail of an error shows them: a number unchanged, a text by its form. */
  readonly samples: ReadonlyArray<string>
  readonly verdict: RejectionVerdict
  /**
   * Index in `groups` of the first group with this verdict on the very same responses: one broken response is
   * unexpected at many places.
   */
  readonly sameAnswersAs?: number
  /** The rules that held. */
  readonly reasons: ReadonlyArray<Reason>
  /** `null` if no change is safe or needed. */
  readonly suggestion: Suggestion | null
  /** Why an edge case has no suggestion. */
  readonly withheld?: string
}

/** The counts of responses in a span of time. @category Traffic @since 0.1.0 */
export interface TrafficSpan {
  readonly start: string
  readonly accepted: number
  readonly rejected: number
}

/** The result for one tool. @category Traffic @since 0.1.0 */
export interface ToolCalibration {
  readonly tool: string
  readonly calls: number
  /** Calls with a recorded response. */
  readonly judged: number
  readonly accepted: number
  /** Partial responses: more pages, or a short body with a valid payload. Not included in `accepted`. */
  readonly partial: number
  readonly rejected: number
  /** Responses that were too long to keep, are too deep to read back, or lack secrets where the codec reads. */
  readonly unkept: number
  /** Calls without a response, by their code. */
  readonly unanswered: Readonly<Record<string, number>>
  /** Rejected responses by code. */
  readonly codes: Readonly<Record<string, number>>
  readonly spanMs: number
  /** None where the time of some response is unknown. */
  readonly spans: ReadonlyArray<TrafficSpan>
  readonly groups: ReadonlyArray<RejectionGroup>
  /** Findings beyond the limit of groups. */
  readonly ungrouped: number
  /** How many rejected responses the codec would accept with all suggested changes. */
  readonly wouldTake: number
}

/** The result of a calibration. @category Traffic @since 0.1.0 */
export interface Calibration {
  readonly version: 1
  readonly records: number
  /** `null` without records, and where the time of some is unknown. */
  readonly from: string | null
  readonly to: string | null
  /** Invalid lines, if the records came from files. */
  readonly badLines: number
  /** Calls that the recorders dropped. */
  readonly dropped: number
  readonly tools: ReadonlyArray<ToolCalibration>
  /** Calls of tools without a codec here, by name. */
  readonly unknown: Readonly<Record<string, number>>
}
