/** The response to one request over HTTP: plain JSON where it is all that there is to say, else a stream of events. */
import type { ServerResponse } from 'node:http'
import type { Flow } from '../flow.js'

const SSE = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no'
} as const

const trimmed = (line: Buffer): string => line.toString('utf8').trimEnd()

// Some clients end a line at each of these, too; of JSON they can only stand in a string.
const oneLine = (json: string): string =>
  json.replace(/[\u0085\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`)

const eventOf = (line: Buffer): string => `event: message\ndata: ${oneLine(trimmed(line))}\n\n`

// Node's fetch waits 300 seconds for headers, and as long for the next byte; gateways wait for 30 or 60.
const KEEP_ALIVE_MS = 15_000

interface ReplyOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** The status of a response with an error of this code. @default 200 */
  readonly statusOf?: (code: number | undefined) => number
  /** After so long without a response a stream begins, and a comment follows each time. @default 15,000 */
  readonly keepAliveMs?: number
}

export class Reply {
  readonly #response: ServerResponse
  readonly #headers: Readonly<Record<string, string>>
  readonly #statusOf: (code: number | undefined) => number
  #isStream = false

  constructor(
    response: ServerResponse,
    { headers = {}, statusOf = () => 200, keepAliveMs = KEEP_ALIVE_MS }: ReplyOptions = {}
  ) {
    this.#response = response
    this.#headers = headers
    this.#statusOf = statusOf
    const timer = setInterval(() => this.#keepAlive(), keepAliveMs).unref()
    this.onClosed(() => clearInterval(timer))
  }

  get isOpen(): boolean {
    return !this.#response.writableEnded && !this.#response.destroyed
  }

  /** Begins a stream before there is anything to send in it. */
  stream(): void {
    if (this.#isStream || !this.isOpen) return
    this.#isStream = true
    this.#response.writeHead(200, { ...SSE, ...this.#headers })
    this.#response.flushHeaders()
  }

  #keepAlive(): void {
    if (!this.#isStream && /text\/event-stream/i.test(this.#response.req.headers.accept ?? '')) this.stream()
    else if (this.#isStream && this.isOpen && !this.#response.writableNeedDrain) this.#response.write(':\n\n')
  }

  /** Sends a message that is not the last. */
  send(line: Buffer, flow: Flow): void {
    if (!this.isOpen) return
    this.stream()
    flow.write(this.#response, eventOf(line))
  }

  /** Sends the last message, and ends. `code`: that of its error. */
  end(line: Buffer, flow: Flow, code?: number): void {
    if (!this.isOpen) return
    if (this.#isStream) {
      flow.end(this.#response, eventOf(line))
      return
    }
    const body = Buffer.from(trimmed(line))
    this.#response.writeHead(this.#statusOf(code), {
      'content-type': 'application/json',
      'content-length': body.length,
      ...this.#headers
    })
    flow.end(this.#response, body)
  }

  /** Ends without another word. */
  close(): void {
    if (this.isOpen) this.#response.end()
  }

  onClosed(callback: () => void): void {
    this.#response.on('close', callback)
  }
}
