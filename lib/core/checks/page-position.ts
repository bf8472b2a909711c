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

/** A whole number, and the name under which it stands. */
export interface NamedNumber {
  readonly name: string
  readonly value: number
}

export interface Position {
  readonly page: NamedNumber | undefined
  readonly offset: NamedNumber | undefined
  readonly size: NamedNumber | undefined
  readonly cursor: { readonly name: string; readonly isSet: boolean } | undefined
}

// `after` and `start` may also hold a date: an ISO text, or digits such as 20260503, which no offset reaches.
const MAX_OFFSET = 10_000_000

/** Reads a position from arguments or from an answer. */
export const positionOf = (value: unknown): Position => {
  const fields = asFields(value)
  const numberWhere = (test: (name: string) => boolean): NamedNumber | undefined => {
    const found = fieldWhere(fields, (name, each) => test(name) && (wholeNumber(each) ?? MAX_OFFSET) < MAX_OFFSET)
    return found && { name: found.name, value: Number(found.value) }
  }
  const cursor = fieldWhere(fields, (name, each) => isCursorName(name) && !/^\d{4}-\d\d/.test(String(each)))
  return {
    page: numberWhere(isPageName),
    offset: numberWhere(isOffsetName),
    size: numberWhere(isSizeName),
    cursor: cursor && { name: cursor.name, isSet: !isEmptyCursor(cursor.value) }
  }
}

/** Whether arguments ask for the first page; `undefined` where they do not speak of pages. */
export const asksForFirstPage = (args: unknown): boolean | undefined => {
  const { page, offset, cursor } = positionOf(args)
  if (cursor?.isSet === true) return false
  const at = page ?? offset
  return at === undefined ? cursor && true : at.value <= 1
}
