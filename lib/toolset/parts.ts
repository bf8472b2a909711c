/** Parts that one side pushes and the other iterates. */

/** Parts of an answer that a tool pushes and a framework iterates, as they come. @category Adapters @since 0.1.0 */
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

  /** Every part, the moment it comes. */
  async *all(): AsyncGenerator<A> {
    while (!this.#ended || this.#parts.length > 0) {
      if (this.#parts.length > 0) yield this.#parts.shift() as A
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
    }
  }
}
