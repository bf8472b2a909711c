/** Finds secrets in JSON by its structure, and replaces them by values of the same types. */
import { scanJson, type JsonVisitor, type ValueKind } from '../json/scan.js'
import { afterMark } from '../json/tokens.js'
import type { Fields } from '../foreign/fields.js'
import { Edits } from './edits.js'
import { type Element, elementsOf, isHiddenText, NO_PLACE, type ValuePlace, placesOf, textAt } from './named-values.js'
import { REDACTED } from './secret-keys.js'
import { redactRunning } from './secret-text.js'
import type { Secrets } from './secrets.js'

// -- model

export interface RedactedText {
  readonly text: string
  /** How many values were replaced. */
  readonly count: number
}

/** A value as it stands in a text, which may end within it. */
interface Token {
  readonly kind: ValueKind
  readonly start: number
  readonly end: number
  readonly isWhole: boolean
  /** Under which it stands in an object. */
  readonly key: string | undefined
  value: unknown
  /** Of an object or a list. */
  readonly inner: Array<Token>
}

const NONE: Array<never> = []

/** The value of a token; undefined where it breaks off, as within an escape. */
export const valueOf = (token: string): unknown => {
  try {
    return JSON.parse(token)
  } catch {
    return undefined
  }
}

// A text that ends in the middle of an escape is redacted without decoding.
const textOf = (token: string, isWhole: boolean): unknown => valueOf(isWhole ? token : `${token}"`) ?? token.slice(1)

// -- a whole text

export class JsonRedactor implements JsonVisitor {
  /** Where the current value begins, and the field or element around it. */
  #start = 0
  #member = 0
  #key: string | undefined
  readonly #roots: Array<Token> = []
  readonly #open: Array<Token> = []
  readonly #edits = new Edits()

  constructor(
    readonly text: string,
    readonly secrets: Secrets,
    /** Redacts a text within a string. */
    readonly redactText: (text: string, secrets: Secrets) => string
  ) {}

  run(): RedactedText {
    const { text } = this
    let scan = scanJson(text, afterMark(text), this)
    // One value after the other, as in a log of JSON lines.
    while (scan.kind === 'after_root') {
      this.#member = scan.position
      scan = scanJson(text, scan.position, this)
    }
    if (scan.kind === 'cut' && (scan.open === 'string' || scan.open === 'number'))
      this.#scalar(scan.open, text.length, false)
    const hasContainers = this.#roots.some(({ inner }) => inner !== NONE)
    while (this.#open.length > 0) this.#close()
    this.#redact()
    if (scan.kind === 'fault' || (scan.kind === 'cut' && scan.open === 'key')) this.#asText(hasContainers)
    return { text: this.#edits.written(text), count: this.#edits.count }
  }

  // -- the visitor

  key(start: number, end: number): void {
    const key = JSON.parse(this.text.slice(start, end)) as string
    this.#write({ start, end, isWhole: true, value: key }, this.redactText(key, this.secrets))
    this.#key = key
    this.#member = start
  }

  begin(kind: ValueKind, start: number): void {
    this.#start = start
    if (this.#key === undefined) this.#member = start
    if (kind === 'object' || kind === 'array') this.#open.push(this.#add(kind, start, true, undefined, []))
  }

  end(kind: ValueKind, end: number): void {
    if (kind === 'object' || kind === 'array') this.#close()
    else this.#scalar(kind, end, true)
  }

  #scalar(kind: ValueKind, end: number, isWhole: boolean): void {
    const token = this.text.slice(this.#start, end)
    this.#add(kind, end, isWhole, kind === 'string' ? textOf(token, isWhole) : valueOf(token), NONE)
  }

  #add(kind: ValueKind, end: number, isWhole: boolean, value: unknown, inner: Array<Token>): Token {
    const token = { kind, start: this.#start, end, isWhole, key: this.#key, value, inner }
    const outer = this.#open.at(-1)?.inner ?? this.#roots
    outer.push(token)
    this.#key = undefined
    return token
  }

  #close(): void {
    const token = this.#open.pop()
    if (token === undefined) return
    const { kind, inner } = token
    token.value =
      kind === 'array'
        ? inner.map(({ value }) => value)
        : Object.fromEntries(inner.map(({ key, value }) => [key, value]))
  }

  // -- replacements

  #redact(): void {
    const { secrets } = this
    const left: Array<Element & { readonly token: Token }> = this.#roots.map((token) => ({
      token,
      value: token.value,
      place: NO_PLACE
    }))
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const { token, value, place } = next
      if (token.kind === 'array') {
        const elements = elementsOf(value as ReadonlyArray<unknown>, place, secrets)
        for (const [at, element] of elements.entries()) left.push({ token: token.inner[at] as Token, ...element })
      } else if (token.kind === 'object') {
        const placeOf = placesOf(value as Fields, place, secrets)
        for (const each of token.inner) left.push({ token: each, value: each.value, place: placeOf(each.key ?? '') })
      } else if (token.kind === 'string') this.#write(token, this.#clean(value as string, place))
      else if (token.kind === 'number') this.#hideNumber(token, place)
    }
  }

  #clean(text: string, place: ValuePlace): string {
    return isHiddenText(place, text) ? REDACTED : this.redactText(textAt(place, text), this.secrets)
  }

  // An empty number would be another kind of cut: one digit stands for the rest.
  #hideNumber({ start, end }: Token, place: ValuePlace): void {
    const digits = this.text.slice(start, end)
    if (place.isHidden && isHiddenText(place, digits)) this.#replace(start, end, /\d$/.test(digits) ? '0' : '-')
  }

  #write({ start, end, isWhole, value }: Pick<Token, 'start' | 'end' | 'isWhole' | 'value'>, text: string): void {
    if (text !== value) this.#replace(start, end, JSON.stringify(text).slice(0, isWhole ? undefined : -1))
  }

  #replace(at: number, end: number, by: string): void {
    if (!this.text.startsWith(by, at) || end - at !== by.length) this.#edits.add({ at, end, by })
  }

  /** What breaks as JSON is cleaned as a text: from the field that breaks on, or, as CSV, from its beginning. */
  #asText(hasContainers: boolean): void {
    // `["password"]=> …`: a list of PHP that is shown, or a field of any language, begins like JSON.
    const isName = /^\s{0,8}[:=]/.test(this.text.slice(this.#member, this.#member + 20))
    const at = hasContainers && !isName ? Math.max(this.#member, this.#edits.end) : 0
    if (at === 0) this.#edits.clear()
    const rest = this.text.slice(at)
    const redact = /^\s*[[{]/.test(rest) ? redactRunning : this.redactText
    this.#replace(at, this.text.length, redact(rest, this.secrets))
  }
}
