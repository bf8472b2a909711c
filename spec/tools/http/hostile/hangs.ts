/** Services that never come to an end, each at another point. */
import { gzipSync } from 'node:zlib'
import {
  down,
  drips,
  floods,
  GOOD,
  hang,
  JSON_TYPE,
  LANDING,
  right,
  saysAndStays,
  spoken,
  TIMEOUT_MS,
  type Misbehaviour
} from './misbehaviour.js'
import { reply } from '../loopback.js'

const OK = 'HTTP/1.1 200 OK\r\n'
const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`
// What zlib's sync flush writes: a block that holds nothing.
const EMPTY_BLOCK = Buffer.from([0x00, 0x00, 0x00, 0xff, 0xff])
const GZIP_HEAD = gzipSync('').subarray(0, 10)

export const HANGS: ReadonlyArray<Misbehaviour> = [
  hang('/hangs/silence', () => undefined),
  hang('/hangs/half-head', saysAndStays('HTTP/1.1 200 OK\r\ncontent-le')),
  hang(
    '/hangs/head-drips',
    drips(OK, () => 'x', 20)
  ),
  hang('/hangs/head-only', saysAndStays(`${OK}content-length: 50\r\n\r\n`)),
  hang('/hangs/last-byte-withheld', saysAndStays(reply(200, { 'content-length': String(GOOD.length + 1) }, GOOD))),
  hang('/hangs/last-chunk-withheld', saysAndStays(CHUNKED, `${GOOD.length.toString(16)}\r\n${GOOD}\r\n`)),
  hang(
    '/hangs/slow-loris',
    drips(`${OK}content-length: 99999\r\n\r\n`, () => ' ', 20)
  ),
  hang(
    '/hangs/heartbeat',
    drips(CHUNKED, () => '1\r\n \r\n', 20)
  ),
  hang('/hangs/no-length-no-end', saysAndStays(`${OK}\r\n${GOOD}`)),
  hang(
    '/hangs/hints-for-ever',
    drips('', () => 'HTTP/1.1 102 Processing\r\n\r\n', 20)
  ),
  hang(
    '/hangs/gzip-drips',
    drips(Buffer.concat([Buffer.from(`${OK}content-encoding: gzip\r\n\r\n`), GZIP_HEAD]), () => EMPTY_BLOCK, 20)
  ),
  spoken(
    '/hangs/gzip-empty-blocks',
    'schema_mismatch',
    'too_large',
    floods(
      Buffer.concat([Buffer.from(`${OK}content-encoding: gzip\r\n\r\n`), GZIP_HEAD]),
      Buffer.concat(Array.from({ length: 2000 }, () => EMPTY_BLOCK))
    ),
    { options: { maxBytes: 256 * 1024 } }
  ),
  down('/hangs/error-without-end', saysAndStays(reply(500, { 'content-length': '9999' }, 'x'))),
  spoken(
    '/hangs/not-found-without-end',
    'semantic_garbage',
    'not_found',
    saysAndStays(reply(404, { 'content-length': '9999' }, 'x'))
  ),
  right('/hangs/redirect-without-end', saysAndStays(reply(302, { location: LANDING, 'content-length': '9999' }, 'x')), {
    maxRequests: 2
  }),
  spoken(
    '/hangs/wait-of-a-day',
    'partial_data',
    'rate_limited',
    saysAndStays(reply(429, { ...JSON_TYPE, 'retry-after': '86400' }, '{}')),
    { options: { timeoutMs: TIMEOUT_MS } }
  ),
  down('/hangs/outage-of-a-day', saysAndStays(reply(503, { 'retry-after': '86400' }, '')), {
    options: { timeoutMs: TIMEOUT_MS },
    maxRequests: 1
  })
]
