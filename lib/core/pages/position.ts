/** Where a call or an answer stands in a listing, and the rows that are missing by counts alone. */
import { plainName } from '../signs/names.js'
import { asFields, type Fields } from '../foreign/fields.js'
import type { Listing, Place } from './listing.js'
import * as words from './words.js'
import { fieldWhere, wholeNumber } from './words.js'

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
    const found = fieldWhere(
      fields,
      (name, each) => test(name) && !words.isYearAt(name, each) && (wholeNumber(each) ?? MAX_OFFSET) < MAX_OFFSET
    )
    return found && { name: found.name, value: Number(found.value) }
  }
  const cursor = fieldWhere(fields, (name, each) => words.isCursorName(name) && !words.isDate(each))
  return {
    page: numberWhere(words.isPageName),
    offset: numberWhere(words.isOffsetName),
    size: numberWhere(words.isSizeName),
    cursor: cursor && { name: cursor.name, isSet: !words.isEmptyCursor(cursor.value) }
  }
}

/** Whether arguments ask for the first page; `undefined` where they do not speak of pages. */
export const asksForFirstPage = (args: unknown): boolean | undefined => {
  const { page, offset, cursor } = positionOf(args)
  if (cursor?.isSet === true) return false
  const at = page ?? offset
  return at === undefined ? cursor && true : at.value <= 1
}

// -- counts

/** Where the rows of an answer stand among all. */
export interface ListingPosition extends Position {
  readonly total: number | undefined
  readonly pages: number | undefined
}

// The total of a bill counts no rows, nor does that of a report of what passed and failed.
const isSum = (fields: Fields): boolean =>
  fieldWhere(fields, (name) => /^(?:currency|subtotal|amount)$|^fail[a-z]*count$/.test(plainName(name))) !== undefined

// Search engines wrap it: `{ "value": 47, "relation": "eq" }`.
const countIn = (value: unknown): number | undefined => wholeNumber(value) ?? wholeNumber(asFields(value)['value'])

const countWhere = (all: ReadonlyArray<Fields>, test: (name: string) => boolean): number | undefined =>
  all
    .flatMap((fields) => fieldWhere(fields, (name, value) => test(name) && countIn(value) !== undefined) ?? [])
    .map(({ value }) => countIn(value))[0]

// Spring calls its page `number`, and only beside the number of pages.
const springPage = (fields: Fields): NamedNumber | undefined =>
  'totalPages' in fields ? positionOf({ page: fields['number'] }).page : undefined

// `next: { page: 2 }` says where other rows stand.
const isOfRows = ({ path }: Place): boolean =>
  !path.some((part) => /^(?:next|prev|previous|first|last)(?:page)?$/.test(plainName(String(part))))

/** Reads where the rows stand, by the answer's own word, else by the arguments. */
export const listingPosition = ({ places, rows, key, isEntity }: Listing, args: unknown): ListingPosition => {
  const asked = positionOf(args)
  const all = [
    ...places.filter(isOfRows).map(({ fields }) => {
      const position = positionOf(fields)
      return { ...position, page: position.page ?? springPage(fields) }
    }),
    asked
  ]
  const page = all.find((each) => each.page !== undefined)?.page
  const offset = all.find((each) => each.offset !== undefined)?.offset
  const length = rows?.length ?? 0
  // A `count` is that of the rows that came, or of all.
  const size =
    all
      .map((each) => each.size)
      .find((each) => each !== undefined && each.value >= length && plainName(each.name) !== 'count') ??
    (page !== undefined && page.value <= 1 ? { name: '', value: length } : undefined)
  const counts = isEntity
    ? []
    : places.filter(({ fields, paging, around }) => (paging || around) && !isSum(fields)).map(({ fields }) => fields)
  const counted =
    (page ?? offset ?? size) ? countWhere(counts, (name) => /^(?:odata)?count$/.test(plainName(name))) : undefined
  return {
    page,
    offset,
    size,
    cursor: asked.cursor,
    total: countWhere(counts, (name) => words.isTotalName(name, key)) ?? counted,
    pages: countWhere(
      places.map(({ fields }) => fields),
      words.isPagesName
    )
  }
}

/** The missing rows by the response's own counts; `undefined` where none are known to be missing. */
export const missingByCount = (
  { page, offset, size, cursor, pages, total = NaN }: ListingPosition,
  rows: number
): string | undefined => {
  const full = size?.value ?? NaN
  // The last page of those counted from 0 ends at the total; of those counted from 1, no page does.
  const base = page !== undefined && page.value > 0 && page.value * full + rows !== total ? 1 : 0
  const pagesBefore = (page?.value ?? 0) - base
  if (pages !== undefined && page !== undefined)
    return pagesBefore + 1 < pages ? `This is page ${pagesBefore + 1} of ${pages}.` : undefined
  const rowsBefore = (): number => {
    if (offset !== undefined) return offset.value - firstRow(offset, full)
    if (pagesBefore > 0) return pagesBefore * full
    return page === undefined && cursor?.isSet === true ? NaN : 0
  }
  const seen = rowsBefore() + rows
  return rows > 0 && seen < total ? `The rows up to number ${seen} of ${total} came.` : undefined
}

// A `skip` or an `offset` says how many rows come before; a `from` or a `start` may be the number of a row.
const firstRow = ({ name, value }: NamedNumber, size: number): number =>
  !/skip|offset/i.test(name) && value % size === 1 ? 1 : 0
