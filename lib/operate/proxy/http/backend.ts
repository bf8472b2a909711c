/** One server behind HTTP, and who waits for which of its messages. */
import type { IncomingHttpHeaders } from 'node:http'
import { Flow } from '../flow.js'
import type { ProxyGuard } from '../guard.js'
import {
  cancelLine,
  errorLine,
  isNotice,
  metaOf,
  readMessage,
  RPC_CODES,
  type Id,
  type Message,
  type Request
} from '../message.js'
import { inOwnIds, SUBSCRIPTION } from '../own-ids.js'
import { isSubscription } from '../prompt-methods.js'
import { Relay } from '../relay.js'
import type { ProxySettings } from '../settings.js'
import type { Caller } from '../turns.js'
import type { Server } from '../upstream/server.js'
import { startServer, type Upstream } from '../upstream/upstream.js'
import { mayLog } from './logs.js'
import type { Reply } from './reply.js'
import { mismatchOf } from './sessionless.js'
import { UnsentLines } from './unsent.js'

// -- model

/** One of the clients that share a server, as its request shows it. */
export interface SharedClient {
  readonly caller: Caller
  /** They repeat what the request says. */
  readonly headers: IncomingHttpHeaders
}

interface Reader {
  readonly reply: Reply
  /** A message that belongs to it, as its client reads that. */
  readonly theirs: (line: Buffer) => Buffer
}

interface WaitingRequest extends Reader {
  readonly token: unknown
  readonly caller?: Caller
  readonly headers?: IncomingHttpHeaders
  readonly isSubscription: boolean
}

// As long as a client gives its own server.
const STOP_MS = 2_000

// Who shares a server does not wait for a client that reads slowly: 128 MiB in five minutes are 0.4 MiB a second.
const PATIENCE = { waitMs: 1_000, readMs: 300_000, maxUnread: 16 * 2 ** 20 }

const NOBODY = 'No stream of the client is open.'

const unchanged = (line: Buffer): Buffer => line

export class Backend {
  readonly #relay: Relay
  readonly #server: Server
  readonly #toClients: Flow
  readonly #toServer: Flow
  #gate: Promise<void> = Promise.resolve()
  #open: () => void = () => {}
  readonly #waiting = new Map<Id, WaitingRequest>()
  #logging: ReadonlyArray<Id> = []
  #serial = 0
  #listener: Reply | undefined
  readonly #isShared: boolean
  /** Whose requests it took in; of several, two are kept. */
  readonly #callers = new Set<Caller>()
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
    onEnd: (why: string, gone: Promise<void>) => void
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
      onUnsent: (what) => guard.summary.note(what),
      onEnd: (why) => {
        this.#relay.serverGone(why)
        this.#listener?.close()
        onEnd(why, this.#server.gone)
      }
    })
    // Whoever comes next to a shared server is another client.
    this.#unsent = new UnsentLines((line) => this.#drop(line), isShared ? 0 : undefined)
    const onCutOff = (): void => guard.summary.note('streams that a client did not read, and were cut off')
    this.#toClients = new Flow(this.#server, isShared ? { ...PATIENCE, onCutOff } : undefined)
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
        hears: (message, of) => this.#readerOf(message, of) !== undefined,
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

  /** Whether no log of this request, if it asks for any, could be mixed up: a log names no request. */
  isQuietFor(request: Request, caller: Caller): boolean {
    // A server may log when it has responded, too.
    if ([...this.#callers].some((other) => other !== caller)) return false
    return !mayLog(request) || this.#running.length === 0
  }

  /** Which requests that may log run, or ran and have no response yet. */
  get #running(): ReadonlyArray<Id> {
    return this.#logging.filter((id) => this.#waiting.has(id) || this.#relay.owed.has(id))
  }

  /** Resolves once the server takes in more: until then, no client learns that its message was accepted. */
  get isReady(): Promise<void> {
    return this.#gate
  }

  /** Sends a request; its answer, and what belongs to it, goes to the reply. */
  ask(request: Request, line: Buffer, reply: Reply): void {
    this.#await(request.id, request, { reply, token: metaOf(request.params)['progressToken'], theirs: unchanged })
    this.#relay.fromClient(line)
  }

  /** Sends a request of one of several clients. One that closes its connection cancels it. */
  askFor({ caller, headers }: SharedClient, request: Request, line: Buffer, reply: Reply): void {
    const id = ++this.#serial
    const { line: sent, hasToken, theirs } = inOwnIds(line, id)
    if (this.#callers.size < 2) this.#callers.add(caller)
    reply.onClosed(() => {
      if (this.#waiting.delete(id)) this.#relay.fromClient(cancelLine(id, 'the client closed its connection'))
    })
    this.#await(id, request, { reply, token: hasToken ? id : undefined, theirs, caller, headers })
    this.#relay.fromClient(sent, { caller, id: request.id })
  }

  #await(id: Id, request: Request, of: Omit<WaitingRequest, 'isSubscription'>): void {
    this.usedAt = this.#clock()
    this.#waiting.set(id, { ...of, isSubscription: isSubscription(request.method) })
    if (mayLog(request)) this.#logging = [...this.#running, id]
    this.#sendKept(of.reply)
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

  /** Sends a notification, or an answer to what the server asked. */
  tell(message: Message, line: Buffer): void {
    this.usedAt = this.#clock()
    this.#relay.fromClient(line)
    if (isNotice(message, 'notifications/cancelled')) this.#release(message.params['requestId'] as Id)
  }

  /** Ends what a client subscribed to here: what it changes from now on, it changes elsewhere. */
  endSubscriptions(caller: Caller): void {
    for (const [id, request] of this.#waiting)
      if (request.isSubscription && request.caller === caller) {
        this.#relay.fromClient(cancelLine(id, 'the client is served elsewhere'))
        this.#release(id)
      }
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
    const reader = this.#readerOf(message, of)
    if (message.kind === 'response') {
      this.#waiting.delete(message.id)
      reader?.reply.end(reader.theirs(line), this.#toClients, message.error?.code)
    } else if (reader === undefined) this.#unsent.keep(line)
    else reader.reply.send(reader.theirs(line), this.#toClients)
  }

  // Progress and subscriptions name their request, and a stream belongs to one; anything else is for the listener, or
  // for whoever waits.
  #readerOf(message: Exclude<Message, { readonly kind: 'other' }>, of: Id | undefined): Reader | undefined {
    const open = [...this.#waiting].filter(([, { reply }]) => reply.isOpen)
    if (message.kind === 'response') return open.find(([id]) => id === message.id)?.[1]
    const { progressToken, requestId } = message.params
    const subscription = metaOf(message.params)[SUBSCRIPTION]
    const [, named] =
      open.find(([id]) => id === subscription) ??
      open.find(([id, request]) => request.isSubscription && id === requestId) ??
      open.find(([, { token }]) => token !== undefined && token === progressToken) ??
      open.find(([id]) => id === of) ??
      []
    const reply = named === undefined ? this.#replyBeside(message, of, open.at(-1)?.[1].reply) : undefined
    return reply === undefined ? named : { reply, theirs: unchanged }
  }

  #replyBeside(message: Message, of: Id | undefined, latest: Reply | undefined): Reply | undefined {
    if (this.#listener?.isOpen === true) return this.#listener
    if (of !== undefined) return undefined
    // Whoever else waits may be another client.
    if (this.#isShared) return isNotice(message, 'notifications/message') ? this.#logReader : undefined
    return latest
  }

  get #logReader(): Reply | undefined {
    const [only, another] = this.#running
    const isCertain = only !== undefined && another === undefined && this.#callers.size === 1
    return isCertain ? this.#waiting.get(only)?.reply : undefined
  }
}
