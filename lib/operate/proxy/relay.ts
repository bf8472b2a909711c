/**
 * Stands between one client and one server, line by line: messages that need no reply of ours pass unchanged. In
 * `enforce` mode nothing else passes: no line that is not a single message, because readers disagree about it, and no
 * response unless an open request has its very id. Clients compare ids loosely: the official ones accept "2" and "0x2"
 * for 2.
 */
import type { Channels } from './channels.js'
import { ClientView } from './client-view.js'
import { exactRequest, keepsId } from './exact-json.js'
import { ProxyGuard, type PendingCall } from './guard.js'
import { HeldCalls } from './held-calls.js'
import { Idle } from './idle.js'
import { ToolListing } from './listing.js'
import {
  cancelLine,
  RPC_CODES,
  errorLine,
  formFor,
  idsInBatch,
  isNotice,
  lostLine,
  readMessage,
  refusalLine,
  type Id,
  type Notification,
  type Request,
  type Response
} from './message.js'
import { isPrompt } from './prompt-methods.js'
import { OpenRequests, type Loss, type OpenRequest } from './open-requests.js'
import { OwedResponses } from './owed-responses.js'
import type { ToolError } from '../../core/errors/index.js'
import { isBlankLine } from './lines.js'
import { CHANGED, GONE, TAKEN, UNGUARDED } from './sentences.js'
import type { ProxySettings } from './settings.js'
import type { Asker } from './turns.js'

export class Relay {
  readonly guard: ProxyGuard
  readonly #settings: ProxySettings
  readonly #channels: Channels
  readonly #listing: ToolListing
  readonly #pending = new OpenRequests()
  readonly #owed = new OwedResponses()
  readonly #idle = new Idle(() => this.waiting)
  readonly #held: HeldCalls
  readonly #view: ClientView
  // Answers that wait until it is known what the server promised.
  #unjudged = 0
  #gone: string | undefined

  constructor(settings: ProxySettings, channels: Channels, guard = new ProxyGuard(settings)) {
    this.#settings = settings
    this.#channels = channels
    this.guard = guard
    this.#listing = new ToolListing(guard.catalog, channels.toServer)
    this.#held = new HeldCalls(this.#listing)
    this.#view = new ClientView(settings, channels, guard)
  }

  /** How many requests of the client wait for an answer, without those of subscriptions. */
  get waiting(): number {
    return this.#held.size + this.#pending.awaited + this.#unjudged
  }

  /** What may still come for requests that nobody waits for. */
  get owed(): Pick<OwedResponses, 'has' | 'size'> {
    return this.#owed
  }

  /** The client asks and answers no more: calls back once none of its requests waits; at once, if none does. */
  whenAnswered(callback: () => void): void {
    this.#pending.alone()
    this.#idle.when(callback)
  }

  // -- from the client

  /** `asker` says whose line it is, where several clients share the server. */
  fromClient(line: Buffer, asker?: Asker): void {
    const message = readMessage(line)
    if (message.kind === 'request') return this.#request(message, line, asker)
    this.#pending.told(message)
    if (isNotice(message, 'notifications/cancelled')) {
      const { requestId, reason } = message.params
      if (this.#held.letGo(requestId)) return
      this.#cancel(requestId, reason)
    }
    // Some servers run a call without an id, too, and nobody would judge its response.
    if ((message.kind === 'other' || isNotice(message, 'tools/call')) && !this.#admits(line)) return
    if (this.#gone === undefined) this.#channels.toServer(line)
  }

  #admits(line: Buffer, asked: ReadonlyArray<Id | null> = idsInBatch(line)): boolean {
    if (isBlankLine(line)) return !this.guard.enforces
    this.guard.summary.note('messages from the client that could not be guarded')
    if (!this.guard.enforces) return true
    for (const id of asked.length === 0 ? [null] : asked)
      this.#channels.toClient(errorLine(id, RPC_CODES.invalidRequest, UNGUARDED))
    return false
  }

  #request(request: Request, line: Buffer, asker: Asker | undefined): void {
    const { id, method, params } = request
    if (this.#isGone(request)) return
    if (!keepsId(id, line) && !this.#admits(line, [null])) return
    // What a session before it left open is nothing that this client waits for.
    if (method === 'initialize') this.#owed.clear()
    if (this.guard.enforces && (this.#pending.has(id) || this.#held.has(id) || this.#owed.has(id)))
      return this.#channels.toClient(errorLine(id, RPC_CODES.invalidRequest, TAKEN))
    if (method === 'tools/call' || params['taskId'] !== undefined) this.guard.touch(asker)
    const name = params['name']
    if (method === 'tools/call' && typeof name === 'string') {
      const send = (): void => this.#call(request, exactRequest(line).args, line, asker)
      return this.#held.hold(request, name, send, () => this.#idle.check())
    }
    // Some servers run it all the same: of ["pay"] they read pay.
    if (method === 'tools/call' && !this.#admits(line, [id])) return
    if (method === 'initialize') this.guard.begin(asker?.caller)
    this.#await(request, undefined, isPrompt(method) ? this.#settings.timeoutMs : undefined, asker)
    this.#channels.toServer(line)
  }

  /** Tells whoever asks a server that is gone. */
  #isGone({ id, method }: Request): boolean {
    const unsent = method === 'tools/call' ? ' Nothing was sent to it.' : ''
    if (this.#gone !== undefined) this.#channels.toClient(lostLine(id, this.#gone + unsent))
    return this.#gone !== undefined
  }

  #call(request: Request, args: unknown, line: Buffer, asker: Asker | undefined): void {
    const { id, params } = request
    if (this.#isGone(request)) return
    const own = this.#view.own(request, formFor(params).typed, asker?.caller)
    if (own !== undefined) return void this.#later(own)
    const { ticket, refusal } = this.guard.admit(request, args, asker)
    if (refusal !== undefined) return this.#refuse(id, refusal, formFor(params))
    this.#await(request, ticket, ticket?.policy.timeoutMs, asker)
    this.#channels.toServer(line)
  }

  // It may carry what an earlier response hid.
  #refuse(id: Id, refusal: ToolError, form: OpenRequest['form']): void {
    this.#channels.toClient(this.#view.seen(refusalLine(id, refusal, form), id).line)
  }

  #await(request: Request, ticket: PendingCall | undefined, timeoutMs?: number, { caller }: Partial<Asker> = {}): void {
    const times = timeoutMs === undefined ? [] : [timeoutMs, this.#settings.maxTimeoutMs]
    this.#pending.wait(request, ticket, { times, caller }, (afterMs) => this.#timeOut(request.id, afterMs))
  }

  #cancel(requestId: unknown, reason: unknown): void {
    const pending = this.#pending.take(requestId as Id)
    if (pending !== undefined) this.#owed.add(requestId as Id)
    if (pending?.ticket !== undefined) this.guard.cancelled(pending.ticket, reason)
    this.#idle.check()
  }

  #timeOut(id: Id, afterMs: number): void {
    const pending = this.#pending.take(id)
    if (pending === undefined) return
    const error = pending.ticket === undefined ? undefined : this.guard.timedOut(pending.ticket, afterMs)
    // Where it was only noted, what comes is still the client's.
    if (!this.guard.enforces) return this.#pending.add(id, { ...pending, ticket: undefined, progressToken: undefined })
    this.#owed.add(id)
    this.#channels.toServer(cancelLine(id, 'no answer in time'))
    this.#channels.toClient(
      error === undefined
        ? errorLine(id, RPC_CODES.timedOut, `The server did not respond to ${pending.method} within ${afterMs} ms.`)
        : refusalLine(id, error, pending.form)
    )
    this.#idle.check()
  }

  // -- from the server

  fromServer(line: Buffer, of?: Id): void {
    const message = readMessage(line)
    if (message.kind === 'response') return this.#response(message, line)
    if (message.kind === 'other' && message.response !== undefined) return this.#response(message.response, line)
    this.#pending.heard(message.kind === 'other' ? undefined : message.params['progressToken'], of)
    if (message.kind === 'notification') this.#notice(message, line, of)
    if (message.kind === 'other' && !isBlankLine(line))
      this.guard.summary.note(`lines from the server that are ${message.isJson ? 'no single message' : 'not JSON'}`)
    // What a server asks a client's model reads like a result.
    const seen = message.kind === 'request' ? this.#view.seen(line, message.id).line : line
    if (message.kind === 'request') this.#pending.asked(message)
    if (message.kind !== 'other' || !this.guard.enforces) this.#channels.toClient(seen, of)
  }

  #notice(message: Notification, line: Buffer, of: Id | undefined): void {
    const { method, params } = message
    const isHeard = this.#channels.hears(message, of)
    const caller = of === undefined ? undefined : this.#pending.callerOf(of)
    const about = { method, taskId: params['taskId'] }
    this.guard.toldOfTask(about, { result: params, error: undefined }, { line, isHeard, caller })
    if (method === 'notifications/tools/list_changed') this.#listing.stale()
    if (method === 'notifications/cancelled') this.#pending.givenUp(params['requestId'])
    if (method === 'notifications/progress') this.#pending.progressed(params['progressToken'])
  }

  #response(message: Response, sent: Buffer): void {
    if (this.#listing.takes(message, sent)) return
    const pending = this.#pending.take(message.id)
    if (pending === undefined) {
      this.#owed.delete(message.id)
      this.#pending.heard(undefined, undefined)
      this.guard.summary.note('responses that no request waited for')
      if (!this.guard.enforces) this.#channels.toClient(sent)
      return
    }
    if (pending.method === 'tools/list') this.#listing.learn(message.result, sent, pending.cursor)
    if (pending.method === 'initialize') this.guard.protocolVersion = message.result?.['protocolVersion']
    // The tool has another schema by now: the next call asks for it.
    if (message.error?.code === RPC_CODES.headerMismatch) this.#listing.stale()
    const { ticket } = pending
    const line = this.#view.readable(message, sent)
    if (ticket === undefined) {
      const isHeard = this.#channels.hears(message)
      this.guard.toldOfTask(pending, message, { line, isHeard, caller: pending.caller })
      this.#channels.toClient(this.#view.told(pending, message, line))
      return this.#idle.check()
    }
    // Nothing is judged before it is known what the server promised.
    this.#unjudged += 1
    this.#owed.add(message.id)
    this.#listing.whenDone(() => {
      this.#unjudged -= 1
      this.#owed.delete(message.id)
      this.#judge(ticket, pending, message, line)
      this.#idle.check()
    })
  }

  #judge(ticket: PendingCall, request: OpenRequest, message: Response, line: Buffer): void {
    const seen = this.#view.seen(line, message.id)
    const isHeard = this.#channels.hears(message)
    const refusal = this.guard.answered(ticket, message, { ...request, line, isHeard, hidden: seen.count })
    if (refusal !== undefined) return this.#refuse(message.id, refusal, request.form)
    const shown = this.#view.answered(ticket, message, line, seen.line)
    if (shown instanceof Promise) void this.#later(shown)
    else this.#channels.toClient(shown)
  }

  /** Sends what is made here, as soon as it is. */
  async #later(made: Promise<Buffer>): Promise<void> {
    this.#unjudged += 1
    const line = await made
    this.#unjudged -= 1
    this.#channels.toClient(line)
    this.#idle.check()
  }

  // -- the end

  /** The response to this request comes with a status of HTTP that is no success. */
  responded(id: Id, status: number): void {
    this.#pending.responded(id, status)
  }

  /** The server began another session: its tools may be others there. */
  renewed(id: Id, again: () => void): void {
    this.#listing.anew(this.#pending.toolOf(id), (mayRun) => (mayRun ? again() : this.lost(id, CHANGED)))
  }

  /** The server goes on, but this request has no response. */
  lost(id: Id, why: string, loss?: Loss): void {
    if (this.#listing.takes({ id, result: undefined })) return
    this.#owed.delete(id)
    this.#lose(id, why, loss)
    this.#idle.check()
  }

  /** The server is gone: whoever waits is told, and so is whoever asks from now on. */
  serverGone(why: string): void {
    if (this.#gone !== undefined) return
    this.#gone = why
    this.#listing.end()
    for (const id of this.#pending.ids) this.#lose(id, why, { hint: GONE })
    this.#idle.check()
  }

  #lose(id: Id, why: string, loss?: Loss): void {
    const pending = this.#pending.take(id)
    if (pending === undefined) return
    const error = pending.ticket === undefined ? undefined : this.guard.lost(pending.ticket, why, loss)
    this.#channels.toClient(lostLine(id, why, error))
  }

  /** The client is gone: nobody waits any more. */
  close(): void {
    this.#held.clear()
    this.#listing.end()
    for (const id of this.#pending.ids) {
      const ticket = this.#pending.take(id)?.ticket
      if (ticket !== undefined) this.guard.cancelled(ticket)
    }
  }
}
