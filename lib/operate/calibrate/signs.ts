/** The building blocks of rules: thresholds, words for the figures in a reason, and conditions on the evidence. */
import { boundsOf } from '../../codec/known-formats.js'
import { codesOfStage } from '../../core/errors/index.js'
import { FAILURE_CODES } from '../../core/failure/index.js'
import type { Evidence, Member } from './evidence.js'

// -- thresholds

/** Fewer are neither a member of an enumeration nor a burst. */
export const FEW = 4
/** A fault that occurs twice fills only a handful of turns, and looks harmless. */
export const FEW_TURNS = 6
/** So many turns with the same other type show a second form. */
const MANY_TURNS = 10
export const MOSTLY = 0.5
export const NEARLY_ALL = 0.8
/** Relative to the parts of the traffic that chance would give. */
const BURST = 0.35
/** Spans of time with traffic. */
export const MIN_SPANS = 5
/** The chance of a rare event. */
export const SELDOM = 0.02
/** A burst covers no more of the traffic than this. */
const SHORT = 0.15

// -- words

export const percentInWords = (share: number): string =>
  `${share > 0 && share < 0.001 ? '<0.1' : (share * 100).toFixed(share < 0.1 ? 1 : 0)} %`

export const quoted = (members: ReadonlyArray<Member>): string => {
  const shown = members
    .slice(0, 5)
    .map(({ value }) => JSON.stringify(value).slice(0, 60))
    .join(', ')
  return members.length > 5 ? `${shown}, …` : shown
}

export const total = (members: ReadonlyArray<Member>): number => members.reduce((sum, member) => sum + member.count, 0)

// -- codes

const UNREADABLE = codesOfStage('reading')
const CONTRADICTIONS: ReadonlySet<string> = new Set([
  'error_in_body',
  'wrong_entity',
  'count_mismatch',
  'out_of_range',
  'unsafe_integer'
])
const AUTHORS_OWN: ReadonlySet<string> = new Set(['codec_threw', 'check_threw'])

export const isUnreadable = ({ code }: Evidence): boolean => UNREADABLE.has(code)

export const isContradiction = ({ code }: Evidence): boolean => CONTRADICTIONS.has(code)

/** The response reports a failure of the service, even if the codec accepts it. */
export const isReportedFailure = ({ code }: Evidence): boolean => code !== 'error_in_body' && FAILURE_CODES.has(code)

/** The author's own codec or check threw. */
export const isAuthorsOwn = ({ code }: Evidence): boolean => AUTHORS_OWN.has(code)

/** Refused by the codec, neither by reading nor by a check. */
export const isViolation = ({ code }: Evidence): boolean => code === 'schema_violation'

export const isNoContent = ({ code, symptom }: Evidence): boolean => code === 'empty_body' && symptom !== 'unreadable'

// -- when and how it came

export const endedInBurst = ({ turns, ratio, range, chance, hasEnded }: Evidence): boolean =>
  turns >= FEW && hasEnded && (ratio <= BURST || (range < SHORT && chance <= SELDOM))

// A member or a key that came and stayed is a change of the service, not a fault.
export const isNews = ({ symptom, hasEnded, ratio }: Evidence): boolean =>
  (symptom === 'new_member' || symptom === 'new_key') && !hasEnded && ratio > BURST

export const isCrowded = (e: Evidence): boolean => e.isClumped || e.chanceInTwo <= SELDOM

export const isSteady = (e: Evidence): boolean =>
  e.turns >= MANY_TURNS && e.shapes === 1 && e.alone >= NEARLY_ALL && !isCrowded(e)

export const isImplausible = (expected: string, { min, max }: Evidence['numbers']): boolean => {
  if (Math.max(Math.abs(min), Math.abs(max)) >= 1e15) return true
  const bounds = boundsOf(expected)
  if (bounds === undefined) return false
  const range = bounds.max - bounds.min + 1
  return max > bounds.max + 10 * range || min < bounds.min - 10 * range || (bounds.min >= 0 && min < 0)
}
