/** The waits of one connection or process, which end with it. */
export class Timers {
  readonly #timers = new Set<NodeJS.Timeout>()
  #isOver = false

  /** Gives what stops the wait. */
  after(ms: number, run: () => void): () => void {
    if (this.#isOver) return () => {}
    const stop = (): void => {
      clearTimeout(timer)
      this.#timers.delete(timer)
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      run()
    }, ms)
    this.#timers.add(timer)
    return stop
  }

  end(): void {
    this.#isOver = true
    for (const timer of this.#timers) clearTimeout(timer)
  }
}
