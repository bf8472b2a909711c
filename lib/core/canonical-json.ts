/** Canonical texts: equal data give equal texts, whatever the order of their keys. */
import * as E from 'fp-ts/lib/Either.js'
import { copyData, type NotData } from './foreign/copy-data.js'
import { isObject } from './foreign/fields.js'
import type { IsProxy } from './foreign/property.js'
import { dataOf } from './json-read.js'

// -- of data

// A stored conversation may hold data of any depth. Values below this one count as equal, which keeps the recursion bounded.
const MAX_DEPTH = 500

const NO_KEYS: ReadonlySet<string> = new Set()

// For a short text, a test is faster than JSON.stringify.
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/

const quoted = (text: string): string =>
  text.length < 1_000 && !ESCAPED.test(text) ? `"${text}"` : JSON.stringify(text)

// Of few keys: `sort` allocates a kilobyte, more than their text.
const sort = (keys: Array<string>): ReadonlyArray<string> => {
  if (keys.length > 16) return keys.sort()
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i] as string
    let at = i
    for (; at > 0 && (keys[at - 1] as string) > key; at--) keys[at] = keys[at - 1] as string
    keys[at] = key
  }
  return keys
}

/** The fields to leave out, and the containers around a value. */
interface Place {
  readonly ignored: ReadonlySet<string>
  readonly above: Array<object>
}

const list = (items: ReadonlyArray<unknown>, place: Place): string => {
  let text = ''
  for (let i = 0; i < items.length; i++) text += `${i === 0 ? '' : ','}${write(items[i], place) ?? 'null'}`
  return `[${text}]`
}

const fields = (object: Readonly<Record<string, unknown>>, place: Place): string => {
  let text = ''
  for (const key of sort(Object.keys(object))) {
    const field = place.ignored.has(key) ? undefined : write(object[key], place)
    if (field !== undefined) text += text === '' ? `${quoted(key)}:${field}` : `,${quoted(key)}:${field}`
  }
  return `{${text}}`
}

const write = (given: unknown, place: Place): string | undefined => {
  if (typeof given === 'string') return quoted(given)
  if (typeof given === 'bigint' || Number.isFinite(given)) return String(given)
  if (!isObject(given)) return JSON.stringify(given)
  const { toJSON } = given as { readonly toJSON?: unknown }
  const value: unknown = typeof toJSON === 'function' ? toJSON.call(given) : given
  if (!isObject(value)) return write(value, place)
  const { above } = place
  if (above.includes(value)) return '"[Circular]"'
  const isList = Array.isArray(value)
  if (above.length === MAX_DEPTH) return isList ? '"[Array]"' : '"[Object]"'
  above.push(value)
  const text = isList ? list(value, place) : fields(value as Readonly<Record<string, unknown>>, place)
  above.pop()
  return text
}

/** Writes data without the fields named in `ignored`, at any depth; `undefined` for values that JSON omits. Cycles and bigints are accepted. */
export const canonicalJson = (data: unknown, ignored = NO_KEYS): string | undefined =>
  write(data, { ignored, above: [] })

/** Writes data as `canonicalJson` does; undefined where that throws, or the text would be longer than any string may be. */
export const sortedJson = (data: unknown, ignored = NO_KEYS): string | undefined => {
  try {
    return canonicalJson(data, ignored) ?? '{}'
  } catch {
    return undefined
  }
}

/**
 * Writes data so that equal data give equal texts, whatever the order of their keys; fields named in `ignored` are left out at any depth. A text stays
 * unchanged, so that a digest is free; it is parsed as JSON only if fields are ignored.
 */
export const canonicalText = (value: unknown, ignored: ReadonlySet<string> = new Set()): string => {
  if (ignored.size === 0 && typeof value === 'string') return value
  return canonicalJson(ignored.size === 0 ? value : dataOf(value), ignored) ?? 'undefined'
}

// -- of arguments

/** Longer arguments are refused: no tool needs a megabyte from a model, and the guard would have to keep each. */
export const MAX_ARGS_CHARS = 1_000_000

// Beyond this, arguments are not even serialized, so that refusing them is fast.
const MAX_KEYED_CHARS = 4 * MAX_ARGS_CHARS

export interface ArgsText {
  /** A copy as plain data, safe to keep. */
  readonly data: unknown
  readonly text: string
}

/** Why arguments are refused. */
export interface UnusableArgs extends NotData {
  /** Their text, where they are data and it is only too long. */
  readonly text?: string
}

/**
 * Copies arguments as data and writes them with sorted keys. `undefined` and `{}` are equal, as are `-0` and `0`, and an absent key and an undefined one; `1`
 * and `"1"` are not. Values that JSON lacks (cycles, bigints, getters, proxies, NaN) are refused.
 */
export const argsText = (args: unknown, isProxy: IsProxy): E.Either<UnusableArgs, ArgsText> => {
  const copy = copyData(args === undefined ? {} : args, {
    isProxy,
    jsonOnly: true,
    maxValues: MAX_ARGS_CHARS / 2,
    maxChars: MAX_KEYED_CHARS
  })
  if (E.isLeft(copy)) return copy
  const text = sortedJson(copy.right)
  if (text !== undefined && text.length <= MAX_ARGS_CHARS) return E.right({ data: copy.right, text })
  return E.left({
    code: 'too_large',
    what: `more than ${MAX_ARGS_CHARS} characters`,
    path: [],
    ...(text === undefined ? {} : { text })
  })
}
