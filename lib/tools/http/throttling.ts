/** Tells an answer that means "too often" where the status does not say so (GitHub's 403, AWS's 400, an error sent as 200), and how long a service asks to wait. */
import type { IncomingHttpHeaders } from 'node:http'
import { isObject } from '../../core/foreign/fields.js'

// -- too often

const WORDS =
  /rate[\s_-]?limit|too[\s_-]?many[\s_-]?requests|throttl|quota[\s_-]?exceeded|request[\s_-]?limit[\s_-]?exceeded|slow[\s_-]?down/i
const MAX_BYTES = 4096

// The keys by which services report an error. A payload with any other key is data, whatever its words are.
const ENVELOPE: ReadonlySet<string> = new Set([
  'error',
  'errors',
  'error_code',
  'error_description',
  'message',
  'code',
  'status',
  'statuscode',
  'type',
  '__type',
  'title',
  'detail',
  'details',
  'reason',
  'ok',
  'success',
  'documentation_url',
  'help',
  'retry_after',
  'request_id',
  'requestid',
  'instance',
  'domain'
])

const textOf = (body: Uint8Array): string => new TextDecoder().decode(body.subarray(0, MAX_BYTES))

const isEnvelope = (value: unknown): boolean => {
  if (!isObject(value)) return true
  if (Array.isArray(value)) return value.length > 0 && value.every(isEnvelope)
  // GraphQL says `"data": null` beside its errors.
  return Object.entries(value).every(
    ([key, inner]) => (key === 'data' && inner === null) || (ENVELOPE.has(key.toLowerCase()) && isEnvelope(inner))
  )
}

/** An error's body, and headers that say that nothing is left of the allowance. */
export const isThrottledError = (status: number, headers: IncomingHttpHeaders, body: Uint8Array): boolean => {
  if (status === 429) return true
  if (status === 403 && (headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0')) return true
  return WORDS.test(textOf(body))
}

/** A short JSON object of nothing but an error that speaks of throttling, sent with a status of success. */
export const isThrottledSuccess = (body: Uint8Array): boolean => {
  if (body.length > MAX_BYTES) return false
  const text = textOf(body)
  if (!WORDS.test(text)) return false
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) && ('error' in value || 'errors' in value) && isEnvelope(value)
  } catch {
    return false
  }
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

/** The wait for a person or a model: whole seconds, rounded up. */
export const waitSeconds = (ms: number): number => Math.ceil(ms / 1000)
