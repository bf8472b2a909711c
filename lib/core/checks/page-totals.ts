/** Finds missing rows by counts alone: a total against the rows that came and their position. */
import { asFields, type Fields } from '../foreign/fields.js'
import type { Path } from '../issue.js'
import type { Listing, Place } from './page-listing.js'
import { positionOf, type Found, type Position } from './page-position.js'
import { fieldWhere, isCountName, isPagesName, isTotalName, plain, wholeNumber } from './page-words.js'

/** Where the rows of an answer stand among all. */
export interface Standing extends Position {
  readonly total: number | undefined
  readonly pages: number | undefined
  /** Pages count from 0, or offsets from 1, by the arithmetic of the answer. */
  readonly base: 0 | 1
}

// The total of a bill counts no rows, nor does that of a report of what passed and failed.
const isSum = (fields: Fields): boolean =>
  fieldWhere(fields, (name) =>
    /^(?:currency|(?:sub|grand)total|tax(?:es)?|vat|discount|shipping|amount|price)$|^(?:success|fail|pass|skip|error)[a-z]*count$/.test(
      plain(name)
    )
  ) !== undefined

// Search engines wrap it: `{ "value": 47, "relation": "eq" }`.
const countIn = (value: unknown): number | undefined => wholeNumber(value) ?? wholeNumber(asFields(value)['value'])

const countsIn = (fields: Fields, test: (name: string) => boolean): Found | undefined => {
  const found = fieldWhere(fields, (name, value) => test(name) && countIn(value) !== undefined)
  return found === undefined ? undefined : { name: found.name, value: countIn(found.value) as number }
}

// Spring calls its page `number`, and only beside the number of pages.
const springPage = (fields: Fields): Found | undefined => {
  const number = wholeNumber(fields['number'])
  return number !== undefined && Object.hasOwn(fields, 'totalPages') ? { name: 'page', value: number } : undefined
}

const isSpring = (fields: Fields): boolean => springPage(fields) !== undefined

const baseOf = (
  at: Pick<Standing, 'page' | 'offset' | 'size' | 'total' | 'pages'>,
  rows: number,
  asked: Position,
  spring: boolean
): 0 | 1 => {
  const { page, offset, size, total, pages } = at
  if (page !== undefined) {
    if (spring || page.value === 0 || asked.page?.value === 0) return 0
    const full = size?.value ?? 0
    // The last page of those counted from 0 ends at the total, and one counted from 1 cannot.
    if (total !== undefined && full > 0 && page.value * full + rows === total && rows > 0) return 0
    return pages !== undefined && page.value === pages - 1 && full > 0 && rows > 0 && rows < full ? 0 : 1
  }
  if (offset === undefined || offset.value === 0) return 0
  return (size !== undefined && size.value > 1 && offset.value % size.value === 1) || (offset.value === 1 && rows > 1)
    ? 1
    : 0
}

// The listing and its ancestors, by their paths.
const isAround = (path: Path, [listing]: ReadonlyArray<Place>): boolean =>
  path.every((step, depth) => listing?.path[depth] === step)

/** Reads where the rows stand, by the answer's own word, else by the arguments. */
export const standingOf = ({ places, rows, key: rowsKey, isOne }: Listing, args: unknown): Standing => {
  const asked = positionOf(args)
  const said = places.map(({ fields }) => {
    const position = positionOf(fields)
    return { ...position, page: springPage(fields) ?? position.page }
  })
  const all = [...said, asked]
  const pick = (what: 'page' | 'offset'): Found | undefined => all.find((one) => one[what] !== undefined)?.[what]
  const counting = isOne
    ? []
    : places.filter(({ fields, paging, path }) => !isSum(fields) && (paging || isAround(path, places)))
  const named = counting.flatMap(({ fields }) => countsIn(fields, (name) => isTotalName(name, rowsKey)) ?? [])
  const counted = counting.flatMap(({ fields }) => countsIn(fields, isCountName) ?? [])
  const pages = places.flatMap(({ fields }) => countsIn(fields, isPagesName) ?? [])[0]?.value
  const page = pick('page')
  const offset = pick('offset')
  const length = rows?.length ?? 0
  const sizes = all.flatMap(({ size }) => (size === undefined || isCountName(size.name) ? [] : [size]))
  const size =
    sizes.find(({ value }) => value >= length) ??
    (page !== undefined && page.value <= 1 && length > 0 ? { name: '', value: length } : undefined)
  // A bare `count` needs a second sign: a position or a size beside it.
  const total =
    named[0]?.value ??
    (page !== undefined || offset !== undefined || size !== undefined
      ? counted.find(({ value }) => value > length)?.value
      : undefined)
  const at = { page, offset, size, total, pages }
  return {
    ...at,
    cursor: asked.cursor,
    base: baseOf(
      at,
      length,
      asked,
      places.some(({ fields }) => isSpring(fields))
    )
  }
}

const rowsSeen = ({ page, offset, size, cursor, base }: Standing, rows: number): number | undefined => {
  if (offset !== undefined) return Math.max(0, offset.value - base) + rows
  const before = page === undefined ? 0 : page.value - base
  if (before > 0) return size === undefined ? undefined : before * size.value + rows
  return page === undefined && cursor?.state === 'set' ? undefined : rows
}

/** The missing rows by the response's own counts; `undefined` where none are known to be missing. */
export const missingByCount = (standing: Standing, rows: number | undefined): string | undefined => {
  const { page, pages, total, base } = standing
  if (pages !== undefined && page !== undefined) {
    const number = page.value - base + 1
    return number < pages ? `This is page ${number} of ${pages}.` : undefined
  }
  if (total === undefined || rows === undefined || rows === 0) return undefined
  const seen = rowsSeen(standing, rows)
  return seen !== undefined && seen < total ? `The rows up to number ${seen} of ${total} came.` : undefined
}
