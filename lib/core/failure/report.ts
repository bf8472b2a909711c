/** Whether a failure is a report: the tool says no in words, and no request's fate is unknown. */
import { plainName } from '../signs/names.js'
import { failureIn } from './recognize.js'
import { CODE_NAMES, entriesOf, isEmpty, isFlagUp, marksRecord, type NamedField } from './fields.js'
import { isError } from './rows.js'
import { firstEntries, isFields, isObject } from '../foreign/fields.js'
import { dataOf } from '../json/read.js'
import { isNetworkCode } from '../signs/network-codes.js'
import { isRefusingStatus, mayBeDoneBy } from '../signs/statuses.js'

/** A failure, as far as it says whether the tool refused. */
interface Saying {
  readonly code: string
  /** The tool's own words. */
  readonly says: string
  /** Words beside them: names and codes of the error. */
  readonly beside?: string
  readonly statuses?: ReadonlyArray<number>
}

// -- words

const SAYS_NO: ReadonlySet<string> = new Set(['rejected_arguments', 'not_found', 'unauthorized', 'error_in_body'])
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

const MAX_READ = 2_000

const PRECONDITION = /\b(?:first|must|before|needs? to)\b/i

// Of a request that broke off nobody knows whether it was carried out; nor of one whose answer was no JSON.
const TRANSPORT =
  /socket|hang[ _-]?up|abort|network|fetch[ _-]?failed|connection|time[sd]?[ _-]?out|deadline|not? respon|closed|reset|premature|cut[ _-]?off|other side|went wrong|unexpected|internal|unknown[ _-]?error|terminated|cancell?ed|\bjson|unterminated/i

const NETWORK_CODE = /\bE[A-Z_]{4,20}\b/g

const STATUS_IN_WORDS = /\b(?:5\d\d|408)\b|(?:^\W*|\b(?:http|status|code|error)[\s:=(]{1,3})(?:409|425|429|499)\b/i

/** Whether words speak of a request that broke off, or hold a status that leaves its fate open. */
export const speaksOfTransport = (words: string): boolean =>
  TRANSPORT.test(words) || STATUS_IN_WORDS.test(words) || (words.match(NETWORK_CODE) ?? []).some(isNetworkCode)

/** Whether the words of a failure say what is to be done before. */
export const namesPrecondition = (words: string): boolean => PRECONDITION.test(words)

const DONE =
  /\b(?:accepted|added|approved|booked|captured|charged|completed|created|delivered|executed|issued|paid|placed|posted|processed|published|queued|refunded|registered|reserved|saved|scheduled|sent|submitted|succeeded|success\w*|transferred|updated|went through)\b/i
// What a past participle may say without an effect: that it was refused, what is asked for, or what stood before. Any
// other says that something was done; after an article it is an adjective ("the attached file").
const PAST =
  /(?<!\b(?:the|an?|this|that|your|any|each|already) )\b(?:[a-z]{2,}ed|begun|bought|built|cut|done|drawn|given|gone|held|made|paid|put|sent|sold|taken|written)\b/gi
const NO_EFFECT: ReadonlySet<string> = new Set(
  (
    'allowed archived authorized based blocked closed declined defined denied deprecated disabled ' +
    'enabled exceeded exhausted expected expired failed forced formatted found limited locked malformed ' +
    'needed permitted prohibited protected provided refused rejected ' +
    'requested required reserved restricted revoked shared specified supplied supported suspended unauthorized unexpected ' +
    'undefined unrecognized unsupported used verified violated need indeed exceed proceed'
  ).split(' ')
)

// A clause that denies, or that speaks of what should be.
const NOT_YET =
  /\b(?:not|never|no|none|nothing|cannot|without|unable|fail\w*|must|needs?|please|should|(?:has|have|ought) to|to be|can|may|might|will|would|invalid|wrong|expected|unexpected|unknown|before|until|unless|if|once|when|while|only|first)\b|n['’]t\b/i
const DOUBT =
  /\b(?:status|outcome|result) (?:is )?unknown\s*(?:$|[.;,!])|\brequest (?:has )?time(?:d )?-?out\b|\btimed out\b|\bdoes(?:n['’]t| not) mean\b|\bmay (?:or may not )?have been (?:applied|charged|completed|created|executed|placed|processed|sent|submitted)\b|\b(?:no|not|without|lost|waiting for) (?:an? |the )?(?:answer|reply|response|confirmation)\b|\b(?:could not|cannot|unable to) confirm\b|\bin progress\b|\b(?:still|being) process\w*\b|\bpartial(?:ly)?\b|\bduplicate (?:order|payment|request|submission|transaction)\b|\b(?:payment|order|request|transaction|transfer)(?: is)? (?:pending|complete)\b|\bEOF\b/i

const CLAUSE = /[.,;:!?()\n\u2013\u2014]|\s-\s|\b(?:and|but|however|so|though|although|yet)\b/i

// A word alone is an item of a list, "one of draft, sent, paid", unless it comes first.
const saysDone = (clause: string, place: number): boolean =>
  (place === 0 || /\S\s+\S/.test(clause)) &&
  (DONE.test(clause) || (clause.match(PAST) ?? []).some((word) => !NO_EFFECT.has(word.toLowerCase()))) &&
  !NOT_YET.test(clause)

/** Whether words say that something was done, or that nobody knows: "Paid, but the receipt could not be sent". */
export const namesEffect = (words: string): boolean => {
  const read = words.slice(0, MAX_READ)
  return DOUBT.test(read) || read.split(CLAUSE).some(saysDone)
}

/** Whether words say no, whatever their code. */
export const saysNo = (words: string): boolean => NO.test(words)

/** Whether the tool itself says no. */
export const isReport = ({ code, says, beside = '', statuses = [] }: Saying): boolean =>
  says !== '' &&
  !SAYS_NOTHING.has(code) &&
  (SAYS_NO.has(code) || NO.test(says)) &&
  !statuses.some(mayBeDoneBy) &&
  !namesEffect(says) &&
  !speaksOfTransport(`${says} ${beside}`)

// -- responses

const MAX_DEPTH = 3
const MAX_FIELDS = 50

/** What stands in fields that name a code or a status, three levels down. */
const codesIn = (value: unknown, depth = 0): ReadonlyArray<string> => {
  if (depth > MAX_DEPTH) return []
  if (Array.isArray(value)) return value.slice(0, MAX_FIELDS).flatMap((one) => codesIn(one, depth + 1))
  if (!isFields(value)) return []
  return firstEntries(value, MAX_FIELDS).flatMap(([key, field]) =>
    typeof field === 'object' && field !== null
      ? codesIn(field, depth + 1)
      : CODE_NAMES.has(plainName(key)) && (typeof field === 'string' || typeof field === 'number')
        ? [String(field).slice(0, 200)]
        : []
  )
}

const PAYLOADS = ['data', 'result', 'results', 'rows', 'items']

const isFilled = (value: unknown): boolean => isObject(value) && !isError(value) && !Object.values(value).every(isEmpty)

// What errors hold besides their words.
const OF_ERRORS =
  /caus|context|debug|detail|doc|err|exception|exten|fault|field|header|help|info|inner|issue|link|message|meta|param|problem|request|response|scope|violation|warn/

const isRecord = (value: unknown): boolean => isFields(value) && !isError(value) && entriesOf(value).some(marksRecord)

// `{"charge": {"id": …}, "errors": […]}`, `{"sent": 4, "errors": "…"}`
const isDone = ([key, name, value]: NamedField): boolean =>
  typeof value === 'number'
    ? value > 0 && DONE.test(key)
    : !OF_ERRORS.test(name) && (Array.isArray(value) ? value.some(isRecord) : isRecord(value))

/** Whether something stands beside the failure that is none: a part of it may be done. */
const holdsPayload = (body: unknown): boolean =>
  isFields(body) && (PAYLOADS.some((key) => isFilled(body[key])) || entriesOf(body).some(isDone))

// In data these say it, too; in words they may speak of what stood before.
const STATED = new RegExp(`${DONE.source}|\\b(?:complete|confirmed|settled|shipped)\\b`, 'i')

const isStated = ([key, name, value]: NamedField): boolean =>
  value === true
    ? isFlagUp(name, value) || STATED.test(key)
    : /(?:status|state|outcome|result)$/.test(name) &&
      typeof value === 'string' &&
      /^\w+$/.test(value) &&
      DONE.test(value)

/** Whether data state a deed: `{"payment": {"id": 7, "status": "captured"}, "error": "mail failed"}`. */
export const statesEffect = (data: unknown, depth = 0): boolean =>
  isFields(data) &&
  entriesOf(data).some((entry) => isStated(entry) || (depth < MAX_DEPTH && statesEffect(entry[2], depth + 1)))

/**
 * Whether a failure says by its status, or in its words, that the request was refused: nothing in it leaves open
 * whether something was done.
 */
export const saysRefused = (saying: Saying): boolean => {
  const { code, says, beside = '', statuses = [] } = saying
  return (
    statuses.every(isRefusingStatus) &&
    !namesEffect(says) &&
    !speaksOfTransport(`${says} ${beside}`) &&
    (statuses.length > 0 || code === 'rate_limited' || isReport(saying))
  )
}

/** The same of the failure in a raw response, if there is one: `accepted` as of `failureIn`. */
export const refusesIn = (raw: unknown, accepted: boolean): boolean => {
  const failure = failureIn(raw, { accepted })
  if (failure === undefined || failure.rows !== undefined) return false
  const body = dataOf(raw)
  if (holdsPayload(body) || statesEffect(body)) return false
  const codes = codesIn(body)
  const isNumber = (code: string): boolean => /^\d{1,4}$/.test(code)
  const statuses = codes
    .filter(isNumber)
    .map(Number)
    .filter((status) => status >= 100)
  return saysRefused({ ...failure, beside: codes.filter((code) => !isNumber(code)).join(' '), statuses })
}

/** The report in a raw response, if it is one: `accepted` as of `failureIn`. */
export const isReportIn = (raw: unknown, accepted: boolean): boolean => {
  const failure = failureIn(raw, { accepted })
  if (failure === undefined || failure.rows !== undefined) return false
  const body = dataOf(raw)
  if (holdsPayload(body)) return false
  const codes = codesIn(body)
  return isReport({ ...failure, beside: codes.join(' '), statuses: codes.map(Number) })
}
