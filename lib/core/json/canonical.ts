/** Canonical texts: equal data give equal texts, whatever the order of their keys. */
import { isObject } from '../foreign/fields.js'
import { dataOf } from './read.js'
import { objectText, stringText } from './object-text.js'

// A stored conversation may hold data of any depth. Values below this one count as equal, which keeps the recursion
// bounded.
const MAX_DEPTH = 500

const NO_KEYS: ReadonlySet<string> = new Set()

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

const fields = (object: Readonly<Record<string, unknown>>, place: Place): string =>
  objectText(Object.keys(object), (key) => (place.ignored.has(key) ? undefined : write(object[key], place)))

const write = (given: unknown, place: Place): string | undefined => {
  if (typeof given === 'string') {
    const read = place.ignored.size > 0 && /^\s*[[{]/.test(given) ? dataOf(given) : given
    return isObject(read) ? write(read, place) : stringText(given)
  }
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

/**
 * Writes data without the fields named in `ignored`, at any depth, in texts that are JSON, too; `undefined` for values
 * that JSON omits. Cycles and bigints are accepted.
 */
export const canonicalJson = (data: unknown, ignored = NO_KEYS): string | undefined =>
  write(data, { ignored, above: [] })

/** Writes data as `canonicalJson` does; undefined where that throws, or the text is longer than strings may be. */
export const sortedJson = (data: unknown, ignored = NO_KEYS): string | undefined => {
  try {
    return canonicalJson(data, ignored) ?? '{}'
  } catch {
    return undefined
  }
}

/**
 * Writes data so that equal data give equal texts, whatever the order of their keys; fields named in `ignored` are left
 * out at any depth. A text stays unchanged, so that a digest is free; it is parsed as JSON only if fields are ignored.
 */
export const canonicalText = (value: unknown, ignored: ReadonlySet<string> = new Set()): string => {
  if (ignored.size === 0 && typeof value === 'string') return value
  return canonicalJson(ignored.size === 0 ? value : dataOf(value), ignored) ?? 'undefined'
}
