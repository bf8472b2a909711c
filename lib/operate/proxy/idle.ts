/** Calls back once nobody waits any more. */
export class Idle {
  readonly #waiting: () => number
  readonly #callbacks: Array<() => void> = []

  constructor(waiting: () => number) {
    this.#waiting = waiting
  }

  /** At once, if nobody waits. */
  when(callback: () => void): void {
    this.#callbacks.push(callback)
    this.check()
  }

  /** Somebody may wait no more. */
  check(): void {
    if (this.#callbacks.length > 0 && this.#waiting() === 0)
      for (const callback of this.#callbacks.splice(0)) callback()
  }
}
