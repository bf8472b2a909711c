/** The server processes behind HTTP: one for each session, and as many as it takes for requests that have none. */
import { ProxyGuard, sharedState, type SharedState } from '../guard.js'
import type { Request } from '../message.js'
import type { ProxySettings } from '../settings.js'
import type { Summary } from '../summary.js'
import type { Caller } from '../turns.js'
import type { Upstream } from '../upstream/upstream.js'
import { Backend } from './backend.js'

// Clients come and go without a word.
export const MAX_SESSIONS = 64
const MAX_SHARED = 16

export class Backends {
  readonly #settings: ProxySettings
  readonly #upstream: Upstream
  readonly #sessions = new Map<string, Backend>()
  readonly #shared = new Set<Backend>()
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

  /**
   * A process for a request without a session, that owes no answer to another request of the same id: late ones would
   * go to the wrong client. Where the request asks for logs, one that logs for no other, while there are any.
   */
  shared(request: Request, caller: Caller): Backend | undefined {
    const free = [...this.#shared].filter((backend) => !backend.isTaken(request))
    const quiet = free.find((backend) => backend.isQuietFor(request, caller))
    if (quiet !== undefined) return quiet
    if (this.#shared.size >= MAX_SHARED && !this.#endIdleShared()) return free[0]
    const backend: Backend = this.#start({ guard: this.#guard, isShared: true }, () => this.#shared.delete(backend))
    this.#shared.add(backend)
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
    const backend: Backend = new Backend(this.#settings, { ...kind, upstream: this.#upstream }, (why) => {
      this.#alive.delete(backend)
      if (!backend.isStopped) this.#settings.tell(why)
      onEnd()
      if (this.#alive.size === 0) this.#onEnded()
    })
    this.#alive.add(backend)
    return backend
  }

  #endIdleShared(): boolean {
    const [idle] = [...this.#shared].filter(({ isIdle }) => isIdle).sort((a, b) => a.usedAt - b.usedAt)
    if (idle === undefined) return false
    this.#shared.delete(idle)
    idle.stop()
    return true
  }

  // Few clients send a DELETE when they leave, and one that was killed sends none.
  #endLeft(): void {
    const now = this.#settings.clock()
    for (const [id, backend] of this.#sessions) {
      if (backend.isHeard) backend.usedAt = now
      else if (now - backend.usedAt >= this.#settings.leftSessionMs) {
        this.summary.note('sessions that their client left')
        this.end(id)
      }
    }
  }

  #endIdle(): boolean {
    const idle = [...this.#sessions]
      .filter(([, { isIdle, isHeard }]) => isIdle || !isHeard)
      .sort(([, a], [, b]) => Number(a.isHeard) - Number(b.isHeard) || a.usedAt - b.usedAt)
    return idle[0] !== undefined && this.end(idle[0][0])
  }
}
