/** Statements: whether a body says that something was done, in whole or in part, or leaves that open. */
import { isObject, isFields, type Fields } from '../foreign/fields.js'
import { dataOf } from '../json/read.js'
import { DONE, isPast, leavesOpen, MAX_JUDGED, namesEffect, NOT_YET } from './deeds.js'
import {
  entriesOf,
  isCodeWord,
  isEmpty,
  isEnvelopeName,
  isErrorName,
  isErrorStatus,
  isFlagUp,
  type NamedField
} from './fields.js'
import { isError, isOfResolver, partialIn } from './rows.js'
import { PLACES } from '../signs/places.js'
import { codeOfWords, spaced } from './words.js'
import { dataWithin } from './data-within.js'
import { asData } from './other-data.js'
import { inPage } from './web-pages.js'

// -- how much is judged

const MAX_DEPTH = 20

/** What these data leave of the room, below zero where they need more. They count for less than their JSON text. */
const roomBehind = (data: unknown, room: number, depth = 0): number => {
  if (typeof data === 'string') return room - data.length
  if (!isObject(data)) return room - 1
  if (depth === MAX_DEPTH) return -1
  let left = room - 1
  for (const key of Object.keys(data)) {
    if (left < 0) break
    left = roomBehind((data as Fields)[key], Array.isArray(data) ? left : left - key.length, depth + 1)
  }
  return left
}

const allOf = (fields: Fields): ReadonlyArray<NamedField> => entriesOf(fields, MAX_JUDGED)

// A record may stand as a text in a field: `{"response": "{\"id\": \"ord_1\"}"}`.
const unquoted = (data: unknown): unknown => {
  const inner = typeof data === 'string' && /^\s*[[{]/.test(data) ? dataOf(data) : data
  return isObject(inner) && roomBehind(inner, MAX_JUDGED) < 0 ? data : inner
}

// -- data

// What errors hold besides their words.
const OF_ERRORS =
  /argument|caus|context|debug|detail|doc|err|exception|exten|fail|fault|field|header|help|info|inner|issue|link|message|meta|param|problem|request|response|scope|suggest|variabl|violation|warn/

const isOfError = (name: string): boolean => isEnvelopeName(name) || OF_ERRORS.test(name)

// Stripe: `{"charge": "ch_17", "error": …}`; others: `{"data": 17, "error": …}`
const ISSUED_ID = /^[a-z]{2,8}_(?=\w*\d)\w+$/
const ANY_ID = /^(?=\S*\d)\S{1,80}$/

const isIssued = ([, name, value]: NamedField): boolean =>
  typeof value === 'string'
    ? HOLDS_DATA.test(name)
      ? ANY_ID.test(value)
      : ISSUED_ID.test(value) && (name === 'charge' || !isEnvelopeName(name))
    : name === 'data' && typeof value === 'number' && value > 0

// A validator repeats what it was given, and what it wants: `{"msg": "Field required", "input": {"sku": "A"}}`
const REPEATED = /^(?:constraints|ctx|expected|input|properties|received|rejectedvalue|value)$/

// What a body holds, under these names, is no part of its error.
const HOLDS_DATA = /^(?:data|output|payload|record|results?)$/

const OF_THING = /(?<!\b(?:correlation|debug|error|event|host|key|log|request|rule|span|trace) )\b(?:id|uid|uuid|guid)$/

// Names alone say nothing: a record has a code, a title and a text as well.
const saysWhy = (entries: ReadonlyArray<NamedField>): boolean =>
  isError(Object.fromEntries(entries.map(([key, , value]) => [key, value]))) ||
  entries.some(
    ([, name, value]) =>
      /code|desc|detail|err|issue|message|msg|^name$|reason|text|title|type/.test(name) &&
      (isCodeWord(value) || isComplaint(value))
  )

// An error may have an id as well, but beside it only words.
const isRecord = (entries: ReadonlyArray<NamedField>): boolean =>
  entries.some(([key, , value]) => OF_THING.test(spaced(key)) && !isCodeWord(value)) &&
  (entries.some(isForeign) || !saysWhy(entries))

// Of a card that was declined, the charge failed.
const UNDONE = /(?:^|[\W_])declined?\b|^(?:requires_payment_method|cancell?ed|expired|failed|rejected|voided)$/i
const isUndone = (entries: ReadonlyArray<NamedField>): boolean =>
  entries.some(([, name, value]) => isOfError(name) && typeof value === 'string' && UNDONE.test(value))

// What a failed step was followed by, or was not: `{"error": …, "voided": false}`
const UNDOES = /\b(?:cancel|compensat|refund|releas|revers|revert|revok|roll|undo|void|withdr)/

const isNoError = (one: unknown): boolean => isFields(one) && !isError(one) && !saysWhy(allOf(one))

const OF_OUTCOME = /(?:code|message|msg|outcome|result|state|status)$/
const SUCCESS = /^(?:ok|success\w*|succeeded)$/i

// `{"code": "SUCCESS"}`, `{"code": 0}`, but not `{"code": 0, "message": "too short"}`: codes may be counted from zero.
const wentWell = (one: unknown): boolean => {
  if (!isFields(one)) return typeof one === 'string' && SUCCESS.test(one)
  const said = allOf(one).flatMap(([, name, value]) =>
    OF_OUTCOME.test(name) && !isObject(value) ? [String(value)] : []
  )
  const isWell = said.some((words) => SUCCESS.test(words)) || said.every((words) => /^(?:0|2\d\d)$/.test(words))
  return said.length > 0 && isWell && isNoError(one)
}

// An answer for each row, one of which has no error: `[null, {"sku": ["is unknown"]}]`, `[{}, …]`, `[{"code": 0}, …]`
const isWell = (one: unknown): boolean => isEmpty(one) || one === false || wentWell(one)

const isMixed = (list: ReadonlyArray<unknown>, name: string): boolean => {
  const isOfWords = isErrorName(name) || HOLDS_DATA.test(name)
  return !REPEATED.test(name) && list.some(isWell) && list.some((one) => (isOfWords || isFields(one)) && !isWell(one))
}

// What was made, or asked for, wherever it stands, and a list in which only some are errors. Below a thing, or data,
// any field is of that: `{"message": "Invalid phone", "data": {"order": {"number": "A17"}}}`.
const holdsRecord = (value: unknown, name = 'data', isRoot = false): boolean => {
  const data = unquoted(value)
  if (Array.isArray(data))
    return (
      isMixed(data, name) ||
      (data.some(isError) && data.some(isNoError)) ||
      data.some((one) => one === true || isIssued([name, name, one]) || holdsRecord(one, name))
    )
  if (!isFields(data)) return false
  const entries = allOf(data)
  const isThing =
    HOLDS_DATA.test(name) || ((name === 'charge' || !isOfError(name)) && !REPEATED.test(name) && !saysWhy(entries))
  // Of what was undone, what it holds may stand.
  const isOwn = isRoot || !isUndone(entries)
  return (
    (isOwn && ((isThing && entries.some(isForeign)) || isRecord(entries))) ||
    entries.some((entry) => (isOwn && isIssued(entry)) || holdsRecord(entry[2], entry[1]))
  )
}

// A number that may be a time, of the years from 2001 to 2065, in seconds or milliseconds.
const isTime = (value: unknown): boolean =>
  typeof value === 'number' && [1, 1e3].some((unit) => value >= 1e9 * unit && value < 3e9 * unit)

// What else stands beside an error may be what was made; many repeat the request, its time and its kind.
const isForeign = ([key, name, value]: NamedField): boolean =>
  !isOfError(name) &&
  !(value === false && isDeedName(key) && !UNDOES.test(spaced(key))) &&
  value !== 0 &&
  !isComplaint(value) &&
  !/\b(?:id|uid|uuid|guid|at|by|on|date|time|ms|kind|object|received)$|^(?:balance|currency)$/.test(spaced(key)) &&
  !(isTime(value) && /\b(?:created|epoch|expir\w+|now|reset|ts|until)$/.test(spaced(key)))

// `order_created`, `insertedIds`, but neither `not_sent` nor `created_at`
const isDeedName = (key: string): boolean => {
  const words = spaced(key)
  return (
    (isPast(words) || /\bcomplete\b/.test(words)) && !NOT_YET.test(words) && !/ (?:at|by|date|ms|on|time)$/.test(words)
  )
}

// Of a field that was wrong: `{"terms_accepted": ["must be accepted"]}`
const isComplaint = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.every(isComplaint)
    : isFields(value)
      ? Object.values(value).some(isComplaint)
      : typeof value === 'string' && /\s/.test(value) && (NOT_YET.test(value) || codeOfWords(value) !== undefined)

// A flag, a count, an id, what was done
const isSomething = (value: unknown): boolean =>
  value === true ||
  (typeof value === 'number' && value > 0 && !isTime(value)) ||
  (typeof value === 'string' && /^(?:yes|true|ok|(?!\d{4}-\d\d)[^\s\d]*\d\S*)$/i.test(value)) ||
  (isObject(value) && !isComplaint(value))

const GOING_ON = /^(?:active|in progress|ongoing|pending|processing|running|started|working)$/

// `"state": "partially_completed"`, `"refund": "issued"`, but not `not_sent`, and of no error
const isState = (name: string, words: string): boolean =>
  (name.endsWith('status') && GOING_ON.test(words)) ||
  (DONE.test(words) &&
    !NOT_YET.test(words) &&
    (/(?:status|state|outcome|result|message|msg)$/.test(name) || !isOfError(name)))

// `{"code": "provider_timeout"}`, but not `{"field": "timeout"}`
const OF_CODE = /(?:code|error|kind|name|outcome|reason|result|state|status|type)$/
// YouTube gives `serviceUnavailable` as the reason why a permission is denied.
const isOpenCode = (name: string, words: string): boolean =>
  OF_CODE.test(name) && leavesOpen(words) && !(name === 'reason' && words === 'service unavailable')

// `{"upstream_status": 503}`, `"status": "502 Bad Gateway"`
const OF_STATUS = /(?:status|statuscode|(?:http|provider|response|upstream)code)$/
const BROKEN = /^(?:HTTP\/\d(?:\.\d)? )?5\d\d(?: [A-Z].*)?$/

// `<status>OK</status>`, `status0=201`: of a batch, one went well.
const OF_ITEM = /(?:outcome|result|state|status|success)\d*$/
const WENT_WELL = /^(?:ok|true|2\d\d)$/i

const isStated = ([key, name, value]: NamedField): boolean =>
  isFlagUp(name, value) ||
  // `{"error": {"code": 500}}`, whatever the status of the response: its server broke.
  ((isErrorStatus(name, value) || OF_STATUS.test(name)) && BROKEN.test(String(value))) ||
  (OF_ITEM.test(name) && WENT_WELL.test(String(value))) ||
  (isDeedName(key) && isSomething(value)) ||
  (typeof value === 'string' &&
    /^\w+$/.test(value) &&
    (isState(name, spaced(value)) || isOpenCode(name, spaced(value))))

// `{"field": "timeout"}`: the name of what was wrong.
const isPlace = ([, name, value]: NamedField): boolean =>
  PLACES.has(name) && typeof value === 'string' && !/\s/.test(value)

const inData = (value: unknown): boolean => {
  const data = unquoted(value)
  if (typeof value === 'string' && isObject(data)) return statesInPart(data)
  if (typeof data === 'string')
    return (/\s|&\w+;/.test(data) ? namesEffect(data) : leavesOpen(data)) || dataWithin(data).some(statesInPart)
  if (Array.isArray(data)) return data.some(inData)
  return isFields(data) && allOf(data).some((entry) => isStated(entry) || (!isPlace(entry) && inData(entry[2])))
}

// Data among the words of a text: those of an error, or of what was made.
const statesInPart = (part: object): boolean =>
  roomBehind(part, MAX_JUDGED) < 0 ||
  inData(part) ||
  holdsRecord(part, 'error') ||
  (isFields(part) && isError(part) && allOf(part).some(isForeign))

// A row of a table below its head: `1,created,`, `2    OK`
const CELL = /[,;|\t]| {2,}/
const OUTCOME = new RegExp(`^"?(?:ok|true|yes|${DONE.source})"?\\s*$`, 'i')

const isDoneRow = (row: string): boolean =>
  row
    .split(CELL)
    .slice(1)
    .some((cell) => OUTCOME.test(cell))

// A body that begins as JSON and is none was cut.
const inText = (text: string): boolean =>
  /^\s*</.test(text)
    ? inPage(text)
    : /^\s*\{/.test(text) ||
      // A part of a batch
      /^HTTP\/\d(?:\.\d)? 2\d\d\b/m.test(text) ||
      namesEffect(text) ||
      text.split('\n').slice(1).some(isDoneRow)

// No failure at all. A number of three digits may be a status.
const isSuccess = (data: unknown): boolean =>
  typeof data === 'string'
    ? /^\s*(?:ok|true|done|success\w*|[a-z]{1,12}[-_#]?\d{1,12})\s*$/i.test(data)
    : data === true ||
      (typeof data === 'number' && !(data >= 100 && data < 600)) ||
      (Array.isArray(data) && data.some(isSuccess))

// JSONP: `answer({"created": ["a"]});`
const CALLBACK = /^[\w$.]{1,60}\(([[{][^]*)\);?$/

/**
 * Whether a body states a deed, in whole or in part, or leaves that open:
 * `{"payment": {"id": 7, "status": "captured"}, "error": "mail"}`, `{"created": ["a"], "failed": ["b"]}`, a page that
 * says "Order 17 was created".
 */
export const statesEffect = (body: unknown): boolean => {
  const data = dataOf(typeof body === 'string' ? (CALLBACK.exec(body.trim())?.[1] ?? body) : body)
  if (roomBehind(data, MAX_JUDGED) < 0 || isSuccess(data)) return true
  if (typeof data === 'string') {
    const inner = asData(data)
    return inText(data) || dataWithin(data).some(statesInPart) || (inner !== data && statesEffect(inner ?? true))
  }
  if (inData(data) || holdsRecord(data, 'data', true)) return true
  // Several requests may be one.
  return [data].flat().some((one) => isFields(one) && (partialIn(one, allOf(one)) !== undefined || isOfResolver(one)))
}
