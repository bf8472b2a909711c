/** Reads the body of a response: decoded, bounded on both sides of the decoder, and with what came before a cut. */
import type { IncomingMessage } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import { decoderOf } from './content.js'

// -- model

/**
 * How a body ended: `whole`; `cut`, the connection ended before it; `torn`, its compression ends before its end; `damaged`, its compression is none;
 * `unreadable`, in a coding that was never asked for; `too_large`; `unread`, nobody asked for more of it.
 */
export type BodyEnd = 'whole' | 'cut' | 'torn' | 'damaged' | 'unreadable' | 'too_large' | 'unread'

export interface BodyReader {
  /** What was decoded so far. */
  readonly bytes: () => Uint8Array
  readonly stop: () => void
}

// -- gathering

interface ByteBuffer {
  readonly length: number
  /** False, and nothing is kept of the chunk, where it would go over the cap. */
  readonly append: (chunk: Uint8Array) => boolean
  readonly bytes: () => Uint8Array
}

/** Gathers bytes up to a cap; a body that comes byte by byte costs no more memory than one that comes at once. */
export const byteBuffer = (maxBytes: number): ByteBuffer => {
  let store = new Uint8Array(0)
  let length = 0
  return {
    get length() {
      return length
    },
    append(chunk) {
      if (length + chunk.length > maxBytes) return false
      if (length + chunk.length > store.length) {
        const grown = new Uint8Array(Math.min(maxBytes, Math.max(4096, store.length * 2, length + chunk.length)))
        grown.set(store.subarray(0, length))
        store = grown
      }
      store.set(chunk, length)
      length += chunk.length
      return true
    },
    bytes: () => store.subarray(0, length)
  }
}

// -- reading

const endOfDecoder = (error: NodeJS.ErrnoException, isCut: boolean): BodyEnd => {
  // zlib names every damage; this one is the end of its input.
  if (error.code !== 'Z_BUF_ERROR') return 'damaged'
  return isCut ? 'cut' : 'torn'
}

/** `stream` is got's, `response` the one underneath it; `done` may be told more than once, and the first word counts. */
export const readBody = (
  stream: Readable,
  response: IncomingMessage,
  maxBytes: number,
  done: (end: BodyEnd) => void
): BodyReader => {
  const decoded = byteBuffer(maxBytes)
  let decoder: Transform | undefined
  let received = 0
  let isCut = false

  const begin = (first: Uint8Array): Transform | undefined =>
    decoderOf(response.headers['content-encoding'], first[0] ?? 0)
      ?.on('data', (chunk: Uint8Array) => {
        if (!decoded.append(chunk)) done('too_large')
      })
      .on('drain', () => stream.resume())
      .on('end', () => done(isCut ? 'cut' : 'whole'))
      .on('error', (error) => done(endOfDecoder(error, isCut)))

  const take = (chunk: Uint8Array): void => {
    received += chunk.length
    decoder ??= begin(chunk)
    if (decoder === undefined) return done('unreadable')
    // A stream of empty compressed blocks never reaches the other cap.
    if (received > maxBytes) return done('too_large')
    if (!decoder.write(chunk)) stream.pause()
  }
  const end = (): void => {
    if (decoder === undefined) return done(isCut ? 'cut' : 'whole')
    decoder.end()
  }
  stream.on('data', take)
  stream.once('end', end)
  stream.once('error', () => {
    // An error after a complete body is about bytes that follow it.
    isCut = !response.complete
    for (let rest: unknown = response.read(); rest instanceof Uint8Array; rest = response.read()) take(rest)
    end()
  })
  return {
    bytes: decoded.bytes,
    stop() {
      stream.off('data', take)
      decoder?.destroy()
    }
  }
}
