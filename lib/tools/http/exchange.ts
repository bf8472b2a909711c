/** One request on the wire and what came back: bounded in bytes and time, its socket closed, never a rejection. */
import { got } from 'got'
import { Agent as HttpAgent, type IncomingHttpHeaders } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { LookupFunction } from 'node:net'
import { asFields } from '../../core/foreign/index.js'
import { ACCEPT_ENCODING } from './content.js'
import { PEEK, wantedOf, type BodyEnd, type ReadResponse, type ResponseHeaders } from '../../guard/kernel.js'
import { readBody, type BodyReader } from './read-body.js'
import type { PreparedRequest } from './request.js'

// -- model

export type ExchangeOutcome =
  | (ReadResponse & { readonly kind: 'response' })
  | { readonly kind: 'fault'; readonly code: string }
  | { readonly kind: 'aborted'; readonly bytes: number }

interface ExchangeOptions {
  readonly maxBytes: number
  readonly lookup: LookupFunction | undefined
  readonly signal: AbortSignal
}

// -- sending

// One connection a request: what a server leaves on a socket cannot become the answer to the next one, and a POST never
// meets a socket that just died.
const AGENT = { http: new HttpAgent({ keepAlive: false }), https: new HttpsAgent({ keepAlive: false }) }

const open = ({ url, method, headers, body }: PreparedRequest, lookup: LookupFunction | undefined) =>
  got.stream(url, {
    method,
    headers: {
      'user-agent': 'guarded-call',
      accept: 'application/json, */*;q=0.5',
      'accept-encoding': ACCEPT_ENCODING,
      ...headers
    },
    // got waits for its stream to be ended where a method may have a body and none is given.
    ...(method === 'GET' || method === 'HEAD' ? {} : { body: body ?? '' }),
    retry: { limit: 0, enforceRetryRules: true },
    throwHttpErrors: false,
    followRedirect: false,
    strictContentLength: true,
    // Decoded by us, so that the bytes before a cut are kept and the cap holds for what comes out.
    decompress: false,
    agent: AGENT,
    ...(lookup === undefined ? {} : { dnsLookup: lookup })
  })

// -- reading

const codeOf = (error: unknown): string => {
  const { code } = asFields(error)
  return typeof code === 'string' ? code : 'UNKNOWN'
}

// Only cookies come as a list, and nothing here reads those.
const textsOf = (headers: IncomingHttpHeaders): ResponseHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => typeof value === 'string')) as ResponseHeaders

const noop = (): void => {}
const NOTHING = new Uint8Array(0)

/** Sends the request and reads as much of the answer as its status deserves. */
export const exchange = (
  request: PreparedRequest,
  { maxBytes, lookup, signal }: ExchangeOptions
): Promise<ExchangeOutcome> =>
  new Promise((resolve) => {
    const stream = open(request, lookup)
    let reader: BodyReader | undefined
    let peeking: NodeJS.Timeout | undefined

    // Idempotent: a promise is resolved once, and so is what is let go of here.
    const settle = (result: ExchangeOutcome): void => {
      signal.removeEventListener('abort', abort)
      clearTimeout(peeking)
      reader?.stop()
      stream.destroy()
      resolve(result)
    }
    const abort = (): void => settle({ kind: 'aborted', bytes: reader?.bytes().length ?? 0 })
    const fault = (error: unknown): void => settle({ kind: 'fault', code: codeOf(error) })

    // A late second error of a request that is over would end the process.
    stream.on('error', noop).on('request', (sent) => sent.on('error', noop))
    stream.once('error', fault)
    stream.once('upgrade', (_response, socket) => {
      socket.destroy()
      fault({ code: 'EUPGRADED' })
    })
    stream.once('response', (response) => {
      const { statusCode: status } = response
      const headers = textsOf(response.headers)
      const wanted = wantedOf(status, request.method)
      const cap = wanted === 'all' ? maxBytes : PEEK.bytes
      const answer = (end: BodyEnd): void =>
        settle({ kind: 'response', status, headers, body: reader?.bytes() ?? NOTHING, end })

      stream.off('error', fault)
      response.on('error', noop)
      if (wanted === 'nothing') return answer('unread')
      if (wanted === 'all' && Number(headers['content-length']) > cap) return answer('too_large')
      if (wanted === 'beginning') peeking = setTimeout(answer, PEEK.ms, 'unread')
      reader = readBody(stream, response, cap, answer)
    })

    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
