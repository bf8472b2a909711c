/**
 * Removes secrets from a response and keeps it readable: JSON stays JSON of the same types, a cut text stays cut at the same place, so that a codec treats the
 * recording like the original.
 */
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  CUT,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  type TokenEnd,
  afterMark,
  literalEnd,
  numberEnd,
  skipWhite,
  startsNumber,
  stringEnd
} from '../core/json/index.js'
import {
  FLAG,
  NAMES,
  REDACTED,
  type RedactOptions,
  type Secrets,
  VALUES,
  isBesideSecrets,
  isDoubtfulSecret,
  isHarmlessValue,
  isModelToken,
  plainName,
  redactText,
  secretsOf
} from '../core/redact/index.js'

// -- model

export interface RedactedText {
  readonly text: string
  /** How many values were replaced. */
  readonly count: number
}

/** Additional names and patterns of secrets. */
export type SecretOptions = Pick<RedactOptions, 'keys' | 'patterns'>

// -- one string

const valueOf = (quoted: string): string | undefined => {
  try {
    return JSON.parse(quoted) as string
  } catch {
    return undefined
  }
}

const cleanString = (token: string, isWhole: boolean, secrets: Secrets): string => {
  // A text that ends in the middle of an escape is redacted without decoding.
  const value = valueOf(isWhole ? token : `${token}"`) ?? token.slice(1)
  const cleaned = redactText(value, secrets)
  if (cleaned === value) return token
  const quoted = JSON.stringify(cleaned)
  return isWhole ? quoted : quoted.slice(0, -1)
}

// -- a whole text

/** Walks the tokens of a text that may end early; only tokens are checked, not the grammar. */
class JsonRedactor {
  #out = ''
  #done = 0
  #count = 0
  /** For each open container, whether it stands under a secret name, and the name that it gives to its value. */
  readonly #open: Array<{ readonly isHidden: boolean; readonly isObject: boolean; named: string }> = []
  #key: string | undefined

  constructor(
    readonly text: string,
    readonly secrets: Secrets
  ) {}

  /** Undefined if something is not a JSON token. */
  run(): RedactedText | undefined {
    const { text } = this
    let at = skipWhite(text, afterMark(text))
    while (at < text.length) {
      const end = this.#token(at, text.charCodeAt(at))
      if (end < 0) return end === CUT ? this.#redacted() : undefined
      at = skipWhite(text, end)
    }
    return this.#redacted()
  }

  #redacted(): RedactedText {
    return { text: this.#out + this.text.slice(this.#done), count: this.#count }
  }

  get #isSecret(): boolean {
    const plain = this.#plain
    return this.secrets.isSecret(plain) || (this.#open.at(-1)?.isHidden === true && !isBesideSecrets(plain))
  }

  get #plain(): string {
    const plain = plainName(this.#key ?? '')
    const named = this.#open.at(-1)?.named ?? ''
    return named !== '' && (this.#key === undefined || VALUES.has(plain)) ? named : plain
  }

  #hides(value: string): boolean {
    const plain = this.#plain
    return this.#isSecret ? !isHarmlessValue(plain, value) : isDoubtfulSecret(plain, value)
  }

  #replace(at: number, end: number, by: string): void {
    if (this.text.startsWith(by, at) && end - at === by.length) return
    this.#out += this.text.slice(this.#done, at) + by
    this.#done = end
    this.#count += 1
  }

  #token(at: number, c: number): TokenEnd {
    switch (c) {
      case OPEN_BRACE:
      case OPEN_BRACKET:
        return this.#begin(at, c === OPEN_BRACE)
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        return this.#close(at)
      case COMMA:
        this.#key = undefined
        return at + 1
      case COLON:
        return at + 1
      case QUOTE:
        return this.#string(at)
      default:
        return startsNumber(c) ? this.#number(at) : literalEnd(this.text, at)
    }
  }

  #begin(at: number, isObject: boolean): TokenEnd {
    this.#open.push({ isHidden: this.#isSecret, isObject, named: '' })
    this.#key = undefined
    return at + 1
  }

  #close(at: number): TokenEnd {
    this.#open.pop()
    this.#key = undefined
    return at + 1
  }

  #string(at: number): TokenEnd {
    const { text } = this
    const found = stringEnd(text, at)
    if (found < 0 && found !== CUT) return found
    const end = found === CUT ? text.length : found
    const token = text.slice(at, end)
    const isKey = found !== CUT && text.charCodeAt(skipWhite(text, end)) === COLON
    const isSecret =
      !isKey && this.#hides(token.slice(1, found === CUT ? undefined : -1)) && !isModelToken(this.#plain, text, end)
    this.#replace(
      at,
      end,
      isSecret ? `"${REDACTED}${found === CUT ? '' : '"'}` : cleanString(token, found !== CUT, this.secrets)
    )
    if (isKey) this.#key = valueOf(token) ?? token
    else this.#name(valueOf(token) ?? '')
    return found
  }

  // `{"name": "X-Api-Key", "value": …}`, `["--password", …]`
  #name(value: string): void {
    const inner = this.#open.at(-1)
    if (inner === undefined) return
    if (inner.isObject) {
      if (NAMES.has(plainName(this.#key ?? ''))) inner.named = plainName(value)
    } else inner.named = FLAG.test(value) ? plainName(value) : ''
  }

  #number(at: number): TokenEnd {
    const found = numberEnd(this.text, at)
    if (found < 0 && found !== CUT) return found
    // An empty number would be another kind of cut: one digit stands for the rest.
    const end = found === CUT ? this.text.length : found
    if (this.#isSecret && this.#hides(this.text.slice(at, end))) this.#replace(at, end, found === CUT ? '-' : '0')
    return found
  }
}

// -- constructors

/** Makes a redactor of responses: linear, total, and without a limit of its own. */
export const answerRedactor = (options: SecretOptions = {}): ((text: string) => RedactedText) => {
  const secrets = secretsOf(options)
  const cleanWhole = (text: string): RedactedText => {
    const cleaned = redactText(text, secrets)
    return { text: cleaned, count: cleaned === text ? 0 : 1 }
  }
  return (text) =>
    (/^\ufeff?[ \t\r\n]*[[{"]/.test(text) ? new JsonRedactor(text, secrets).run() : undefined) ?? cleanWhole(text)
}
