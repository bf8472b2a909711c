/** The server processes behind HTTP: one for each session, and as many as it takes for requests that have none. */
import { ProxyGuard } from '../guard.js'
import type { Request } from '../message.js'
import type { ProxySettings } from '../settings.js'
import { Summary } from '../summary.js'
import { Backend, type Command } from './backend.js'

// Clients come and go without a word.
const MAX_SESSIONS = 64
const MAX_SHARED = 16

export class Backends {
  readonly summary: Summary
  readonly #settings: ProxySettings
  readonly #command: Command
  readonly #sessions = new Map<string, Backend>()
  readonly #shared = new Set<Backend>()
  // Those too that were told to end and have not yet.
  readonly #alive = new Set<Backend>()
  // Requests without a session share one guard, whichever process answers them.
  readonly #guard: ProxyGuard
  readonly #guards = new Set<ProxyGuard>()
  #closedTurns = 0

  constructor(settings: ProxySettings, command: Command) {
    this.#settings = settings
    this.#command = command
    this.summary = new Summary(settings.mode, settings.tell)
    this.#guard = new ProxyGuard(settings, this.summary)
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
    const guard = new ProxyGuard(this.#settings, this.summary)
    const backend = this.#start(guard, () => {
      this.#sessions.delete(id)
      this.#guards.delete(guard)
      this.#closedTurns += guard.turns
    })
    this.#guards.add(guard)
    this.#sessions.set(id, backend)
    return backend
  }

  /** A process for a request without a session, of which no other request on its way has the same id. */
  shared(request: Request): Backend | undefined {
    const free = [...this.#shared].find((backend) => !backend.isTaken(request))
    if (free !== undefined || this.#shared.size >= MAX_SHARED) return free
    const backend: Backend = this.#start(this.#guard, () => this.#shared.delete(backend))
    this.#shared.add(backend)
    return backend
  }

  end(id: string): boolean {
    const backend = this.#sessions.get(id)
    this.#sessions.delete(id)
    backend?.stop()
    return backend !== undefined
  }

  endAll(): void {
    for (const backend of this.#alive) backend.stop()
  }

  /** Whether any process is still there. */
  get areEnded(): boolean {
    return this.#alive.size === 0
  }

  #start(guard: ProxyGuard, onEnd: () => void): Backend {
    const backend: Backend = new Backend(this.#settings, guard, this.#command, (why) => {
      this.#alive.delete(backend)
      if (!backend.isStopped) this.#settings.tell(why)
      onEnd()
    })
    this.#alive.add(backend)
    return backend
  }

  #endIdle(): boolean {
    const idle = [...this.#sessions].filter(([, { isIdle }]) => isIdle).sort(([, a], [, b]) => a.usedAt - b.usedAt)
    return idle[0] !== undefined && this.end(idle[0][0])
  }
}
