/** Tells data that reports a failure from data that is an answer: by its own fields alone, so that a record of something that failed stays an answer. */
import { codeOfWords } from './failure-words.js'
import {
  entriesOf,
  ENVELOPE,
  ERRORS,
  IDENTITY,
  isErrorStatus,
  isException,
  isFailedWord,
  isFlagDown,
  isLoud,
  MAX_FIELDS,
  plainKey,
  saysSomething,
  set,
  type NamedField
} from './failure-fields.js'
import { isError, isRows, partialIn } from './failure-rows.js'
import { countOf, failure, wordsOf, type BodyFailure } from './failure-signs.js'
import { failureInText } from './failure-text.js'
import { isFields, type Fields } from './foreign/fields.js'

/** An envelope is made of nothing but what errors are made of. */
const foreign = (entries: ReadonlyArray<NamedField>): ReadonlyArray<NamedField> =>
  entries.filter(([, name, value]) => !ENVELOPE.has(name) && value !== false && value !== 0)

const isScalar = (value: unknown): boolean => typeof value !== 'object'

const MAX_FOREIGN = 2

const isRecord = (entries: ReadonlyArray<NamedField>, hasRpc: boolean): boolean => {
  const others = foreign(entries)
  return (
    others.length > MAX_FOREIGN ||
    others.some(([, name, value]) => !isScalar(value) || (IDENTITY.has(name) && !(hasRpc && name === 'id')))
  )
}

// -- whole answers

// FHIR writes the outcome of a validation in the same form: those codes are findings.
const FHIR_FAILED = set(
  'notfound deleted login unknown security expired forbidden suppressed processing throttled exception timeout transient lockerror toocostly notsupported duplicate conflict'
)

const outcomeIn = (fields: Fields): BodyFailure | undefined => {
  const issues = fields['issue']
  if (fields['resourceType'] !== 'OperationOutcome' || !isRows(issues)) return undefined
  return issues.every(
    (one) =>
      isFields(one) &&
      (one['severity'] === 'error' || one['severity'] === 'fatal') &&
      FHIR_FAILED.has(plainKey(String(one['code'])))
  )
    ? failure(issues, { field: 'issue', count: issues.length })
    : undefined
}

const mcpIn = (fields: Fields): BodyFailure | undefined => {
  if (fields['isError'] !== true || !Array.isArray(fields['content'])) return undefined
  const says = wordsOf(fields['content'])
  const text = failureInText(says)
  return {
    ...failure({ content: says }, { field: 'isError', says }),
    ...(text === undefined ? {} : { code: text.code })
  }
}

/** Fields that report a failure by themselves: it is one whatever its words are. */
const strongIn = (fields: Fields, entries: ReadonlyArray<NamedField>): BodyFailure | undefined => {
  if (isRecord(entries, 'jsonrpc' in fields)) return undefined
  const flag = entries.find(([, name, value]) => isFlagDown(name, value)) ?? flagOf(fields)
  const word = entries.find(([, name, value]) => isFailedWord(name, value) || isLoud(name, value))
  const status = entries.find(([, name, value]) => isErrorStatus(name, value))
  const error = entries.find(([, name, value]) => ERRORS.has(name) && saysSomething(value) && !isFindings(value))
  const exception = entries.find(([key, name, value]) => isException(key, name, value))
  const says = wordsOf(fields)
  // The state of a job, or of a service, is an answer.
  if (error === undefined && flag === undefined && word !== undefined && says === '' && !isLoud(word[1], word[2]))
    return undefined
  if (flag !== undefined && error === undefined && isBesides(entries)) return undefined
  if (status !== undefined && error === undefined && flag === undefined && says === '') return undefined
  if (exception !== undefined && error === undefined && says === '') return undefined
  const found = error ?? flag ?? word ?? status ?? exception
  if (found === undefined) return undefined
  const errors = error?.[2]
  const count = countOf(errors)
  return failure(fields, { field: found[0], flagged: error === undefined, ...(count === undefined ? {} : { count }) })
}

const flagOf = (fields: Fields): NamedField | undefined => {
  for (const [key, value] of Object.entries(fields).slice(0, MAX_FIELDS)) {
    const name = plainKey(key)
    if (isFlagDown(name, value)) return [key, name, value]
  }
  return undefined
}

const isBesides = (entries: ReadonlyArray<NamedField>): boolean =>
  entries.some(
    ([, name, value]) =>
      ['data', 'result', 'results', 'checks', 'details', 'context'].includes(name) && typeof value === 'object'
  )

// What a linter or a validator found, by where it stands.
const isFindings = (value: unknown): boolean => {
  const list = Array.isArray(value) ? value : isFields(value) && Array.isArray(value['data']) ? value['data'] : []
  return (
    list.length > 0 &&
    list.every(
      (one) =>
        isFields(one) &&
        Object.keys(one).some((key) =>
          ['line', 'column', 'severity', 'file', 'filename', 'ruleid', 'rule', 'level', 'startline', 'range'].includes(
            plainKey(key)
          )
        )
    )
  )
}

const WEAK = set(
  'message detail reason msg code type errorcode statuscode documentationurl link errinfo errors fields explanation retryafter global status title description validationresults errorid details'
)

/** A few words under `message` or `detail` alone: a failure where they read like one. */
const weakIn = (fields: Fields, entries: ReadonlyArray<NamedField>): BodyFailure | undefined => {
  if (entries.length === 0 || entries.length > 5 || entries.some(([, name]) => !WEAK.has(name))) return undefined
  if (!entries.some(([, name]) => name === 'message' || name === 'detail' || name === 'msg')) return undefined
  // A listing of nothing says so in words, too.
  if (Object.values(fields).some((value) => Array.isArray(value) && value.length === 0)) return undefined
  const says = wordsOf(fields)
  const coded = entries.some(
    ([, name, value]) => name === 'code' && typeof value === 'string' && codeOfWords(value) !== undefined
  )
  if (!coded && (says.length > 400 || (codeOfWords(says) === undefined && failureInText(says) === undefined)))
    return undefined
  return failure(fields, { says })
}

const nestedIn = (entries: ReadonlyArray<NamedField>): BodyFailure | undefined => {
  const holders = entries.filter(([, , value]) => !isScalar(value))
  const [only] = holders
  if (only === undefined || holders.length > 1 || !isFields(only[2])) return undefined
  if (foreign(entries).some(([, , value]) => isScalar(value))) return undefined
  const [key, , inner] = only
  if (key === 'data') {
    const refused = mutationIn(inner)
    if (refused !== undefined) return refused
  }
  const found = foreign(entriesOf(inner)).length > 0 ? undefined : outcomeOf(inner)
  return found === undefined
    ? undefined
    : { ...found, field: found.field === undefined ? key : `${key}.${found.field}`, refused: false }
}

// A mutation of GraphQL says what it refused beside its null: `{"data": {"create": {"order": null, "userErrors": […]}}}`.
const mutationIn = (data: Fields): BodyFailure | undefined => {
  const [mutation, ...others] = Object.entries(data)
  if (mutation === undefined || others.length > 0 || !isFields(mutation[1])) return undefined
  const errors = mutation[1]['userErrors']
  return Array.isArray(errors) && errors.length > 0
    ? failure(errors, { field: `data.${mutation[0]}.userErrors`, count: errors.length })
    : undefined
}

const outcomeOf = (fields: Fields): BodyFailure | undefined => {
  const entries = entriesOf(fields)
  return outcomeIn(fields) ?? mcpIn(fields) ?? strongIn(fields, entries)
}

/** A list of errors and nothing else; or of outcomes, some of which are errors. */
const listIn = (list: ReadonlyArray<unknown>): BodyFailure | undefined => {
  if (list.length === 0 || list.length > 100 || isFindings(list)) return undefined
  const failed = list.map((one) => (isFields(one) ? outcomeOf(one) : undefined))
  const count = failed.filter((one) => one !== undefined).length
  if (count === list.length) return failure(list, { count })
  const rows = list.filter((one) => isFields(one) && FLAG_KEYS.some((key) => typeof one[key] === 'boolean'))
  return rows.length === list.length && list.some(isError)
    ? failure(list.filter(isError), { count: list.filter(isError).length, rows: [] })
    : undefined
}

const FLAG_KEYS = ['success', 'ok', 'succeeded'] as const

/** The failure that data reports, if it does: at its root, or one level down where nothing else stands beside it. Of an answer that was
 * accepted, only its root counts, and no message alone. */
export const failureInBody = (raw: unknown, accepted = false): BodyFailure | undefined => {
  if (Array.isArray(raw)) return accepted ? undefined : listIn(raw)
  if (!isFields(raw)) return undefined
  const entries = entriesOf(raw)
  return (
    outcomeIn(raw) ??
    mcpIn(raw) ??
    partialIn(raw, entries) ??
    strongIn(raw, entries) ??
    (accepted ? undefined : (weakIn(raw, entries) ?? nestedIn(entries)))
  )
}
