/** Tells an answer that means "too often" where the status does not say so: GitHub's 403, AWS's 400, an error sent as 200. */
import type { IncomingHttpHeaders } from 'node:http'

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
  if (typeof value !== 'object' || value === null) return true
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
    return typeof value === 'object' && value !== null && ('error' in value || 'errors' in value) && isEnvelope(value)
  } catch {
    return false
  }
}
