/** Parts that one side pushes and the other iterates. */

export class Parts<A> {
  readonly #parts: Array<A> = []
  #ended = false
  #wake = (): void => {}

  readonly push = (part: A): void => {
    this.#parts.push(part)
    this.#wake()
  }

  readonly end = (): void => {
    this.#ended = true
    this.#wake()
  }

  /** Every part as soon as it comes, but for the last `kept`. */
  async *allBut(kept: 0 | 1): AsyncGenerator<A> {
    while (!this.#ended || this.#parts.length > kept) {
      if (this.#parts.length > kept) yield this.#parts.shift() as A
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
    }
  }
}
