/**
 * Reads the arguments of a call as they were written: a parsed value has lost the digits that a number cannot hold, and of two fields of one name the first.
 * Two calls are the same only where nothing of that differs.
 */
import { asFields } from '../../core/foreign/index.js'
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  literalEnd,
  numberEnd,
  skipWhite,
  startsNumber,
  stringEnd
} from '../../core/json/index.js'
import { sha256 } from '#platform'

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

/** Reads a text that `JSON.parse` took. */
class Reader {
  #at = 0

  constructor(readonly text: string) {}

  value(depth: number): unknown {
    const start = skipWhite(this.text, this.#at)
    const first = this.text.charCodeAt(start)
    this.#at = start
    if (first === OPEN_BRACE || first === OPEN_BRACKET) {
      if (depth === MAX_DEPTH) return MARK + sha256(this.#container())
      this.#at += 1
      return first === OPEN_BRACE ? this.#object(depth + 1) : this.#list(depth + 1)
    }
    const isNumber = startsNumber(first)
    this.#at =
      first === QUOTE
        ? stringEnd(this.text, start)
        : isNumber
          ? numberEnd(this.text, start)
          : literalEnd(this.text, start)
    const token = this.text.slice(start, this.#at)
    return isNumber ? numberOf(token) : JSON.parse(token)
  }

  // Behind a value, its comma too.
  #hasMore(close: number): boolean {
    this.#at = skipWhite(this.text, this.#at)
    const next = this.text.charCodeAt(this.#at)
    if (next === close || next === COMMA) this.#at += 1
    return next !== close
  }

  #list(depth: number): ReadonlyArray<unknown> {
    const items: Array<unknown> = []
    while (this.#hasMore(CLOSE_BRACKET)) items.push(this.value(depth))
    return items
  }

  // The last of one name is its value, as `JSON.parse` has it; those before stay beside it, for servers that take the first.
  #object(depth: number): unknown {
    const fields = new Map<string, unknown>()
    let others = 0
    while (this.#hasMore(CLOSE_BRACE)) {
      const written = String(this.value(depth))
      const name = written === '__proto__' ? MARK + written : written
      this.#at = skipWhite(this.text, this.#at) + 1
      if (fields.has(name)) fields.set(`${MARK}${others++} ${name}`, fields.get(name))
      fields.set(name, this.value(depth))
    }
    return Object.fromEntries(fields)
  }

  #container(): string {
    const start = this.#at
    let open = 0
    do {
      const c = this.text.charCodeAt(this.#at)
      if (c === OPEN_BRACE || c === OPEN_BRACKET) open += 1
      if (c === CLOSE_BRACE || c === CLOSE_BRACKET) open -= 1
      this.#at = c === QUOTE ? stringEnd(this.text, this.#at) : this.#at + 1
    } while (open > 0)
    return this.text.slice(start, this.#at)
  }
}

/** The arguments in the line of a call that was read before. */
export const exactArguments = (line: Buffer): unknown => {
  const request = new Reader(line.toString('utf8')).value(0)
  return asFields(asFields(request)['params'])['arguments']
}
