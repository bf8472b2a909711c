/** Reads the bodies of a server's answers over HTTP, as lines: one JSON document, or a stream of events. */
import { createParser } from 'eventsource-parser'
import type { IncomingMessage } from 'node:http'
import { asLine, MAX_MESSAGE_BYTES } from '../lines.js'

/** The type of a body, without its parameters. */
export const typeOf = ({ headers }: IncomingMessage): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** Where a stream of events may be taken up again. */
export interface StreamPlace {
  lastEventId: string | undefined
  retryMs: number | undefined
}

/** Gives the data of each event as a line, and says when the stream is over, whole or torn. */
export const readEvents = (
  response: IncomingMessage,
  place: StreamPlace,
  { onLine, onOver }: { readonly onLine: (line: Buffer) => void; readonly onOver: () => void }
): void => {
  const parser = createParser({
    maxBufferSize: MAX_MESSAGE_BYTES,
    onRetry: (ms) => {
      place.retryMs = ms
    },
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') response.destroy()
    },
    onEvent: ({ id, event, data }) => {
      if (id !== undefined) place.lastEventId = id
      if (data !== '' && (event === undefined || event === 'message')) onLine(asLine(Buffer.from(data)))
    }
  })
  response
    .setEncoding('utf8')
    .on('data', (text: string) => parser.feed(text))
    .on('error', () => {
      // torn: it closes as well
    })
    .on('close', onOver)
}

/** Gives the whole body; nothing where it is torn, or longer than any message may be. */
export const readResponse = (response: IncomingMessage, onBody: (body: Buffer | undefined) => void): void => {
  const chunks: Array<Buffer> = []
  let bytes = 0
  response
    .on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MAX_MESSAGE_BYTES) response.destroy()
      else chunks.push(chunk)
    })
    .on('error', () => {
      // torn: it closes as well
    })
    .on('close', () => onBody(response.complete && bytes <= MAX_MESSAGE_BYTES ? Buffer.concat(chunks) : undefined))
}
