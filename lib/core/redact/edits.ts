/** Parts of a text that are to be replaced, found in any order. */

export interface Edit {
  readonly at: number
  readonly end: number
  readonly by: string
}

/** Edits that do not overlap; of two at one place, the later one counts. */
export class Edits {
  readonly #edits = new Map<number, Edit>()

  add(edit: Edit): void {
    this.#edits.set(edit.at, edit)
  }

  clear(): void {
    this.#edits.clear()
  }

  /** Where the last of them ends. */
  get end(): number {
    return [...this.#edits.values()].reduce((last, { end }) => Math.max(last, end), 0)
  }

  get count(): number {
    return this.#edits.size
  }

  /** The text with all of them made. */
  written(text: string): string {
    let written = ''
    let done = 0
    for (const { at, end, by } of [...this.#edits.values()].toSorted((a, b) => a.at - b.at)) {
      written += text.slice(done, at) + by
      done = end
    }
    return written + text.slice(done)
  }
}
