/** Which writes the turns of a host have made, kept beyond the turns themselves: a name may come back after its turn was forgotten. */
import { stateOf, type Turn } from '../guard/kernel.js'

/** More than hosts write in a day; the turn that wrote least lately is forgotten first. */
const MAX_WRITES = 100_000

const UNLIMITED = 2 ** 31 - 1

/** Counted as a write that may have run, and compared with nothing. */
const RULE = { unchanged: UNLIMITED, admitted: UNLIMITED, streak: UNLIMITED, executed: UNLIMITED - 1 }
const RAN = {
  answer: null,
  executed: 'unknown',
  writes: true,
  once: true,
  free: false,
  retryAfterMs: null,
  back: false
} as const

export class MadeWrites {
  /** How often each write was made, by its key, by the turn. */
  readonly #turns = new Map<string, Map<string, number>>()
  readonly #maxWrites: number
  readonly #onForgotten: () => void
  #size = 0

  constructor(onForgotten: () => void, maxWrites = MAX_WRITES) {
    this.#onForgotten = onForgotten
    this.#maxWrites = maxWrites
  }

  /** A write is on its way, and counts from now on. */
  add(turnId: string, key: string): void {
    const writes = this.#turns.get(turnId) ?? new Map<string, number>()
    if (!writes.has(key)) this.#size += 1
    writes.set(key, (writes.get(key) ?? 0) + 1)
    this.#turns.delete(turnId)
    this.#turns.set(turnId, writes)
    this.#bound()
  }

  /** It turned out that the write was not executed. */
  take(turnId: string, key: string): void {
    const writes = this.#turns.get(turnId)
    const times = writes?.get(key)
    if (writes === undefined || times === undefined) return
    if (times > 1) writes.set(key, times - 1)
    else if (writes.delete(key)) this.#size -= 1
    if (writes.size === 0) this.#turns.delete(turnId)
  }

  /** Counts in a turn that is opened again the writes that it has made. */
  restore(turn: Turn): void {
    const budget = stateOf({ turn })?.budget
    for (const [key, times] of this.#turns.get(turn.id) ?? []) {
      for (let i = 0; i < times; i++) {
        budget?.reserve(key, RULE)
        budget?.settle(key, RAN)
      }
    }
  }

  #bound(): void {
    for (const [turnId, writes] of this.#turns) {
      if (this.#size <= this.#maxWrites) return
      this.#turns.delete(turnId)
      this.#size -= writes.size
      this.#onForgotten()
    }
  }
}
