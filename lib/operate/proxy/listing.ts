/** Lists a server's tools, where a client calls one without listing them first. */
import { exactResult, exactText } from './exact-json.js'
import { isLastPage, LOG_LEVEL, metaOf, requestLine, type Response } from './message.js'
import { type Fields, isFields } from '../../core/foreign/index.js'
import type { Catalog } from './policy.js'

const MAX_PAGES = 100
/** A call waits no longer for a list that its server does not give. */
const PATIENCE_MS = 5_000

// A request that must say of itself which revision it speaks, and for whom.
const envelopeOf = (params: Fields): Fields => {
  const own = Object.entries(metaOf(params)).filter(
    ([key]) => key.startsWith('io.modelcontextprotocol/') && key !== LOG_LEVEL
  )
  const envelope = { _meta: Object.fromEntries(own) }
  return own.length === 0 || exactText(envelope) === undefined ? {} : envelope
}

export class ToolListing {
  readonly #catalog: Catalog
  readonly #toServer: (line: Buffer) => void
  readonly #patienceMs: number
  // Not to be mixed up with the ids of any client.
  readonly #prefix = `guarded-call/${crypto.randomUUID()}/`
  readonly #waiting: Array<() => void> = []
  #envelope: Fields = {}
  #asked = false
  #isStale = false
  #serial = 0
  #pages = 0
  /** The request whose answer is learnt, however late it comes. */
  #open: string | undefined
  /** The cursor of the page that it asks for. */
  #cursor: unknown
  #isDue = false
  /** The tool for which it is due. */
  #name = ''
  #timer: NodeJS.Timeout | undefined

  constructor(catalog: Catalog, toServer: (line: Buffer) => void, patienceMs = PATIENCE_MS) {
    this.#catalog = catalog
    this.#toServer = toServer
    this.#patienceMs = patienceMs
  }

  /** A call needs to know what is promised of this tool. */
  need(name: string, params: Fields): void {
    if (this.#asked || this.#isDue || (this.#catalog.hasHeard(name) && !this.#isStale)) return
    this.#fresh()
    this.#pages = 0
    this.#envelope = envelopeOf(params)
    this.#isDue = true
    this.#name = name
    this.#timer = setTimeout(() => this.#giveUp(), this.#patienceMs).unref()
    this.#ask({})
  }

  /** What was listed may hold no longer. */
  stale(): void {
    this.#asked = false
    this.#isStale = true
    this.#catalog.isWhole = false
  }

  /** Another session may have other tools: calls back once it is known whether this one may run there. */
  anew(name: string | undefined, callback: (mayRun: boolean) => void): void {
    this.stale()
    if (name === undefined) return callback(true)
    this.need(name, {})
    this.whenDone(() => callback(this.#catalog.pins.refusal(name) === undefined))
  }

  /** Takes in the page of this cursor that the client asked for. */
  learn(result: unknown, line: Buffer, cursor: unknown): void {
    if (!isFields(result)) return
    this.#catalog.learn(result, exactResult(line), cursor)
    // The client has it all, and so do we.
    if (!isLastPage(result)) return
    this.#fresh()
    this.#catalog.isWhole = true
  }

  /** Whether a message is the answer to what was asked here, which is nobody else's. */
  takes({ id, result }: Pick<Response, 'id' | 'result'>, line?: Buffer): boolean {
    if (typeof id !== 'string' || !id.startsWith(this.#prefix)) return false
    if (id !== this.#open) return true
    this.#open = undefined
    // The next call asks again.
    if (result === undefined) {
      this.#asked = false
      this.#giveUp()
    } else this.#page(result, line && exactResult(line))
    if (this.#open === undefined) this.end()
    return true
  }

  #page(result: Fields, exact: Fields | undefined): void {
    this.#catalog.learn(result, exact, this.#cursor)
    // What has changed since it was asked for is asked for again.
    if (isLastPage(result)) {
      if (!this.#isStale) this.#catalog.isWhole = true
    } else if (this.#pages < MAX_PAGES) this.#ask({ cursor: result['nextCursor'] })
    else this.#catalog.cut()
  }

  /** Calls back once nothing is due any more; at once, if nothing is. */
  whenDone(callback: () => void): void {
    if (this.#isDue) this.#waiting.push(callback)
    else callback()
  }

  #giveUp(): void {
    this.#catalog.unlisted(this.#name)
    this.end()
  }

  /** Nobody waits any more. */
  end(): void {
    clearTimeout(this.#timer)
    this.#isDue = false
    for (const callback of this.#waiting.splice(0)) callback()
  }

  #fresh(): void {
    this.#asked = true
    this.#isStale = false
  }

  #ask(params: Fields): void {
    this.#pages += 1
    this.#serial += 1
    this.#open = `${this.#prefix}${this.#serial}`
    this.#cursor = params['cursor']
    this.#toServer(requestLine(this.#open, 'tools/list', { ...params, ...this.#envelope }))
  }
}
