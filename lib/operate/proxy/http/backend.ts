/** One server behind HTTP, and who waits for which of its messages. */
import type { IncomingHttpHeaders } from 'node:http'
import { Flow } from '../flow.js'
import type { ProxyGuard } from '../guard.js'
import {
  cancelLine,
  errorLine,
  isNotice,
  LOG_LEVEL,
  metaOf,
  readMessage,
  RPC_CODES,
  type Id,
  type Message,
  type Request
} from '../message.js'
import { isFields } from '../../../core/foreign/index.js'
import { Relay } from '../relay.js'
import type { ProxySettings } from '../settings.js'
import type { Caller } from '../turns.js'
import type { Server } from '../upstream/server.js'
import { startServer, type Upstream } from '../upstream/upstream.js'
import type { Reply } from './reply.js'
import { mismatchOf } from './sessionless.js'
import { UnsentLines } from './unsent.js'

// -- model

interface WaitingRequest {
  readonly reply: Reply
  readonly token: unknown
  readonly isSubscription: boolean
  readonly wantsLogs: boolean
  /** Those of a request without a session, which repeat what it says. */
  readonly headers: IncomingHttpHeaders | undefined
}

// As long as a client gives its own server.
const STOP_MS = 2_000

/** Who shares a server does not wait for a client that reads nothing. */
const PATIENCE_MS = 1_000

const NOBODY = 'No stream of the client is open.'

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId'

// Nothing runs for it that could log.
const isSubscription = ({ method }: Request): boolean => method === 'subscriptions/listen'

const wantsLogs = (request: Request): boolean => !isSubscription(request) && LOG_LEVEL in metaOf(request.params)

export class Backend {
  readonly #relay: Relay
  readonly #server: Server
  readonly #toClients: Flow
  readonly #toServer: Flow
  #gate: Promise<void> = Promise.resolve()
  #open: () => void = () => {}
  readonly #waiting = new Map<Id, WaitingRequest>()
  #listener: Reply | undefined
  readonly #isShared: boolean
  /** Whose requests it took in; of several, two are kept. */
  readonly #callers = new Set<Caller | undefined>()
  readonly #unsent: UnsentLines
  #stopped = false
  /** When it was used last, by the settings' clock. */
  usedAt: number
  readonly #clock: () => number

  constructor(
    settings: ProxySettings,
    {
      guard,
      upstream,
      isShared
    }: { readonly guard: ProxyGuard; readonly upstream: Upstream; readonly isShared: boolean },
    onEnd: (why: string) => void
  ) {
    this.#clock = settings.clock
    this.#isShared = isShared
    this.usedAt = this.#clock()
    this.#server = startServer(upstream, {
      onLine: (line, of) => this.#relay.fromServer(line, of),
      onStatus: (id, status) => this.#relay.responded(id, status),
      mirroredBy: (tool) => guard.catalog.mirroredBy(tool),
      onLost: (id, why, loss) => this.#relay.lost(id, why, loss),
      onRenewed: (id, again) => this.#relay.renewed(id, again),
      onEnd: (why) => {
        this.#relay.serverGone(why)
        this.#listener?.close()
        onEnd(why)
      }
    })
    // Whoever comes next to a shared server is another client.
    this.#unsent = new UnsentLines((line) => this.#drop(line), isShared ? 0 : undefined)
    this.#toClients = new Flow(this.#server, isShared ? PATIENCE_MS : undefined)
    this.#toServer = new Flow({
      pause: () => {
        this.#gate = new Promise((resolve) => {
          this.#open = resolve
        })
      },
      resume: () => this.#open()
    })
    this.#relay = new Relay(
      settings,
      {
        toClient: (line, of) => this.#toClient(line, of),
        toServer: (line) => this.#send(line),
        isHttp: upstream.kind === 'address'
      },
      guard
    )
  }

  /** Whether it was asked to end. */
  get isStopped(): boolean {
    return this.#stopped
  }

  get isIdle(): boolean {
    return this.#waiting.size === 0
  }

  /** Whether a client is there for certain: it has a stream open, or waits on a connection that still stands. */
  get isHeard(): boolean {
    return this.#listener?.isOpen === true || [...this.#waiting.values()].some(({ reply }) => reply.isOpen)
  }

  /** Whether a request of this id is on its way. */
  awaits(id: Id): boolean {
    return this.#waiting.has(id)
  }

  /**
   * Whether the answers to a request could be mixed up with those to another one that is on its way, or that was given
   * up.
   */
  isTaken({ id, params }: Request): boolean {
    const { progressToken } = metaOf(params)
    return (
      this.awaits(id) ||
      this.#relay.owed.has(id, progressToken) ||
      (progressToken !== undefined && [...this.#waiting.values()].some(({ token }) => token === progressToken))
    )
  }

  /**
   * Whether nothing that the server logs now could be mixed up: a log names no request, and may be of any that it runs,
   * or ran and has not responded to.
   */
  isQuietFor(request: Request, caller: Caller): boolean {
    if (isSubscription(request)) return true
    if (!wantsLogs(request)) return !this.#running.some((other) => other.wantsLogs)
    return this.#running.length === 0 && this.#isOnlyOf(caller)
  }

  get #running(): ReadonlyArray<WaitingRequest> {
    return [...this.#waiting.values()].filter((request) => !request.isSubscription)
  }

  // A server may log when it has responded, too.
  #isOnlyOf(caller: Caller | undefined): boolean {
    return this.#relay.owed.size === 0 && [...this.#callers].every((other) => other === caller)
  }

  /** Resolves once the server takes in more: until then, no client learns that its message was accepted. */
  get isReady(): Promise<void> {
    return this.#gate
  }

  /** Sends a request; its answer, and what belongs to it, goes to the reply. */
  ask(
    request: Request,
    line: Buffer,
    reply: Reply,
    { caller, headers }: { readonly caller?: Caller; readonly headers?: IncomingHttpHeaders } = {}
  ): void {
    this.usedAt = this.#clock()
    this.#waiting.set(request.id, {
      reply,
      token: metaOf(request.params)['progressToken'],
      isSubscription: isSubscription(request),
      wantsLogs: wantsLogs(request),
      headers
    })
    if (this.#callers.size < 2) this.#callers.add(caller)
    this.#sendKept(reply)
    this.#relay.fromClient(line, caller)
  }

  #send(line: Buffer): void {
    const message = readMessage(line)
    if (message.kind !== 'request' || !this.#refuses(message)) this.#toServer.write(this.#server.input, line)
  }

  // As a server over HTTP does before it begins anything.
  #refuses(request: Request): boolean {
    const { headers } = this.#waiting.get(request.id) ?? {}
    const mismatch = headers && mismatchOf(request, headers, this.#relay.guard.catalog)
    if (mismatch === undefined) return false
    this.#relay.responded(request.id, 400)
    this.#relay.fromServer(errorLine(request.id, mismatch.code, mismatch.why))
    return true
  }

  /** Nobody waits for the answer any more. */
  giveUp(id: Id, reply: Reply): void {
    if (this.#waiting.get(id)?.reply !== reply) return
    this.#waiting.delete(id)
    this.#relay.fromClient(cancelLine(id, 'the client closed its connection'))
  }

  /** Sends a notification, or an answer to what the server asked. */
  tell(message: Message, line: Buffer): void {
    this.usedAt = this.#clock()
    this.#relay.fromClient(line)
    if (isNotice(message, 'notifications/cancelled')) this.#release(message.params['requestId'] as Id)
  }

  // A server need not answer what was cancelled, and what it answers goes to nobody.
  #release(id: Id): void {
    const reply = this.#waiting.get(id)?.reply
    this.#waiting.delete(id)
    reply?.stream()
    reply?.close()
  }

  /** Takes in what belongs to no request; one stream at a time. */
  listen(reply: Reply): boolean {
    if (this.#listener?.isOpen === true) return false
    this.#listener = reply
    reply.stream()
    this.#sendKept(reply)
    return true
  }

  #sendKept(reply: Reply): void {
    for (const line of this.#unsent.take()) reply.send(line, this.#toClients)
  }

  // A server that asks is told, and need not wait.
  #drop(line: Buffer): void {
    const message = readMessage(line)
    this.#relay.guard.summary.note('messages of the server for which no client had a stream')
    if (message.kind === 'request')
      this.#toServer.write(this.#server.input, errorLine(message.id, RPC_CODES.connectionClosed, NOBODY))
  }

  stop(): void {
    this.#stopped = true
    this.#relay.serverGone('The server was asked to stop.')
    this.#listener?.close()
    this.#server.stop(STOP_MS)
  }

  #toClient(line: Buffer, of: Id | undefined): void {
    const message = readMessage(line)
    if (message.kind === 'other') return
    if (message.kind !== 'response') {
      const reply = this.#replyFor(message, of)
      if (reply === undefined) this.#unsent.keep(line)
      else reply.send(line, this.#toClients)
      return
    }
    this.#waiting.get(message.id)?.reply.end(line, this.#toClients, message.error?.code)
    this.#waiting.delete(message.id)
  }

  // Progress and subscriptions name their request, and a stream belongs to one; anything else is for the listener, or
  // for whoever waits.
  #replyFor(message: Exclude<Message, { readonly kind: 'other' | 'response' }>, of: Id | undefined): Reply | undefined {
    const { progressToken, requestId, _meta } = message.params
    const open = [...this.#waiting].filter(([, { reply }]) => reply.isOpen)
    const subscription = isFields(_meta) ? _meta[SUBSCRIPTION] : undefined
    const named =
      open.find(([id]) => id === subscription) ??
      open.find(([id, request]) => request.isSubscription && id === requestId) ??
      open.find(([, { token }]) => token !== undefined && token === progressToken) ??
      open.find(([id]) => id === of)
    if (named !== undefined) return named[1].reply
    if (this.#listener?.isOpen === true) return this.#listener
    if (of !== undefined) return undefined
    // Whoever else waits may be another client.
    if (this.#isShared) return isNotice(message, 'notifications/message') ? this.#logReader : undefined
    return open.at(-1)?.[1].reply
  }

  get #logReader(): Reply | undefined {
    const [only, another] = this.#running
    const [caller] = this.#callers
    return only?.wantsLogs === true && another === undefined && this.#isOnlyOf(caller) ? only.reply : undefined
  }
}
