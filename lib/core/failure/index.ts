/** Recognizes responses that report a failure. */
export { chosenCode } from './code.js'
export { isErrorName } from './fields.js'
export { FAILURE_CODES, admitsFailure, failureError, failureIn, waitOf, wordsIn } from './recognize.js'
export {
  isReport,
  saysRefused,
  isReportIn,
  refusesIn,
  namesEffect,
  namesPrecondition,
  saysNo,
  speaksOfTransport,
  statesEffect
} from './report.js'
export { saysTooOften } from './text.js'
export { codeOfWords } from './words.js'
