/** The answer to one request over HTTP: plain JSON where it is all that there is to say, else a stream of events. */
import type { ServerResponse } from 'node:http'

const SSE = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' } as const

const trimmed = (line: Buffer): string => line.toString('utf8').trimEnd()

export class Reply {
  readonly #response: ServerResponse
  #isStream = false

  constructor(response: ServerResponse) {
    this.#response = response
  }

  get isOpen(): boolean {
    return !this.#response.writableEnded && !this.#response.destroyed
  }

  /** Begins a stream before there is anything to send in it. */
  stream(headers: Readonly<Record<string, string>> = {}): void {
    if (this.#isStream || !this.isOpen) return
    this.#isStream = true
    this.#response.writeHead(200, { ...SSE, ...headers })
    this.#response.flushHeaders()
  }

  /** Sends a message that is not the last. */
  send(line: Buffer): void {
    if (!this.isOpen) return
    this.stream()
    this.#response.write(`event: message\ndata: ${trimmed(line)}\n\n`)
  }

  /** Sends the last message, and ends. */
  end(line: Buffer, headers: Readonly<Record<string, string>> = {}): void {
    if (!this.isOpen) return
    if (this.#isStream) {
      this.send(line)
      this.#response.end()
      return
    }
    const body = Buffer.from(trimmed(line))
    this.#response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length, ...headers }).end(body)
  }

  /** Ends without another word. */
  close(): void {
    if (this.isOpen) this.#response.end()
  }

  onClosed(callback: () => void): void {
    this.#response.on('close', callback)
  }
}
