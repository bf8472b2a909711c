/** What a calibration found, as plain data. */
import type { Suggestion } from './suggest.js'
import type { Symptom } from './symptom.js'

/** What a group of rejections is taken for. @category Traffic @since 0.1.0 */
export type RejectionVerdict = 'likely edge case' | 'likely fault' | 'undecided'

/** A rule that held, and what it says of the group. @category Traffic @since 0.1.0 */
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
  /** How many answers have it. */
  readonly count: number
  /** Of the tool's judged answers, from 0 to 1. */
  readonly share: number
  /** Different turns; about right above 256. */
  readonly turns: number
  readonly firstSeen: string
  readonly lastSeen: string
  readonly shapes: ReadonlyArray<{ readonly shape: string; readonly count: number }>
  /** Some of the values, as far as the detail of an error says them: a number as it came, a text by its form. */
  readonly samples: ReadonlyArray<string>
  readonly verdict: RejectionVerdict
  /** Index in `groups` of the first group of this verdict that is of the very same answers: one broken answer is unexpected at many places. */
  readonly sameAnswersAs?: number
  /** Why: the rules that held. */
  readonly reasons: ReadonlyArray<Reason>
  /** `null` where no change is safe, or none is due. */
  readonly suggestion: Suggestion | null
  /** Why an edge case has no suggestion. */
  readonly withheld?: string
}

/** How answers fared over a span of time. @category Traffic @since 0.1.0 */
export interface TrafficSpan {
  readonly start: string
  readonly accepted: number
  readonly rejected: number
}

/** What became of one tool's calls. @category Traffic @since 0.1.0 */
export interface ToolCalibration {
  readonly tool: string
  readonly calls: number
  /** Calls whose answer was there to be judged. */
  readonly judged: number
  readonly accepted: number
  /** Accepted as a part: more pages, a short body whose payload is whole. Not counted as accepted. */
  readonly partial: number
  readonly rejected: number
  /** Answers that were too long to be kept, are too deep to be read back, or whose secrets were taken out where the codec looks. */
  readonly unkept: number
  /** Calls without an answer, by the code that was recorded. */
  readonly unanswered: Readonly<Record<string, number>>
  /** Rejected answers by code. */
  readonly codes: Readonly<Record<string, number>>
  readonly spanMs: number
  readonly spans: ReadonlyArray<TrafficSpan>
  readonly groups: ReadonlyArray<RejectionGroup>
  /** Findings of groups that had no room. */
  readonly ungrouped: number
  /** How many rejected answers the codec would take with all suggested changes. */
  readonly wouldTake: number
}

/** What a calibration found. @category Traffic @since 0.1.0 */
export interface Calibration {
  readonly version: 1
  readonly records: number
  readonly from: string | null
  readonly to: string | null
  /** Lines that are no records, where the records were read from files. */
  readonly badLines: number
  /** Calls that the recorders dropped. */
  readonly dropped: number
  readonly tools: ReadonlyArray<ToolCalibration>
  /** Calls of tools that have no codec here, by name. */
  readonly unknown: Readonly<Record<string, number>>
}
