/** Tells from counts alone whether rows are missing: a total against the rows that came and where they stand. */
import type { Fields } from '../foreign/fields.js'
import { named, numberAt, positionOf, type Found, type Position } from './page-position.js'
import type { Level } from './page-signs.js'

const TOTALS = [
  ...named(
    'total count',
    'total results',
    'total items',
    'total elements',
    'total records',
    'total rows',
    'total hits',
    'total size',
    'num found',
    'total',
    'count'
  ),
  '@odata.count',
  'odata.count'
]
const PAGE_COUNTS = named('total pages', 'page count', 'num pages', 'last page', 'pages')
const ROWS = named(
  'items',
  'results',
  'records',
  'rows',
  'data',
  'value',
  'values',
  'entries',
  'hits',
  'list',
  'content',
  'contents',
  'edges',
  'nodes',
  'elements',
  'documents',
  'objects',
  'resources',
  'matches'
)
// An object with an id is one entity, and one with prices a bill: their totals count no rows.
const NO_LISTING = [
  'id',
  '_id',
  'uuid',
  ...named(
    'currency',
    'subtotal',
    'sub total',
    'tax',
    'taxes',
    'vat',
    'discount',
    'shipping',
    'amount',
    'price',
    'grand total'
  )
]

/** How many rows came; `undefined` where no array, or more than one, could be meant. */
export const rowsIn = (levels: ReadonlyArray<Level>): number | undefined => {
  for (const { fields } of levels.filter(({ paging }) => !paging)) {
    if (NO_LISTING.some((name) => Object.hasOwn(fields, name))) continue
    const arrays = Object.keys(fields)
      .slice(0, 100)
      .filter((key) => Array.isArray(fields[key]))
    const key = ROWS.find((name) => arrays.includes(name)) ?? (arrays.length === 1 ? arrays[0] : undefined)
    const rows = key === undefined ? undefined : (fields[key] as ReadonlyArray<unknown>)
    // Texts in a row are tags; only objects, or a name that says so, are rows.
    if (key !== undefined && rows !== undefined && (ROWS.includes(key) || rows.every((row) => typeof row === 'object')))
      return rows.length
  }
  return undefined
}

/** What Spring calls the page of an answer. It counts from 0, and so does the parameter of a request. */
export const SPRING = 'number'

const springPage = (fields: Fields): Found | undefined => {
  const number = Object.hasOwn(fields, 'totalPages') ? numberAt(fields, [SPRING]) : undefined
  return number === undefined ? undefined : { name: SPRING, value: number.value + 1 }
}

/** Where the rows stand, by the answer's own word, else by the arguments. */
export const positionIn = (levels: ReadonlyArray<Level>, args: unknown): Position => {
  const asked = positionOf(args)
  const places = [
    ...levels.map(({ fields }) => {
      const said = positionOf(fields)
      return { ...said, page: said.page ?? springPage(fields) }
    }),
    asked
  ]
  return {
    page: places.find(({ page }) => page !== undefined)?.page,
    offset: places.find(({ offset }) => offset !== undefined)?.offset,
    size: places.find(({ size }) => size !== undefined)?.size,
    cursor: asked.cursor
  }
}

const rowsSeen = ({ page, offset, size, cursor }: Position, rows: number): number | undefined => {
  if (offset !== undefined) return offset.value + rows
  if (page !== undefined && page.value > 1) return size === undefined ? undefined : (page.value - 1) * size.value + rows
  return page === undefined && cursor?.state === 'set' ? undefined : rows
}

const missingPages = (page: Found | undefined, pages: number): string | undefined =>
  page !== undefined && page.value < pages ? `This is page ${page.value} of ${pages}.` : undefined

const missingRows = (seen: number | undefined, total: number): string | undefined =>
  seen !== undefined && seen < total ? `The rows up to number ${seen} of ${total} came.` : undefined

/** What is missing by the answer's own counts, in our words; `undefined` where nothing is, or it cannot be told. */
export const missingByCount = (levels: ReadonlyArray<Level>, args: unknown): string | undefined => {
  const counts = levels.map(({ fields }) => ({ pages: numberAt(fields, PAGE_COUNTS), total: numberAt(fields, TOTALS) }))
  const { pages, total } = counts.find((found) => found.pages !== undefined || found.total !== undefined) ?? {}
  if (pages === undefined && total === undefined) return undefined
  const position = positionIn(levels, args)
  if (pages !== undefined && (position.page?.value ?? 0) > 0) return missingPages(position.page, pages.value)
  const rows = rowsIn(levels)
  return total === undefined || rows === undefined || rows === 0
    ? undefined
    : missingRows(rowsSeen(position, rows), total.value)
}
