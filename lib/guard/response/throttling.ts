/**
 * Recognizes a response that means "too often" where the status does not say so (GitHub's 403, AWS's 400, an error sent
 * as 200), and how long a service asks to wait.
 */
import { failureIn } from '../../core/failure/index.js'
import { codeOfStatus } from '../../core/signs/index.js'
import type { ResponseHeaders } from './body.js'

// -- too often

const WORDS =
  /rate[\s_-]?limit|too[\s_-]?many[\s_-]?requests|throttl|quota[\s_-]?exceeded|request[\s_-]?limit[\s_-]?exceeded|slow[\s_-]?down/i
const MAX_BYTES = 4096

const textOf = (body: Uint8Array): string => new TextDecoder().decode(body.subarray(0, MAX_BYTES))

/** An error's body, and headers that say that nothing is left of the allowance. */
export const isThrottledError = (status: number, headers: ResponseHeaders, body: Uint8Array): boolean => {
  if (codeOfStatus(status) === 'rate_limited') return true
  if (status === 403 && (headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0')) return true
  return WORDS.test(textOf(body))
}

/** An answer of nothing but an error that speaks of throttling, sent with a status of success. */
export const isThrottledSuccess = (body: Uint8Array): boolean => {
  if (body.length > MAX_BYTES) return false
  const text = textOf(body)
  if (!/^\s*\{/.test(text)) return false
  const found = failureIn(text, { accepted: true })
  return found?.code === 'rate_limited' && found.rows === undefined
}

// -- how long to wait: `Retry-After` (RFC 9110, 10.2.3) holds whole seconds, or an HTTP date

const SECONDS = /^\d{1,9}$/
// The preferred form and the two obsolete ones; Date.parse alone would read a date into nearly any text with a number.
const HTTP_DATE =
  /^(?:[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/

/** The wait in milliseconds from `now` (milliseconds of the epoch), or null where none can be read. */
export const retryAfterMs = (header: string | undefined, now: number): number | null => {
  const text = header?.trim() ?? ''
  if (SECONDS.test(text)) return Number(text) * 1000
  if (!HTTP_DATE.test(text)) return null
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
