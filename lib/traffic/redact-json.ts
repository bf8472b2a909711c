/**
 * Removes secrets from a response and keeps it readable: JSON stays JSON of the same types, a cut text stays cut at the same place, so that a codec treats the
 * recording like the original.
 */
import { afterMark, scanJson, type JsonVisitor, type ValueKind } from '../core/json/index.js'
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

/** An open container: whether it stands under a secret name, and the name that it gives to its value. */
interface Open {
  readonly isHidden: boolean
  readonly isObject: boolean
  named: string
}

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

class JsonRedactor implements JsonVisitor {
  #out = ''
  #done = 0
  #count = 0
  /** Where the current value begins, and the field or element around it. */
  #start = 0
  #member = 0
  readonly #open: Array<Open> = []
  #key: string | undefined

  constructor(
    readonly text: string,
    readonly secrets: Secrets
  ) {}

  run(): RedactedText {
    const { text } = this
    let scan = scanJson(text, afterMark(text), this)
    // One value after the other, as in a log of JSON lines.
    while (scan.kind === 'after_root') {
      this.#member = scan.position
      scan = scanJson(text, scan.position, this)
    }
    if (scan.kind === 'fault') this.#asText()
    else if (scan.kind === 'cut') {
      if (scan.open === 'string' || scan.open === 'number') this.#scalar(scan.open, text.length, false)
      else if (scan.open === 'key') this.#asText()
    }
    return { text: this.#out + text.slice(this.#done), count: this.#count }
  }

  // -- the visitor

  key(start: number, end: number): void {
    const token = this.text.slice(start, end)
    this.#replace(start, end, cleanString(token, true, this.secrets))
    this.#key = valueOf(token)
    this.#member = start
  }

  begin(kind: ValueKind, start: number): void {
    const isSecret = this.#isSecret
    this.#start = start
    if (this.#key === undefined) this.#member = start
    if (kind !== 'object' && kind !== 'array') return
    this.#open.push({ isHidden: isSecret, isObject: kind === 'object', named: '' })
    this.#key = undefined
  }

  end(kind: ValueKind, end: number): void {
    if (kind === 'object' || kind === 'array') this.#open.pop()
    else this.#scalar(kind, end, true)
    this.#key = undefined
  }

  // -- names

  get #isSecret(): boolean {
    const plain = this.#plain
    return this.secrets.isSecret(plain) || (this.#open.at(-1)?.isHidden === true && !isBesideSecrets(plain))
  }

  get #plain(): string {
    const plain = plainName(this.#key ?? '')
    const named = this.#open.at(-1)?.named ?? ''
    return named !== '' && (this.#key === undefined || VALUES.has(plain)) ? named : plain
  }

  // `{"name": "X-Api-Key", "value": …}`, `["--password", …]`
  #name(value: string): void {
    const inner = this.#open.at(-1)
    if (inner === undefined) return
    if (inner.isObject) {
      if (NAMES.has(plainName(this.#key ?? ''))) inner.named = plainName(value)
    } else inner.named = FLAG.test(value) ? plainName(value) : ''
  }

  // -- replacements

  #scalar(kind: ValueKind, end: number, isWhole: boolean): void {
    if (kind === 'literal') return
    const token = this.text.slice(this.#start, end)
    if (kind === 'number') {
      // An empty number would be another kind of cut: one digit stands for the rest.
      if (this.#isSecret && this.#hides(token)) this.#replace(this.#start, end, /\d$/.test(token) ? '0' : '-')
      return
    }
    const isSecret = this.#hides(token.slice(1, isWhole ? -1 : undefined)) && !isModelToken(this.#plain, this.text, end)
    const redacted = `"${REDACTED}${isWhole ? '"' : ''}`
    this.#replace(this.#start, end, isSecret ? redacted : cleanString(token, isWhole, this.secrets))
    this.#name(valueOf(token) ?? '')
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

  /** What breaks as JSON is cleaned as running text, from the field that breaks on. */
  #asText(): void {
    const from = Math.max(this.#member, this.#done)
    this.#replace(from, this.text.length, redactText(this.text.slice(from), this.secrets))
  }
}

// -- constructors

/** Makes a redactor of responses: linear, total, and without a limit of its own. */
export const answerRedactor = (options: SecretOptions = {}): ((text: string) => RedactedText) => {
  const secrets = secretsOf(options)
  return (text) => new JsonRedactor(text, secrets).run()
}
