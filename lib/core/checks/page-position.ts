/** Where in a listing a call or an answer stands: its page, its offset, its size, its cursor. */
import { asFields } from '../foreign/fields.js'
import {
  fieldWhere,
  isCursorName,
  isEmptyCursor,
  isOffsetName,
  isPageName,
  isSizeName,
  wholeNumber
} from './page-words.js'

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

// `after` and `start` may also hold a date: an ISO text, or digits such as 20260503, which no offset reaches.
const isDate = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d\d/.test(value)
const MAX_OFFSET = 10_000_000

/** Reads a position from arguments or from an answer. */
export const positionOf = (value: unknown): Position => {
  const fields = asFields(value)
  const numberWhere = (test: (name: string) => boolean): Found | undefined => {
    const found = fieldWhere(fields, (name, each) => test(name) && (wholeNumber(each) ?? MAX_OFFSET) < MAX_OFFSET)
    return found === undefined ? undefined : { name: found.name, value: wholeNumber(found.value) as number }
  }
  const cursor = fieldWhere(fields, (name, each) => isCursorName(name) && each !== undefined)
  return {
    page: numberWhere(isPageName),
    offset: numberWhere(isOffsetName),
    size: numberWhere(isSizeName),
    cursor:
      cursor === undefined || isDate(cursor.value)
        ? undefined
        : { name: cursor.name, state: isEmptyCursor(cursor.value) || cursor.value === '*' ? 'empty' : 'set' }
  }
}

/** Whether arguments ask for the first page; `undefined` where they do not speak of pages. */
export const asksForFirstPage = (args: unknown): boolean | undefined => {
  const { page, offset, cursor } = positionOf(args)
  if (cursor?.state === 'set') return false
  if (page !== undefined) return page.value <= 1
  if (offset !== undefined) return offset.value <= 1
  return cursor === undefined ? undefined : true
}
