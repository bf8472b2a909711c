/** Reads the bodies of a server's answers over HTTP, as lines: one JSON document, or a stream of events. */
import { createParser } from 'eventsource-parser'
import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { scanJson } from '../../../core/json/index.js'
import { asLine, MAX_MESSAGE_BYTES } from '../lines.js'

/** The type of a body, without its parameters. */
export const typeOf = ({ headers }: IncomingMessage): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** The way in which a body is compressed. */
export const encodingOf = ({ headers }: IncomingMessage): string =>
  (headers['content-encoding'] ?? '').trim().toLowerCase() || 'identity'

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress
}

/** The body before it was compressed, which some gateways do unasked; undefined where it cannot be read. */
export const plainBody = (response: IncomingMessage): Readable | undefined => {
  const encoding = encodingOf(response)
  if (encoding === 'identity') return response
  const decoder = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding]?.() : undefined
  // Torn or not, whoever reads it sees its end.
  return decoder && pipeline(response, decoder, () => {})
}

const SPACE = 0x20
const BRACKET = 0x5b

/** The messages of a body, byte for byte: a server of revision 2025-03-26 may respond with a list of them. */
export const messagesIn = (line: Buffer): ReadonlyArray<Buffer> => {
  if (line.find((byte) => byte > SPACE) !== BRACKET) return [line]
  const text = line.toString('utf8')
  const messages: Array<Buffer> = []
  let from = 0
  const scan = scanJson(text, 0, {
    begin: (_kind, start, { depth }) => {
      if (depth === 1) from = start
    },
    end: (_kind, end, { depth }) => {
      if (depth === 1) messages.push(asLine(Buffer.from(text.slice(from, end))))
    }
  })
  return scan.kind === 'whole' && messages.length > 0 ? messages : [line]
}

/** Where a stream of events may be taken up again. */
export interface StreamPlace {
  lastEventId: string | undefined
  retryMs: number | undefined
}

/** Gives the data of each event as a line, and says when the stream is over, whole or torn. */
export const readEvents = (
  body: Readable,
  place: StreamPlace,
  { onLine, onOver }: { readonly onLine: (line: Buffer) => void; readonly onOver: () => void }
): void => {
  const parser = createParser({
    maxBufferSize: MAX_MESSAGE_BYTES,
    onRetry: (ms) => {
      place.retryMs = ms
    },
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') body.destroy()
    },
    onEvent: ({ id, event, data }) => {
      if (id !== undefined) place.lastEventId = id
      if (data !== '' && (event === undefined || event === 'message')) onLine(asLine(Buffer.from(data)))
    }
  })
  let isFirst = true
  body
    .setEncoding('utf8')
    .on('data', (text: string) => {
      // The parser knows the mark of its order by its bytes alone.
      parser.feed(isFirst && text.startsWith('\ufeff') ? text.slice(1) : text)
      isFirst = false
    })
    .on('error', () => {
      // torn: it closes as well
    })
    .on('close', onOver)
}

/** Gives the whole body; nothing where it is torn, or longer than any message may be. */
export const readWhole = (body: Readable, onBody: (body: Buffer | undefined) => void): void => {
  const chunks: Array<Buffer> = []
  let bytes = 0
  body
    .on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MAX_MESSAGE_BYTES) body.destroy()
      else chunks.push(chunk)
    })
    .on('error', () => {
      // torn: it closes as well
    })
    .on('close', () => onBody(body.readableEnded && bytes <= MAX_MESSAGE_BYTES ? Buffer.concat(chunks) : undefined))
}
