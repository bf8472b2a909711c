/**
 * Reads the arguments of a call as they were written: a parsed value has lost the digits that a number cannot hold, and
 * of two fields of one name the first. Two calls are the same only where nothing of that differs.
 */
import { asFields } from '../../core/foreign/index.js'
import { scanJson, type JsonPlace, type JsonVisitor, type ValueKind } from '../../core/json/index.js'
import { sha256 } from '#platform'
import { parsed } from './message.js'

// Less than canonical texts read. A deeper part stands as its digest.
const MAX_DEPTH = 100

// No client knows it, so no text of a client is mistaken for what stands in the place of something else.
const MARK = `${crypto.randomUUID()} `

// -- numbers

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,15}))?$/i
const MAX_DIGITS = 1_000

/** A decimal number in one form: `1.50` and `15e-1` are `15e-1`. */
const decimalOf = (literal: string): string => {
  const [, sign = '', whole, fraction = '', exponent = '0'] =
    literal.length > MAX_DIGITS ? [] : (DECIMAL.exec(literal) ?? [])
  if (whole === undefined) return literal
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  return significant === ''
    ? '0'
    : `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`
}

const numberOf = (literal: string): unknown => {
  const value = Number(literal)
  const written = decimalOf(literal)
  return decimalOf(String(value)) === written ? value : MARK + written
}

// -- values

/** An open object, with the name of the field that is due, or an open array. */
type OpenContainer = { readonly fields: Map<string, unknown>; name: string; others: number } | Array<unknown>

/** Reads a text that `JSON.parse` took. */
class Reader implements JsonVisitor {
  root: unknown
  #start = 0
  readonly #open: Array<OpenContainer> = []

  constructor(readonly text: string) {
    scanJson(text, 0, this)
  }

  key(start: number, end: number, { depth }: JsonPlace): void {
    const inner = this.#open.at(-1)
    if (depth > MAX_DEPTH || inner === undefined || Array.isArray(inner)) return
    const written = String(JSON.parse(this.text.slice(start, end)))
    inner.name = written === '__proto__' ? MARK + written : written
  }

  begin(kind: ValueKind, start: number, { depth }: JsonPlace): void {
    if (depth > MAX_DEPTH) return
    this.#start = start
    if (depth === MAX_DEPTH) return
    if (kind === 'array') this.#open.push([])
    if (kind === 'object') this.#open.push({ fields: new Map(), name: '', others: 0 })
  }

  end(kind: ValueKind, end: number, { depth }: JsonPlace): void {
    if (depth > MAX_DEPTH) return
    const written = (): string => this.text.slice(this.#start, end)
    if (kind === 'number') this.#add(numberOf(written()))
    else if (kind === 'string' || kind === 'literal') this.#add(JSON.parse(written()))
    else if (depth === MAX_DEPTH) this.#add(MARK + sha256(written()))
    else {
      const closed = this.#open.pop()
      this.#add(closed === undefined || Array.isArray(closed) ? closed : Object.fromEntries(closed.fields))
    }
  }

  // The last of one name is its value, as `JSON.parse` has it; those before stay beside it, for servers that take the
  // first.
  #add(value: unknown): void {
    const inner = this.#open.at(-1)
    if (inner === undefined) this.root = value
    else if (Array.isArray(inner)) inner.push(value)
    else {
      const { fields, name } = inner
      if (fields.has(name)) fields.set(`${MARK}${inner.others++} ${name}`, fields.get(name))
      fields.set(name, value)
    }
  }
}

/** The value of a JSON document, which is equal to that of another only where no digit and no field differs. */
export const exactValue = (text: string): unknown => (parsed(text) === undefined ? undefined : new Reader(text).root)

/** What a request is told apart by, as it was written: its id, and the arguments of a call. */
export const exactRequest = (line: Buffer): { readonly id: unknown; readonly args: unknown } => {
  const { id, params } = asFields(new Reader(line.toString('utf8')).root)
  return { id, args: asFields(params)['arguments'] }
}
