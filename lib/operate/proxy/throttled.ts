/** Responses that only say that their service was asked too often. */
import { failureIn, saysTooOften } from '../../core/failure/index.js'

/** Whether a text is nothing but such words, sent as a result: the proxy refuses it. */
export const isThrottled = (text: string): boolean => {
  if (saysTooOften(text)) return true
  const found = /^\s*[{[]/.test(text) ? failureIn(text, { accepted: true }) : undefined
  return found?.code === 'rate_limited' && found.rows === undefined
}
