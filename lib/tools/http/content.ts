/** What the headers of a response say of its bytes: how they are compressed, and in which charset their text is. */
import type { Transform } from 'node:stream'
import { PassThrough } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'

/** What is asked for, and all that is read. */
export const ACCEPT_ENCODING = 'gzip, deflate, br'

/** A decoder for the content coding, or undefined for one that is not read: a second layer, or one that was never asked for. */
export const decoderOf = (contentEncoding: string | undefined, firstByte: number): Transform | undefined => {
  switch (contentEncoding?.trim().toLowerCase() ?? '') {
    // Not content codings, yet sent by mistake for "none".
    case '':
    case 'identity':
    case 'none':
    case 'utf-8':
      return new PassThrough()
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    // Some servers send the bare stream where zlib's header is due, whose low four bits are always 8.
    case 'deflate':
      return (firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw()
    case 'br':
      return createBrotliDecompress()
    default:
      return undefined
  }
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)"?/i

const labelOf = (contentType: string | undefined, bytes: Uint8Array): string | undefined => {
  const declared = CHARSET.exec(contentType ?? '')?.[1]?.toLowerCase()
  // WHATWG reads a bare `utf-16` as little-endian, whatever the byte order mark says.
  return declared === 'utf-16' && bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : declared
}

// WHATWG reads US-ASCII as windows-1252; bytes beyond it contradict the label, so the label says nothing.
const ASCII: ReadonlySet<string> = new Set(['ascii', 'us-ascii', 'utf-8', 'utf8'])

/** Text where another charset than UTF-8 is declared, known and kept to; else the bytes, for the guard to read. */
export const decodeText = (contentType: string | undefined, bytes: Uint8Array): Uint8Array | string => {
  const label = labelOf(contentType, bytes)
  if (label === undefined || ASCII.has(label)) return bytes
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return bytes
  }
}
