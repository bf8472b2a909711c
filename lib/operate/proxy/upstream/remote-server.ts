/**
 * An MCP server at an address of Streamable HTTP. The SDK's own transport parses and writes every message anew, which
 * costs digits, and hands messages on unread, which costs memory; so this one moves bytes.
 */
import type { IncomingMessage } from 'node:http'
import { asFields } from '../../../core/foreign/index.js'
import { provesRefusal } from '../../../guard/kernel.js'
import { isNotice, readMessage, type Id, type Message, type Request } from '../message.js'
import { faultOfConnection, faultOfEncoding, faultOfStatus } from './address-fault.js'
import { readHttpAnswer, isFine } from './http-answer.js'
import { Bodies } from './bodies.js'
import { Connection, headersOf, headerText, isRevision } from './connection.js'
import { encodingOf, readEvents, readWhole, typeOf, type StreamPlace } from './reading.js'
import { TORN, MAX_SILENCE_MS, PATIENCE_MS, REFUSED_AGAIN, SESSION_ENDED, SOMETHING_ELSE } from './http-exchange.js'
import type { HttpExchange } from './http-exchange.js'
import type { Loss } from '../open-requests.js'
import { Renewal } from './renewal.js'
import { SessionQuestions } from './session-questions.js'
import { MAX_RETRIES, retriesAfter, waitBefore } from './reconnection.js'
import type { ServerListener } from './server.js'
import { Timers } from './timers.js'

// -- the server

export class RemoteServer {
  readonly #url: URL
  readonly #connection: Connection
  readonly #listener: ServerListener
  readonly #exchanges = new Map<Id, HttpExchange>()
  readonly bodies = new Bodies()
  readonly #timers = new Timers()
  readonly #renewal = new Renewal()
  readonly #questions: SessionQuestions
  #initializing: Id | undefined
  /** Whether the server may still name a session. The next message waits for it. */
  #namesSession = false
  #next: (() => void) | undefined
  #isStopped = false
  #hasBegun = false
  #hasEnded = false

  constructor(url: URL, headers: Readonly<Record<string, string>>, listener: ServerListener) {
    this.#url = url
    this.#connection = new Connection(url, headers)
    this.#listener = listener
    this.#questions = new SessionQuestions(listener)
  }

  stop(): void {
    if (this.#isStopped || this.#hasEnded) return
    this.#isStopped = true
    const end = (): void => this.#end('The connection to the server was ended.')
    if (this.#connection.session === undefined) return void setImmediate(end)
    this.#timers.after(PATIENCE_MS, end)
    // The server need not keep a session that nobody will come back to.
    const onResponse = (response: IncomingMessage): void => void response.resume().on('close', end)
    this.#connection.request('DELETE', {}, { onResponse, onError: end })
  }

  // -- sending

  /** Calls back once the next message may be sent: messages that overtake each other would arrive in any order. */
  send(line: Buffer, onSent: () => void): void {
    const message = readMessage(line)
    if (this.#hasEnded) return onSent()
    this.#renewal.see(message, line)
    const isFirst = message.kind === 'request' && message.method === 'initialize'
    const gone = isNotice(message, 'notifications/cancelled') ? (message.params['requestId'] as Id) : undefined
    if (this.#namesSession && !isFirst && (gone === undefined || gone !== this.#initializing))
      this.#next = () => this.send(line, onSent)
    else if (message.kind === 'request') this.#ask(message, line, onSent)
    else if (gone === undefined) this.#tell(message, line, onSent)
    else this.#cancel(gone, message, line, onSent)
  }

  #cancel(id: Id, message: Message, line: Buffer, onSent: () => void): void {
    if (id === this.#initializing) this.#goOn()
    const exchange = this.#exchanges.get(id)
    this.#exchanges.delete(id)
    const giveUp = (): void => {
      exchange?.request?.destroy()
      onSent()
    }
    if (exchange?.closes === true) giveUp()
    else this.#tell(message, line, giveUp)
  }

  #goOn(): void {
    this.#namesSession = false
    this.#next?.()
    this.#next = undefined
  }

  #tell(message: Message, told: Buffer, onSent: () => void): void {
    const line = this.#questions.toServer(message, told, this.#connection.session)
    if (line === undefined) return onSent()
    let isSent = false
    const sent = (): void => {
      if (!isSent) onSent()
      isSent = true
    }
    const isReady = isNotice(message, 'notifications/initialized')
    const onResponse = (response: IncomingMessage): void => {
      response.resume()
      if (isReady) this.#listen({ lastEventId: undefined, retryMs: undefined }, undefined, 0)
      sent()
    }
    // Nobody waits for an answer: the next request will tell.
    const request = this.#connection.post(line, {}, { onResponse, onError: sent })
    request?.setTimeout(MAX_SILENCE_MS, () => request.destroy())
    const stopWaiting = this.#timers.after(PATIENCE_MS, sent)
    request?.on('close', stopWaiting)
  }

  #ask(message: Request, line: Buffer, onSent: () => void, isAgain = false): void {
    const { id, method } = message
    const headers = headersOf(message, this.#listener)
    const isFirst = method === 'initialize'
    const exchange: HttpExchange = {
      id,
      closes: 'mcp-method' in headers,
      request: undefined,
      session: isFirst ? undefined : this.#connection.session,
      again: isAgain
        ? undefined
        : () => {
            if (this.#exchanges.get(id) === exchange) this.#ask(message, line, () => {}, true)
          }
    }
    const goOn = (): void => {
      if (isFirst && this.#initializing === id && !this.#renewal.isOpen()) this.#goOn()
    }
    if (isFirst) {
      ;[this.#initializing, this.#connection.session, this.#connection.revision] = [id, undefined, undefined]
      this.#namesSession = true
      this.#timers.after(MAX_SILENCE_MS, () => (this.#renewal.isOpen(id) ? this.#fail(exchange, TORN) : goOn()))
    }
    this.#exchanges.set(id, exchange)
    exchange.request = this.#connection.post(line, headers, {
      onResponse: (response) => {
        this.#answer(exchange, response)
        goOn()
      },
      onError: (error) => {
        this.#fail(exchange, faultOfConnection(this.#url, error), { isUnsent: provesRefusal(error) })
        goOn()
      }
    })
    onSent()
  }

  /** Asks once more, in another session: by a 404 for its own, nobody has begun the request. */
  #renew(exchange: HttpExchange, again: () => void): void {
    const { id, session = '' } = exchange
    const renewed = (hasBegun: boolean): void =>
      hasBegun ? this.#listener.onRenewed(id, again) : this.#fail(exchange, SESSION_ENDED)
    const line = this.#renewal.wait(renewed, session, this.#connection.session === session)
    if (line !== undefined) this.#ask(readMessage(line) as Request, line, () => {})
  }

  #renewed(hasBegun: boolean): void {
    const { ready, forgotten } = this.#renewal
    const goOn = (): void => {
      this.#goOn()
      for (const line of hasBegun ? this.#renewal.settings() : [])
        this.#ask(readMessage(line) as Request, line, () => {}, true)
      this.#renewal.over(hasBegun)
    }
    // The next request that meets its 404 begins another.
    if (!hasBegun) this.#connection.session = forgotten
    if (!hasBegun || ready === undefined) goOn()
    else this.#tell(readMessage(ready), ready, goOn)
  }

  // -- receiving

  #take(line: Buffer, session: string | undefined, of?: Id): void {
    if (this.#hasEnded) return
    const message = readMessage(line)
    if (message.kind === 'response') {
      this.#exchanges.delete(message.id)
      if (message.id === this.#initializing) {
        const { protocolVersion } = asFields(message.result)
        if (message.error === undefined) this.#questions.begin(this.#connection.session)
        if (isRevision(protocolVersion)) this.#connection.revision = protocolVersion
        this.#initializing = undefined
        if (this.#renewal.isOpen(message.id)) return this.#renewed(message.error === undefined)
      }
      if (this.#renewal.asked(message.id)) return
    }
    this.#questions.toClient(message, line, { session, of })
  }

  #answer(exchange: HttpExchange, response: IncomingMessage): void {
    const session = response.headers['mcp-session-id']
    if (exchange.id === this.#initializing && typeof session === 'string') this.#connection.session = session
    const mayStream = isFine(response) || (response.statusCode === 404 && exchange.session !== undefined)
    if (mayStream && typeOf(response) === 'text/event-stream') return this.#stream(response, exchange)
    const body = this.bodies.open(response)
    if (body === undefined) return this.#fail(exchange, faultOfEncoding(this.#url, encodingOf(response)))
    readWhole(body, (whole) => {
      if (whole === undefined) this.#fail(exchange, TORN)
      else this.#answered(exchange, response, whole)
    })
  }

  #answered(exchange: HttpExchange, response: IncomingMessage, body: Buffer): void {
    const { statusCode: status = 0, headers } = response
    const { lines, isForgotten } = readHttpAnswer(response, body, exchange.id, exchange.session)
    if (isForgotten && exchange.again !== undefined && !this.#isStopped) return this.#renew(exchange, exchange.again)
    if (!isFine(response)) this.#listener.onStatus(exchange.id, status)
    if (lines.length > 0) {
      this.#hasBegun = true
      for (const line of lines) this.#take(line, exchange.session ?? this.#connection.session, exchange.id)
      return this.#fail(exchange, SOMETHING_ELSE)
    }
    const fault = faultOfStatus(this.#url, status, typeOf(response), headers.location)
    this.#fail(exchange, exchange.again === undefined && status === 404 ? REFUSED_AGAIN : fault)
  }

  /** Reads the stream of a response, or of what belongs to no request; a torn one is resumed where it ended. */
  #stream(response: IncomingMessage, exchange: HttpExchange | undefined, retries = 0, lastEventId?: string): void {
    const body = this.bodies.open(response)
    if (body === undefined) return this.#fail(exchange, faultOfEncoding(this.#url, encodingOf(response)))
    this.#hasBegun = true
    const place: StreamPlace = { lastEventId: undefined, retryMs: undefined }
    const openedAt = performance.now()
    const session = (retries === 0 ? exchange?.session : undefined) ?? this.#connection.session
    const isDone = (): boolean => exchange !== undefined && this.#exchanges.get(exchange.id) !== exchange
    let stopWaiting: (() => void) | undefined
    readEvents(body, place, {
      onLine: (line) => {
        this.#take(line, session, exchange?.id)
        // A server that leaves such streams open would use up all connections.
        if (isDone()) stopWaiting ??= this.#timers.after(PATIENCE_MS, () => body.destroy())
      },
      onOver: () => {
        stopWaiting?.()
        if (isDone() || this.#isStopped || this.#hasEnded) return
        const hasId = place.lastEventId !== undefined
        place.lastEventId ??= lastEventId
        const canResume = exchange === undefined || place.lastEventId !== undefined
        const openMs = performance.now() - openedAt
        if (canResume) this.#resume(place, exchange, retriesAfter(retries, openMs, hasId, place.retryMs))
        else this.#fail(exchange, TORN)
      }
    })
  }

  #resume(place: StreamPlace, exchange: HttpExchange | undefined, retries: number): void {
    this.#timers.after(waitBefore(retries, place.retryMs), () => this.#listen(place, exchange, retries))
  }

  /** Opens a stream of events after the last one that came; servers need not have one beside requests. */
  #listen(place: StreamPlace, exchange: HttpExchange | undefined, retries: number): void {
    const { lastEventId } = place
    const again = (): void => {
      if (retries < MAX_RETRIES) this.#resume({ ...place, retryMs: undefined }, exchange, retries + 1)
      else this.#fail(exchange, `${TORN} It could not be taken up again.`)
    }
    const headers = {
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': headerText(lastEventId) })
    }
    const onResponse = (response: IncomingMessage): void => {
      const { statusCode = 0 } = response
      if (statusCode === 200 && typeOf(response) === 'text/event-stream')
        return this.#stream(response, exchange, retries + 1, lastEventId)
      response.resume()
      if (statusCode === 404 && this.#connection.session !== undefined && !this.#isStopped)
        this.#fail(exchange, SESSION_ENDED)
      else if (statusCode >= 500 || statusCode === 429) again()
      else this.#fail(exchange, `${TORN} The server does not take it up again (${statusCode}).`)
    }
    const request = this.#connection.request('GET', headers, { onResponse, onError: again })
    if (exchange !== undefined) exchange.request = request
  }

  // -- ending

  #fail(exchange: HttpExchange | undefined, why: string, loss?: Loss): void {
    if (exchange === undefined || this.#exchanges.get(exchange.id) !== exchange || this.#hasEnded) return
    this.#exchanges.delete(exchange.id)
    if (this.#renewal.isOpen(exchange.id)) return this.#renewed(false)
    if (this.#hasBegun || loss?.isUnsent === true) this.#listener.onLost(exchange.id, why, loss)
    // Before a first answer, it is the address that is wrong.
    if (!this.#hasBegun) this.#end(why)
  }

  #end(why: string): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#timers.end()
    this.#connection.close()
    this.#goOn()
    this.#questions.end()
    this.#listener.onEnd(why, this.#hasBegun)
  }
}
