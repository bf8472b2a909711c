/** Whether a failure is a report: the tool says no in words, and no request's fate is unknown. */
import { failureIn } from './recognize.js'
import { namesEffect, NOT, FATE } from './deeds.js'
import { misreads, quotesField } from './misreading.js'
import { isFilled } from './rows.js'
import { statesEffect } from './statements.js'
import { ALL, statusesAndCodes } from './code.js'
import { tellsOfNotice } from './notices.js'
import { isFields, isObject } from '../foreign/fields.js'
import { dataOf } from '../json/read.js'
import { dataWithin } from './data-within.js'
import { isEmpty } from './fields.js'
import { eitherWay } from './as-seen.js'
import { holdsNetworkCode } from '../signs/network-codes.js'
import { isRefusingStatus, mayBeDoneBy } from '../signs/statuses.js'
import { codeOfWords, spaced } from './words.js'

/** A failure, as far as it says whether the tool refused. */
interface FailureWords {
  readonly code: string
  /** The tool's own words. */
  readonly says: string
  /** Words beside them: names and codes of the error. */
  readonly beside?: string
  /** All that was said, where the words are a part of it. */
  readonly whole?: string
  /** Whether the tool sends notices, so that one that was not sent is the deed itself. @default false */
  readonly sends?: boolean
  readonly statuses?: ReadonlyArray<number>
  /** The tool may say it of any of its steps, unlike a service of the one request. @default false */
  readonly isOwn?: boolean
}

// -- words

const SAYS_NO: ReadonlySet<string> = new Set(['rejected_arguments', 'not_found', 'unauthorized'])
const SAYS_NOTHING: ReadonlySet<string> = new Set([
  'timeout',
  'cancelled',
  'tool_unavailable',
  'rate_limited',
  // A person's word is final.
  'denied'
])

const NO =
  /\b(?:first|before|must|already|locked|cannot|can['’]t|not (?:allowed|possible|permitted|enough|available|ready|valid)|needs? to|insufficient|exceeds|declined|rejected|refused)\b/i

// Of words that stand under no code of ours these say no, too: "the card has expired", "this does not support it".
const DENIES =
  /\b(?:above|are|bad|below|blocked|busy|conflicts?|constraint|denied|disabled|duplicates?|exists?|exhausted|expired|fatal|forbidden|illegal|in(?:active|correct|valid)|is|limit|mandatory|m(?:ax|in)imum|missing|mismatch|never|no(?:[nt]|thing)?|only|out of stock|prohibited|require[ds]?|restricted|suspended|too|un(?:able|known|supported)|validation|violat\w+|wrong|cant)\b|n['’]t\b/i

const FAILS = /(?:errors?|exception|fail(?:ed|ure|s)?|problems?)\b/i

const PRECONDITION = /\b(?:first|must|before|needs? to)\b/i

// Of a request that broke off nobody knows whether it was carried out; nor of one whose answer was no JSON.
const TRANSPORT =
  /\b(?:backend|database|gateway|processor|provider|server|service|system|upstream)\b[^.;]{0,40}\b(?:down|not available|offline)\b|socket|hang[ _-]?up|abort|network|(?:load|fetch)[ _-]?failed|failed to fetch|connection|disconnect|incomplete ?read|payload is not|transfer ?encoding|empty re(?:ply|sponse)|decoding response|time[sd]?[ _-]?out|deadline|not? respon|closed|reset|premature|cut[ _-]?off|went wrong|unexpected|internal|unknown[ _-]?error|terminated|cancell?ed|\bjson|\bparse the/i

// Of whoever does not know, or did not get there, nobody learns what became of the order.
const UNKNOWING = new RegExp(
  [
    `${NOT}(?:ascertain|confirm|decide|determine|establish|guarantee|know|known|reach|rule out|say|tell|told)(?:e?d)?\\b`,
    '\\b(?:un|not (?:been )?)(?:clear|certain|confirmed|determined|sure)\\b|\\b(?:not known|unknown (?:if|whether)|no idea)\\b',
    `\\b${FATE}\\b[^.;]{0,40}\\b(?:unknown|not available)\\b`,
    // What a tool returned is validated once it has run. The Go SDK's validator says where it was arguments.
    '(?<!"arguments": )validating root|(?:^|error: )validating /|structured ?content|\\boutput(?: \\w+){0,5} ?schema',
    '\\bvalidat\\w+ (?:\\w+ ){0,3}(?:output|result|return)|\\b(?:output|result|return value) (?:is |failed )?(?:invalid|validat)|\\binvalid result:|returned invalid',
    '\\bdid not observe|\\bnot (?:mined|in the chain|be processed)|fatal[ _]error|closing transport|limit=0|start of a value|extract response',
    // A bug, which may have come after the effect.
    'is not defined\\b|\\b(?:of|is) undefined\\b'
  ].join('|'),
  'i'
)

const THING =
  '(?:column|database|directory|file|folder|function|module|object name|path|relation|schema|table|template)'
// What the tool itself did not find, or lacks at whichever of its steps, refuses no order.
const LACKING = new RegExp(
  [
    `${NOT}(?:access|contact|check(?! (?:in|out)\\b)|connect|decode|fetch|find|found|identif[iy]|load|locate|look|match|parse|query|read|retrieve|see|seen|validate|verif[iy])(?:e?d)?\\b`,
    `\\b${THING}s?\\b.{0,80}(?:\\bmissing|\\bnot (?:exist|found)|n['’]t exist|\\bno column)`,
    `\\b(?:invalid|missing|no such|undefined|unknown) (?:\\w+ )?${THING}\\b`,
    `\\bdenied for (?:${THING}|sequence|view)\\b`,
    // A program, and a module of one: what runs it may have had its effect.
    '^\\W*(?:\\S{1,60}: ){1,4}permission denied\\W*$|\\bno module named\\b|\\bcannot import name\\b|\\bcommand not found\\b'
  ].join('|'),
  'i'
)

// What was tried is no reason, nor is the name of a tool: "Error executing tool update_permission:", "Failed!"
const ATTEMPT =
  /^(?:\W*(?:tool \S{1,100} failed|(?:err(?:or)?|exception|fail(?:ed|ure)?)(?: (?:\w{2,20}ing|during|in|to(?! auth| valid)|while) [^:]{1,200})?)(?::\s*|\W*$))+|^\W*(?:n?ok(?:ay)?|boom|oops)\W*$/i

// `{"statusCode": 409}`, `POST /orders 409: it is locked`, `It is locked (409)`, but not `Room 409 is locked`
const STATUS_IN_WORDS =
  /\b(?:5\d\d|408)\b|(?:^\W{0,8}|(?:http|status|code|error)\W{1,4})(?:409|42[459]|499)\b|(?<![\w.,#$-])(?:409|42[459]|499)(?:[)\]:]| ?[-{]| conflict| too| client| failed)/im

/** Whether words speak of a request that broke off, or hold a status that leaves its fate open. */
export const speaksOfTransport = /* @__PURE__ */ eitherWay(
  (words) => TRANSPORT.test(words) || STATUS_IN_WORDS.test(words) || holdsNetworkCode(words)
)

const leavesUnknown = /* @__PURE__ */ eitherWay((words) => UNKNOWING.test(words))
const lacks = /* @__PURE__ */ eitherWay((words) => LACKING.test(words))

/** Whether the words of a failure say what is to be done before. */
export const namesPrecondition = (words: string): boolean => PRECONDITION.test(words)

/** Whether words say no, whatever their code. */
export const saysNo = (words: string): boolean => NO.test(words)

/** Whether words say no for good: what is asked for first, is there already or is not ready yet may be under way. */
export const saysRefusal = (words: string): boolean =>
  NO.test(words) && !PRECONDITION.test(words) && !/ready|available/i.test(words) && !LACKING.test(words)

/** Whether words stand behind lines of a program that went on before it failed: "INSERT 0 1\nERROR: no such table" */
export const followsLines = (words: string): boolean => {
  const [first = '', ...others] = words.split('\n').filter((line) => /\w/.test(line))
  const saysWhy = /:\s*$/.test(first) || [NO, DENIES, FAILS].some((said) => said.test(first))
  return others.length > 0 && !saysWhy && !/^\s*[[{<]/.test(words)
}

const isInDoubt = ({ says, whole = says, beside = '', sends = false }: FailureWords): boolean =>
  namesEffect(whole) || speaksOfTransport(`${whole} ${beside}`) || (!sends && tellsOfNotice(`${whole} ${beside}`))

/** Whether words refuse, also where they may speak of a request that broke off. */
export const saysNoInWords = (saying: FailureWords): boolean => {
  const { code, says, whole = says, beside = '', statuses = [], isOwn = false } = saying
  const reason = says.replace(ATTEMPT, '')
  const words = `${reason} ${spaced(beside)}`.replaceAll('_', ' ')
  const isAlone = isOwn || beside === ''
  return (
    !SAYS_NOTHING.has(code) &&
    (NO.test(words) ||
      DENIES.test(words) ||
      (reason !== '' && SAYS_NO.has(reason === says ? code : (codeOfWords(reason) ?? '')))) &&
    !leavesUnknown(whole) &&
    !(isOwn && lacks(whole)) &&
    !(statuses.length === 0 && (misreads(whole) || (isAlone && quotesField(whole)))) &&
    !statuses.some(mayBeDoneBy)
  )
}

/** Whether the tool itself says no. */
export const isReport = (saying: FailureWords): boolean => saysNoInWords(saying) && !isInDoubt(saying)

// -- responses

const PAYLOADS = ['data', 'result', 'results', 'rows', 'items']

/** Whether something stands beside the failure that is none: a part of it may be done. */
const holdsData = (body: unknown): boolean =>
  statesEffect(body) || (isFields(body) && PAYLOADS.some((key) => isFilled(body[key])))

/** Whether a text, or data in it among other words, holds something besides its failure: a part of it may be done. */
export const textHoldsPart = (text: string): boolean => dataWithin(text).some(holdsData)

/** The same of data beside the words of a failure: they have to be its own. */
export const holdsPart = (data: unknown): boolean =>
  !isEmpty(data) && (holdsData(data) || failureIn(data) === undefined)

/**
 * Whether a failure says by its status, or in its words, that the request was refused: nothing in it leaves open
 * whether something was done.
 */
export const saysRefused = (saying: FailureWords): boolean => {
  const { code, statuses = [] } = saying
  return (
    statuses.every(isRefusingStatus) &&
    !isInDoubt(saying) &&
    (statuses.length > 0 || code === 'rate_limited' || isReport(saying))
  )
}

// Nothing where the response reports no failure, or holds something besides that may be done.
const failureWordsIn = (raw: unknown, accepted: boolean, sends: boolean): FailureWords | undefined => {
  const failure = failureIn(raw, { accepted })
  if (failure === undefined || failure.rows !== undefined) return undefined
  const body = dataOf(raw)
  if (holdsData(body) || (!sends && tellsOfNotice(body))) return undefined
  const codes = statusesAndCodes(body, ALL).codes.map(String)
  const isStatus = (code: string): boolean => /^[1-9]\d{2,3}$/.test(code)
  return {
    ...failure,
    sends,
    ...(typeof body === 'string' && !/^\s*</.test(body) ? { whole: body } : {}),
    beside: codes.filter((code) => !isStatus(code) && !failure.says.includes(code.trim())).join(' '),
    statuses: codes.filter(isStatus).map(Number)
  }
}

/** `saysRefused` of the failure in a raw response, if there is one: `accepted` as of `failureIn`. */
export const refusesIn = (raw: unknown, accepted: boolean, sends = false): boolean => {
  const failure = failureWordsIn(raw, accepted, sends)
  return failure !== undefined && saysRefused(failure)
}

// A bare body is what one service said of one request.
const isOwnText = (body: unknown): boolean =>
  typeof body === 'string' ? /^\W*error\b/i.test(body) : isFields(body) && Array.isArray(body['content'])

// The words of a failure may be of several fields: its lines are those of one.
const isLinesOf = (says: string, body: unknown, depth = 3): boolean =>
  typeof body === 'string'
    ? body.trim() === says.trim()
    : depth > 0 && isObject(body) && Object.values(body).some((field) => isLinesOf(says, field, depth - 1))

/** `isReport` of it. */
export const isReportIn = (raw: unknown, accepted: boolean, sends = false): boolean => {
  const failure = failureWordsIn(raw, accepted, sends)
  const body = dataOf(raw)
  if (failure === undefined || !isReport({ ...failure, isOwn: isOwnText(body) })) return false
  return !followsLines(failure.says) || !isLinesOf(failure.says, body)
}
