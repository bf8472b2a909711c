/** Failures whose words say that the request itself was refused, whatever else they advise. */
import { failureIn, namesEffect } from '../../core/failure/index.js'
import { isRefusingStatus } from '../../core/signs/index.js'
import { isOfArguments } from './cause.js'

const CODES: ReadonlySet<string> = new Set(['rejected_arguments', 'not_found', 'unauthorized'])

// "API error (HTTP 404)", `"status":400`, "PUT https://api.github.com/…: 422 Validation Failed"
const STATED =
  /\b(?:http|status(?:[ _]?code)?)["'\s:=(]{0,4}([1-5]\d\d)\b|\b(?:post|put|patch|delete) https?:\S+ ([1-5]\d\d)\b/gi
const REJECTED = /\b(?:this|the|your) (?:call|operation|request) (?:has been|is|was|will be) (?:rejected|refused)\b/i
// The service compared the version that the request names with its own before it wrote.
const STALE =
  /\b409\b.{0,20}\bis at \S{1,80} but expected\b|\bdoes not match (?:the )?(?:current|latest) (?:sha|etag)\b/i

const FIRST_SENTENCE = /^[^.;\n]{0,400}/

/** Whether the result of a call that failed says that its request was refused. */
export const isRefused = (text: string): boolean => {
  const failure = failureIn(text)
  // Of words that the recognizer does not know, only the log says that they are a failure.
  const { says, code, rows } = failure ?? { says: text, code: 'rejected_arguments', rows: undefined }
  if (rows !== undefined) return false
  if (STALE.test(text)) return true
  const statuses = [...text.matchAll(STATED)].map(([, own, ofRequest]) => Number(own ?? ofRequest))
  if (!statuses.every(isRefusingStatus)) return false
  if (REJECTED.test(says)) return true
  if (!CODES.has(code)) return false
  // "The order was placed, but its receipt: HTTP 404"
  const [before = ''] = statuses.length > 0 ? says.split(STATED) : (FIRST_SENTENCE.exec(says) ?? [])
  return !namesEffect(before) && (statuses.length > 0 || isOfArguments(before))
}
