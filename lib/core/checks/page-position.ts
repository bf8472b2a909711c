/** Where in a listing a call or an answer stands: its page, its offset, its size, its cursor. */
import { asFields, type Fields } from '../foreign/fields.js'

/** A whole number that was found, and the name it was found under. */
export interface Found {
  readonly name: string
  readonly value: number
}

export interface Position {
  readonly page: Found | undefined
  readonly offset: Found | undefined
  readonly size: Found | undefined
  /** `set`: it points somewhere; `empty`: it is there and points nowhere. */
  readonly cursor: { readonly name: string; readonly state: 'set' | 'empty' } | undefined
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

// The four ways in which APIs spell a name of these words.
const spellings = (words: string): ReadonlyArray<string> => {
  const parts = words.split(' ')
  const camel = parts.map((part, i) => (i === 0 ? part : capital(part))).join('')
  return [...new Set([parts.join('_'), camel, capital(camel), parts.join('-')])]
}

/** Every spelling of each of these names. */
export const named = (...names: ReadonlyArray<string>): ReadonlyArray<string> => names.flatMap(spellings)

const PAGE_NAMES = named('page', 'page number', 'page no', 'current page')
const OFFSET_NAMES = named('offset', 'skip', 'start', 'start at', 'start row')
const SIZE_NAMES = named('per page', 'page size', 'limit', 'page limit', 'size', 'max results', 'max items')
export const CURSOR_NAMES = [
  ...named(
    'cursor',
    'after',
    'starting after',
    'page token',
    'next token',
    'next page token',
    'next cursor',
    'start cursor',
    'continuation token',
    'marker'
  ),
  'ExclusiveStartKey',
  'exclusive_start_key'
]

/** What the first of these names holds. */
export const ownAt = (
  fields: Fields,
  names: ReadonlyArray<string>
): { readonly name: string; readonly value: unknown } | undefined => {
  const name = names.find((known) => Object.hasOwn(fields, known) && fields[known] !== undefined)
  return name === undefined ? undefined : { name, value: fields[name] }
}

/** A whole number that is not negative, as such or in digits. */
export const wholeNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}

/** The first of these names that holds a whole number. */
export const numberAt = (fields: Fields, names: ReadonlyArray<string>): Found | undefined => {
  for (const name of names) {
    const value = Object.hasOwn(fields, name) ? wholeNumber(fields[name]) : undefined
    if (value !== undefined) return { name, value }
  }
  return undefined
}

/** Whether a cursor points nowhere: APIs say so with `""`, `null`, `false` and `{}`. */
export const isEmptyCursor = (value: unknown): boolean => {
  if (value === null || value === undefined || value === false) return true
  if (typeof value === 'string') return value.trim() === ''
  return typeof value === 'object' && Object.keys(value).length === 0
}

// `after` and `start` may also hold a date: an ISO text, or digits such as 20260503, which no offset reaches.
const isDate = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d\d/.test(value)
const MAX_OFFSET = 10_000_000

/** Reads a position from arguments or from an answer, by the names that are in use. */
export const positionOf = (value: unknown): Position => {
  const fields = asFields(value)
  const cursor = ownAt(fields, CURSOR_NAMES)
  const offset = numberAt(fields, OFFSET_NAMES)
  return {
    page: numberAt(fields, PAGE_NAMES),
    offset: offset === undefined || offset.value > MAX_OFFSET ? undefined : offset,
    size: numberAt(fields, SIZE_NAMES),
    cursor:
      cursor === undefined || isDate(cursor.value)
        ? undefined
        : { name: cursor.name, state: isEmptyCursor(cursor.value) ? 'empty' : 'set' }
  }
}

/** Whether arguments ask for the first page; `undefined` where they do not speak of pages. */
export const asksForFirstPage = (args: unknown): boolean | undefined => {
  const { page, offset, cursor } = positionOf(args)
  if (cursor?.state === 'set') return false
  if (page !== undefined) return page.value <= 1
  if (offset !== undefined) return offset.value === 0
  return cursor === undefined ? undefined : true
}
