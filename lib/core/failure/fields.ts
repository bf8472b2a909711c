/** The names and words with which responses report errors. */
import { codeOfWords, spaced } from './words.js'
import { plainName, wordSet } from '../signs/names.js'
import { type Fields, isFields, isObject } from '../foreign/fields.js'

// -- the words of the trade

// Fields that report an error if they have content.
const ERROR =
  /^(?:odata|service|server|insert|user|api|detailed|validation)?err(?:or)?s?(?:code(?:label)?|number|no|id|name|type|key|text|msg|messages?|description|summary|info|details?|reason|list|wrappers)?$|^(?:fault|failure|faultstring|exception|exception(?:type|message|name))$/
/** Whether a field of that name reports an error by having content. */
export const isErrorName = (name: string): boolean => ERROR.test(name)
// Fields that hold the words, best ones first.
export const WORDS =
  `message errormessage errordescription errorsummary errorinfo faultstring errormsg errmsg errortext statusmessage
  resultmessage errordetail submsg msg detail usermessage responsemsg debugmessage reason diagnostics explanation
  description longmessage title text error errormessages errors fault err result exception validationresults
  inserterrors usererrors statustext issues value`.split(/\s+/)
export const CODE_NAMES = wordSet(
  `code cod error errorcode errcode errorname errortype errorid type status statuscode reason name id category
  scimtype messagetype severity httpstatus httpstatuscode httpcode statustext err subcategory subcode resultcode`
)
export const STATUSES = wordSet(
  `status statuscode code cod rc retcode ret httpstatus httpcode errorcode errcode httpstatuscode error errno
  responsecode stacktrace hostid issues statustext`
)
const FLAGS = wordSet('ok success succeeded successful issuccess response')
export const FAILED = wordSet('nok ko error errors fail failed failure notok err exception faulted')
// Words for a status of Google's services, AWS and gRPC.
const RPC_STATUS =
  /^(?=.*(?:ERROR|DENIED|LIMIT|INVALID|NOT_FOUND|EXCEEDED|UNAUTH|UNAVAILABLE|FORBIDDEN|MISSING|FAILED))(?:[A-Z]{3,}(?:_[A-Z]+)+|UNAUTHENTICATED|UNAVAILABLE|UNAUTHORIZED|FORBIDDEN)$/

// All fields of an error envelope. Any other field with content makes it a record.
const ENVELOPE: ReadonlySet<string> = new Set([
  ...WORDS,
  ...CODE_NAMES,
  ...STATUSES,
  ...FLAGS,
  ...wordSet(
    `valid authorized messages details iserror documentationurl docurl moreinfo link links href url
    retryafter requestid correlationid traceid logid transactionid instance domain timestamp time path method field
    fields target request schemas violations extensions context jsonrpc location innererror stack trace
    errorlink erroruri kind apiversion global limit scope data responseheader grouped phase hint hints solution docs
    documentation failurereason debugid namespace resourcetype issue charge declinecode
    requestlogurl charset version messageversion expected locale modelstate origin qtime
    faultcode numerrors retryable resource source level line column tip
    jsonapi took elapsed sqlstate statementhandle errordata errorcodes elements ecode validations uri date problems
    problemdata replycode`
  )
])

/** Whether errors have a field of that name. */
export const isEnvelopeName = (name: string): boolean =>
  ENVELOPE.has(name) ||
  isErrorName(name) ||
  /^(?:help|param|suggest|warning)|(?:causes?|meta(?:data)?|params)$/.test(name)

// They name an entity, or times of its life: a job, a check, a failed delivery.
const IDENTITY = wordSet(
  'id uid uuid guid name key object created updated jobid taskid sku email orderid attempts attempt'
)
const LIFE =
  /(?:created|updated|started|checked|finished|completed|delivered|sent|seen|failed|ran|queued|synced)(?:at|on|time)$|^(?:last(?:seen|sync|run)|firstseen|duration|latency|responsetime)(?:ms|s)?$/
// They give a verdict on the request, as a validator does.
const VERDICT = wordSet(
  `valid isvalid invalid passed verdict compliant conforms wellformed deliverability deliverable filename filepath
  level exitcode exitstatus returncode`
)

// -- reading

export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

export const MAX_FIELDS = 40

export type NamedField = readonly [key: string, name: string, value: unknown]

export const entriesOf = (fields: Fields, most = MAX_FIELDS): ReadonlyArray<NamedField> => {
  const entries: Array<NamedField> = []
  let left = most
  for (const key of Object.keys(fields)) {
    if (left-- <= 0) break
    const value = fields[key]
    if (!isEmpty(value)) entries.push([key, plainName(key), value])
  }
  return entries
}

// -- what a field says

const NO_ERROR = /^(?:ok|none|no ?error|success|succeeded|n\/?a|null|false|0+|2\d\d|unknown_\w+_reason|-*)$/i

// `{"error": {"type": "object", "properties": …}}` describes errors.
const isSchema = (error: Fields): boolean => error['type'] === 'object' || isFields(error['properties'])

// TikTok: `"error": {"code": "ok", "message": ""}`; DocuSign: `"errorDetails": {"errorCode": "SUCCESS", "message": ""}`
const saysOk = ({ errorCode, code = errorCode, message }: Fields): boolean =>
  typeof code === 'string' &&
  NO_ERROR.test(code.trim()) &&
  (isEmpty(message) || (typeof message === 'string' && NO_ERROR.test(message)))

const isTally = (value: object): boolean =>
  Object.entries(value).every(
    ([key, one]) => one === 0 || (typeof one === 'number' && /^(?:count|total)/.test(plainName(key)))
  )

/** Whether the content of an error field is an error. */
export const saysSomething = (error: unknown): boolean => {
  // An error rate is a measure; so is a count of errors.
  if (isEmpty(error) || error === false || (typeof error === 'number' && !Number.isInteger(error))) return false
  if (!isObject(error)) return !NO_ERROR.test(String(error).trim())
  return (
    Array.isArray(error) ||
    !(isSchema(error as Fields) || saysOk(error as Fields) || isTally(error) || Object.values(error).every(isEmpty))
  )
}

/** Whether a field reports an error by having content. */
export const isErrorField = ([, name, value]: NamedField): boolean =>
  isErrorName(name) &&
  saysSomething(value) &&
  !(typeof value === 'number' && (name.endsWith('s') || name === 'failure'))

/** Whether a text is a service's code for a failure: `not_found`, `INVALID_REQUEST`, `RecordInvalid`. */
export const isCodeWord = (value: unknown): boolean =>
  typeof value === 'string' &&
  value.length <= 80 &&
  /^[\w.-]+$/.test(value) &&
  (codeOfWords(value) !== undefined || FAILED.has(plainName(value)) || /(?:Error|Exception|_ERROR)$/.test(value))

/** Whether a field marks its object as a record: it names an entity, gives its times, or a verdict. */
export const marksRecord = ([, name, value]: NamedField): boolean =>
  LIFE.test(name) || VERDICT.has(name) || (IDENTITY.has(name) && !isCodeWord(value))

export const isFlagDown = (name: string, value: unknown): boolean =>
  (/^(?:iserror|haserrors?|failed)$/.test(name) && value === true) ||
  (FLAGS.has(name) && (value === false || (name === 'response' && value === 'False')))

/** Whether a field says that all went well: `{"ok": true, "message": "must be picked up first"}` does. */
export const isFlagUp = (name: string, value: unknown): boolean =>
  FLAGS.has(name) && (value === true || value === 'true' || (name === 'response' && value === 'True'))

export const isFailedWord = (name: string, value: unknown): boolean =>
  /^(?:(?:response)?status|result|type|object|message|outcome|response|stat)$/.test(name) &&
  typeof value === 'string' &&
  FAILED.has(plainName(value))

export const isRpcStatus = (name: string, value: unknown): boolean =>
  (name === 'status' || name === 'code') && typeof value === 'string' && RPC_STATUS.test(value)

export const isErrorStatus = (name: string, value: unknown): boolean =>
  STATUSES.has(name) && (typeof value === 'number' || typeof value === 'string') && /^[45]\d\d$/.test(String(value))

export const isException = (key: string, name: string, value: unknown): boolean =>
  typeof value === 'string' &&
  (key === '__type' || name === 'type' || name === 'code') &&
  /(?:Exception|Error|Fault)$/.test(value)

// An exception without words: `{"error": ""}`, `{"error": {"message": ""}}`
export const isSilent = (data: Fields): boolean => {
  const [entry, ...others] = Object.entries(data)
  if (entry === undefined || others.length > 0) return false
  const [key, value] = entry
  return isErrorName(plainName(key)) && (typeof value === 'string' || isFields(value))
}

const NO_IN_CODE = /\b(?:black|denied|exceed|fail|illegal|incorrect|insufficient|limit|not enough|out of|un)/

/** Whether a code says no, and nothing names a deed: `{"Code": "isv.AMOUNT_NOT_ENOUGH", "Message": …}`. */
export const isRefusalByCode = (entries: ReadonlyArray<NamedField>): boolean =>
  entries.some(([, name]) => name === 'message') &&
  !entries.some(([key]) => /(?<!\b(?:request|trace) )\b(?:id|no)$/.test(spaced(key))) &&
  entries.some(
    ([, name, value]) =>
      name === 'code' &&
      typeof value === 'string' &&
      /^\w{1,60}[._]\w{1,80}$/.test(value) &&
      (isCodeWord(value) || NO_IN_CODE.test(spaced(value)))
  )
