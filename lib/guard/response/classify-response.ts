/** Classifies a response by its status, the end of its body, and headers that name a next page or a wait. */
import { failureIn, namesEffect, saysWhy, statesEffect, waitOf, wordsIn } from '../../core/failure/index.js'
import { GRPC, codeOfStatus, isRefusingStatus, namesReason } from '../../core/signs/index.js'
import { dataOf } from '../../core/json/index.js'
import {
  type ToolError,
  count,
  errorOfCode,
  partialData,
  schemaMismatch,
  semanticGarbage
} from '../../core/errors/index.js'
import { decodeText, type BodyEnd, type ResponseHeaders } from './body.js'
import { nextPageOf } from './next-page.js'
import { TRANSIENT, refusal, type Outcome } from './outcome.js'
import { isThrottledError, isThrottledSuccess, retryAfterMs } from './throttling.js'

// -- model

/** A response, with as much of its body as its status deserves. */
export interface ReadResponse {
  readonly status: number
  readonly headers: ResponseHeaders
  readonly body: Uint8Array
  readonly end: BodyEnd
}

/** The request that was answered. */
interface AnsweredRequest {
  readonly url: URL
  readonly method: string
}

// -- refusals

const throttled = (status: number, waitMs: number | null, executed: 'no' | 'unknown'): Outcome => {
  // With any other status, the headers or the body say so.
  const detail =
    status === 429
      ? 'The service answered 429: too many requests.'
      : `The service answered ${status} and says that it is called too often.`
  return refusal(partialData({ code: 'rate_limited', detail, ...waitOf(waitMs) }), executed, {
    waitMs,
    throttled: true
  })
}

const unavailable = (status: number, waitMs: number | null): Outcome =>
  refusal(
    partialData({ code: 'tool_unavailable', detail: `The service answered ${status}.`, ...waitOf(waitMs) }),
    'unknown',
    { waitMs, throttled: false }
  )

/** A 3xx that is not followed. It may come after a write was done: POST, redirect, GET. */
const notFollowed = (status: number): Outcome => {
  const detail =
    status === 304
      ? 'The service answered 304: nothing changed, and so it sent nothing.'
      : `The service answered ${status}, a redirect that is not followed.`
  const hint =
    status === 304
      ? 'No data came. Use another tool, or tell the user.'
      : 'Nothing was sent to another address. Use another tool, or tell the user.'
  return refusal(semanticGarbage({ code: 'forbidden_url', detail, hint }), 'unknown')
}

const textIn = ({ headers, body }: ReadResponse): string => {
  const text = decodeText(headers['content-type'], body)
  return typeof text === 'string' ? text : new TextDecoder().decode(text)
}

// Bytes that are no text, or in a charset that nobody declared
const UNREADABLE = /[\0-\x08\x0e-\x1a\ufffd]/

// What the service itself says beside the status.
const saidIn = (response: ReadResponse): unknown =>
  /^(?:image|audio|video)/i.test(response.headers['content-type'] ?? '') ? '' : dataOf(textIn(response))

// "Order 17 was created, but its mail failed", `{"charge": {"paid": true}, "error": …}`: then a status is no proof, nor
// where nobody read the body to its end.
const quoting = (outcome: Outcome, response: ReadResponse): Outcome => {
  if (outcome.kind !== 'failed') return outcome
  const said = saidIn(response)
  // The text of a page is a proxy's or a framework's.
  const isPage = typeof said === 'string' && /^text\/html/i.test(response.headers['content-type'] ?? '')
  const says = isPage ? '' : wordsIn(said)
  const isRead = (response.end === 'whole' || response.end === 'unmarked') && !UNREADABLE.test(textIn(response))
  const isExplained = namesReason(response.status) || saysWhy(said)
  const isDoubtful = outcome.executed === 'no' && (!isRead || !isExplained || namesEffect(says) || statesEffect(said))
  return {
    ...outcome,
    ...(says === '' ? {} : { says }),
    executed: isDoubtful ? 'unknown' : outcome.executed,
    response: { status: response.status, body: said }
  }
}

const refused = (response: ReadResponse, now: number): Outcome =>
  response.status >= 300 && response.status < 400
    ? notFollowed(response.status)
    : quoting(ofStatus(response, now), response)

const ofStatus = ({ status, headers, body }: ReadResponse, now: number): Outcome => {
  const waitMs = retryAfterMs(headers['retry-after'], now)
  const detail = `The service answered ${status}.`
  const executed = isRefusingStatus(status) ? 'no' : 'unknown'
  if (isThrottledError(status, headers, body)) return throttled(status, waitMs, executed)
  const code = codeOfStatus(status) ?? (status < 500 ? 'rejected_arguments' : 'tool_unavailable')
  return code === 'tool_unavailable' ? unavailable(status, waitMs) : refusal(errorOfCode(code, { detail }), executed)
}

// -- bodies

const PROBLEM = /^application\/problem\+json\b/i

/** The failure of a problem (RFC 9457), whatever its status; a body of this type without words of a failure is data. */
const problem = (response: ReadResponse): Outcome => {
  const found = failureIn(new TextDecoder().decode(response.body))
  const error = errorOfCode(found?.code ?? 'error_in_body', {
    detail: `The service answered ${response.status} with a problem (application/problem+json).`
  })
  return quoting(refusal(error, 'unknown'), response)
}

export const tooLarge = (maxBytes: number): ToolError =>
  schemaMismatch({ code: 'too_large', detail: `The response is larger than ${count(maxBytes, 'byte')}.` })

const shortBecause = (end: BodyEnd, status: number, bytes: string): string | null => {
  if (end === 'cut') return `The connection ended after ${bytes}, before the response was complete.`
  if (end === 'torn') return `The compressed response ends too early; ${bytes} could be read.`
  return status === 206 ? `The service sent only a part (206), ${bytes}.` : null
}

// Each line is a value of its own.
const LINES = /ndjson|json-?(?:l|seq)|stream.json/i

const unmarkedBody = (value: Uint8Array | string, bytes: string, type: string): Outcome => ({
  kind: 'incomplete',
  value,
  why: {
    code: 'incomplete_response',
    detail: `The response has no length, and its connection ended after ${bytes}: it may have been cut.`
  },
  again: null,
  ...(LINES.test(type) ? {} : { unmarked: true })
})

const accepted = (response: ReadResponse, { url, method }: AnsweredRequest, maxBytes: number, now: number): Outcome => {
  const { status, headers, body, end } = response
  const type = headers['content-type'] ?? ''
  if (status === 204 || status === 205 || method === 'HEAD') return { kind: 'no_content' }
  if (end === 'too_large') return refusal(tooLarge(maxBytes), 'unknown')
  if (end === 'damaged' || end === 'unreadable') {
    const detail =
      end === 'damaged'
        ? 'The compressed response is damaged.'
        : 'The response is compressed in a way that is not supported.'
    return refusal(schemaMismatch({ code: 'not_text', detail }), 'unknown')
  }
  // A call of gRPC-Web that failed is answered 200.
  const grpc = Number(headers['grpc-status'] ?? 0)
  if (grpc > 0) {
    const detail = `The service answered ${status}, and ${grpc} as its status of gRPC.`
    return refusal(errorOfCode(GRPC[grpc]?.[1] ?? 'error_in_body', { detail }), 'unknown')
  }
  const value = decodeText(type, body)
  const bytes = count(body.length, 'byte')
  const short = shortBecause(end, status, bytes)
  if (short !== null) {
    const again = end === 'cut' ? TRANSIENT : null
    return { kind: 'incomplete', value, why: { code: 'incomplete_response', detail: short }, again }
  }
  if (isThrottledSuccess(body))
    return quoting(throttled(status, retryAfterMs(headers['retry-after'], now), 'unknown'), response)
  if (PROBLEM.test(type) && wordsIn(saidIn(response)) !== '') return problem(response)
  const next = method === 'GET' ? nextPageOf(headers, url) : null
  if (next === null) return end === 'unmarked' ? unmarkedBody(value, bytes, type) : { kind: 'body', value }
  const why = { code: 'more_pages_available', detail: next.detail, ...(next.hint === null ? {} : { hint: next.hint }) }
  return { kind: 'incomplete', value, why, again: null, page: next }
}

/** Classifies a response; `now` in milliseconds of the epoch. */
export const classifyResponse = (
  response: ReadResponse,
  asked: AnsweredRequest,
  maxBytes: number,
  now: number
): Outcome => {
  const isSuccess = response.status >= 200 && response.status < 300
  return isSuccess ? accepted(response, asked, maxBytes, now) : refused(response, now)
}
