/** Texts that are compared, and give way to their digests where room is scarce. */
import { withoutFigures } from '../errors/text.js'
import { isFields } from '../foreign/fields.js'

// A digest is no shorter.
const MAX_ALWAYS_KEPT = 64

/**
 * A text or, once room is scarce, its digest: of a long text, a digest costs 8 % of parsing it, and most texts are
 * never compared with a digest.
 */
export class LazyDigest {
  #text: string | undefined
  #digest: string | undefined
  readonly #digestOf: (text: string) => string
  /** Makes equal texts of texts that count as equal; undefined once it has. */
  #canonicalOf: ((text: string) => string) | undefined
  /** The arguments whose text it is. */
  #args: unknown
  #names: string | undefined

  constructor(
    text: string | undefined,
    digestOf: (text: string) => string,
    { canonicalOf, args }: { readonly canonicalOf?: (text: string) => string; readonly args?: unknown } = {}
  ) {
    this.#text = text
    this.#digestOf = digestOf
    this.#canonicalOf = canonicalOf
    this.#args = args
  }

  /** Of a text that is not here. */
  static of(digest: string): LazyDigest {
    return new LazyDigest(undefined, () => digest)
  }

  /** UTF-16 units that `forget` frees. */
  get chars(): number {
    const chars = this.#text?.length ?? 0
    return chars > MAX_ALWAYS_KEPT ? chars : 0
  }

  /** UTF-16 units of the text; 0 once it is gone. */
  get length(): number {
    return this.#text?.length ?? 0
  }

  /** The text, where it is that of data and was not made canonical yet. */
  get written(): string | undefined {
    return this.#canonicalOf === undefined ? undefined : this.#text
  }

  /** A digest that alike texts share. */
  get alikeDigest(): string {
    return this.#text === undefined ? this.digest : this.#digestOf(withoutFigures(this.#canonical))
  }

  get digest(): string {
    this.#digest ??= this.#digestOf(this.#canonical)
    return this.#digest
  }

  get #canonical(): string {
    const text = this.#text ?? ''
    if (this.#canonicalOf === undefined) return text
    this.#text = this.#canonicalOf(text)
    this.#canonicalOf = undefined
    return this.#text
  }

  equals(other: LazyDigest): boolean {
    if (this.#text === undefined || other.#text === undefined) return this.digest === other.digest
    const isSame = this.#text === other.#text
    if (this.#canonicalOf === other.#canonicalOf && (isSame || this.#canonicalOf === undefined)) return isSame
    // A canonical text is as long as it was before.
    return this.#text.length === other.#text.length && this.#canonical === other.#canonical
  }

  /** Whether the texts differ in ids and figures at most; of a text that is not here, only whether it is equal. */
  isAlike(other: LazyDigest): boolean {
    return (
      this.equals(other) ||
      (this.#text !== undefined &&
        other.#text !== undefined &&
        withoutFigures(this.#canonical) === withoutFigures(other.#canonical))
    )
  }

  /** The names of the arguments whose text it is; undefined where they are not here. */
  get names(): string | undefined {
    return this.#names ?? (isFields(this.#args) ? JSON.stringify(Object.keys(this.#args).sort()) : undefined)
  }

  /** Keeps no arguments: their names alone, where these are needed later. */
  letArgsGo(keepNames: boolean): void {
    if (keepNames) this.#names = this.names
    this.#args = undefined
  }

  /** Keeps the digest alone. */
  forget(): void {
    if (this.chars === 0) return
    this.#digest = this.digest
    this.#text = undefined
  }
}
