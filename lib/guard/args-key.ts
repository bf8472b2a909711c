/** What arguments are known by. */
import { sha256 } from '#platform'

const MAX_TEXT = 256

/** The canonical text of a call's arguments, and its digest. SHA-256 is the dearest part of a short call, and of most calls nobody reads it. */
export class ArgsKey {
  /** Equal exactly where the arguments are: their text or, of a long one, its digest. */
  readonly id: string
  #hash: string | undefined

  constructor(text: string) {
    this.#hash = text.length > MAX_TEXT ? sha256(text) : undefined
    this.id = this.#hash ?? text
  }

  /** SHA-256, in hexadecimal, of the canonical text. */
  get hash(): string {
    this.#hash ??= sha256(this.id)
    return this.#hash
  }

  /** What a call of this tool is known by in its turn. */
  inTurn(tool: string): string {
    return `${tool}:${this.id}`
  }

  /** The same in a shared store, which must hold no arguments in clear. */
  inStore(tool: string): string {
    return `${tool}:${this.hash}`
  }
}
