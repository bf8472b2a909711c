/** The rules that judge a group of rejections, as data: each has one condition and one reason. */
import { count } from '../../core/errors/index.js'
import type { Reason, RejectionGroup, RejectionVerdict } from './calibration.js'
import type { Evidence } from './evidence.js'
import {
  endedInBurst,
  FEW,
  FEW_TURNS,
  isAuthorsOwn,
  isContradiction,
  isReportedFailure,
  isCrowded,
  isImplausible,
  isNews,
  isNoContent,
  isSteady,
  isUnreadable,
  isViolation,
  MIN_SPANS,
  MOSTLY,
  NEARLY_ALL,
  percentInWords,
  quoted,
  SELDOM,
  total
} from './signs.js'
import type { Symptom } from './symptom.js'

// -- model

/** One rule. A fault outweighs a doubt, and a doubt outweighs an edge case. */
export interface Rule {
  readonly name: string
  readonly says: Reason['says']
  readonly holds: (evidence: Evidence) => boolean
  /** Printed beside the verdict. */
  readonly reason: (evidence: Evidence) => string
}

// -- faults

const FAULTS: ReadonlyArray<Omit<Rule, 'says'>> = [
  {
    name: 'unreadable',
    holds: (e) => isUnreadable(e) && !isNoContent(e),
    reason: ({ code }) =>
      `The body could not be read (${code}): cut bodies, web pages and broken text are damage on the way, and no codec should accept them.`
  },
  {
    name: 'error in place of payload',
    holds: (e) => e.envelopes >= MOSTLY || isReportedFailure(e) || isContradiction(e),
    reason: (e) => {
      if (isReportedFailure(e)) return `The response reports a failure (${e.code}) where the payload is expected.`
      return e.envelopes >= MOSTLY
        ? `In ${percentInWords(e.envelopes)} of them the response reports an error where the payload is expected.`
        : `A check found ${e.code}: its finding stays true whatever the codec accepts.`
    }
  },
  {
    name: 'damaged object',
    holds: ({ damaged }) => damaged >= MOSTLY,
    reason: ({ damaged }) =>
      `In ${percentInWords(damaged)} of them most of the other expected fields are wrong or missing, too.`
  },
  {
    name: 'nothing but nulls',
    holds: ({ hollow }) => hollow >= MOSTLY,
    reason: ({ hollow }) =>
      `In ${percentInWords(hollow)} of them the response holds nothing but nulls: the source of the data did not respond.`
  },
  {
    name: 'renamed',
    holds: ({ strangers }) => (strangers?.renamedTo?.share ?? 0) >= MOSTLY,
    reason: ({ strangers }) =>
      `\`${strangers?.renamedTo?.key}\` came in its place, which no accepted response has: the field was renamed, and an optional one would hide that for good.`
  },
  {
    name: 'burst',
    holds: (e) => isViolation(e) && endedInBurst(e),
    reason: ({ turns }) =>
      `${count(turns, 'turn')} had it within a short time, and traffic went on without it: an outage or a release that was taken back.`
  },
  {
    name: 'no word',
    holds: ({ symptom, members }) =>
      symptom === 'new_member' &&
      total(members.odd) > 0 &&
      total(members.odd) >= total(members.plausible) + total(members.alike),
    reason: ({ members }) => `${quoted(members.odd)} is not the name of anything: a program wrote it by mistake.`
  },
  {
    name: 'beyond any domain',
    holds: ({ symptom, expected, numbers }) => symptom === 'number_outside' && isImplausible(expected, numbers),
    reason: ({ numbers }) => `Numbers from ${numbers.min} to ${numbers.max} lie far outside what the field can mean.`
  },
  {
    name: 'wrong type',
    holds: (e) => isViolation(e) && e.symptom === 'wrong_type' && !isSteady(e),
    reason: ({ expected, received }) =>
      `Services leave out, empty and extend; they seldom send ${received} where ${expected} is expected, unless something broke.`
  }
]

// -- doubts

const OWN_IDS = new Set(['id', '_id', 'uuid', 'guid', 'key', 'node_id', 'nodeid', 'arn', 'sha', 'slug', 'object_id'])

/** Why only its author can decide; undefined where the traffic can. */
const forYouToSay = (e: Evidence): string | undefined => {
  if (isNoContent(e)) return 'The service sent no content: if that is fine for this tool, let the codec accept null.'
  if (isUnreadable(e) || isContradiction(e) || isReportedFailure(e)) return undefined
  if (isAuthorsOwn(e)) return `The codec or a check threw (${e.code}): that is a mistake in it.`
  if (!isViolation(e))
    return `A check said ${e.code}: no change of the codec would help. You have to say whether the check is right.`
  if (e.symptom === 'wrong_type' && isSteady(e))
    return `${e.received} comes here steadily, and everything else fits: the service may have two forms of it.`
  return e.symptom === 'format' || e.symptom === 'constraint'
    ? `It has the right type and is not ${e.expected}: you know why that condition is there.`
    : undefined
}

const DOUBTS: ReadonlyArray<Omit<Rule, 'says'>> = [
  {
    name: 'few',
    holds: ({ turns }) => turns < FEW_TURNS,
    reason: ({ turns }) =>
      `All of it comes from ${count(turns, 'turn')}: too few to tell, because a repeated call, or the same trouble twice, would look the same.`
  },
  {
    name: 'hardly anything accepted',
    holds: ({ accepted }) => accepted < MOSTLY,
    reason: ({ accepted }) =>
      `The codec accepts only ${percentInWords(accepted)} of the tool's responses: first see whether it is the right one.`
  },
  {
    name: 'crowded',
    holds: (e) => isViolation(e) && !endedInBurst(e) && !isNews(e) && isCrowded(e),
    reason: ({ hasEnded, isClumped, chance }) =>
      hasEnded || isClumped || chance > SELDOM
        ? 'It is crowded in parts of the time: it may come from trouble on the other side.'
        : 'It began recently and has not stopped: the service may have changed.'
  },
  {
    name: 'short time',
    holds: (e) => isViolation(e) && e.spans < MIN_SPANS,
    reason: () => 'All traffic lies so close together that its times say nothing.'
  },
  {
    name: 'empty object',
    holds: ({ symptom, emptied }) => symptom === 'absent' && emptied >= MOSTLY,
    reason: ({ emptied }) =>
      `In ${percentInWords(emptied)} of them the object that it is missing from is empty: its whole content may have been lost.`
  },
  {
    name: 'much at once',
    holds: ({ crowded }) => crowded >= MOSTLY,
    reason: ({ crowded }) =>
      `In ${percentInWords(crowded)} of them three other things or more are unexpected, too: edge cases seldom come together.`
  },
  {
    name: 'own id',
    holds: ({ symptom, key }) =>
      (symptom === 'null' || symptom === 'absent' || symptom === 'empty') &&
      key !== undefined &&
      OWN_IDS.has(key.toLowerCase()),
    reason: ({ key }) =>
      `Without its \`${key}\` nobody knows which object this is: you have to say whether it may be missing.`
  },
  {
    name: 'strange company',
    holds: ({ strangers }) =>
      strangers !== undefined &&
      (strangers.renamedTo?.share ?? 0) < MOSTLY &&
      (strangers.others > 0 || strangers.renamedTo !== undefined),
    reason: () =>
      'Beside it are keys that no accepted response has: it may have been renamed, or the object is of another kind.'
  },
  {
    name: 'no enumeration',
    holds: ({ symptom, members }) =>
      symptom === 'new_member' &&
      (members.others > 0 ||
        members.odd.length > 0 ||
        members.alike.length > 0 ||
        members.plausible.length > 8 ||
        members.plausible.some((member) => member.count < FEW)),
    reason: ({ members }) =>
      members.alike.length > 0
        ? `${quoted(members.alike)} differs from a known member only in how it is written: a codec that accepts both hides which is meant.`
        : 'Some of the new values were seen too seldom to be members, or are not names.'
  },
  {
    name: 'for you to say',
    holds: (e) => forYouToSay(e) !== undefined,
    reason: (e) => forYouToSay(e) ?? ''
  }
]

// -- edge cases

const WHAT: Readonly<Partial<Record<Symptom, (evidence: Evidence) => string>>> = {
  null: () => 'null came where a value is expected',
  absent: () => 'the key is not there',
  new_member: ({ members }) => `${quoted(members.plausible)} came, which the codec does not list`,
  empty: ({ received }) => `an empty ${received} came`,
  number_outside: ({ numbers }) =>
    numbers.fractions > 0 ? 'a number with a fraction came' : `numbers from ${numbers.min} to ${numbers.max} came`,
  new_key: () => 'a key came that the closed type does not declare'
}

const EDGES: ReadonlyArray<Omit<Rule, 'says'>> = [
  {
    name: 'odd and right',
    holds: (e) => isViolation(e) && WHAT[e.symptom] !== undefined,
    reason: (e) =>
      `In ${e.count} of ${e.judged} responses and ${count(e.turns, 'turn')}, spread over time, ${WHAT[e.symptom]?.(e)}${e.alone >= NEARLY_ALL ? ', and everything else fits' : ''}.`
  }
]

const saying = (says: Reason['says'], rules: ReadonlyArray<Omit<Rule, 'says'>>): ReadonlyArray<Rule> =>
  rules.map((rule) => ({ ...rule, says }))

/** All rules, in the order in which their reasons are printed. */
export const RULES: ReadonlyArray<Rule> = [
  ...saying('fault', FAULTS),
  ...saying('doubt', DOUBTS),
  ...saying('edge', EDGES)
]

// -- judging

const VERDICTS: Readonly<Record<Reason['says'], RejectionVerdict>> = {
  fault: 'likely fault',
  doubt: 'undecided',
  edge: 'likely edge case'
}

const WEIGHTIEST_FIRST = ['fault', 'doubt', 'edge'] as const

/** Judges a group: the weightiest verdict of the rules wins. */
export const judgeGroup = (evidence: Evidence, rules = RULES): Pick<RejectionGroup, 'verdict' | 'reasons'> => {
  const held = rules.filter(({ holds }) => holds(evidence))
  const decided = WEIGHTIEST_FIRST.find((weight) => held.some(({ says }) => says === weight)) ?? 'doubt'
  const reasons = held.filter(({ says }) => says === decided)
  return {
    verdict: VERDICTS[decided],
    reasons: reasons.map(({ name, says, reason }) => ({ rule: name, says, reason: reason(evidence) }))
  }
}
