/** The exchanges that a loop window remembers. */
import type { Remembered } from './loop-state.js'

/** The latest exchanges. Nearly every call is new and nearly every answer is fine: two counts tell that without a search. */
export class Latest {
  readonly seen: Array<Remembered> = []
  failures = 0
  #times = new Map<string, number>()

  constructor(readonly size: number) {}

  /** How often a call with these arguments was made, of whichever tool; no less, but perhaps more where some have left the window. */
  times(args: string): number {
    return this.#times.get(args) ?? 0
  }

  add(entry: Remembered, before = this.times(entry.args)): void {
    this.seen.push(entry)
    this.#times.set(entry.args, before + 1)
    if (entry.error !== null) this.failures++
    if (this.seen.length <= this.size) return
    if (this.seen.shift()?.error !== null) this.failures--
    if (this.#times.size > 4 * this.size) this.#recount()
  }

  #recount(): void {
    this.#times = new Map()
    for (const { args } of this.seen) this.#times.set(args, this.times(args) + 1)
  }
}
