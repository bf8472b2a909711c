/** Recognizes data that report a failure by their own fields: a record of a past failure does not count. */
import { plainName, wordSet } from '../signs/names.js'
import { codeOfWords } from './words.js'
import {
  entriesOf,
  isCodeWord,
  isEmpty,
  isEnvelopeName,
  isErrorField,
  isErrorStatus,
  isException,
  isFailedWord,
  isFlagDown,
  isFlagUp,
  isRpcStatus,
  marksRecord,
  type NamedField
} from './fields.js'
import { isFindings } from './findings.js'
import { isError, partialIn } from './rows.js'
import { formIn, isCodedWords } from './forms.js'
import { countOf, bodyFailure, wordsOf, type BodyFailure } from './code.js'
import { failureInText } from './text.js'
import { type Fields, isFields } from '../foreign/fields.js'

/** An envelope consists only of fields that errors have. */
const unknownFields = (entries: ReadonlyArray<NamedField>): ReadonlyArray<NamedField> =>
  entries.filter(([, name, value]) => !isEnvelopeName(name) && value !== false && value !== 0)

const isScalar = (value: unknown): boolean => typeof value !== 'object'

const MAX_FOREIGN = 2

// An error may name the requested entity, its kind, or its own request.
const NAMES = wordSet('id guid name object')

// Cohere: `{"id": "8bd5b608-…", "message": …}`, and no more than that names the request; Stability puts the error's
// name beside it.
const REQUEST_ID = /^[\da-f-]{36}$|^\d{6,}$/i

const namesRequest = (entries: ReadonlyArray<NamedField>): boolean =>
  entries.every(
    (entry) =>
      (entry[1] === 'id' && isScalar(entry[2]) && REQUEST_ID.test(String(entry[2]))) ||
      (entry[1] === 'message' && typeof entry[2] === 'string') ||
      ((isErrorField(entry) || entry[1] === 'name' || entry[1] === 'code') && isCodeWord(entry[2]))
  ) && entries.some(([, name]) => name === 'message')

const mayName = (entries: ReadonlyArray<NamedField>, fields: Fields): boolean =>
  'jsonrpc' in fields ||
  namesRequest(entries) ||
  // JSON-RPC 1.0 has no version.
  (fields['result'] === null && entries.length === 2 && entries.some(isErrorField)) ||
  entries.some(([, name, value]) => isErrorStatus(name, value) && name !== 'status') ||
  (['code', 'message'].every((key) => !isEmpty(fields[key])) &&
    entries.some(([, name, value]) => isFailedWord(name, value)))

// A request id is there for questions to the support.
const TRACES = wordSet('requestid correlationid traceid logid debugid')

const isRecord = (entries: ReadonlyArray<NamedField>, fields: Fields): boolean => {
  const others = unknownFields(entries)
  return (
    others.length > MAX_FOREIGN ||
    (others.some(([, , value]) => !isScalar(value)) && !entries.some(([, name]) => TRACES.has(name))) ||
    entries.some((entry) => marksRecord(entry) && !(NAMES.has(entry[1]) && mayName(entries, fields)))
  )
}

/** Fields that report a failure by themselves, whatever its words. */
const envelopeIn = (fields: Fields, entries: ReadonlyArray<NamedField>): BodyFailure | undefined => {
  if (isRecord(entries, fields)) return undefined
  const flag = entries.find(([, name, value]) => isFlagDown(name, value))
  const word = entries.find(([, name, value]) => isFailedWord(name, value) || isRpcStatus(name, value))
  const status = entries.find(([, name, value]) => isErrorStatus(name, value))
  const error = entries.find((entry) => isErrorField(entry) && !isFindings(entry[2]))
  const exception = entries.find(([key, name, value]) => isException(key, name, value))
  const says = wordsOf(fields)
  // The state of a job, or of a service, is a regular response.
  if (error === undefined && flag === undefined && word !== undefined && says === '' && !isRpcStatus(word[1], word[2]))
    return undefined
  if (flag !== undefined && error === undefined && hasPayloadField(entries)) return undefined
  const isTraced = entries.some(([, name]) => TRACES.has(name))
  if (status !== undefined && error === undefined && flag === undefined && says === '' && !isTraced) return undefined
  if (exception !== undefined && error === undefined && says === '') return undefined
  const found = error ?? flag ?? word ?? status ?? exception
  if (found === undefined) return undefined
  const errors = error?.[2]
  const count = countOf(errors)
  return bodyFailure(fields, {
    field: found[0],
    byFlag: error === undefined,
    ...(count === undefined ? {} : { count })
  })
}

const PAYLOAD_NAMES = wordSet('data result results checks details context violations issues failures findings problems')

const hasPayloadField = (entries: ReadonlyArray<NamedField>): boolean =>
  entries.some(([, name, value]) => PAYLOAD_NAMES.has(name) && typeof value === 'object')

// -- a few words

const MESSAGES = wordSet('message detail msg submsg resultmessage replytext usermessage note information info messages')
// An empty list under another name is an empty listing, which may come with a message, too.
const LISTS = wordSet('details errors links warnings messages causes')
// Only errors link to their documentation, or name a wrong field.
const POINTERS = wordSet('documentationurl docurl moreinfo erroruri errorlink')
const WRONG_FIELD = wordSet('field property path loc param parameter pointer target location')
const GOOD_NEWS =
  /\b(?:success\w*|succeeded|passed|granted|finished|completed|created|no errors?|you are logged|logged out|syntax ok)\b/i
const MAX_MESSAGE = 400

const isWrongField = (one: unknown): boolean =>
  isFields(one) &&
  entriesOf(one).some(([, name]) => WRONG_FIELD.has(name)) &&
  entriesOf(one).some(([, name]) => MESSAGES.has(name) || name === 'description' || name === 'issue')

// Contentful: `{"sys": {"type": "Error"}, "message": …}`.
const isTypeOfError = (value: unknown): boolean => isFields(value) && value['type'] === 'Error'

// Only errors of PostgREST have exactly these four fields.
const isOfPostgres = (fields: Fields): boolean => ['code', 'details', 'hint', 'message'].every((key) => key in fields)

const pointsAtError = (fields: Fields, entries: ReadonlyArray<NamedField>): boolean =>
  isOfPostgres(fields) ||
  entries.some(
    ([, name, value]) =>
      POINTERS.has(name) ||
      isTypeOfError(value) ||
      (['code', 'type', 'id', 'name', 'reason'].includes(name) && isCodeWord(value)) ||
      (name === 'details' && Array.isArray(value) && value.every(isWrongField))
  )

// `{"code": "DNS.0312", "message": …}` and no data.
const ERROR_NUMBER = /^[A-Z]+[._-]?\d{3,}$/

const isNumbered = ({ code }: Fields, entries: ReadonlyArray<NamedField>, says: string): boolean =>
  typeof code === 'string' &&
  ERROR_NUMBER.test(code) &&
  entries.every(([, , value]) => isScalar(value)) &&
  !GOOD_NEWS.test(says)

const readsAsFailure = (says: string): boolean =>
  says.length <= MAX_MESSAGE &&
  !GOOD_NEWS.test(says) &&
  (codeOfWords(says) !== undefined || failureInText(says) !== undefined)

/** A short text under `message` or `detail` alone: a failure if it reads like one, or if another field points at it. */
const shortMessageIn = (fields: Fields, entries: ReadonlyArray<NamedField>): BodyFailure | undefined => {
  if (entries.length === 0 || entries.length > 6) return undefined
  const isCoded = isCodedWords(fields)
  if (!isCoded && !entries.some(([, name]) => MESSAGES.has(name))) return undefined
  const isOfError = (entry: NamedField): boolean =>
    !marksRecord(entry) && (isEnvelopeName(entry[1]) || MESSAGES.has(entry[1]) || isTypeOfError(entry[2]))
  if (!entries.every(isOfError) && !namesRequest(entries)) return undefined
  const isListing = Object.entries(fields).some(
    ([key, value]) => Array.isArray(value) && value.length === 0 && !LISTS.has(plainName(key))
  )
  if (isListing) return undefined
  const says = wordsOf(fields) || wordsOf(entries.find(([, name]) => MESSAGES.has(name))?.[2])
  return isCoded || pointsAtError(fields, entries) || isNumbered(fields, entries, says) || readsAsFailure(says)
    ? bodyFailure(fields, { says })
    : undefined
}

/** Errors by field and nothing else: `{"email": ["This field is required."]}`. */
const fieldErrorsIn = (entries: ReadonlyArray<NamedField>): BodyFailure | undefined => {
  const isComplaint = (text: unknown): boolean =>
    typeof text === 'string' && text.includes(' ') && text.length >= 12 && readsAsFailure(text)
  const byField = entries.filter((entry) => !isErrorField(entry))
  if (byField.length === 0 || entries.length > 20) return undefined
  return byField.every(([, , value]) => Array.isArray(value) && value.length <= 5 && value.every(isComplaint))
    ? bodyFailure(Object.fromEntries(byField), {
        says: byField
          .map(([key, , value]) => `${key}: ${wordsOf(value)}`)
          .slice(0, 5)
          .join('; ')
      })
    : undefined
}

// -- one level down

// These report progress, so a message there belongs to the whole.
const WRAPPERS = wordSet('status meta response detail result fault')
// What a tool that runs others hands on, beside the name of the one that ran.
const OF_CALLS = /^(?:action|call|execution|function|tool)(?:output|result)$/

const withinKey = (key: string, found: BodyFailure | undefined): BodyFailure | undefined =>
  found && { ...found, field: found.field === undefined ? key : `${key}.${found.field}` }

const calledIn = (entries: ReadonlyArray<NamedField>): BodyFailure | undefined => {
  const [only, ...others] = entries.filter(([, , value]) => !isScalar(value))
  return only !== undefined && others.length === 0 && OF_CALLS.test(only[1]) && isFields(only[2])
    ? withinKey(only[0], outcomeOf(only[2]))
    : undefined
}

const wrappedIn = (entries: ReadonlyArray<NamedField>, depth = 0): BodyFailure | undefined => {
  const holders = entries.filter(([, , value]) => !isScalar(value))
  const [only] = holders
  if (only === undefined || holders.length > 1 || !isFields(only[2])) return undefined
  if (unknownFields(entries).some(([, , value]) => isScalar(value)) || entries.some(marksRecord)) return undefined
  const [key, , inner] = only
  if (key === 'data') {
    const refused = mutationIn(inner)
    if (refused !== undefined) return refused
  }
  const parts = entriesOf(inner)
  const found =
    (unknownFields(parts).length > 0 ? undefined : outcomeOf(inner)) ??
    (WRAPPERS.has(plainName(key)) || /(?:error|fault|exception)$/i.test(key)
      ? shortMessageIn(inner, parts)
      : undefined) ??
    (depth === 0 ? wrappedIn(parts, 1) : undefined)
  return withinKey(key, found)
}

// A mutation of GraphQL explains a refusal beside its null: `{"data": {"create": {"order": null, "userErrors": […]}}}`.
const mutationIn = (data: Fields): BodyFailure | undefined => {
  const [mutation, ...others] = Object.entries(data)
  if (mutation === undefined || others.length > 0 || !isFields(mutation[1])) return undefined
  const errors = mutation[1]['userErrors']
  return Array.isArray(errors) && errors.length > 0
    ? bodyFailure(errors, { field: `data.${mutation[0]}.userErrors`, count: errors.length })
    : undefined
}

const outcomeOf = (fields: Fields): BodyFailure | undefined => formIn(fields) ?? envelopeIn(fields, entriesOf(fields))

/** A list of errors only, or of outcomes with errors among them. */
const listIn = (list: ReadonlyArray<unknown>): BodyFailure | undefined => {
  if (list.length === 0 || list.length > 100 || isFindings(list)) return undefined
  // Bitfinex: `["error", 10020, "symbol: invalid"]`.
  const [word, code, says] = list
  if (word === 'error' && typeof code === 'number' && typeof says === 'string' && list.length === 3)
    return bodyFailure({ message: says, code })
  if (
    list.every((one) => isFields(one) && isCodeWord(one['code']) && shortMessageIn(one, entriesOf(one)) !== undefined)
  )
    return bodyFailure(list, { count: list.length })
  // Statuses in a list may belong to anything.
  const failed = list.map((one) => (isFields(one) && (list.length === 1 || hasError(one)) ? outcomeOf(one) : undefined))
  const count = failed.filter((one) => one !== undefined).length
  if (count === list.length) return bodyFailure(list, { count })
  const rows = list.filter((one) => isFields(one) && FLAG_KEYS.some((key) => typeof one[key] === 'boolean'))
  return rows.length === list.length && list.some(isError)
    ? bodyFailure(list.filter(isError), { count: list.filter(isError).length, rows: [] })
    : undefined
}

const isWholeError = (one: unknown): boolean =>
  isFields(one) &&
  hasError(one) &&
  entriesOf(one).some(([, name, value]) => MESSAGES.has(name) && typeof value === 'string') &&
  outcomeOf(one) !== undefined

/** A list in which each element is an error with its words. */
const errorsIn = (list: ReadonlyArray<unknown>): BodyFailure | undefined =>
  list.length > 0 && list.length <= 100 && !isFindings(list) && list.every(isWholeError)
    ? bodyFailure(list, { count: list.length })
    : undefined

const hasError = (one: Fields): boolean =>
  entriesOf(one).some((entry) => isErrorField(entry) || isFlagDown(entry[1], entry[2])) || '__type' in one

const FLAG_KEYS = ['success', 'ok', 'succeeded'] as const

/**
 * The failure that data report, if any: at their root, or one level down if nothing else stands beside it. In an
 * accepted response, only the root counts, and a message alone does not; nor does it beside a flag that all went well.
 */
export const failureInBody = (raw: unknown, accepted = false): BodyFailure | undefined => {
  if (Array.isArray(raw)) return accepted ? errorsIn(raw) : listIn(raw)
  if (!isFields(raw)) return undefined
  const entries = entriesOf(raw)
  return (
    formIn(raw) ??
    partialIn(raw, entries) ??
    envelopeIn(raw, entries) ??
    calledIn(entries) ??
    (accepted || entries.some(([, name, value]) => isFlagUp(name, value))
      ? undefined
      : (shortMessageIn(raw, entries) ?? fieldErrorsIn(entries) ?? wrappedIn(entries)))
  )
}
