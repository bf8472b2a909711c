/** The writes of clients that name no turn, beyond the latest clients: each may come back while its turn goes on. */
import { eventsOf, type LoggedCall, type Turn } from '../../guard/kernel.js'
import { MAX_WRITES, writesOf } from './forgotten-turns.js'

export interface AsleepTurn {
  readonly lastAt: number
  /** What its client's later turns go on with, too. */
  readonly unknown: Set<LoggedCall>
  readonly events: ReturnType<typeof eventsOf>
}

export class AsleepTurns {
  readonly #turns = new Map<string, AsleepTurn & { readonly size: number }>()
  #size = 0

  constructor(
    readonly onForgotten: () => void,
    readonly maxWrites = MAX_WRITES
  ) {}

  keep(key: string, { turn, lastAt, unknown }: Pick<AsleepTurn, 'lastAt' | 'unknown'> & { readonly turn: Turn }): void {
    const events = eventsOf(writesOf(turn), lastAt)
    const size = Math.max(events.length, 2 * unknown.size)
    if (size === 0) return
    this.#turns.set(key, { lastAt, unknown, events, size })
    this.#size += size
    // A write has two events.
    for (const oldest of this.#turns.keys()) {
      if (this.#size <= 2 * this.maxWrites) return
      this.take(oldest)
      this.onForgotten()
    }
  }

  take(key: string): AsleepTurn | undefined {
    const kept = this.#turns.get(key)
    this.#size -= kept?.size ?? 0
    this.#turns.delete(key)
    return kept
  }

  /** Drops the turns that were over by then, and left nothing open. */
  endBefore(at: number): void {
    for (const [key, { lastAt, unknown }] of this.#turns) {
      if (lastAt >= at) return
      if (unknown.size === 0) this.take(key)
    }
  }
}
