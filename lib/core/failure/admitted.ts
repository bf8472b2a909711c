/**
 * Whether a write's response admits a failure, in what of a read would be data: a doubt is enough, since nothing but a
 * proof makes a write executed.
 */
import { plainName, wordSet } from '../signs/names.js'
import { isFields, isObject, type Fields } from '../foreign/fields.js'
import {
  entriesOf,
  isErrorField,
  isErrorStatus,
  isFlagDown,
  isFlagUp,
  isRefusalByCode,
  isSilent,
  marksRecord,
  saysSomething,
  type NamedField
} from './fields.js'
import { failureInBody } from './body.js'
import { ATTRIBUTES, countsNothing, isBadStatus, isCount, isNumbered, matchedNothing } from './counts.js'
import { wordsOf } from './code.js'
import { admitsInLines, admitsInWords, GOOD_NEWS, unasked, type AskedFor } from './admitted-words.js'
import { dataAmong, dataInField } from './json-among.js'
import { failureInText } from './text.js'
import { dataOf, innermostOf } from '../json/read.js'
import {
  beginsFailed,
  holdsFailedItem,
  holdsOutcomes,
  isFailed,
  isUndone,
  saysOnlyNo,
  wordOf
} from './outcome-words.js'
import { MAX_DEPTH, recordsIn, rowsBesideColumns, withoutWrappers } from './structures.js'

// -- the words

// What a write made is in such a state where the call asked for it, as `cancel_order` does.
const LAPSED = /^(?:cancell?ed|expired|reverted|rolledback|void(?:ed)?)$|rollback/

// `E_FAIL`, `PAYMENT_FAILED`
const FAILURE_CODE = /^(?:\w{1,40}[_-])?(?:err(?:or)?|fail(?:ed|ure)?)(?:[_-]\w{1,40})?$/i

// Of a record these may repeat what was asked for: `{"id": 17, "status": "failed"}`.
const OF_RECORDS = /(?:status|state|phase|conclusion|result|outcome|decision|responsetype|^tag|^command)$/
const STATES = new RegExp(`${OF_RECORDS.source}|^(?:type|kind|response|stat|object)$`)
// These speak of the request alone.
const VERDICTS = /^ack$|^(?:s|sub|return|\w*res(?:ult|p(?:onse)?)?)?code$/
const DONE = /^(?:is|was)?(?:acknowledged|applied|committed|executed|ok|performed|succeeded|success(?:ful)?)$/
const isDenied = (value: unknown): boolean => value === false || value === 0 || /^(?:false|no?)$/i.test(wordOf(value))
const REJECTS =
  /^(?:errors|failed|failures?|rejected|unsuccessful|writeerrors|(?:num(?:ber(?:of)?)?|total)?(?:error|fail|failure)s?count|(?:num(?:ber(?:of)?)?|total)(?:errors|fail(?:ed|ures))|(?:failed|rejected|unprocessed)\w*(?:counts?|entries|ids|items|keys|messages|records|requests|users))$/
const REASONS =
  /(?:error|failure|exception)(?:s|code|message|msg|reason|results?|details?)?$|(?:reject(?:ion|ed)?|decline)(?:reason|code)$/
const SAID =
  /(?:message|msg|detail|reason|errordescription|stderr|rawlog|res(?:ult|p(?:onse)?)(?:desc(?:ription)?|text))$/
const OF_STATE = /(?:status|state)$/
// What stands there was so before.
const PAST = /^(?:old|original|parent|prev|previous|prior)|history$/

// -- fields

// The output of a program, as a block of MCP is. Under the other names, a record holds words that somebody wrote.
const PRINTED = /^(?:std(?:out|err)|\w{0,20}output|logs?)(?:lines)?$/
const PRINTS = /^(?:body|content|data|details?|lines|message|response|result|summary|text)$/

// XML but for the pages that people write, and a form.
const DOCUMENT =
  /^\s*<(?!!doctype|(?:a|article|b|blockquote|body|br|div|em|h\d|html|i|img|ol|p|section|span|strong|svg|table|ul)\b)[?a-z]|^[\w.-]{1,60}=[^&\s]*&[\w.-]{1,60}=\S*\s*$/i

// A few signs that are no JSON may be a name or a note. What prints them is no record.
const MIN_CUT = 25
const textsIn = (value: unknown): ReadonlyArray<string> => [value].flat().filter((part) => typeof part === 'string')
const printedIn = (value: unknown): string => textsIn(value).join('\n')

const isAdmission = (entry: NamedField): boolean => {
  const [, name, value] = entry
  const text = typeof value === 'string' ? value : ''
  return (
    isErrorField(entry) ||
    isErrorStatus(name, value) ||
    isFlagDown(name, value) ||
    (DONE.test(name) && isDenied(value)) ||
    (VERDICTS.test(name) && (isFailed(wordOf(value)) || FAILURE_CODE.test(text))) ||
    (STATES.test(name) && beginsFailed(text)) ||
    // Any other number than zero is an error, unless it is a status of HTTP.
    (/^(?:ret(?:code)?|err(?:or)?code)$/.test(name) && isBadStatus(value)) ||
    (/^(?:(?:return|exit)code|exitstatus|errno|rc)$/.test(name) && isNumbered(value)) ||
    (REJECTS.test(name) && (isCount(value) || typeof value === 'object')) ||
    (SUCCESSES.test(name) && value === 0) ||
    (REASONS.test(name) && typeof value !== 'number' && saysSomething(value)) ||
    // GraphQL: `{"__typename": "OutOfStockError"}`
    (name === 'typename' && /(?:Error|Failure|Exception)$/.test(text)) ||
    // FHIR: `"status": "404 Not Found"`; Ethereum: `"status": "0x0"`; Oracle: `"X_RETURN_STATUS": "E"`
    (name.endsWith('status') && /^(?:[45]\d\d \w|0x0$)/.test(text)) ||
    // A redirect that nobody followed leads to a login as well as to what was made.
    (/^(?:http)?status(?:code)?$/.test(name) && /^30[12378]$/.test(String(value))) ||
    (/(?:return|result)status$/.test(name) && /^[EF]$/.test(text)) ||
    (NOT_DONE.has(name) && value === true) ||
    (name === 'signal' && /^(?:SIG)?[A-Z]{2,7}\d{0,2}$/.test(text))
  )
}

const SUCCESSES = /^succe(?:eded|ss|ssful)count$|^totalaccepted/
const NOT_DONE = wordSet('aborted declined dryrun killed refused skipped timedout truncated unsuccessful')

const wordsSaid = (entries: ReadonlyArray<NamedField>): ReadonlyArray<string> =>
  entries.flatMap(([, name, value]) => (SAID.test(name) && wordsOf(value)) || [])

// `{"code": 0}` of most services is success, and that of some is 1 with the word for it. M-Pesa: `{"ResultCode": 1,
// "ResultDesc": "The balance is insufficient"}`; OKX: `{"sCode": "51119", "sMsg": …}`; ISO 8583: `"05"`;
// SAP: `{"TYPE": "E", "MESSAGE": "Credit limit exceeded"}`
const isBadCode = (data: Fields, entries: ReadonlyArray<NamedField>): boolean =>
  entries.some(([, name, value]) => VERDICTS.test(name) && isBadStatus(value))
    ? wordsSaid(entries).some((words) => !GOOD_NEWS.test(words) && !/\bsuccess/i.test(words))
    : (data['TYPE'] === 'A' || data['TYPE'] === 'E') && saysSomething(data['MESSAGE'])

// Infobip: `"status": {"groupName": "REJECTED"}`; Bitbucket: `"state": {"result": {"name": "FAILED"}}`
const statesOf = ([, name, value]: NamedField): ReadonlyArray<unknown> =>
  OF_STATE.test(name) && isFields(value)
    ? Object.entries(value).flatMap(([key, one]) =>
        /(?:name|code|phase|state|status|type)$|^(?:key|label|text|value)$/i.test(key)
          ? [one]
          : key === 'result'
            ? statesOf([key, 'state', one])
            : []
      )
    : [value]

// Of a program that ended: `{"status": 1, "stdout": "", "stderr": ""}`
const isBadExit = (data: Fields, entries: ReadonlyArray<NamedField>): boolean =>
  ('stdout' in data || 'stderr' in data || 'signal' in data) &&
  entries.some(([, name, value]) => /^(?:status|code)$/.test(name) && isBadStatus(value))

// Knative and Tekton: `{"type": "Succeeded", "status": "False"}`; many other conditions are false of what is new.
const isFailedCondition = ({ type, status }: Fields): boolean =>
  (type === 'Succeeded' && status === 'False') || (type === 'Failed' && status === 'True')

// WHM: `{"result": 0, "reason": "Sorry, …"}`
const isSorry = (data: Fields, entries: ReadonlyArray<NamedField>): boolean =>
  data['result'] === 0 && wordsSaid(entries).some((words) => failureInText(words) !== undefined)

// Windcave: `"responseText": "DECLINED (76)"`; Authorize.Net: `"description": "This transaction has been declined."`
const isDeclined = ([, name, value]: NamedField): boolean =>
  /(?:message|msg|description|text)$/.test(name) && /\bdeclined\b/i.test(wordOf(value))

// Mastercard answers so where its network gave no outcome; a check of something else may know less as well.
const isUnsettled = ([, name, value]: NamedField): boolean =>
  /^(?:status|state|result|outcome)$/.test(name) && /^unknown$/i.test(wordOf(value))

// `{"timedOut": true}`
const ENDED = wordSet('blocked cancelled canceled conflict denied expired invalid notfound rejected timedout timeout')

// OANDA: `"orderCancelTransaction": {"reason": "MARKET_HALTED"}`
const isEnd = ([, name, value]: NamedField): boolean =>
  /cancel|reject/.test(name) && isFields(value) && 'reason' in value

// Where nobody says what was asked, a record repeats it.
const isFailedState = (
  entries: ReadonlyArray<NamedField>,
  isRecord: boolean,
  isNested: boolean,
  asked: AskedFor | undefined
): boolean => {
  const wasAsked = (word: string): boolean => asked?.isState(word) ?? isRecord
  if (entries.some(isUnsettled)) return true
  if (!isRecord && entries.some(([, name, value]) => value === true && ENDED.has(name) && !wasAsked(name))) return true
  if (entries.some(isDeclined) && !wasAsked('declined')) return true
  if (entries.some(isEnd) && !wasAsked('cancelled')) return true
  const states = entries.filter(
    ([, name]) => ((isNested ? OF_RECORDS : STATES).test(name) || VERDICTS.test(name)) && !PAST.test(name)
  )
  const isSaid = states.length > 0 && wordsSaid(entries).length > 0
  return states.some((entry) =>
    statesOf(entry).some((state) => {
      const word = wordOf(state)
      return (
        (LAPSED.test(plainName(word)) && !wasAsked(word)) ||
        // Paystack: `{"status": false, "message": "Duplicate Transaction Reference"}`; Kubernetes writes "False".
        ((isFailed(word) || (state === false && /^(?:status|result)$/.test(entry[1]))) &&
          asked?.isState(String(state)) !== true &&
          (isSaid || (!wasAsked(String(state)) && (!isRecord || (OF_RECORDS.test(entry[1]) && isUndone(word))))))
      )
    })
  )
}

// -- data

const inDataOfText = (data: object, asked: AskedFor | undefined): boolean =>
  failureInBody(data) !== undefined || admitsInData(data, asked)

// Nobody reads what is no data.
const admitsAmong = (data: ReadonlyArray<object> | undefined, asked: AskedFor | undefined): boolean =>
  data === undefined || data.some((one) => inDataOfText(one, asked))

const inText = (came: string, asked: AskedFor | undefined): boolean => {
  const whole = dataOf(innermostOf(came))
  if (typeof whole !== 'string') return isObject(whole) ? inDataOfText(whole, asked) : whole === false
  if (whole !== came) return inText(whole, asked)
  const text = asked?.withoutEcho(came) ?? came
  if (failureInText(unasked(text, asked)) !== undefined || admitsInWords(text, asked)) return true
  return admitsAmong(dataAmong(text), asked)
}

// GraphQL: `{"data": {"pay": null}}`
const isUnresolved = (data: unknown): boolean =>
  isFields(data) && Object.keys(data).length > 0 && Object.values(data).every((field) => field === null)

/** The place of data in a response. */
interface Place {
  readonly depth: number
  /** Whether nothing stands beside them. */
  readonly isAlone: boolean
  /** Whether they are the outcomes of items. */
  readonly areOutcomes: boolean
}

const admitsItself = (
  data: Fields,
  all: ReadonlyArray<NamedField>,
  entries: ReadonlyArray<NamedField>,
  { depth, isAlone, areOutcomes }: Place,
  asked: AskedFor | undefined
): boolean => {
  const isRecord = all.some(marksRecord)
  return (
    entries.some(isAdmission) ||
    isRefusalByCode(entries) ||
    isBadCode(data, entries) ||
    isBadExit(data, entries) ||
    isFailedCondition(data) ||
    matchedNothing(data) ||
    isSorry(data, entries) ||
    (entries.some(([, name, value]) => ATTRIBUTES.has(name) && isDenied(value)) &&
      !all.some(([, name, value]) => OF_STATE.test(name) && typeof value === 'string')) ||
    isFailedState(entries, isRecord, depth > 0, asked) ||
    entries.some(([, name, value]) =>
      PRINTED.test(name) || (name === 'text' && data['type'] === 'text')
        ? inText(printedIn(value), asked)
        : !isRecord &&
          PRINTS.test(name) &&
          (admitsInLines(printedIn(value), asked) ||
            textsIn(value).some((text) => admitsAmong(dataInField(text), asked)) ||
            (DOCUMENT.test(printedIn(value)) && inText(printedIn(value), asked)))
    ) ||
    ((isAlone || areOutcomes) && holdsFailedItem(entries, all, areOutcomes, asked)) ||
    (isAlone && (countsNothing(entries) || saysOnlyNo(entries, asked) || (all.length < 2 && isSilent(data))))
  )
}

// PayPal: `{"status": "COMPLETED", "purchase_units": [{"payments": {"captures": [{"status": "DECLINED"}]}}]}`
const admitsInFields = (data: object, asked: AskedFor | undefined, place: Place): boolean => {
  if (place.depth > MAX_DEPTH || !isFields(data)) return true
  const all = entriesOf(data, Infinity)
  const entries = asked === undefined ? all : all.filter(([key, , value]) => !asked.isField(key, value))
  const plain = withoutWrappers(entries)
  const [first, ...others] = entries.filter(([, name, value]) => !isFlagUp(name, value))
  const isOneName = others.every(([, name]) => name === first?.[1])
  const below = (name: string, isAlone: boolean): Place => ({
    depth: place.depth + 1,
    isAlone: place.isAlone && isAlone,
    areOutcomes: holdsOutcomes(name)
  })
  return (
    admitsItself(data, all, entries, place, asked) ||
    (plain !== undefined && admitsItself(data, all, plain, place, asked)) ||
    rowsBesideColumns(data).some((row) => admitsInFields(row, asked, below('', false))) ||
    entries.some(
      ([, name, value]) =>
        !PAST.test(name) && admitsWithin(value, asked, below(name, typeof value === 'string' || isOneName))
    )
  )
}

const admitsWithin = (value: unknown, asked: AskedFor | undefined, place: Place): boolean => {
  if (recordsIn(value).some((record) => admitsInFields(record, asked, place))) return true
  if (textsIn(value).some((text) => text.length >= MIN_CUT && admitsAmong(dataInField(text), asked))) return true
  if (!Array.isArray(value) || !(place.isAlone || place.areOutcomes)) return false
  const items = value.map((one: unknown) => ['', '', one] as const)
  return holdsFailedItem(items, items, place.areOutcomes, asked)
}

/** Whether data admits a failure; may throw for data that cannot be read. */
export const admitsInData = (data: unknown, asked?: AskedFor): boolean => {
  if (data === false) return true
  if (asked?.isField('', data) === true) return false
  if (typeof data === 'string') return inText(data, asked)
  if (admitsWithin(data, asked, { depth: 0, isAlone: true, areOutcomes: Array.isArray(data) })) return true
  return (
    isFields(data) &&
    // Effect: an effect that nobody ran, `{"_id": "Option", "_tag": "None"}`
    (data['_id'] === 'Effect' ||
      (typeof data['_id'] === 'string' && (data['_tag'] === 'None' || data['_tag'] === 'Left')) ||
      // Odoo: `{"jsonrpc": "2.0", "id": 1, "result": false}`
      (data['result'] === false && Object.keys(data).every((key) => /^(?:id|jsonrpc|result)$/.test(key))) ||
      isUnresolved(data['data']))
  )
}
