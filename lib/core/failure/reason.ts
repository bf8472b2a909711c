/** Reasons: whether a body says why the request itself was refused. */
import { statusesAndCodes } from './code.js'
import { NOT_ELSEWHERE } from './deeds.js'
import { asData } from './other-data.js'
import { wordsIn } from './recognize.js'
import { saysNoInWords } from './report.js'
import { codeOfWords, spaced } from './words.js'

// These say no more than the status does.
const OF_STATUS = /^(?:bad request|unprocessable (?:content|entity))(?: error| exception)?$/
// These say that something failed, unless they say more: `validation_error`.
const OF_FAILURE = /^(?:\w+ )?(?:err(?:or)?|exception)$|\bfail(?:ed|ure)?$/

const givesReason = (code: unknown): boolean => {
  if (typeof code !== 'string') return false
  const words = spaced(code)
  return /[a-z]/.test(words) && !OF_STATUS.test(words) && (!OF_FAILURE.test(words) || codeOfWords(code) !== undefined)
}

// Of what is asked for, also in words whose code says nothing: "timeout must be a positive number"
const OF_REQUEST = /\b(?:must|required|invalid (?:value|argument|parameter))\b/i

/**
 * Whether a body says why its request was refused: by a code of the service's own, or in words that say no. A service
 * that answers 400 to whatever one of its steps threw (`{"error": "Failed to send the receipt"}`) may have done
 * everything before. Nothing at all leaves it to the status.
 */
export const saysWhy = (body: unknown): boolean => {
  const data = asData(body)
  const says = wordsIn(data)
  if (says.trim() === '') return true
  const { codes } = statusesAndCodes(data)
  if (codes.some((code) => code !== says && givesReason(code))) return true
  // Of a request of its own: its status would be 404.
  if (says === 'Not Found') return false
  const code = codeOfWords(says) ?? ''
  return (
    code === 'rate_limited' ||
    OF_REQUEST.test(says) ||
    NOT_ELSEWHERE.test(says) ||
    saysNoInWords({ code, says, statuses: [400] })
  )
}
