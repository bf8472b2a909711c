/** The fingerprint of a response: its text while that is kept, else a digest. */
import * as E from 'fp-ts/lib/Either.js'
import { sortedJson, canonicalText } from '../core/canonical-json.js'
import { alike } from '../core/text.js'
import type { Judgement } from './judge.js'
import { sha256 } from '#platform'

// A digest is no shorter.
const MAX_ALWAYS_KEPT = 64

/** Equal exactly where the responses are. A digest of a long text costs 7 % of parsing it, and most responses are never compared. */
export class Fingerprint {
  #digest: string | undefined

  /** `text`: undefined where the digest alone is kept. */
  constructor(public text: string | undefined) {}

  /** The fingerprint of a response of which only the digest is known. */
  static ofDigest(digest: string): Fingerprint {
    const fingerprint = new Fingerprint(undefined)
    fingerprint.#digest = digest
    return fingerprint
  }

  get chars(): number {
    return this.text?.length ?? 0
  }

  get digest(): string {
    this.#digest ??= sha256(this.text ?? '')
    return this.#digest
  }

  equals(other: Fingerprint): boolean {
    return this.text !== undefined && other.text !== undefined ? this.text === other.text : this.digest === other.digest
  }

  /** Keeps the digest alone. */
  forget(): void {
    if (this.text === undefined || this.chars <= MAX_ALWAYS_KEPT) return
    this.#digest = this.digest
    this.text = undefined
  }
}

/** At most this many UTF-16 units of answers are kept by a turn; beyond it, the oldest are forgotten. */
const MAX_KEPT_CHARS = 4 * 1024 * 1024

/** A response unchanged, or its data, while it may be kept. */
export interface KeptAnswer {
  readonly chars: number
  forget(): void
}

/** The kept responses of a turn. */
export class KeptAnswers {
  readonly #kept = new Set<KeptAnswer>()
  #chars = 0

  keep(answer: KeptAnswer): void {
    if (answer.chars <= MAX_ALWAYS_KEPT) return
    if (answer.chars > MAX_KEPT_CHARS) return answer.forget()
    this.#kept.add(answer)
    this.#chars += answer.chars
    if (this.#chars > MAX_KEPT_CHARS) this.#evict()
  }

  drop(answer: KeptAnswer): void {
    if (this.#kept.delete(answer)) this.#chars -= answer.chars
  }

  clear(): void {
    this.#kept.clear()
    this.#chars = 0
  }

  // Many at a time: to find the oldest of a set costs the more the more were deleted before it.
  #evict(): void {
    for (const answer of this.#kept) {
      if (this.#chars <= (MAX_KEPT_CHARS / 4) * 3) return
      this.drop(answer)
      answer.forget()
    }
  }
}

// The codes of progress: their data differ where their words do not.
const carriesData = (result: Judgement<unknown>['result']): boolean =>
  E.isLeft(result) && result.left.error_class === 'partial_data' && result.left.data !== undefined

/**
 * The fingerprint of an answer. Errors are alike by class, code and words, whatever ids and figures they hold; the words of the tool are among
 * them, also where the model is not shown them. Data that cannot be written as text are like no others.
 */
export const fingerprintOf = (
  { text, raw, result, says = '', cause = '' }: Judgement<unknown>,
  ignored: ReadonlySet<string>
): Fingerprint => {
  if (E.isLeft(result) && !carriesData(result)) {
    const { error_class, code, detail } = result.left
    return new Fingerprint(`${error_class} ${code} ${alike(`${detail} ${says} ${cause}`)}`)
  }
  const code = E.isLeft(result) ? `${result.left.code} ` : ''
  if (ignored.size > 0 && (raw ?? text) !== undefined)
    return new Fingerprint(code + canonicalText(raw ?? text, ignored))
  if (text !== undefined) return new Fingerprint(code + text)
  if (raw === undefined) return new Fingerprint(`${code}nothing`)
  return new Fingerprint(code + (typeof raw === 'string' ? raw : (sortedJson(raw) ?? crypto.randomUUID())))
}
