/** The counts of an audit: of one file, and of all of them. */
import { addCounts } from '../../audit/add-counts.js'
import { addAudits, EMPTY_AUDIT, type Audit } from '../../audit/counts.js'
import type { FormatName } from '../../audit/formats/formats.js'
import type { UnreadCalls } from '../../audit/unread-calls.js'
import type { RepairKind } from '../../../history/repairs.js'
import type { UnreadableLine } from '../transcripts/read-transcripts.js'

// -- model

/** Why a line, or a transcript, is unreadable. */
export type BrokenReason = UnreadableLine['reason'] | UnreadCalls

/** An unreadable or incomplete line and its place: `file:line`. */
export interface BrokenLine {
  readonly at: string
  readonly reason: BrokenReason
  /** Where its transcripts stand, if that is several places. */
  readonly places?: ReadonlyArray<string>
}

/** Results of a file that end after the same number of characters, of which none there has more. */
export interface LimitedResults {
  readonly path: string
  readonly chars: number
  readonly results: number
}

export interface Findings {
  readonly transcripts: number
  /** Messages, lines of logs, spans. */
  readonly messages: number
  /** Conversations that were counted before: the same calls under the same ids, or in another format. */
  readonly copies: number
  /** How many transcripts have each format. */
  readonly formats: Readonly<Partial<Record<FormatName, number>>>
  readonly audit: Audit
  /** Repairs that a provider would need before it accepts the transcripts, by kind. */
  readonly repairs: Readonly<Partial<Record<RepairKind, number>>>
  readonly brokenLines: number
  /** Of `brokenLines`, those that are no JSON at all, of files that are whole without them. */
  readonly proseLines: number
  /** The first hundred of them. */
  readonly broken: ReadonlyArray<BrokenLine>
  /** By file, the first hundred. */
  readonly limited: ReadonlyArray<LimitedResults>
}

export const NO_FINDINGS: Findings = {
  transcripts: 0,
  messages: 0,
  copies: 0,
  formats: {},
  audit: EMPTY_AUDIT,
  repairs: {},
  brokenLines: 0,
  proseLines: 0,
  broken: [],
  limited: []
}

// -- adding up

const MAX_NAMED = 100

const firstOf = <A>(one: ReadonlyArray<A>, other: ReadonlyArray<A>): ReadonlyArray<A> =>
  one.length >= MAX_NAMED || other.length === 0 ? one : [...one, ...other].slice(0, MAX_NAMED)

export const addFindings = (
  { audit, broken, limited, ...one }: Findings,
  { audit: otherAudit, broken: otherBroken, limited: otherLimited, ...other }: Findings
): Findings => ({
  ...addCounts(one, other),
  audit: addAudits(audit, otherAudit),
  broken: firstOf(broken, otherBroken),
  limited: firstOf(limited, otherLimited)
})

/** Whether most calls have no result that could be read: then nothing is known of what came of them. */
export const lacksResults = ({ calls, unanswered }: Pick<Audit, 'calls' | 'unanswered'>): boolean =>
  unanswered * 2 > calls

/** Whether there was something, and none of it could be read: then all other counts say nothing. */
export const isUnread = ({ audit, brokenLines }: Findings): boolean =>
  audit.calls === 0 && audit.unreadable + brokenLines > 0
