/** The places of a turn: so many of its calls run at once, the others wait in order. */
import { waitFor } from '../core/foreign/index.js'

interface WaitingCall {
  start: () => void
  hasPlace: boolean
}

/** The places of one turn in this process. */
export class Places {
  #free: number
  readonly #waiting = new Set<WaitingCall>()

  constructor(readonly atOnce: number) {
    this.#free = atOnce
  }

  /** Takes a place if one is free and nobody waits. */
  tryAcquire(): boolean {
    if (this.#free === 0) return false
    this.#free -= 1
    return true
  }

  /** Waits for a place, after those who wait already. */
  async acquire(timeoutMs: number, signals: ReadonlyArray<AbortSignal>): Promise<'acquired' | 'timed_out' | 'aborted'> {
    const one: WaitingCall = { start: () => {}, hasPlace: false }
    const given = new Promise<void>((resolve) => {
      one.start = resolve
    })
    this.#waiting.add(one)
    const waited = await waitFor(() => given, { timeoutMs, signals })
    if (waited.kind !== 'timed_out' && waited.kind !== 'aborted') return 'acquired'
    // It was given away to one who had just left.
    if (one.hasPlace) this.release()
    this.#waiting.delete(one)
    return waited.kind
  }

  release(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#free += 1
      return
    }
    this.#waiting.delete(next)
    next.hasPlace = true
    next.start()
  }
}
