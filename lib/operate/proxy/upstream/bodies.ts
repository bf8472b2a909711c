/** The bodies that are read from a server. They wait together while nobody takes in what they hold. */
import type { IncomingMessage } from 'node:http'

export class Bodies {
  readonly #bodies = new Set<IncomingMessage>()
  #isPaused = false

  add(body: IncomingMessage): void {
    this.#bodies.add(body)
    body.on('close', () => this.#bodies.delete(body))
    if (this.#isPaused) body.pause()
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
