/** One request on the wire and what came back: bounded in bytes and time, its socket closed, never a rejection. */
import { got } from 'got'
import { Agent as HttpAgent, type IncomingHttpHeaders } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Transform } from 'node:stream'
import { byteBuffer } from './byte-buffer.js'
import { ACCEPT_ENCODING, decoderOf } from './content.js'
import type { PreparedRequest } from './request.js'

// -- model

/**
 * How a body ended: `whole`; `cut`, the connection ended before it; `torn`, its compression ends before its end; `damaged`, its compression is none;
 * `unreadable`, in a coding that was never asked for; `too_large`; `unread`, nobody asked for more of it.
 */
export type BodyEnd = 'whole' | 'cut' | 'torn' | 'damaged' | 'unreadable' | 'too_large' | 'unread'

export type Exchanged =
  | { readonly kind: 'response'; readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Uint8Array; readonly end: BodyEnd }
  | { readonly kind: 'fault'; readonly code: string }
  | { readonly kind: 'aborted'; readonly bytes: number }

export interface ExchangeOptions {
  readonly maxBytes: number
  readonly lookup: LookupFunction | undefined
  readonly signal: AbortSignal
}

// -- exchange

// One connection a request: what a server leaves on a socket cannot become the answer to the next request, and a POST never meets a socket that just died.
const AGENT = { http: new HttpAgent({ keepAlive: false }), https: new HttpsAgent({ keepAlive: false }) }

// An error's body is looked at for signs of throttling only: its beginning, and not for long.
const PEEK_BYTES = 4096
const PEEK_MS = 250

type Reading = 'all' | 'beginning' | 'nothing'

const readingOf = (status: number, method: string): Reading => {
  if (method === 'HEAD' || status === 204 || status === 205 || (status >= 300 && status < 400)) return 'nothing'
  return status >= 200 && status < 300 ? 'all' : 'beginning'
}

const codeOf = (error: unknown): string => {
  const code: unknown = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'UNKNOWN'
}

const noop = (): void => {}

const open = ({ url, method, headers, body }: PreparedRequest, { lookup }: ExchangeOptions) =>
  got.stream(url, {
    method,
    headers: { 'user-agent': 'guarded-call', accept: 'application/json, */*;q=0.5', 'accept-encoding': ACCEPT_ENCODING, ...headers },
    // got waits for its stream to be ended where a method may have a body and none is given.
    ...(method === 'GET' || method === 'HEAD' ? {} : { body: body ?? '' }),
    retry: { limit: 0, enforceRetryRules: true },
    throwHttpErrors: false,
    followRedirect: false,
    strictContentLength: true,
    // Decoded here, so that the bytes that came before a cut are kept and the cap holds for what comes out.
    decompress: false,
    agent: AGENT,
    ...(lookup === undefined ? {} : { dnsLookup: lookup })
  })

/** Sends the request and reads as much of the answer as its status deserves. */
export const exchange = (request: PreparedRequest, options: ExchangeOptions): Promise<Exchanged> => new Promise((resolve) => {
  const { signal } = options
  const stream = open(request, options)
  let bytes = 0
  let decoder: Transform | undefined
  let peeking: NodeJS.Timeout | undefined

  const settle = (result: Exchanged): void => {
    signal.removeEventListener('abort', abort)
    clearTimeout(peeking)
    stream.removeAllListeners('data').destroy()
    decoder?.destroy()
    resolve(result)
  }
  const abort = (): void => settle({ kind: 'aborted', bytes })
  const fault = (error: unknown): void => settle({ kind: 'fault', code: codeOf(error) })

  // A late second error of a request that is over would end the process.
  stream.on('error', noop).on('request', (sent) => sent.on('error', noop))
  stream.once('error', fault)
  stream.once('upgrade', (_response, socket) => {
    socket.destroy()
    fault({ code: 'EUPGRADED' })
  })
  stream.once('response', (response) => {
    const { headers, statusCode: status } = response
    const reading = readingOf(status, request.method)
    const kept = byteBuffer(reading === 'all' ? options.maxBytes : PEEK_BYTES)
    const answer = (end: BodyEnd): void => settle({ kind: 'response', status, headers, body: kept.bytes(), end })

    response.on('error', noop)
    if (reading === 'nothing') return answer('unread')
    if (reading === 'beginning') peeking = setTimeout(answer, PEEK_MS, 'unread')
    if (Number(headers['content-length']) > options.maxBytes && reading === 'all') return answer('too_large')

    let isCut = false
    const begin = (first: Uint8Array): void => {
      decoder = decoderOf(headers['content-encoding'], first[0] ?? 0)
      if (decoder === undefined) return answer('unreadable')
      decoder.on('drain', () => stream.resume())
      decoder.on('data', (chunk: Uint8Array) => {
        if (!kept.append(chunk)) answer(reading === 'all' ? 'too_large' : 'unread')
      })
      decoder.on('end', () => answer(isCut ? 'cut' : 'whole'))
      decoder.on('error', (error) => answer(codeOf(error) !== 'Z_BUF_ERROR' ? 'damaged' : isCut ? 'cut' : 'torn'))
    }
    const take = (chunk: Uint8Array): void => {
      bytes += chunk.length
      if (decoder === undefined) begin(chunk)
      // What is compressed is no longer than what it holds: a stream of empty blocks never reaches the other cap.
      if (bytes > options.maxBytes) return answer('too_large')
      if (decoder?.write(chunk) === false) stream.pause()
    }
    const end = (): void => {
      if (decoder === undefined) return answer(isCut ? 'cut' : 'whole')
      decoder.end()
    }
    stream.off('error', fault)
    stream.once('error', () => {
      // Bytes that follow a complete body are not part of it.
      isCut = !response.complete
      for (let rest: unknown = response.read(); rest instanceof Uint8Array; rest = response.read()) take(rest)
      end()
    })
    stream.once('end', end)
    stream.on('data', take)
  })

  if (signal.aborted) return abort()
  signal.addEventListener('abort', abort, { once: true })
})
