/** How the bytes of a body are compressed, by its headers. */
import type { Transform } from 'node:stream'
import { PassThrough } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'

/** The codings that are asked for; no other is read. */
export const ACCEPT_ENCODING = 'gzip, deflate, br'

/**
 * A decoder for the content coding, or undefined for one that is not read: a second layer, or one that was never asked
 * for.
 */
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
