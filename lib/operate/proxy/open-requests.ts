/**
 * The requests of a client that wait for their responses, by their ids and by the tokens of their progress: while a
 * person reads what the server asks, only the longest time runs.
 */
import type { PendingCall } from './guard.js'
import { isSubscription } from './prompt-methods.js'
import { formFor, metaOf, type Id, type Message, type Request, type ResponseForm } from './message.js'
import { Questions } from './questions.js'
import type { Caller } from './turns.js'

export interface OpenRequest {
  readonly method: string
  readonly ticket: PendingCall | undefined
  readonly form: ResponseForm
  readonly progressToken: unknown
  /** The task that it asks about. */
  readonly taskId: unknown
  /** Undefined where the server has one client. */
  readonly caller: Caller | undefined
  /** The cursor of the page that it asks for. */
  readonly cursor: unknown
  readonly timer: NodeJS.Timeout | undefined
  /** Progress does not put it off. */
  readonly limit: NodeJS.Timeout | undefined
  /** Whether the server sent something of its own since it has the request. */
  hasBegun: boolean
  /** With which its response came, where that is no success of HTTP. */
  status: number | undefined
}

/** What is known of a request whose response will not come. */
export interface Loss {
  /** No connection was made for it. */
  readonly isUnsent?: boolean
  readonly hint?: string
}

export class OpenRequests {
  readonly #byId = new Map<Id, OpenRequest>()
  readonly #questions = new Questions()
  #isAlone = false
  readonly #byProgress = new Map<unknown, Id>()

  get size(): number {
    return this.#byId.size
  }

  /** How many are answered although their client asks no more. */
  get awaited(): number {
    return [...this.#byId.values()].filter(({ method }) => !isSubscription(method)).length
  }

  get ids(): Iterable<Id> {
    return this.#byId.keys()
  }

  has(id: Id): boolean {
    return this.#byId.has(id)
  }

  /**
   * Waits for the response to a request: so long at most without progress, and so long with it; `expired` is told which
   * of them is over.
   */
  wait(
    { id, method, params }: Request,
    ticket: PendingCall | undefined,
    { times, caller }: { readonly times: ReadonlyArray<number>; readonly caller: Caller | undefined },
    expired: (afterMs: number) => void
  ): void {
    const { progressToken } = metaOf(params)
    const form = formFor(params)
    const isOver = (ms: number): void => {
      if (this.#byId.get(id) === request) expired(ms)
    }
    // It is the server that keeps the process alive, not the wait for it. What came while the process itself was
    // stopped is read first.
    const [timer, limit] = times.map((ms, at) =>
      setTimeout(() => {
        if (at === 0 && this.#questions.isAny) request.timer?.refresh()
        else setImmediate(isOver, ms)
      }, ms).unref()
    )
    const { taskId, cursor } = params
    const began = { hasBegun: false, status: undefined }
    const request = { method, ticket, form, progressToken, taskId, caller, cursor, timer, limit, ...began }
    this.add(id, request)
  }

  /** The server asks its client. */
  asked(request: Request): void {
    if (!this.#isAlone) this.#questions.asked(request)
  }

  /** The client has closed its input, and answers no more. */
  alone(): void {
    this.#isAlone = true
    this.#questions.clear()
    this.#refresh()
  }

  /** The client says something of its own. */
  told(message: Message): void {
    if (this.#questions.endsBy(message)) this.#refresh()
  }

  /** The server gives up what it asked. */
  givenUp(id: unknown): void {
    if (this.#questions.givenUp(id)) this.#refresh()
  }

  // A question has ended: the server's time begins anew.
  #refresh(): void {
    for (const { timer } of this.#byId.values()) timer?.refresh()
  }

  add(id: Id, request: OpenRequest): void {
    this.take(id)
    this.#byId.set(id, request)
    if (request.progressToken !== undefined) this.#byProgress.set(request.progressToken, id)
  }

  /** Whose request it is. */
  callerOf(id: Id): Caller | undefined {
    return this.#byId.get(id)?.caller
  }

  /** The name of the tool that a request calls. */
  toolOf(id: Id): string | undefined {
    return this.#byId.get(id)?.ticket?.policy.tool.name
  }

  /** Gives a request that waits no more, and ends its timers. */
  take(id: Id): OpenRequest | undefined {
    const request = this.#byId.get(id)
    if (request === undefined) return undefined
    clearTimeout(request.timer)
    clearTimeout(request.limit)
    this.#byId.delete(id)
    if (request.progressToken !== undefined) this.#byProgress.delete(request.progressToken)
    // Of a question that was never answered, the next request knows nothing.
    if (this.#byId.size === 0) this.#questions.clear()
    return request
  }

  /** Progress puts the end of a request's time off. */
  progressed(token: unknown): void {
    const id = this.#byProgress.get(token)
    if (id !== undefined) this.#byId.get(id)?.timer?.refresh()
  }

  /** A server that failed, or a gateway before it, may have begun what it refuses, but for a bad request. */
  responded(id: Id, status: number): void {
    const request = this.#byId.get(id)
    if (request !== undefined) Object.assign(request, { status, hasBegun: request.hasBegun || status !== 400 })
  }

  /** The server sent something of its own: for the request with this token or this id, else for any of them. */
  heard(token: unknown, of: Id | undefined): void {
    const id = this.#byProgress.get(token) ?? of
    const named = id === undefined ? undefined : this.#byId.get(id)
    for (const request of named === undefined ? this.#byId.values() : [named]) request.hasBegun = true
  }
}
