/**
 * A session that its server has forgotten (404) is begun anew as its client began it, and what met the 404, which no
 * server has begun, is asked once more: a client on standard streams knows of no session. Where that fails, it is the
 * failure of the requests that wait for it: some servers mean one request by a 404.
 */
import type { Fields } from '../../../core/foreign/index.js'
import { isNotice, requestLine, type Id, type Message, type Request } from '../message.js'

export class Renewal {
  #beginning: Fields | undefined
  /** The client's word that it has begun. */
  ready: Buffer | undefined
  /** The request that begins the session anew, while it has no response. */
  #open: Id | undefined
  /** The session that the server has forgotten. */
  forgotten: string | undefined
  readonly #prefix = `guarded-call/${crypto.randomUUID()}/`
  #serial = 0
  /** What the client asked for that holds for a session: its level of logging, and the resources it subscribed to. */
  readonly #settings = new Map<unknown, Request>()
  #waiting: Array<(hasBegun: boolean) => void> = []

  /** Takes in what the client sends. */
  see(message: Message, line: Buffer): void {
    if (message.kind === 'request' && message.method === 'initialize') {
      ;[this.#beginning, this.ready] = [message.params, undefined]
      this.#settings.clear()
      this.over(false)
    }
    if (isNotice(message, 'notifications/initialized')) this.ready = line
    if (message.kind !== 'request') return
    const { method, params } = message
    if (method === 'logging/setLevel') this.#settings.set(method, message)
    if (method === 'resources/subscribe') this.#settings.set(`of ${String(params['uri'])}`, message)
    if (method === 'resources/unsubscribe') this.#settings.delete(`of ${String(params['uri'])}`)
  }

  /** Whether it is under way: by this request, if one is given. */
  isOpen(id = this.#open): boolean {
    return id !== undefined && id === this.#open
  }

  /**
   * Calls back in the new session, or once it is known that there is none; gives the line that begins it, where the
   * `forgotten` one `isLatest`.
   */
  wait(callback: (hasBegun: boolean) => void, forgotten: string, isLatest: boolean): Buffer | undefined {
    this.#waiting.push(callback)
    if (this.isOpen()) return undefined
    if (!isLatest) {
      this.over(true)
      return undefined
    }
    this.forgotten = forgotten
    this.#open = this.#newId()
    return requestLine(this.#open, 'initialize', this.#beginning ?? {})
  }

  #newId(): Id {
    return `${this.#prefix}${++this.#serial}`
  }

  /** What makes the new session as the client set the forgotten one. */
  settings(): ReadonlyArray<Buffer> {
    return [...this.#settings.values()].map(({ method, params }) =>
      requestLine(this.#newId(), method, { ...params, _meta: undefined })
    )
  }

  /** Whether it is the response to a request of this module, which is nobody else's. */
  asked(id: Id): boolean {
    return typeof id === 'string' && id.startsWith(this.#prefix)
  }

  over(hasBegun: boolean): void {
    this.#open = undefined
    for (const callback of this.#waiting.splice(0)) callback(hasBegun)
  }
}
