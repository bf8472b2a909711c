/**
 * From what came over the wire to what it means: network faults to their codes; what a response means is the guard's to
 * say.
 */
import { OUT_OF_REACH, partialData, schemaMismatch, semanticGarbage } from '../../core/errors/index.js'
import { NEVER_SENT, isDistrust, isNetworkCode } from '../../core/signs/index.js'
import { classifyResponse, TRANSIENT, authorityOf, refusal, type Outcome } from '../../guard/kernel.js'
import type { ExchangeOutcome } from './exchange.js'
import { FORBIDDEN_ADDRESS } from './network-policy.js'
import type { PreparedRequest } from './request.js'

// -- refusals

export const forbidden = (detail: string, hint?: string): Outcome =>
  refusal(semanticGarbage({ code: 'forbidden_url', detail, ...(hint === undefined ? {} : { hint }) }), 'no')

/** Something was sent, and answered: only the address that the answer leads to got nothing. */
export const forbiddenBeyond = (detail: string): Outcome =>
  forbidden(detail, 'Nothing was sent to the other address. Use an allowed address or another tool.')

/** Redirects within what is allowed that come to no end. */
export const redirectedTooOften = (times: number): Outcome =>
  forbidden(
    `The service redirected ${times} times in a row, in a circle or from address to address.`,
    'The same address will lead nowhere again. Use another address or another tool.'
  )

// -- faults

// Node refuses to write such a request.
const UNSENDABLE = /^ERR_(?:INVALID_|HTTP_INVALID_|UNESCAPED_)/

const FAULTS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'The service refused the connection.'],
  ['ENOTFOUND', 'The name of the service cannot be resolved.'],
  ['EAI_AGAIN', 'The name of the service cannot be resolved for the moment.'],
  ['ECONNRESET', 'The connection was reset before a response came.'],
  ['HPE_HEADER_OVERFLOW', 'The head of the response is too large.'],
  ['EUPGRADED', 'The service switched to another protocol.']
])

const faultDetail = (code: string): string => {
  if (isDistrust(code)) return 'The certificate of the service is not trusted.'
  const known = FAULTS.get(code)
  if (known !== undefined) return known
  return code.startsWith('HPE_')
    ? 'The service sent something other than HTTP.'
    : 'The connection to the service failed.'
}

const faulty = (code: string, url: URL): Outcome => {
  if (code === FORBIDDEN_ADDRESS) return forbidden('The address is not a public one.')
  if (UNSENDABLE.test(code))
    return refusal(schemaMismatch({ code: 'tool_threw', detail: 'The tool made a request that cannot be sent.' }), 'no')
  const isUnsent = NEVER_SENT.has(code) || isDistrust(code)
  // Any other fault will not pass by itself, and so it is not repeated.
  const mayPass = isNetworkCode(code)
  const hint = mayPass ? {} : { hint: OUT_OF_REACH.hint }
  return {
    ...refusal(
      partialData({ code: 'tool_unavailable', detail: faultDetail(code), ...hint }),
      isUnsent ? 'no' : 'unknown',
      mayPass ? TRANSIENT : null
    ),
    lost: !isUnsent,
    place: authorityOf(url)
  }
}

/** The outcome of one exchange; `now` in milliseconds of the epoch. An aborted one is the caller's to explain. */
export const classify = (
  exchanged: Exclude<ExchangeOutcome, { readonly kind: 'aborted' }>,
  request: PreparedRequest,
  maxBytes: number,
  now: number
): Outcome =>
  exchanged.kind === 'fault' ? faulty(exchanged.code, request.url) : classifyResponse(exchanged, request, maxBytes, now)
