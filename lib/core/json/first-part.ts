/** The first whole elements of data that are too long: lists and texts become shorter, and nothing is altered. */
import { isObject } from '../foreign/fields.js'

/** How many characters data take as JSON. */
export const jsonLength = (data: unknown): number => JSON.stringify(data).length

/** The beginning of a text that can be written in so many characters. */
export const firstChars = (text: string, chars: number): string => {
  let fits = text.slice(0, Math.max(0, chars - 2))
  // Escapes are longer than what they stand for.
  while (fits !== '' && jsonLength(fits) > chars)
    fits = fits.slice(0, Math.floor((fits.length * chars) / jsonLength(fits)) - 1)
  return fits
}

/** Whole lines; of a text of one line, whole words. */
const firstLines = (text: string, chars: number): string | undefined => {
  const fits = firstChars(text, chars)
  const end = fits.lastIndexOf('\n') + 1 || Math.max(fits.lastIndexOf(' '), 0)
  return end === 0 ? undefined : fits.slice(0, end)
}

const firstElements = (list: ReadonlyArray<unknown>, chars: number): ReadonlyArray<unknown> | undefined => {
  let left = chars - 1
  let fitting = 0
  for (const element of list) {
    left -= jsonLength(element) + 1
    if (left < 0) break
    fitting += 1
  }
  if (fitting > 0) return list.slice(0, fitting)
  const first = firstPart(list[0], chars - 2)
  return first === undefined ? undefined : [first]
}

// Short fields tell most: they come whole, and the long ones share what is left.
const firstFields = (fields: object, chars: number): object | undefined => {
  // Braces, and a comma less than there are fields.
  let left = chars - 1
  const kept = new Map<string, unknown>()
  const byLength = Object.entries(fields)
    .map(([key, value]: [string, unknown]) => ({ key, value, name: jsonLength(key) + 2, length: jsonLength(value) }))
    .toSorted((one, other) => one.length - other.length)
  for (const [at, { key, value, name, length }] of byLength.entries()) {
    const share = length + name <= left ? length : Math.floor(left / (byLength.length - at)) - name
    const part = share === length ? value : firstPart(value, share)
    if (part === undefined) continue
    kept.set(key, part)
    left -= jsonLength(part) + name
  }
  const keys = Object.keys(fields).filter((key) => kept.has(key))
  return keys.length === 0 ? undefined : Object.fromEntries(keys.map((key) => [key, kept.get(key)]))
}

const MANY = 20

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)

/** Whether a record is a map by ids or names: it has many entries, and all are of one type. */
export const isMap = (record: object): boolean =>
  Object.keys(record).length > MANY &&
  new Set(
    Object.values(record)
      .filter((value) => value !== null)
      .map(typeOf)
  ).size <= 1

/** The entries of a record, each a record of one field, as the elements of a list. */
export const entriesIn = (record: object): ReadonlyArray<object> =>
  Object.entries(record).map(([key, value]: [string, unknown]) => ({ [key]: value }))

/** The record of such entries. */
export const recordOf = (entries: ReadonlyArray<unknown>): object =>
  Object.fromEntries(entries.flatMap((entry) => Object.entries(entry as object)))

const firstEntries = (map: object, chars: number): object | undefined => {
  const entries = firstElements(entriesIn(map), chars)
  return entries && recordOf(entries)
}

/** The first part of JSON data that can be written in so many characters; undefined where nothing whole fits. */
export const firstPart = (data: unknown, chars: number): unknown => {
  if (!isObject(data) && jsonLength(data) <= chars) return data
  if (typeof data === 'string') return firstLines(data, chars)
  if (chars < 2 || !isObject(data)) return undefined
  if (Array.isArray(data)) return data.length === 0 ? data : firstElements(data, chars)
  if (Object.keys(data).length === 0) return data
  return isMap(data) ? firstEntries(data, chars) : firstFields(data, chars)
}
