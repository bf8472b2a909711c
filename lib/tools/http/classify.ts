/** From what came over the wire to what it means: statuses, ends of bodies and network faults to their codes. */
import { OUT_OF_REACH } from '../../core/codes.js'
import { failureIn, wordsIn } from '../../core/failure.js'
import { isRefusingStatus } from '../../core/failure-words.js'
import { count } from '../../core/text.js'
import { partialData, schemaMismatch, semanticGarbage } from '../../core/tool-error.js'
import { isNetworkCode, NEVER_SENT } from '../../core/network-codes.js'
import { decodeText } from './content.js'
import type { Exchanged } from './exchange.js'
import { nextPageOf } from './next-page.js'
import { PASSING, refusal, type Outcome } from './outcome.js'
import { FORBIDDEN_ADDRESS } from './network-policy.js'
import type { BodyEnd } from './read-body.js'
import type { PreparedRequest } from './request.js'
import { isThrottledError, isThrottledSuccess, retryAfterMs, waitSeconds } from './throttling.js'

type Response = Extract<Exchanged, { readonly kind: 'response' }>

// -- refusals

export const forbidden = (detail: string): Outcome => refusal(semanticGarbage({ code: 'forbidden_url', detail }), 'no')

/** Something was sent, and answered: only the address that the answer leads to got nothing. */
export const forbiddenBeyond = (detail: string): Outcome =>
  refusal(
    semanticGarbage({
      code: 'forbidden_url',
      detail,
      hint: 'Nothing was sent to the other address. Use an allowed address or another tool.'
    }),
    'no'
  )

/** Redirects within what is allowed that come to no end. */
export const redirectedTooOften = (times: number): Outcome =>
  refusal(
    semanticGarbage({
      code: 'forbidden_url',
      detail: `The service redirected ${times} times in a row, in a circle or from address to address.`,
      hint: 'The same address will lead nowhere again. Use another address or another tool.'
    }),
    'no'
  )

// No wait is asked for by 0 either, and yet the request was refused: the code's own hint says more.
const waitHint = (waitMs: number | null): { readonly hint?: string; readonly retryAfterMs?: number } =>
  waitMs === null || waitMs === 0
    ? {}
    : {
        retryAfterMs: waitMs,
        hint: `The service asks for a wait of ${count(waitSeconds(waitMs), 'second')}. Go on with other work first.`
      }

const throttled = (status: number, waitMs: number | null, executed: 'no' | 'unknown'): Outcome => {
  // Of any other status it is the headers or the body that say so.
  const detail =
    status === 429
      ? 'The service answered 429: too many requests.'
      : `The service answered ${status} and says that it is called too often.`
  return refusal(partialData({ code: 'rate_limited', detail, ...waitHint(waitMs) }), executed, {
    waitMs,
    throttled: true
  })
}

const unavailable = (status: number, waitMs: number | null): Outcome =>
  refusal(
    partialData({ code: 'tool_unavailable', detail: `The service answered ${status}.`, ...waitHint(waitMs) }),
    'unknown',
    { waitMs, throttled: false }
  )

/** A 3xx that is not followed. One that answers a write may come after the write was done: POST, redirect, GET. */
const notFollowed = (status: number, method: string): Outcome => {
  const detail =
    status === 304
      ? 'The service answered 304: nothing changed, and so it sent nothing.'
      : `The service answered ${status}, a redirect that is not followed.`
  const hint =
    status === 304
      ? 'No data came. Use another tool, or tell the user.'
      : 'Nothing was sent to another address. Use another tool, or tell the user.'
  const mayBeDone = method !== 'GET' && method !== 'HEAD' && status !== 307 && status !== 308
  return refusal(semanticGarbage({ code: 'forbidden_url', detail, hint }), mayBeDone ? 'unknown' : 'no')
}

const MAX_WORDS_BYTES = 16_384

// What a service wrote beside the status; of a page of a proxy, nothing.
const wordsOf = ({ headers, body }: Response): string => {
  const type = headers['content-type'] ?? ''
  if (body.length === 0 || /^(?:text\/html|image|audio|video)/i.test(type)) return ''
  const text = decodeText(type, body.subarray(0, MAX_WORDS_BYTES))
  return typeof text === 'string' ? wordsIn(text) : wordsIn(new TextDecoder().decode(text))
}

const quoting = (outcome: Outcome, response: Response): Outcome => {
  const says = outcome.kind === 'failed' ? wordsOf(response) : ''
  return says === '' ? outcome : ({ ...outcome, says } as Outcome)
}

const refused = (response: Response, method: string, now: number): Outcome =>
  response.status >= 300 && response.status < 400
    ? notFollowed(response.status, method)
    : quoting(ofStatus(response, now), response)

const ofStatus = ({ status, headers, body }: Response, now: number): Outcome => {
  const waitMs = retryAfterMs(headers['retry-after'], now)
  const detail = `The service answered ${status}.`
  const executed = isRefusingStatus(status) ? 'no' : 'unknown'
  if (isThrottledError(status, headers, body)) return throttled(status, waitMs, executed)
  switch (status) {
    case 401:
    case 402:
    case 403:
    case 407:
      return refusal(schemaMismatch({ code: 'unauthorized', detail }), executed)
    case 404:
    case 410:
      return refusal(semanticGarbage({ code: 'not_found', detail }), executed)
    case 408:
      return unavailable(status, waitMs)
  }
  if (status >= 400 && status < 500) return refusal(semanticGarbage({ code: 'rejected_arguments', detail }), executed)
  return unavailable(status, waitMs)
}

// -- bodies

const shortBecause = (end: BodyEnd, status: number, bytes: string): string | null => {
  if (end === 'cut') return `The connection ended after ${bytes}, before the answer was complete.`
  if (end === 'torn') return `The compressed answer ends before its end; ${bytes} could be read.`
  return status === 206 ? `The service sent only a part (206), ${bytes}.` : null
}

const accepted = (response: Response, { url, method }: PreparedRequest, maxBytes: number, now: number): Outcome => {
  const { status, headers, body, end } = response
  if (status === 204 || status === 205 || method === 'HEAD') return { kind: 'no_content' }
  if (end === 'too_large') {
    return refusal(
      schemaMismatch({ code: 'too_large', detail: `The answer is larger than ${count(maxBytes, 'byte')}.` }),
      'yes'
    )
  }
  if (end === 'damaged' || end === 'unreadable') {
    const detail =
      end === 'damaged'
        ? 'The compressed answer is damaged.'
        : 'The answer is compressed in a way that is not supported.'
    return refusal(schemaMismatch({ code: 'not_text', detail }), 'yes')
  }
  const value = decodeText(headers['content-type'], body)
  const short = shortBecause(end, status, count(body.length, 'byte'))
  if (short !== null) {
    const again = end === 'cut' ? PASSING : null
    return { kind: 'incomplete', value, why: { code: 'incomplete_response', detail: short }, again }
  }
  if (isThrottledSuccess(body)) {
    const executed = failureIn(new TextDecoder().decode(body))?.executed ?? 'unknown'
    return quoting(throttled(status, retryAfterMs(headers['retry-after'], now), executed), response)
  }
  const next = method === 'GET' ? nextPageOf(headers, url) : null
  if (next === null) return { kind: 'body', value }
  const why = { code: 'more_pages_available', detail: next.detail, ...(next.hint === null ? {} : { hint: next.hint }) }
  return { kind: 'incomplete', value, why, again: null, page: { next, of: url } }
}

// -- faults

// OpenSSL's reasons to distrust a certificate. They come before the request is sent; other TLS errors may not.
const DISTRUST = /^(?:ERR_TLS_CERT_|CERT_|CRL_|UNABLE_TO_|INVALID_|HOSTNAME_MISMATCH|PATH_LENGTH_EXCEEDED)|SELF_SIGNED/
// Node refuses to write such a request.
const UNSENDABLE = /^ERR_(?:INVALID_|HTTP_INVALID_|UNESCAPED_)/

const FAULTS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'The service refused the connection.'],
  ['ENOTFOUND', 'The name of the service cannot be resolved.'],
  ['EAI_AGAIN', 'The name of the service cannot be resolved for the moment.'],
  ['ECONNRESET', 'The connection was reset before an answer came.'],
  ['HPE_HEADER_OVERFLOW', 'The head of the answer is too large.'],
  ['EUPGRADED', 'The service switched to another protocol.']
])

const faultDetail = (code: string): string => {
  if (DISTRUST.test(code)) return 'The certificate of the service is not trusted.'
  const known = FAULTS.get(code)
  if (known !== undefined) return known
  return code.startsWith('HPE_')
    ? 'The service answered in something else than HTTP.'
    : 'The connection to the service failed.'
}

const faulty = (code: string): Outcome => {
  if (code === FORBIDDEN_ADDRESS) return forbidden('The address is not a public one.')
  if (UNSENDABLE.test(code))
    return refusal(schemaMismatch({ code: 'tool_threw', detail: 'The tool made a request that cannot be sent.' }), 'no')
  const executed = NEVER_SENT.has(code) || DISTRUST.test(code) ? 'no' : 'unknown'
  const detail = faultDetail(code)
  if (isNetworkCode(code)) return refusal(partialData({ code: 'tool_unavailable', detail }), executed, PASSING)
  // It will not pass by itself, and so it is not repeated.
  return refusal(partialData({ code: 'tool_unavailable', detail, hint: OUT_OF_REACH.hint }), executed)
}

/** What one exchange means; `now` in milliseconds of the epoch. An aborted one is the caller's to explain. */
export const classify = (
  exchanged: Exclude<Exchanged, { readonly kind: 'aborted' }>,
  request: PreparedRequest,
  maxBytes: number,
  now: number
): Outcome => {
  if (exchanged.kind === 'fault') return faulty(exchanged.code)
  const isSuccess = exchanged.status >= 200 && exchanged.status < 300
  return isSuccess ? accepted(exchanged, request, maxBytes, now) : refused(exchanged, request.method, now)
}
