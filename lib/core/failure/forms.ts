/** Recognizes whole responses of a published form, which reports a failure and nothing else. */
import { plainName, wordSet } from '../signs/names.js'
import { entriesOf, isCodeWord, isEmpty, marksRecord } from './fields.js'
import { isRows } from './rows.js'
import { bodyFailure, wordsOf, type BodyFailure } from './code.js'
import { failureInText } from './text.js'
import { codeOfWords } from './words.js'
import { isFields, type Fields } from '../foreign/fields.js'

// FHIR writes the outcome of a validation in the same form: those codes are findings.
const FHIR_FAILED = wordSet(
  `notfound deleted login unknown security expired forbidden suppressed processing throttled exception timeout
  transient lockerror toocostly notsupported duplicate conflict`
)

const outcomeIn = (fields: Fields): BodyFailure | undefined => {
  const issues = fields['issue']
  if (fields['resourceType'] !== 'OperationOutcome' || !isRows(issues)) return undefined
  return issues.every(
    (one) =>
      isFields(one) &&
      (one['severity'] === 'error' || one['severity'] === 'fatal') &&
      typeof one['code'] === 'string' &&
      FHIR_FAILED.has(plainName(one['code']))
  )
    ? bodyFailure(issues, { field: 'issue', count: issues.length })
    : undefined
}

const mcpIn = (fields: Fields): BodyFailure | undefined => {
  if (fields['isError'] !== true || !Array.isArray(fields['content'])) return undefined
  const says = wordsOf(fields['content'])
  const text = failureInText(says)
  return {
    ...bodyFailure({ content: says }, { field: 'isError', says }),
    ...(text === undefined ? {} : { code: text.code })
  }
}

// The errors of a guard, behind another one.
const CLASSES: ReadonlySet<unknown> = new Set(['schema_mismatch', 'partial_data', 'semantic_garbage'])

const guardedIn = (fields: Fields): BodyFailure | undefined =>
  CLASSES.has(fields['error_class']) && typeof fields['detail'] === 'string' && isEmpty(fields['data'])
    ? bodyFailure(fields, { field: 'error_class', says: fields['detail'] })
    : undefined

// RFC 9457, often without a status:
// `{"type": "https://…/errors#unprovisioned", "title": …, "detail": …, "instance": …}`.
const OF_PROBLEM = wordSet(
  'type title detail instance status code errors invalidparams invalidparameters traceid requestid timestamp'
)

const problemIn = (fields: Fields): BodyFailure | undefined => {
  const { type, title, detail, instance } = fields
  if (typeof title !== 'string' || typeof detail !== 'string') return undefined
  const isTyped = typeof type === 'string' && (type === 'about:blank' || /^https?:\/\/\S+$/.test(type))
  return (isTyped || typeof instance === 'string') && Object.keys(fields).every((key) => OF_PROBLEM.has(plainName(key)))
    ? bodyFailure(fields, { says: detail })
    : undefined
}

// RFC 6749, with what a service puts beside it.
const oauthIn = (fields: Fields): BodyFailure | undefined => {
  const { error, error_description: says } = fields
  if (typeof error !== 'string' || typeof says !== 'string' || isEmpty(error) || isEmpty(says)) return undefined
  return entriesOf(fields).some(marksRecord) ? undefined : bodyFailure(fields, { field: 'error', says })
}

// OMA's RESTful network APIs, GSMA's OneAPI and Infobip:
// `{"requestError": {"serviceException": {"messageId": "SVC0002", "text": …, "variables": […]}}}`.
const requestErrorIn = (fields: Fields): BodyFailure | undefined => {
  const { requestError } = fields
  if (!isFields(requestError) || entriesOf(fields).length > 1) return undefined
  const exception = requestError['serviceException'] ?? requestError['policyException']
  if (!isFields(exception) || typeof exception['messageId'] !== 'string') return undefined
  // The text has places (`%1`), and the variables are what belongs there.
  const says = ['text', 'variables', 'validationErrors'].map((key) => wordsOf(exception[key], 1))
  return bodyFailure(
    { code: exception['messageId'] },
    { field: 'requestError', says: says.filter((words) => words !== '').join('; ') }
  )
}

// Sinch: `{"code": "unknown_group", "text": …}`, Impala:
// `{"code": "VALIDATION_ERROR", "message": …, "validations": […]}`.
const CODE = /^[a-z]+(?:_[a-z]+)+$|^[A-Z]+(?:_[A-Z]+)+$/
const OF_CODED = wordSet('code message text description validations timestamp')

/** Whether a response is a word as its code, and a sentence about it. */
export const isCodedWords = (fields: Fields): boolean => {
  const { code } = fields
  const says = fields['message'] ?? fields['text'] ?? fields['description']
  return (
    typeof code === 'string' &&
    CODE.test(code) &&
    typeof says === 'string' &&
    (isCodeWord(code) || codeOfWords(says) !== undefined) &&
    entriesOf(fields).every(([, name]) => OF_CODED.has(name))
  )
}

/** FHIR's outcome of an operation, a result of MCP, a guard's error, a problem, errors of OAuth and OMA. */
export const formIn = (fields: Fields): BodyFailure | undefined =>
  outcomeIn(fields) ??
  mcpIn(fields) ??
  guardedIn(fields) ??
  problemIn(fields) ??
  oauthIn(fields) ??
  requestErrorIn(fields)
