/** Reads the body of a response: decoded, bounded on both sides of the decoder, and with what came before a cut. */
import type { IncomingMessage } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import { byteBuffer, type BodyEnd } from '../../guard/kernel.js'
import { decoderOf } from './content.js'

// -- model

export interface BodyReader {
  /** The bytes that were decoded so far. */
  readonly bytes: () => Uint8Array
  readonly stop: () => void
}

// -- reading

const endOfDecoder = (error: NodeJS.ErrnoException, isCut: boolean): BodyEnd => {
  // zlib names every damage; this one is the end of its input.
  if (error.code !== 'Z_BUF_ERROR') return 'damaged'
  return isCut ? 'cut' : 'torn'
}

/** `stream` is got's, `response` the one underneath it; `done` may be called more than once, and the first call counts. */
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
