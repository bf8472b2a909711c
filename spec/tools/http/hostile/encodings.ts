/** How bytes are said to become text, truly and falsely. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { answers, GOOD, read, right, spoken, type Misbehaviour } from './misbehaviour.js'

const NAMED = '{"orders":[],"name":"Zoë"}'
const json = (charset: string) => ({ 'content-type': `application/json; charset=${charset}` })
const coded = (encoding: string, body: Uint8Array) => answers(200, { 'content-encoding': encoding }, body)
const damaged = (body: Uint8Array): Uint8Array =>
  body.map((byte, index) => (index === body.length - 12 ? byte ^ 0xff : byte))
const unreadable = (path: string, encoding: string, body: Uint8Array): Misbehaviour =>
  spoken(path, 'schema_mismatch', 'not_text', coded(encoding, body))

export const ENCODINGS: ReadonlyArray<Misbehaviour> = [
  right('/encodings/bom', answers(200, {}, `\ufeff${GOOD}`)),
  right('/encodings/latin1', answers(200, json('ISO-8859-1'), Buffer.from(NAMED, 'latin1'))),
  right('/encodings/quoted-label', answers(200, json('"windows-1252"'), Buffer.from(NAMED, 'latin1'))),
  right('/encodings/utf-16le', answers(200, json('utf-16le'), Buffer.from(NAMED, 'utf16le'))),
  right('/encodings/utf-16-bom-be', answers(200, json('utf-16'), Buffer.from(`\ufeff${NAMED}`, 'utf16le').swap16())),
  right('/encodings/ascii-label-on-utf-8', answers(200, json('us-ascii'), NAMED)),
  right('/encodings/unknown-label', answers(200, json('klingon'), NAMED)),
  read('/encodings/latin1-undeclared', 'not_text', answers(200, {}, Buffer.from(NAMED, 'latin1'))),
  read('/encodings/latin1-as-utf-8', 'not_text', answers(200, json('utf-8'), Buffer.from(NAMED, 'latin1'))),
  read('/encodings/broken-utf-8', 'not_text', answers(200, {}, Buffer.from([0x7b, 0xc3, 0x28, 0x7d]))),
  read(
    '/encodings/image',
    'not_text',
    answers(200, { 'content-type': 'image/png' }, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
  ),
  right('/encodings/gzip', coded('gzip', gzipSync(GOOD))),
  right('/encodings/gzip-upper-case', coded('GZIP', gzipSync(GOOD))),
  right('/encodings/x-gzip', coded('x-gzip', gzipSync(GOOD))),
  right(
    '/encodings/gzip-two-members',
    coded('gzip', Buffer.concat([gzipSync(GOOD.slice(0, 9)), gzipSync(GOOD.slice(9))]))
  ),
  right('/encodings/deflate', coded('deflate', deflateSync(GOOD))),
  right('/encodings/deflate-raw', coded('deflate', deflateRawSync(GOOD))),
  right('/encodings/brotli', coded('br', brotliCompressSync(GOOD))),
  right('/encodings/identity', coded('identity', Buffer.from(GOOD))),
  right('/encodings/utf-8-as-coding', coded('utf-8', Buffer.from(GOOD))),
  unreadable('/encodings/gzip-falsely', 'gzip', Buffer.from(GOOD)),
  unreadable('/encodings/deflate-falsely', 'deflate', Buffer.from(GOOD)),
  unreadable('/encodings/brotli-falsely', 'br', Buffer.from(GOOD)),
  unreadable('/encodings/gzip-damaged', 'gzip', damaged(gzipSync(GOOD))),
  unreadable('/encodings/zstd', 'zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00])),
  unreadable('/encodings/compress', 'compress', Buffer.from([0x1f, 0x9d, 0x90])),
  ...['text/plain', 'text/html', 'application/octet-stream', 'application/problem+json', 'nonsense'].map((type) =>
    right(`/encodings/type-${type.replace(/\W/g, '-')}`, answers(200, { 'content-type': type }, GOOD))
  )
]
