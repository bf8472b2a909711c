/**
 * Whether the response of a write admits a failure, in data or words that of a read would be data: a doubt is enough,
 * since nothing but a proof makes a write executed.
 */
import { plainName } from '../signs/names.js'
import { isFields, type Fields } from '../foreign/fields.js'
import {
  entriesOf,
  isErrorField,
  isErrorStatus,
  isFlagDown,
  marksRecord,
  saysSomething,
  set,
  type NamedField
} from './fields.js'
import { wordsOf } from './code.js'

// -- the words

const REFUSED = set(
  'nok ko err error errors fail failed failure notok exception faulted unsuccessful declined denied refused rejected aborted'
)
const isRefused = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 40 && REFUSED.has(plainName(value))
const isFailed = (value: unknown): boolean =>
  isRefused(value) ||
  (typeof value === 'string' && value.length <= 40 && /^not[ _-](?!app|req|need)[a-z]+ed$/i.test(value))

// Of a record these may repeat what was asked for: `{"id": 17, "status": "failed"}`.
const STATES = set('status result type tag outcome response stat state object')
const OF_RECORDS = set('status state result outcome')
// These speak of the request alone.
const VERDICTS = set('ack resultcode returncode responsecode respcode code')
const DONE = set(
  'accepted acknowledged applied approved captured committed created delivered executed isok issuccess issuccessful ok paid performed processed saved sent succeeded success successful wassuccessful'
)
const DENIED = set('false no n')
const isDenied = (value: unknown): boolean =>
  value === false || value === 0 || (typeof value === 'string' && DENIED.has(value.toLowerCase()))
// Any other number than zero is an error, unless it is a status of HTTP.
const CODES = set('retcode errcode errorcode ret')
const EXITS = set('returncode exitcode exitstatus errno rc')
const REJECTS = set('failed failures rejected unsuccessful writeerrors failedrecordcount failedcount errorcount')
const SAID = ['message', 'msg', 'detail', 'reason', 'error_description', 'stderr']
const WRAPPERS = 'data result results response responses body payload output records messages compositeResponse'.split(
  ' '
)

// -- fields

const isCount = (value: unknown): boolean => typeof value === 'number' && value > 0

const isNumbered = (value: unknown): boolean =>
  (typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,9}$/.test(value))) && Number(value) !== 0

const isBadStatus = (value: unknown): boolean => isNumbered(value) && !(Number(value) >= 200 && Number(value) < 300)

const isAdmission = (entry: NamedField): boolean => {
  const [, name, value] = entry
  return (
    isErrorField(entry) ||
    isErrorStatus(name, value) ||
    isFlagDown(name, value) ||
    (DONE.has(name) && isDenied(value)) ||
    (VERDICTS.has(name) && isFailed(value)) ||
    (CODES.has(name) && isBadStatus(value)) ||
    (EXITS.has(name) && isNumbered(value)) ||
    (REJECTS.has(name) && (isCount(value) || typeof value === 'object')) ||
    (/(?:error|failure|exception)(?:s|code|message|msg|reason|details?)?$/.test(name) &&
      typeof value !== 'number' &&
      saysSomething(value)) ||
    (name === 'killed' && value === true) ||
    (NOT_DONE.has(name) && value === true) ||
    (name === 'signal' && typeof value === 'string' && value.startsWith('SIG'))
  )
}

const NOT_DONE = set('aborted declined dryrun refused skipped unsuccessful')

const hasWords = (data: Fields, isBad: (words: string) => boolean = () => true): boolean =>
  SAID.some((key) => {
    const words = wordsOf(data[key])
    return words !== '' && isBad(words)
  })

// `{"code": 0}` of most services is success, and that of some is 1 with the word for it.
const isBadCode = (data: Fields): boolean =>
  (isBadStatus(data['code']) || (isNumbered(data['status']) && 'stderr' in data)) &&
  hasWords(data, (words) => !/^\W*(?:ok(?:ay)?|success\w*|done|created|accepted)\b/i.test(words))

/** Whether a call asked for a state: `rejected` of `reject_order`, `failed` of `{"status": "failed"}`. */
export type IsAsked = (state: string) => boolean

const isFailedState = (
  data: Fields,
  entries: ReadonlyArray<NamedField>,
  isRow: boolean,
  isAsked: IsAsked = () => true
): boolean => {
  const failed = entries.filter(([, name, value]) => STATES.has(name) && isFailed(value))
  if (failed.length === 0) return false
  if (hasWords(data) || !(isRow || entries.some(marksRecord))) return true
  return !isRow && failed.some(([, name, value]) => OF_RECORDS.has(name) && isRefused(value) && !isAsked(value))
}

// The rows of a table hold what they hold: `{"approved": false}` says nothing of the statement that returned it.
const admitsInRow = (row: unknown): boolean => {
  if (!isFields(row)) return false
  const entries = entriesOf(row)
  // Salesforce, SCIM, Microsoft Graph: the responses of a batch, each with its status and body.
  if ('body' in row && entries.some(([, name, value]) => isErrorStatus(name, value))) return true
  return (
    entries.some((entry) => isErrorField(entry) || isFlagDown(entry[1], entry[2])) || isFailedState(row, entries, true)
  )
}

// -- texts

const FAILED_TEXT =
  /^\W{0,8}(?:err(?:or)?|fail(?:ed|ure)?|nok|ko|exception|declined|denied|refused|rejected)\b(?!-)|^event:\s?error\s*$/im

// A page is a proxy's, or a login.
const PAGE = /^\s{0,8}<(?:!doctype html|html)\b/i

const lastLine = (text: string): string => text.slice(text.trimEnd().lastIndexOf('\n') + 1)

// An envelope inside other text: an event stream, a fence, a line between log lines.
const ENVELOPE_IN_TEXT =
  /"(?:ok|success|successful|succeeded)"\s*:\s*(?:false|0)|"(?:isError|failed)"\s*:\s*true|"errors?"\s*:\s*(?:true|\{\s*"|\[\s*[{"]|"[^"])/

// A stream of values may end with an error.
const inText = (text: string): boolean => {
  if (FAILED_TEXT.test(text.slice(0, 400)) || PAGE.test(text) || ENVELOPE_IN_TEXT.test(text)) return true
  const last = lastLine(text)
  return last.length < text.length && /^\s*\{/.test(last) && admitsInData(JSON.parse(last))
}

// -- data

// GraphQL: `{"data": {"pay": null}}`
const isUnresolved = (data: unknown): boolean => {
  const fields = isFields(data) ? Object.values(data) : []
  return fields.length > 0 && fields.every((field) => field === null)
}

/** Whether data admits a failure; may throw for data that cannot be read. */
export const admitsInData = (data: unknown, isAsked?: IsAsked): boolean => {
  if (data === false) return true
  if (typeof data === 'string') return inText(data)
  if (Array.isArray(data)) return data.some(admitsInRow)
  if (!isFields(data)) return false
  const entries = entriesOf(data)
  const { content } = data
  const values = Object.values(data)
  return (
    entries.some(isAdmission) ||
    isBadCode(data) ||
    isFailedState(data, entries, false, isAsked) ||
    isUnresolved(data['data']) ||
    (values.length === 1 && isFields(values[0]) && admitsInData(values[0], isAsked)) ||
    WRAPPERS.some((key) => typeof data[key] === 'object' && admitsInData(data[key], isAsked)) ||
    (Array.isArray(content) && inText(wordsOf(content)))
  )
}
