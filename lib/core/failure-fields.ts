/** The names and the words by which answers report errors, and what their fields say. */
import type { Fields } from './foreign/fields.js'

// -- the words of the trade

export const plainKey = (key: string): string => key.toLowerCase().replace(/[^a-z]/g, '')

export const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

// Fields that report an error by being there with something in them.
export const ERRORS = set(
  'error errors err fault exception errormessage errormessages errormsg errordescription errorsummary errorinfo errorcode errorname errorid errortype serviceerror servererror inserterrors usererrors usererror apierror faultstring'
)
// Fields that hold the words, the best ones first.
export const WORDS = [
  'message',
  'errormessage',
  'errordescription',
  'errorsummary',
  'errorinfo',
  'faultstring',
  'errormsg',
  'msg',
  'detail',
  'reason',
  'diagnostics',
  'explanation',
  'description',
  'longmessage',
  'title',
  'text',
  'error',
  'errormessages',
  'errors',
  'fault',
  'err',
  'result',
  'exception',
  'validationresults',
  'inserterrors',
  'usererrors'
]
export const CODE_NAMES = set(
  'code error errorcode errorname errortype errorid type status statuscode reason name category scimtype messagetype severity httpstatus httpcode statustext err subcategory'
)
export const STATUSES = set(
  'status statuscode code httpstatus httpcode errorcode httpstatuscode error errno responsecode'
)
const FLAGS = set('ok success succeeded successful issuccess response valid authorized')
export const FAILED = set('error errors fail failed failure notok err exception faulted')
// Words that stand for a status of their own: Google's services, AWS and gRPC write them.
const LOUD =
  /^(?:[A-Z]{3,}(?:_[A-Z]+)+_?(?:ERROR|DENIED|LIMIT|REQUEST|FOUND|EXCEEDED|ARGUMENT|AUTHENTICATED)?|UNAUTHENTICATED|UNAVAILABLE|UNAUTHORIZED|FORBIDDEN)$/
const LOUD_FAILED = /(?:ERROR|DENIED|LIMIT|INVALID|NOT_FOUND|EXCEEDED|UNAUTH|UNAVAILABLE|FORBIDDEN|MISSING|FAILED)/

// All that an envelope of an error is made of. A field of any other name that holds anything makes it a record.
export const ENVELOPE: ReadonlySet<string> = new Set([
  ...ERRORS,
  ...WORDS,
  ...CODE_NAMES,
  ...STATUSES,
  ...FLAGS,
  ...set(
    'messages details statusmessage iserror documentationurl docurl moreinfo help helpurl helplink link links infolink href url retryafter requestid correlationid traceid logid transactionid instance domain timestamp time path method field fields param params parameter parameters target request subcategory schemas scimtype policyname invalidparams validationerrors violations metadata meta extensions warnings warningmessages warningmessage context jsonrpc location innererror stack trace errorcauses errorlink errinfo erroruri causes cause kind apiversion global limit scope details data responseheader rootcause grouped phase hint hints errordetails solution docs documentation failurereason failedcause debugid informationlink namespace resourcetype issue charge declinecode requestlogurl charset version messageversion value expected locale userpresentablemessage origin qtime suggestions suggestion errorlist faultcode numerrors nextsteps retryable logref errorkey detailmessage paramname resource exceptiontype source level line column apiresponse tip'
  )
])
// They name a thing of its own: a job, a batch, a record that failed.
export const IDENTITY = set(
  'id uid uuid guid name key object createdat created updatedat startedat jobid taskid sku email orderid'
)

// -- reading

export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

export const MAX_FIELDS = 40

export type NamedField = readonly [key: string, name: string, value: unknown]

export const entriesOf = (fields: Fields): ReadonlyArray<NamedField> =>
  Object.entries(fields)
    .slice(0, MAX_FIELDS)
    .filter(([, value]) => !isEmpty(value))
    .map(([key, value]) => [key, plainKey(key), value] as const)

// -- what a field says

export const saysSomething = (error: unknown): boolean =>
  !isEmpty(error) && error !== false && error !== 0 && !(typeof error === 'string' && error.trim() === '')

export const isFlagDown = (name: string, value: unknown): boolean =>
  (name === 'iserror' && value === true) ||
  (FLAGS.has(name) &&
    name !== 'valid' &&
    name !== 'authorized' &&
    (value === false || (name === 'response' && value === 'False')))

export const isFailedWord = (name: string, value: unknown): boolean =>
  ['status', 'state', 'result', 'type', 'message', 'outcome', 'response', 'stat'].includes(name) &&
  typeof value === 'string' &&
  FAILED.has(plainKey(value))

export const isLoud = (name: string, value: unknown): boolean =>
  (name === 'status' || name === 'code') && typeof value === 'string' && LOUD.test(value) && LOUD_FAILED.test(value)

export const isErrorStatus = (name: string, value: unknown): boolean =>
  STATUSES.has(name) &&
  ((typeof value === 'number' && Number.isInteger(value)) || (typeof value === 'string' && /^\d{3}$/.test(value))) &&
  Number(value) >= 400 &&
  Number(value) < 600

export const isException = (key: string, name: string, value: unknown): boolean =>
  typeof value === 'string' &&
  (key === '__type' || name === 'type' || name === 'code') &&
  /(?:Exception|Error|Fault)$/.test(value)
