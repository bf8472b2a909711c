/** What a server may still send for requests that nobody waits for any more, or whose response is not judged yet. */
import type { Id } from './message.js'

// Servers are not asked to respond to what was cancelled, and few do.
const MAX_OWED = 1_000

export class OwedResponses {
  readonly #ids = new Set<Id>()

  get size(): number {
    return this.#ids.size
  }

  add(id: Id): void {
    this.#ids.add(id)
    const [oldest] = this.#ids
    if (this.#ids.size > MAX_OWED && oldest !== undefined) this.#ids.delete(oldest)
  }

  delete(id: Id): void {
    this.#ids.delete(id)
  }

  clear(): void {
    this.#ids.clear()
  }

  /** Whether a response may still come that would count as that of a request with this id. */
  has(id: Id): boolean {
    return this.#ids.has(id)
  }
}
