/** The server processes behind HTTP: one for each session, and one for all requests that have none. */
import { ProxyGuard } from '../guard.js'
import type { Request } from '../message.js'
import type { ProxySettings } from '../settings.js'
import { sharedState, type SharedState } from '../shared-state.js'
import type { Summary } from '../summary.js'
import type { Caller } from '../turns.js'
import type { Upstream } from '../upstream/upstream.js'
import { Backend } from './backend.js'
import { wantsLogs } from './logs.js'

// Clients come and go without a word.
export const MAX_SESSIONS = 64
const MAX_LOGGING = 16

export class Backends {
  readonly #settings: ProxySettings
  readonly #upstream: Upstream
  readonly #sessions = new Map<string, Backend>()
  #common: Backend | undefined
  /** Those of clients that ask for logs, which name no request; the first of each has all that it does not log for. */
  readonly #logging = new Map<Backend, Caller>()
  readonly #sharedState: SharedState
  // Those that were asked to end and have not yet count too.
  readonly #alive = new Set<Backend>()
  // Requests without a session share one guard, whichever process answers them.
  readonly #guard: ProxyGuard
  readonly #guards = new Set<ProxyGuard>()
  #closedTurns = 0
  readonly #sweeper: NodeJS.Timeout
  #onEnded: () => void = () => {}

  constructor(settings: ProxySettings, upstream: Upstream) {
    this.#settings = settings
    this.#upstream = upstream
    this.#sharedState = sharedState(settings)
    this.#guard = this.#newGuard()
    this.#sweeper = setInterval(() => this.#endLeft(), settings.leftSessionMs / 30).unref()
  }

  get enforces(): boolean {
    return this.#guard.enforces
  }

  get summary(): Summary {
    return this.#sharedState.summary
  }

  get turns(): number {
    return this.#closedTurns + this.#guard.turns + [...this.#guards].reduce((sum, { turns }) => sum + turns, 0)
  }

  session(id: string): Backend | undefined {
    return this.#sessions.get(id)
  }

  /** A process for a new session; none where there are too many, and none of them idle. */
  open(id: string): Backend | undefined {
    if (this.#sessions.size >= MAX_SESSIONS && !this.#endIdle()) return undefined
    const guard = this.#newGuard(id)
    const backend = this.#start({ guard, isShared: false }, () => {
      this.#sessions.delete(id)
      this.#guards.delete(guard)
      this.#closedTurns += guard.turns
    })
    this.#guards.add(guard)
    this.#sessions.set(id, backend)
    return backend
  }

  /** The process for a request without a session. */
  shared(request: Request, caller: Caller): Backend {
    const own = [...this.#logging].flatMap(([backend, whose]) => (whose === caller ? [backend] : []))
    const quiet = own.find((backend) => backend.isQuietFor(request, caller))
    if (quiet !== undefined) return quiet
    // A server at an address logs in the stream of the request.
    const logging = this.#upstream.kind === 'command' && wantsLogs(request) ? this.#logFor(request, caller) : undefined
    return logging ?? own[0] ?? (this.#common ??= this.#startShared())
  }

  /** A process for a client's logs, where there may be one more: that of all, if nobody else has used it. */
  #logFor(request: Request, caller: Caller): Backend | undefined {
    if (this.#logging.size >= MAX_LOGGING && !this.#endIdleLogging()) return undefined
    const isFree = this.#common?.isQuietFor(request, caller) === true
    const backend = (isFree ? this.#common : undefined) ?? this.#startShared()
    if (isFree) this.#common = undefined
    else this.#common?.endSubscriptions(caller)
    this.#logging.set(backend, caller)
    return backend
  }

  #startShared(): Backend {
    const backend: Backend = this.#start({ guard: this.#guard, isShared: true }, () => {
      this.#logging.delete(backend)
      if (this.#common === backend) this.#common = undefined
    })
    return backend
  }

  end(id: string): boolean {
    const backend = this.#sessions.get(id)
    this.#sessions.delete(id)
    backend?.stop()
    return backend !== undefined
  }

  /** Resolves once none of them is left. */
  endAll(): Promise<void> {
    return new Promise((resolve) => {
      this.#onEnded = resolve
      clearInterval(this.#sweeper)
      if (this.#alive.size === 0) resolve()
      for (const backend of this.#alive) backend.stop()
    })
  }

  #newGuard(sessionId?: string): ProxyGuard {
    return new ProxyGuard(this.#settings, this.#sharedState, sessionId)
  }

  #start(kind: { readonly guard: ProxyGuard; readonly isShared: boolean }, onEnd: () => void): Backend {
    const backend: Backend = new Backend(this.#settings, { ...kind, upstream: this.#upstream }, (why, gone) => {
      if (!backend.isStopped) this.#settings.tell(why)
      onEnd()
      void gone.then(() => this.#left(backend))
    })
    this.#alive.add(backend)
    return backend
  }

  #left(backend: Backend): void {
    this.#alive.delete(backend)
    if (this.#alive.size === 0) this.#onEnded()
  }

  #endIdleLogging(): boolean {
    const [idle] = [...this.#logging.keys()].filter(({ isIdle }) => isIdle).sort((a, b) => a.usedAt - b.usedAt)
    if (idle === undefined) return false
    this.#endLogging(idle)
    return true
  }

  #endLogging(backend: Backend): void {
    this.#logging.delete(backend)
    backend.stop()
  }

  // Few clients send a DELETE when they leave, and one that was killed sends none.
  #endLeft(): void {
    const now = this.#settings.clock()
    const isLeft = (backend: Backend): boolean => {
      if (backend.isHeard) backend.usedAt = now
      return now - backend.usedAt >= this.#settings.leftSessionMs
    }
    for (const [id, backend] of this.#sessions)
      if (isLeft(backend)) {
        this.summary.note('sessions that their client left')
        this.end(id)
      }
    for (const backend of this.#logging.keys()) if (isLeft(backend)) this.#endLogging(backend)
  }

  #endIdle(): boolean {
    const idle = [...this.#sessions]
      .filter(([, { isIdle, isHeard }]) => isIdle || !isHeard)
      .sort(([, a], [, b]) => Number(a.isHeard) - Number(b.isHeard) || a.usedAt - b.usedAt)
    return idle[0] !== undefined && this.end(idle[0][0])
  }
}
