/** Recognizes responses that report a failure. */
export type { AskedFor } from './admitted-words.js'
export { asksAgain, sentencesThatAsk } from './asked-again.js'
export { chosenCode } from './code.js'
export { namesEffect } from './deeds.js'
export { withoutEcho } from './echo.js'
export { isErrorName } from './fields.js'
export { type Listed, listedAs, listedParts, MAX_READ, ofSecretPlace, withListed } from './listed.js'
export { sendsNotices, tellsOfNotice } from './notices.js'
export { FAILURE_CODES, admitsFailure, failureError, failureIn, waitOf, wordsIn } from './recognize.js'
export {
  followsLines,
  isReport,
  saysRefused,
  isReportIn,
  refusesIn,
  namesPrecondition,
  saysNo,
  saysRefusal,
  speaksOfTransport,
  holdsPart,
  textHoldsPart
} from './report.js'
export { saysWhy } from './reason.js'
export { statesEffect } from './statements.js'
export { saysTooOften } from './text.js'
export { codeOfWords, saysMisfit, spaced } from './words.js'
