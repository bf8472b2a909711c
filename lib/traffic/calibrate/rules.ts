/** The rules by which a group of rejections is judged, as data: each says one thing, when, and why. */
import { boundsOf } from '../../codec/known-formats.js'
import { count } from '../../core/text.js'
import type { Evidence, Member } from './evidence.js'
import { MILD, type Symptom } from './symptom.js'

// -- model

/** What a group of rejections is taken for. @category Traffic @since 0.1.0 */
export type Verdict = 'likely edge case' | 'likely fault' | 'undecided'

/** One rule. A fault outweighs a doubt, and a doubt outweighs an edge case. */
export interface Rule {
  readonly name: string
  readonly says: 'fault' | 'doubt' | 'edge'
  readonly holds: (evidence: Evidence) => boolean
  /** Printed beside the verdict. */
  readonly reason: (evidence: Evidence) => string
}

// -- thresholds

/** Fewer records tell nothing. */
export const FEW = 4
/** Trouble that comes twice makes a handful of turns, and looks like nothing. */
const FEW_TURNS = 6
/** "Loosen the 10 %, never the 90 %", and some room for noise. */
export const RARE_SHARE = 0.15
const MOSTLY = 0.5
const NEARLY_ALL = 0.8
/** Of the parts of the traffic that chance would give. */
const BURST = 0.35
const SCATTERED = 0.6
/** Spans of time with traffic. */
const MIN_SPANS = 5
/** Independent events of which a burst can be told. */
const BURST_EVENTS = 4
/** What chance hardly ever does, and what it seldom does. */
const HARDLY = 0.001
const SELDOM = 0.02
/** A burst takes no more of the traffic than this. */
const SHORT = 0.15

// -- words

const percent = (share: number): string =>
  `${share > 0 && share < 0.001 ? '<0.1' : (share * 100).toFixed(share < 0.1 ? 1 : 0)} %`

const quoted = (members: ReadonlyArray<Member>): string => {
  const shown = members
    .slice(0, 5)
    .map(({ value }) => JSON.stringify(value).slice(0, 60))
    .join(', ')
  return members.length > 5 ? `${shown}, …` : shown
}

const all = (members: ReadonlyArray<Member>): number => members.reduce((sum, member) => sum + member.count, 0)

// -- codes

const UNREADABLE = new Set([
  'empty_body',
  'html_response',
  'not_json',
  'invalid_json',
  'truncated_response',
  'incomplete_response',
  'leading_data',
  'trailing_data',
  'multiple_documents',
  'nan_or_infinity',
  'double_encoded',
  'not_text',
  'too_deep',
  'too_large',
  'not_data'
])
const CONTRADICTIONS = new Set(['error_in_body', 'wrong_entity', 'count_mismatch', 'out_of_range'])
const AUTHORS_OWN = new Set(['codec_threw', 'check_threw'])

const isOf =
  (codes: ReadonlySet<string>) =>
  ({ code }: Evidence): boolean =>
    codes.has(code)

/** Refused by the codec, not by reading and not by a check. */
const isViolation = ({ code }: Evidence): boolean => code === 'schema_violation'

const isNoContent = ({ code, symptom }: Evidence): boolean => code === 'empty_body' && symptom !== 'unreadable'

// -- faults

const endedInBurst = ({ turns, ratio, chance, range, hasEnded }: Evidence): boolean =>
  turns >= BURST_EVENTS && hasEnded && (ratio <= BURST || (chance <= HARDLY && range < SHORT))

// A member or a key that came and stayed is news, not trouble.
const isNews = ({ symptom, hasEnded, ratio }: Evidence): boolean =>
  (symptom === 'new_member' || symptom === 'new_key') && !hasEnded && ratio > BURST

const isCrowded = (e: Evidence): boolean =>
  e.ratio < SCATTERED || e.isClumped || e.chance <= SELDOM || e.chanceInTwo <= SELDOM

const isSteady = ({ count: n, turns, ratio, shapes, alone }: Evidence): boolean =>
  n >= 10 && turns >= 5 && ratio >= SCATTERED && shapes === 1 && alone >= NEARLY_ALL

const isImplausible = (expected: string, { min, max }: Evidence['numbers']): boolean => {
  if (Math.max(Math.abs(min), Math.abs(max)) >= 1e15) return true
  const bounds = boundsOf(expected)
  if (bounds === undefined) return false
  const range = bounds.max - bounds.min + 1
  return max > bounds.max + 10 * range || min < bounds.min - 10 * range || (bounds.min >= 0 && min < 0)
}

const FAULTS: ReadonlyArray<Rule> = [
  {
    name: 'unreadable',
    says: 'fault',
    holds: (e) => isOf(UNREADABLE)(e) && !isNoContent(e),
    reason: ({ code }) =>
      `The body could not be read (${code}): cut bodies, web pages and broken text are damage on the way, and no codec should take them.`
  },
  {
    name: 'digits lost',
    says: 'fault',
    holds: ({ code }) => code === 'unsafe_integer',
    reason: () =>
      'A number is too large to be read exactly: taken as an id, it would be that of something else. Let the service send it as text, and read it with t.string.'
  },
  {
    name: 'contradiction',
    says: 'fault',
    holds: isOf(CONTRADICTIONS),
    reason: ({ code }) => `A check found ${code}: what it says of the answer stays true whatever the codec takes.`
  },
  {
    name: 'error in place of payload',
    says: 'fault',
    holds: ({ envelopes }) => envelopes >= MOSTLY,
    reason: ({ envelopes }) => `In ${percent(envelopes)} of them the answer reports an error where the payload is due.`
  },
  {
    name: 'damaged object',
    says: 'fault',
    holds: ({ damaged }) => damaged >= MOSTLY,
    reason: ({ damaged }) => `In ${percent(damaged)} of them most of what is due beside it is wrong or missing, too.`
  },
  {
    name: 'nothing but nulls',
    says: 'fault',
    holds: ({ hollow }) => hollow >= MOSTLY,
    reason: ({ hollow }) =>
      `In ${percent(hollow)} of them the answer holds nothing but nulls: whatever should have filled it did not answer.`
  },
  {
    name: 'renamed',
    says: 'fault',
    holds: ({ strangers }) => (strangers?.renamedTo?.share ?? 0) >= MOSTLY,
    reason: ({ strangers }) =>
      `In its place came \`${strangers?.renamedTo?.key}\`, which no accepted answer has: the field was renamed, and an optional one would be read as absent for good.`
  },
  {
    name: 'burst',
    says: 'fault',
    holds: (e) => isViolation(e) && endedInBurst(e),
    reason: ({ turns }) =>
      `${count(turns, 'turn')} had it within a short time, and traffic went on without it: an outage or a release that was taken back.`
  },
  {
    name: 'no word',
    says: 'fault',
    holds: ({ symptom, members }) =>
      symptom === 'new_member' &&
      all(members.odd) > 0 &&
      all(members.odd) >= all(members.plausible) + all(members.alike),
    reason: ({ members }) => `${quoted(members.odd)} is no name of anything: a program wrote it by mistake.`
  },
  {
    name: 'beyond any domain',
    says: 'fault',
    holds: ({ symptom, expected, numbers }) => symptom === 'number_outside' && isImplausible(expected, numbers),
    reason: ({ numbers }) => `Numbers from ${numbers.min} to ${numbers.max} lie far outside what the field can mean.`
  },
  {
    name: 'wrong type',
    says: 'fault',
    holds: (e) => isViolation(e) && e.symptom === 'wrong_type' && !isSteady(e),
    reason: ({ expected, received }) =>
      `Services leave out, empty and extend; they seldom answer with ${received} where ${expected} is due, unless something broke.`
  }
]

// -- doubts

const OWN_IDS = new Set(['id', '_id', 'uuid', 'guid', 'key', 'node_id', 'nodeid', 'arn', 'sha', 'slug', 'object_id'])

const DOUBTS: ReadonlyArray<Rule> = [
  {
    name: 'few',
    says: 'doubt',
    holds: ({ count: n }) => n < FEW,
    reason: ({ count: n }) => `It was seen ${n === 1 ? 'once' : `${n} times`}: too seldom to tell.`
  },
  {
    name: 'few turns',
    says: 'doubt',
    holds: ({ count: n, turns }) => n >= FEW && turns < FEW_TURNS,
    reason: ({ turns }) =>
      `All of it comes from ${count(turns, 'turn')}: a call that was repeated, or trouble that came twice, would look the same.`
  },
  {
    name: 'frequent',
    says: 'doubt',
    holds: ({ share }) => share > RARE_SHARE,
    reason: ({ share }) =>
      `${percent(share)} of the tool's answers have it: that is no edge case, so either the codec is of something else or the tool is broken.`
  },
  {
    name: 'hardly anything accepted',
    says: 'doubt',
    holds: ({ accepted }) => accepted < MOSTLY,
    reason: ({ accepted }) =>
      `The codec accepts only ${percent(accepted)} of the tool's answers: first see whether it is the right one.`
  },
  {
    name: 'crowded',
    says: 'doubt',
    holds: (e) => isViolation(e) && e.turns >= FEW && !endedInBurst(e) && !isNews(e) && isCrowded(e),
    reason: ({ hasEnded, isClumped, chanceInTwo }) =>
      hasEnded || isClumped || chanceInTwo <= SELDOM
        ? 'It is crowded in parts of the time: it may come from trouble on the other side.'
        : 'It came of late and has not stopped: the service has changed.'
  },
  {
    name: 'short time',
    says: 'doubt',
    holds: (e) => isViolation(e) && e.spans < MIN_SPANS,
    reason: () => 'All traffic lies so close together that nothing can be told from when it came.'
  },
  {
    name: 'not alone',
    says: 'doubt',
    holds: (e) => isViolation(e) && MILD.has(e.symptom) && e.mildOnly < NEARLY_ALL,
    reason: ({ mildOnly }) => `${percent(1 - mildOnly)} of the answers that have it are wrong elsewhere, too.`
  },
  {
    name: 'empty object',
    says: 'doubt',
    holds: ({ symptom, emptied }) => symptom === 'absent' && emptied >= MOSTLY,
    reason: ({ emptied }) =>
      `In ${percent(emptied)} of them the object that it is missing from is empty: its whole content may have been lost.`
  },
  {
    name: 'much at once',
    says: 'doubt',
    holds: ({ crowded }) => crowded >= MOSTLY,
    reason: ({ crowded }) =>
      `In ${percent(crowded)} of them three other things or more are unexpected, too: edge cases seldom come together.`
  },
  {
    name: 'own id',
    says: 'doubt',
    holds: ({ symptom, key }) =>
      (symptom === 'null' || symptom === 'absent' || symptom === 'empty') &&
      key !== undefined &&
      OWN_IDS.has(key.toLowerCase()),
    reason: ({ key }) => `Without its \`${key}\` nobody can say what this is: whether that may be so is for you to say.`
  },
  {
    name: 'strange company',
    says: 'doubt',
    holds: ({ strangers }) =>
      strangers !== undefined &&
      (strangers.renamedTo?.share ?? 0) < MOSTLY &&
      (!strangers.isKnown || strangers.others > 0 || strangers.renamedTo !== undefined),
    reason: ({ strangers }) =>
      strangers?.isKnown === false
        ? 'Too few accepted answers have the object around it: whether it came under another name cannot be told.'
        : 'Keys stand beside it that no accepted answer has: it may have come under another name, or the object is of another kind.'
  },
  {
    name: 'unknown company',
    says: 'doubt',
    holds: ({ symptom, besideAbsent }) => symptom === 'new_key' && besideAbsent > 0,
    reason: () => 'Where it came, a declared key was absent: it may be that one under another name.'
  },
  {
    name: 'another spelling',
    says: 'doubt',
    holds: ({ symptom, members }) => symptom === 'new_member' && members.alike.length > 0,
    reason: ({ members }) =>
      `${quoted(members.alike)} differs from a known member only in how it is written: a codec that takes both hides which is meant.`
  },
  {
    name: 'no enumeration',
    says: 'doubt',
    holds: ({ symptom, members }) =>
      symptom === 'new_member' &&
      (members.others > 0 ||
        members.odd.length > 0 ||
        members.plausible.length > 8 ||
        members.plausible.some((member) => member.count < FEW)),
    reason: () => 'Some of the new values were seen too seldom to be members, or are none.'
  },
  {
    name: 'steady other type',
    says: 'doubt',
    holds: (e) => isViolation(e) && e.symptom === 'wrong_type' && isSteady(e),
    reason: ({ received }) =>
      `${received} comes here steadily, and everything else fits: the service may have two forms of it.`
  },
  {
    name: 'own condition',
    says: 'doubt',
    holds: (e) => isViolation(e) && (e.symptom === 'format' || e.symptom === 'constraint'),
    reason: ({ expected }) =>
      `It is of the right type and not ${expected}: what that condition is there for is for you to say.`
  },
  {
    name: 'no content',
    says: 'doubt',
    holds: isNoContent,
    reason: () =>
      'The service answered that there is no content: if that is fine for this tool, let the codec take null.'
  },
  {
    name: 'own check',
    says: 'doubt',
    holds: (e) => !isViolation(e) && e.code !== 'unsafe_integer' && !isOf(UNREADABLE)(e) && !isOf(CONTRADICTIONS)(e),
    reason: (e) =>
      isOf(AUTHORS_OWN)(e)
        ? `The codec or a check threw (${e.code}): that is a mistake in it.`
        : `A check said ${e.code}: no change of the codec would help, and whether the check is right is for you to say.`
  }
]

// -- edge cases

const WHAT: Readonly<Partial<Record<Symptom, (evidence: Evidence) => string>>> = {
  null: () => 'null came where something is due',
  absent: () => 'the key is not there',
  new_member: ({ members }) => `${quoted(members.plausible)} came, which the codec does not list`,
  empty: ({ received }) => `an empty ${received} came`,
  number_outside: ({ numbers }) =>
    numbers.fractions > 0 ? 'a number with a fraction came' : `numbers from ${numbers.min} to ${numbers.max} came`,
  new_key: () => 'a key came that the closed type does not know'
}

const EDGES: ReadonlyArray<Rule> = Object.entries(WHAT).map(([symptom, what]): Rule => ({
  name: `rare ${symptom}`,
  says: 'edge',
  holds: (e) => isViolation(e) && e.symptom === symptom,
  reason: (e) =>
    `In ${e.count} of ${e.judged} answers and ${count(e.turns, 'turn')}, spread over the time, ${what(e)}, and everything else fits.`
}))

/** All rules, in the order in which their reasons are printed. */
export const RULES: ReadonlyArray<Rule> = [...FAULTS, ...DOUBTS, ...EDGES]

// -- judging

/** A rule that held. @category Traffic @since 0.1.0 */
export interface Reason {
  readonly rule: string
  readonly says: 'fault' | 'doubt' | 'edge'
  readonly reason: string
}

export interface Judged {
  readonly verdict: Verdict
  /** Of the rules that decided: those of an edge case where the verdict is one, and so on. */
  readonly reasons: ReadonlyArray<Reason>
}

const VERDICTS: Readonly<Record<Rule['says'], Verdict>> = {
  fault: 'likely fault',
  doubt: 'undecided',
  edge: 'likely edge case'
}

/** Judges a group: the weightiest that any rule says. */
export const judgeGroup = (evidence: Evidence): Judged => {
  const held = RULES.filter(({ holds }) => holds(evidence)).map(({ name, says, reason }) => ({
    rule: name,
    says,
    reason: reason(evidence)
  }))
  const says = (['fault', 'doubt', 'edge'] as const).find((some) => held.some((rule) => rule.says === some)) ?? 'doubt'
  return { verdict: VERDICTS[says], reasons: held.filter((rule) => rule.says === says) }
}
