/** Answers that are larger than they look, or than they should be. */
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { answers, down, floods, GOOD, read, says, spoken, type Misbehaviour } from './misbehaviour.js'
import { reply, type Serve } from '../loopback.js'

const MIB = 1024 * 1024
const OK = 'HTTP/1.1 200 OK\r\n'
const gzipMember = gzipSync(new Uint8Array(MIB))

const lazily = (make: () => Uint8Array, headers: Readonly<Record<string, string>>, status = 200): Serve => {
  let bytes: Uint8Array | undefined
  return (socket) => {
    socket.end(reply(status, headers, (bytes ??= make())))
  }
}
// gzip allows members one after the other, so a gibibyte is a thousand times the same kilobyte.
const gzipBomb = (): Uint8Array => Buffer.concat(Array.from({ length: 1024 }, () => gzipMember))
const brotliBomb = (): Uint8Array =>
  brotliCompressSync(new Uint8Array(64 * MIB), { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
const byteChunks = Buffer.from('1\r\n \r\n'.repeat(10_000))
const tooLarge = (path: string, serve: Serve, options: Misbehaviour['options'] = {}): Misbehaviour =>
  spoken(path, 'schema_mismatch', 'too_large', serve, { options })

export const BOMBS: ReadonlyArray<Misbehaviour> = [
  tooLarge('/bombs/endless', floods(`${OK}\r\n`, Buffer.alloc(65_536, 0x20))),
  tooLarge(
    '/bombs/endless-chunked',
    floods(
      `${OK}transfer-encoding: chunked\r\n\r\n`,
      Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 0x20), Buffer.from('\r\n')])
    )
  ),
  tooLarge('/bombs/chunks-of-a-byte', floods(`${OK}transfer-encoding: chunked\r\n\r\n`, byteChunks), {
    maxBytes: 256 * 1024
  }),
  tooLarge('/bombs/declared', says(`${OK}content-length: 10000000000\r\n\r\n[`)),
  tooLarge('/bombs/one-byte-too-many', answers(200, {}, Buffer.alloc(4 * MIB + 1, 0x20))),
  tooLarge('/bombs/gzip', lazily(gzipBomb, { 'content-encoding': 'gzip' })),
  tooLarge('/bombs/brotli', lazily(brotliBomb, { 'content-encoding': 'br' })),
  tooLarge(
    '/bombs/deflate',
    lazily(() => deflateSync(new Uint8Array(64 * MIB)), { 'content-encoding': 'deflate' })
  ),
  spoken(
    '/bombs/gzip-in-gzip',
    'schema_mismatch',
    'not_text',
    answers(200, { 'content-encoding': 'gzip, gzip' }, gzipSync(gzipSync(GOOD)))
  ),
  down('/bombs/error', lazily(gzipBomb, { 'content-encoding': 'gzip' }, 500)),
  spoken(
    '/bombs/error-endless',
    'semantic_garbage',
    'rejected_arguments',
    floods('HTTP/1.1 400 No\r\n\r\n', Buffer.alloc(65_536, 0x20))
  ),
  read('/bombs/deep', 'too_deep', answers(200, {}, '['.repeat(100_000) + ']'.repeat(100_000))),
  read('/bombs/deep-and-cut', 'truncated_response', answers(200, {}, '['.repeat(100_000)))
]
