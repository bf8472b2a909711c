/** The bodies that are read from a server. They wait together while nobody takes in what they hold. */
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { plainBody } from './reading.js'

export class Bodies {
  readonly #bodies = new Set<Readable>()
  #isPaused = false

  /** The body of a response; undefined where it is compressed in a way that cannot be read. */
  open(response: IncomingMessage): Readable | undefined {
    const body = plainBody(response)
    if (body === undefined) return void response.destroy()
    this.#bodies.add(body)
    body.on('close', () => this.#bodies.delete(body))
    if (this.#isPaused) body.pause()
    return body
  }

  pause(): void {
    this.#isPaused = true
    for (const body of this.#bodies) body.pause()
  }

  resume(): void {
    this.#isPaused = false
    for (const body of this.#bodies) body.resume()
  }
}
