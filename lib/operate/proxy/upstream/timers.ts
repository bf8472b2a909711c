/** The waits of one connection, which end with it. */
export class Timers {
  readonly #timers = new Set<NodeJS.Timeout>()
  #isOver = false

  /** Gives what stops the wait. */
  after(ms: number, run: () => void): () => void {
    const stop = (): void => {
      clearTimeout(timer)
      this.#timers.delete(timer)
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      if (!this.#isOver) run()
    }, ms)
    this.#timers.add(timer)
    return stop
  }

  end(): void {
    this.#isOver = true
    for (const timer of this.#timers) clearTimeout(timer)
  }
}
