/** Calls that wait until it is known which tools the server has: what is not listed yet may be a write. */
import type { ToolListing } from './listing.js'
import type { Request } from './message.js'

export class HeldCalls {
  readonly #listing: ToolListing
  readonly #held = new Set<Request>()

  constructor(listing: ToolListing) {
    this.#listing = listing
  }

  get size(): number {
    return this.#held.size
  }

  /** Calls once the tools are known, unless the request was let go; `after` in both cases. */
  hold(request: Request, name: string, call: () => void, after: () => void): void {
    this.#held.add(request)
    this.#listing.need(name, request.params)
    this.#listing.whenDone(() => {
      if (this.#held.delete(request)) call()
      after()
    })
  }

  has(id: unknown): boolean {
    return this.#find(id) !== undefined
  }

  /** Whether a call that its client cancelled never reached the server. */
  letGo(id: unknown): boolean {
    const request = this.#find(id)
    return request !== undefined && this.#held.delete(request)
  }

  clear(): void {
    this.#held.clear()
  }

  #find(id: unknown): Request | undefined {
    return [...this.#held].find((request) => request.id === id)
  }
}
