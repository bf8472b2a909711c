/** Finds secrets in JSON by its structure, and replaces them by values of the same types. */
import { scanJson, type JsonVisitor, type ValueKind } from '../json/scan.js'
import { afterMark, stringEnd } from '../json/tokens.js'
import type { Fields } from '../foreign/fields.js'
import { type Element, elementsOf, isHiddenText, NO_PLACE, type ValuePlace, placesOf, textAt } from './named-values.js'
import { Lines } from './secret-lines.js'
import { REDACTED } from './secret-keys.js'
import { matchesNumber } from './secret-text.js'
import type { Secrets } from './secrets.js'
import type { SeenChange } from './seen-text.js'

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
  /** Of a field: its key, and where that stands. */
  readonly key: string | undefined
  readonly keyAt: number
  value: unknown
  /** Of an object or a list. */
  readonly inner: Array<Token>
}

/** Values of one object or list, of which the first are redacted. */
interface Level {
  readonly inner: ReadonlyArray<Token>
  readonly placed: (token: Token, at: number) => Element
  at: number
}

// Of two fields of one name, the value is that of the last one.
const fieldsAt = ({ inner, value: before }: Token, value: unknown, placeOf: (key: string) => ValuePlace): Level => ({
  inner,
  placed: ({ key = '', value: own }) => ({
    value: own === (before as Fields)[key] ? (value as Fields)[key] : own,
    place: placeOf(key)
  }),
  at: 0
})

const NONE: Array<never> = []

// Undefined where it breaks off, as within an escape.
const valueOf = (token: string): unknown => {
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
  #hasValues = false
  readonly #roots: Array<Token> = []
  readonly #open: Array<Token> = []
  /** What is written, up to this place of the text, and how many values were replaced. */
  #written = ''
  #done = 0
  #count = 0
  /** What was replaced, and by what. */
  readonly changes: Array<SeenChange> = []

  constructor(
    readonly text: string,
    readonly secrets: Secrets,
    /** Redacts a text within a string. */
    readonly redactText: (text: string, secrets: Secrets, isBroken?: boolean) => string
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
    while (this.#open.length > 0) this.#close()
    const isBroken = scan.kind === 'fault' || (scan.kind === 'cut' && scan.open === 'key')
    const isJson = !isBroken || this.#beginsAsJson()
    if (isJson) this.#redact()
    // A column by itself, in quotes.
    if (this.#count === 0 && this.#roots.length > 1 && this.#roots.every(({ kind }) => kind === 'string'))
      this.#asText(0)
    // From the field that breaks on, or, as CSV, from its beginning.
    if (isBroken) this.#asText(isJson ? Math.max(this.#member, this.#done) : 0)
    else if (this.#key !== undefined) this.#writeKey(this.#key, this.#member)
    return { text: this.#written + text.slice(this.#done), count: this.#count }
  }

  // `["password"]=> …`: a list of PHP that is shown, or a field of any language, begins like JSON.
  #beginsAsJson(): boolean {
    const isName = /^\s{0,8}[:=]/.test(this.text.slice(this.#member, this.#member + 20))
    return !isName && this.#hasValues && this.#roots.some(({ inner }) => inner !== NONE)
  }

  // -- the visitor

  key(start: number, end: number): void {
    this.#key = JSON.parse(this.text.slice(start, end)) as string
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
    this.#hasValues = true
    this.#add(kind, end, isWhole, kind === 'string' ? textOf(token, isWhole) : valueOf(token), NONE)
  }

  #add(kind: ValueKind, end: number, isWhole: boolean, value: unknown, inner: Array<Token>): Token {
    const token = { kind, start: this.#start, end, isWhole, key: this.#key, keyAt: this.#member, value, inner }
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

  // In the order of the text, without recursion.
  #redact(): void {
    const { text, secrets } = this
    const lines = new Lines(secrets, this.redactText)
    const roots = lines.redact(this.#roots.map(({ value }) => value))
    const open: Array<Level> = [{ inner: this.#roots, placed: (_, i) => ({ value: roots[i], place: NO_PLACE }), at: 0 }]
    for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
      const at = level.at++
      // Before what lies in its last value: a text may be nothing but openers.
      if (level.at >= level.inner.length) open.pop()
      const token = level.inner[at]
      if (token === undefined) continue
      const { value, place } = level.placed(token, at)
      const { kind, inner, key, keyAt, start, end } = token
      if (key !== undefined) this.#writeKey(key, keyAt)
      if (kind === 'array') {
        const elements = elementsOf(lines.redact(value as ReadonlyArray<unknown>), place, secrets)
        open.push({ inner, placed: (_, i) => elements[i] as Element, at: 0 })
      } else if (kind === 'object') {
        open.push(fieldsAt(token, value, placesOf(value as Fields, place, secrets)))
      } else if (kind === 'string') {
        const whole = value as string
        const left = isHiddenText(place, whole) ? REDACTED : this.redactText(textAt(place, whole), secrets)
        this.#write(start, end, token.value, left, token.isWhole)
      } else if (kind === 'number') {
        const written = text.slice(start, end)
        // An empty number would be another kind of cut: one digit stands for the rest.
        if (isHiddenText(place, written) || matchesNumber(written, secrets))
          this.#replace(start, end, /\d/.test(text.charAt(end - 1)) ? '0' : '-')
      }
    }
  }

  #writeKey(key: string, at: number): void {
    this.#write(at, stringEnd(this.text, at), key, this.redactText(key, this.secrets))
  }

  #write(start: number, end: number, before: unknown, text: string, isWhole = true): void {
    if (text !== before) this.#replace(start, end, JSON.stringify(text).slice(0, isWhole ? undefined : -1))
  }

  #replace(start: number, end: number, by: string): void {
    if (this.text.slice(start, end) === by) return
    this.#written += this.text.slice(this.#done, start) + by
    this.#done = end
    this.#count++
    this.changes.push({ start, end, shown: by })
  }

  #asText(at: number): void {
    const rest = this.text.slice(at)
    this.#replace(at, this.text.length, this.redactText(rest, this.secrets, /^\s*[[{]/.test(rest)))
  }
}
