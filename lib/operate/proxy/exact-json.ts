/**
 * Reads JSON as it was written: a parsed value has lost the digits that a number cannot hold. Whatever is written anew
 * is read and written here, and two calls are the same only where nothing of that differs.
 */
import { asFields, type Fields } from '../../core/foreign/index.js'
import { scanJson, sortedJson, type JsonPlace, type JsonVisitor, type ValueKind } from '../../core/json/index.js'
import type { JsonForm } from '../../toolset/whole-result.js'
import { sha256 } from '#platform'
import { withRoomFor } from './small-heap.js'

// Less than canonical texts read. A deeper part stands as it was written, or as its digest.
const MAX_DEPTH = 100

// No client knows it, so no text of a client is mistaken for what stands in the place of something else.
const MARK = `${crypto.randomUUID()} `
const MARKED = new RegExp(`"${MARK}([^"\\\\]*(?:\\\\.[^"\\\\]*)*)"`, 'g')

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

// More digits than any number keeps, or an exponent beyond those of all numbers.
const MAY_LOSE = /[\d.]{16}|\de[+-]?\d{3}/i

const keepsValue = (literal: string): boolean =>
  !MAY_LOSE.test(literal) || decimalOf(String(Number(literal))) === decimalOf(literal)

// -- ways

/** How a text is read. */
interface Way {
  /** What stands for a number that would be another one. */
  readonly number: (literal: string) => string
  readonly deep: (written: string) => string
  /** Whether the fields before the last of one name stay beside it, for servers that take the first. */
  readonly keepsEarlier: boolean
}

const AS_WRITTEN: Way = { number: (literal) => literal, deep: (written) => written, keepsEarlier: false }
/** Equal where the same is meant. */
const TO_COMPARE: Way = { number: decimalOf, deep: sha256, keepsEarlier: true }

// -- values

// As a field of an object literal, it would be no field.
const PROTO = `${MARK}"__proto__"`

/** An open object, with the name of the field that is due, or an open array. */
type OpenContainer = { readonly fields: Map<string, unknown>; name: string; others: number } | Array<unknown>

/** Reads a text that `JSON.parse` took. */
class Reader implements JsonVisitor {
  root: unknown
  #start = 0
  readonly #open: Array<OpenContainer> = []

  constructor(
    readonly text: string,
    readonly way: Way
  ) {
    scanJson(text, 0, this)
  }

  key(start: number, end: number, { depth }: JsonPlace): void {
    const inner = this.#open.at(-1)
    if (depth > MAX_DEPTH || inner === undefined || Array.isArray(inner)) return
    const written = String(JSON.parse(this.text.slice(start, end)))
    inner.name = written === '__proto__' ? PROTO : written
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
    if (kind === 'number') this.#add(this.#number(written()))
    else if (kind === 'string' || kind === 'literal') this.#add(JSON.parse(written()))
    else if (depth === MAX_DEPTH) this.#add(MARK + this.way.deep(written()))
    else {
      const closed = this.#open.pop()
      this.#add(closed === undefined || Array.isArray(closed) ? closed : Object.fromEntries(closed.fields))
    }
  }

  #number(literal: string): unknown {
    return keepsValue(literal) ? Number(literal) : MARK + this.way.number(literal)
  }

  // The last of one name is its value, as `JSON.parse` has it.
  #add(value: unknown): void {
    const inner = this.#open.at(-1)
    if (inner === undefined) this.root = value
    else if (Array.isArray(inner)) inner.push(value)
    else {
      const { fields, name } = inner
      if (this.way.keepsEarlier && fields.has(name)) fields.set(`${MARK}${inner.others++} ${name}`, fields.get(name))
      fields.set(name, value)
    }
  }
}

// -- to be written

/** The value of a JSON document; undefined where it is none. */
export const parsed = (text: string): unknown => {
  try {
    return withRoomFor(text, JSON.parse)
  } catch {
    return undefined
  }
}

/** Whether a JSON document holds a number that would be another one. */
export const losesDigits = (text: string): boolean => {
  if (!MAY_LOSE.test(text)) return false
  let [start, isLossy] = [0, false]
  const scan = scanJson(text, 0, {
    begin: (_kind, at) => {
      start = at
    },
    end: (kind, end) => {
      if (kind === 'number') isLossy ||= !keepsValue(text.slice(start, end))
    }
  })
  return isLossy && scan.kind === 'whole'
}

/**
 * The value of a JSON document, with a marked text for each number that would be another one: to be compared, or
 * written by `exactText`, and to be read by nobody. Undefined where it is none.
 */
export const exactData = (text: string): unknown =>
  losesDigits(text) ? new Reader(text, AS_WRITTEN).root : parsed(text)

/** A whole number of exact data beyond those that a number tells apart: one that a number holds, or digits alone. */
export const exactInteger = (data: unknown): bigint | undefined => {
  if (typeof data === 'number') return Number.isInteger(data) && !Number.isSafeInteger(data) ? BigInt(data) : undefined
  const literal = typeof data === 'string' && data.startsWith(MARK) ? data.slice(MARK.length) : ''
  return /^-?\d+$/.test(literal) ? BigInt(literal) : undefined
}

/** The fields of a message. */
export const exactFields = (line: Buffer): Fields => asFields(exactData(line.toString('utf8')))

/** The fields of the result of a message. */
export const exactResult = (line: Buffer): Fields => asFields(exactFields(line)['result'])

const unmarked = (text: string): string =>
  text.includes(MARK) ? text.replaceAll(MARKED, (_, source: string) => JSON.parse(`"${source}"`) as string) : text

/** The JSON of data, exact or not; undefined where they are deeper than the stack. */
export const exactText = (data: unknown, indent?: number): string | undefined => {
  try {
    return unmarked(JSON.stringify(data, undefined, indent))
  } catch {
    return undefined
  }
}

/** How exact data are compared with texts. */
export const EXACT: JsonForm = { textOf: exactText, dataOf: (text) => exactData(text) ?? text }

/** The same with sorted keys, for people. */
export const exactSortedText = (data: unknown): string | undefined => {
  const text = sortedJson(data)
  return text === undefined ? undefined : unmarked(text)
}

// -- to be compared

/** Whether a request has the id that is written there, and not one that is left of a fraction. */
export const keepsId = (id: unknown, line: Buffer): boolean =>
  typeof id !== 'number' || !losesDigits(line.toString('utf8')) || exactRequest(line).id === id

/** What a request is told apart by, as it was written: its id, and the arguments of a call. */
export const exactRequest = (line: Buffer): { readonly id: unknown; readonly args: unknown } => {
  const { id, params } = asFields(new Reader(line.toString('utf8'), TO_COMPARE).root)
  return { id, args: asFields(params)['arguments'] }
}
