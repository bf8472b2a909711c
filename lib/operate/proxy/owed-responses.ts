/** What a server may still send for requests that nobody waits for any more, or whose response is not judged yet. */
import type { Id } from './message.js'

// Servers are not asked to respond to what was cancelled, and few do.
const MAX_OWED = 1_000

export class OwedResponses {
  /** Each with its progress token. */
  readonly #tokens = new Map<Id, unknown>()

  get size(): number {
    return this.#tokens.size
  }

  add(id: Id, progressToken: unknown): void {
    this.#tokens.set(id, progressToken)
    const [oldest] = this.#tokens.keys()
    if (this.#tokens.size > MAX_OWED && oldest !== undefined) this.#tokens.delete(oldest)
  }

  delete(id: Id): void {
    this.#tokens.delete(id)
  }

  clear(): void {
    this.#tokens.clear()
  }

  /** Whether a response or progress may still come that would count as that of a request with this id and token. */
  has(id: Id, progressToken: unknown): boolean {
    return this.#tokens.has(id) || (progressToken !== undefined && [...this.#tokens.values()].includes(progressToken))
  }
}
