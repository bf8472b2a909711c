/** Answers that end too early, at every layer. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { reply } from '../loopback.js'
import { answers, cut, down, GOOD, JSON_TYPE, read, says, type Misbehaviour } from './misbehaviour.js'

// Enough that does not compress, so that a torn stream still holds something to read.
const LARGE = JSON.stringify({
  orders: Array.from({ length: 2000 }, (_, index) => ({ id: index, total: (index * 7919) % 1000 }))
})
const gzip = gzipSync(LARGE)
const part = (bytes: Uint8Array, share: number): Uint8Array => bytes.subarray(0, Math.floor(bytes.length * share))
const head = (headers: string): string => `HTTP/1.1 200 OK\r\n${headers}\r\n`

export const TRUNCATION: ReadonlyArray<Misbehaviour> = [
  down('/truncation/reset-at-once', (socket) => socket.resetAndDestroy()),
  down('/truncation/closed-at-once', says()),
  down('/truncation/half-status-line', says('HTTP/1.1 20')),
  down('/truncation/half-head', says('HTTP/1.1 200 OK\r\ncontent-le')),
  cut('/truncation/head-only', says(head(`content-length: ${GOOD.length}\r\n`))),
  cut('/truncation/chunked-head-only', says(head('transfer-encoding: chunked\r\n'))),
  cut(
    '/truncation/last-chunk-missing',
    says(head('transfer-encoding: chunked\r\n'), `${GOOD.length.toString(16)}\r\n${GOOD}\r\n`)
  ),
  cut('/truncation/inside-a-chunk', says(head('transfer-encoding: chunked\r\n'), `fff\r\n${GOOD}`)),
  cut('/truncation/reset-in-body', (socket) => {
    socket.write(reply(200, { 'content-length': '9999' }, GOOD))
    setTimeout(() => socket.resetAndDestroy(), 20)
  }),
  read('/truncation/without-length', 'truncated_response', says(head(''), GOOD.slice(0, 30))),
  read('/truncation/within-length', 'truncated_response', answers(200, JSON_TYPE, GOOD.slice(0, 30))),
  read(
    '/truncation/inside-utf-8',
    'truncated_response',
    answers(200, JSON_TYPE, Buffer.from('{"orders":[],"name":"é').subarray(0, -1))
  ),
  cut('/truncation/part-206', answers(206, { 'content-range': 'bytes 0-52/9999' }, GOOD), { maxRequests: 1 }),
  cut('/truncation/gzip-torn', answers(200, { 'content-encoding': 'gzip' }, part(gzip, 0.5)), { maxRequests: 1 }),
  cut('/truncation/gzip-no-trailer', answers(200, { 'content-encoding': 'gzip' }, gzip.subarray(0, -8)), {
    maxRequests: 1
  }),
  cut('/truncation/gzip-header-only', answers(200, { 'content-encoding': 'gzip' }, gzip.subarray(0, 10)), {
    maxRequests: 1
  }),
  cut('/truncation/deflate-torn', answers(200, { 'content-encoding': 'deflate' }, part(deflateSync(LARGE), 0.5)), {
    maxRequests: 1
  }),
  cut('/truncation/brotli-torn', answers(200, { 'content-encoding': 'br' }, part(brotliCompressSync(LARGE), 0.5)), {
    maxRequests: 1
  }),
  cut(
    '/truncation/gzip-cut',
    says(reply(200, { 'content-encoding': 'gzip', 'content-length': String(gzip.length) }, part(gzip, 0.5)))
  )
]
