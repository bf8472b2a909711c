/** Reads the body of a response: decoded, bounded on both sides of the decoder, and with what came before a cut. */
import type { IncomingMessage } from 'node:http'
import { PassThrough, type Readable, type Transform } from 'node:stream'
import { byteBuffer, type BodyEnd } from '../../guard/kernel.js'
import { decoderOf } from './content.js'

// -- model

export interface BodyReader {
  /** The bytes that were decoded so far. */
  readonly bytes: () => Uint8Array
  readonly stop: () => void
}

// -- reading

// Neither a length nor a last chunk ends such a body, but the connection alone (RFC 9112, 6.3).
const endsByClose = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] === undefined && !/chunked\s*$/i.test(headers['transfer-encoding'] ?? '')

const endOfDecoder = (error: NodeJS.ErrnoException, isCut: boolean): BodyEnd => {
  // zlib names every damage; this one is the end of its input.
  if (error.code !== 'Z_BUF_ERROR') return 'damaged'
  return isCut ? 'cut' : 'torn'
}

/**
 * `stream` is got's, `response` the one underneath it; `done` may be called more than once, and the first call counts.
 */
export const readBody = (
  stream: Readable,
  response: IncomingMessage,
  maxBytes: number,
  done: (end: BodyEnd) => void
): BodyReader => {
  const decoded = byteBuffer(maxBytes)
  let decoder: Transform | undefined
  const untilClose = endsByClose(response)
  const { socket } = response
  let received = 0
  let isCut = false

  const ending = (): BodyEnd => {
    if (isCut) return 'cut'
    // Compressed bytes say themselves where they end.
    return untilClose && (decoder === undefined || decoder instanceof PassThrough) ? 'unmarked' : 'whole'
  }

  const begin = (first: Uint8Array): Transform | undefined =>
    decoderOf(response.headers['content-encoding'], first[0] ?? 0)
      ?.on('data', (chunk: Uint8Array) => {
        if (!decoded.append(chunk)) done('too_large')
      })
      .on('drain', () => stream.resume())
      .on('end', () => done(ending()))
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
    // Node ends such a body before it tells of the reset that ended it.
    if (untilClose && socket.errored instanceof Error) isCut = true
    if (decoder === undefined) return done(ending())
    decoder.end()
  }
  stream.on('data', take)
  stream.once('end', end)
  stream.once('error', () => {
    // An error after a complete body is about bytes that follow it.
    isCut = !response.complete || untilClose
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
