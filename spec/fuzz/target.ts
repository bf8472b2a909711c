/** What a fuzzer needs to know of something that it fuzzes. */

export interface Target {
  readonly name: string
  /**
   * Inputs to begin with, besides the corpus. An input is a string of bytes: one character, at most U+00FF, for each.
   */
  readonly seeds: ReadonlyArray<string>
  /** What means something to what is fuzzed. */
  readonly tokens: ReadonlyArray<string>
  /** Throws where a promise is broken. */
  readonly run: (input: string) => void
}

export const bytesOf = (input: string): Uint8Array => Uint8Array.from(Buffer.from(input, 'latin1'))

export const inputOf = (text: string): string => Buffer.from(text).toString('latin1')

/** An endless supply of small choices, made by the bytes of an input: zeros once they are used up. */
export class Choices {
  #at = 0

  constructor(private readonly input: string) {}

  get isOver(): boolean {
    return this.#at >= this.input.length
  }

  /** A number below `n`. */
  below(n: number): number {
    return this.isOver ? 0 : this.input.charCodeAt(this.#at++) % n
  }

  of<A>(values: ReadonlyArray<A>): A {
    return values[this.below(values.length)] as A
  }

  /** A list of at most `most`, each made in turn. */
  list<A>(most: number, make: () => A): ReadonlyArray<A> {
    return Array.from({ length: this.below(most + 1) }, make)
  }
}
