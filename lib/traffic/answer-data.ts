/**
 * Writes data of a tool as JSON and reads it back the same; values that JSON lacks (dates, bytes, bigints, …) are
 * tagged.
 */
import { isObject } from '../core/foreign/index.js'

// -- model

type PlainObject = Readonly<Record<string, unknown>>

/** An object whose only key has this prefix is a tag; such an object of a tool is wrapped. */
const TAG = /^\$(?:date|bytes|bigint|number|undefined|object)$/

// -- writing

const tagNumber = (value: number): unknown =>
  Number.isFinite(value) && !Object.is(value, -0) ? value : { $number: Object.is(value, -0) ? '-0' : String(value) }

/** Copies data with tags, and estimates the length of its text, so that oversized data is never written. */
class Tagger {
  #left: number
  constructor(maxChars: number) {
    this.#left = maxChars
  }

  tag(value: unknown): unknown {
    switch (typeof value) {
      case 'string':
        this.#spend(value.length + 2)
        return value
      case 'number':
        this.#spend(1)
        return tagNumber(value)
      case 'bigint':
        return { $bigint: String(value) }
      case 'undefined':
        return { $undefined: true }
      case 'object':
        return value === null ? null : this.#object(value)
      default:
        this.#spend(4)
        return value
    }
  }

  #spend(chars: number): void {
    this.#left -= chars
    if (this.#left < 0) throw new RangeError('too long')
  }

  #object(value: object): unknown {
    if (value instanceof Date) return { $date: Number.isNaN(value.getTime()) ? null : value.toISOString() }
    if (value instanceof Uint8Array) {
      this.#spend(value.length)
      return { $bytes: Buffer.from(value).toString('base64') }
    }
    this.#spend(2)
    return Array.isArray(value) ? value.map((item) => this.tag(item)) : this.#fields(value as PlainObject)
  }

  #fields(value: PlainObject): unknown {
    const keys = Object.keys(value)
    const copy: Record<string, unknown> = {}
    for (const key of keys) {
      this.#spend(key.length + 4)
      copy[key] = this.tag(value[key])
    }
    return keys.length === 1 && TAG.test(keys[0] ?? '') ? { $object: copy } : copy
  }
}

/**
 * The JSON text of data that the guard copied; undefined if it is longer than `maxChars`, or too deep for the stack.
 */
export const writeData = (value: unknown, maxChars: number): string | undefined => {
  try {
    const text = JSON.stringify(new Tagger(maxChars).tag(value))
    return text.length > maxChars ? undefined : text
  } catch {
    return undefined
  }
}

// -- reading

const readTag = (key: string, value: unknown): unknown => {
  switch (key) {
    case '$date':
      return new Date(typeof value === 'string' ? value : Number.NaN)
    case '$bytes':
      return new Uint8Array(Buffer.from(String(value), 'base64'))
    case '$bigint':
      return /^-?\d{1,10000}$/.test(String(value)) ? BigInt(String(value)) : value
    case '$number':
      return Number(value)
    case '$undefined':
      return undefined
    default:
      return readFields((value ?? {}) as PlainObject)
  }
}

const readFields = (value: PlainObject): PlainObject =>
  Object.fromEntries(Object.entries(value).map(([key, field]) => [key, readData(field)]))

/** The original data; `data` is the parsed JSON of `writeData`. */
export const readData = (data: unknown): unknown => {
  if (!isObject(data)) return data
  if (Array.isArray(data)) return data.map(readData)
  const [key, ...others] = Object.keys(data)
  return key !== undefined && others.length === 0 && TAG.test(key)
    ? readTag(key, (data as PlainObject)[key])
    : readFields(data as PlainObject)
}
