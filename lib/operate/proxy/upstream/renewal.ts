/**
 * A session that its server has forgotten (404) is begun anew as its client began it, and what met the 404, which no
 * server has begun, is asked once more: a client on standard streams knows of no session.
 */
import type { Fields } from '../../../core/foreign/index.js'
import { requestLine, type Id, type Message } from '../message.js'

export class Renewal {
  #beginning: Fields | undefined
  /** The client's word that it has begun. */
  ready: Buffer | undefined
  /** The request that begins the session anew, while it has no response. */
  #open: Id | undefined
  #serial = 0
  #waiting: Array<() => void> = []

  /** Takes in what the client sends. */
  see(message: Message, line: Buffer): void {
    if (message.kind === 'request' && message.method === 'initialize')
      [this.#beginning, this.ready, this.#open] = [message.params, undefined, undefined]
    if (message.kind === 'notification' && message.method === 'notifications/initialized') this.ready = line
  }

  /** Whether it is under way: by this request, if one is given. */
  isOpen(id = this.#open): boolean {
    return id !== undefined && id === this.#open
  }

  /** Calls back in the new session; gives the line that begins it, where the one that is forgotten `isLatest`. */
  wait(callback: () => void, isLatest: boolean): Buffer | undefined {
    this.#waiting.push(callback)
    if (this.isOpen()) return undefined
    if (!isLatest) {
      this.begun()
      return undefined
    }
    this.#open = `guarded-call/session/${++this.#serial}`
    return requestLine(this.#open, 'initialize', this.#beginning ?? {})
  }

  begun(): void {
    this.#open = undefined
    for (const callback of this.#waiting.splice(0)) callback()
  }
}
