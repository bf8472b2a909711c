/** Reads parts of a kept result, as a model asks for them: bounded, and never altered. */
import * as E from 'fp-ts/lib/Either.js'
import { firstPart } from '../core/json/index.js'
import { isFields } from '../core/foreign/index.js'
import { type ToolError, count, semanticGarbage } from '../core/errors/index.js'
import { itemsOf, linesOf, mainItems, pathBelow, stepsOf, valueAtPath, type ResultItems } from './items.js'
import { resultShape } from './shape.js'

/** What a model may ask of a kept result. @category Results @since 0.1.0 */
export interface ResultQuery {
  /** `orders`, `data.rows[3].log`. @default the result itself, or the list or text that makes up most of it */
  readonly path?: string
  /** The first element, line or match, from 0. @default 0 */
  readonly from?: number
  /** The element or line before which it ends. @default as many as fit */
  readonly to?: number
  /** Of elements that are records, these fields alone. */
  readonly fields?: ReadonlyArray<string>
  /** Elements, lines, values and names that hold this text, in any case, or this number; anywhere below the path. */
  readonly find?: string | number
  /** Lines before and after each line that was found. @default 2 */
  readonly context?: number
  /** The number of elements or lines, or of what was found. */
  readonly count?: boolean
  /** The values of this field of the elements, each with its number. */
  readonly distinct?: string
}

type Part = Readonly<Record<string, unknown>>

const RESERVED = 300
// A longer element is shown by the part that holds what was found.
const MAX_ELEMENT = 1_000
const MAX_NAMES = 30
const MAX_PATH = 1_000

// -- errors

const named = (names: ReadonlyArray<string>): string =>
  names.length > MAX_NAMES ? `${names.slice(0, MAX_NAMES).join(', ')}, …` : names.join(', ')

const noSuchPath = (at: string, there: unknown): ToolError => {
  const where = at === '' ? 'The result' : `\`${at}\``
  const exists = Array.isArray(there)
    ? `is a list of ${count(there.length, 'element')}`
    : isFields(there)
      ? `has ${named(Object.keys(there))}`
      : `is ${there === null ? 'null' : `a ${typeof there}`}`
  return semanticGarbage({
    code: 'not_found',
    detail: `There is nothing at this path. ${where} ${exists}.`,
    hint: 'Ask again by a path that exists.'
  })
}

const wrong = (detail: string, hint: string): ToolError => semanticGarbage({ code: 'rejected_arguments', detail, hint })

// -- the parts

const projected = (item: unknown, fields: ReadonlyArray<string> | undefined): unknown =>
  fields === undefined || !isFields(item)
    ? item
    : Object.fromEntries(fields.filter((field) => Object.hasOwn(item, field)).map((field) => [field, item[field]]))

/** Where a value, as it is written, holds what is asked for; -1 where it does not. */
const finder = (find: string | number): ((item: unknown) => number) => {
  const text = String(find).toLowerCase()
  // A number is found as itself: 12 is not in 4120.
  const number =
    typeof find === 'number' ? new RegExp(`(?<![\\d.])${text.replace(/[.+-]/g, '\\$&')}(?!\\.?\\d)`) : undefined
  return (item) => {
    const written = typeof item === 'string' ? item : JSON.stringify(item)
    return number === undefined ? written.toLowerCase().indexOf(text) : written.search(number)
  }
}

/** The items that fit, the number of the next one, and a piece of an item that is itself too long. */
const bounded = (items: ReadonlyArray<unknown>, chars: number): ReadonlyArray<unknown> =>
  (firstPart(items, chars) as ReadonlyArray<unknown> | undefined) ?? []

const isWhole = (shown: ReadonlyArray<unknown>, items: ReadonlyArray<unknown>): boolean =>
  shown.length !== 1 || JSON.stringify(shown[0]) === JSON.stringify(items[0])

const ranged = ({ path, kind, all }: ResultItems, query: ResultQuery, chars: number): Part => {
  const { from = 0, to = all.length, fields } = query
  const asked = all.slice(from, to).map((item) => projected(item, fields))
  const shown = bounded(asked, chars)
  const end = from + shown.length
  const more = end < Math.min(to, all.length)
  const cut = shown.length === 0 && asked.length > 0
  return {
    path,
    of: all.length,
    from,
    [kind]: kind === 'lines' ? shown.join('') : shown,
    ...(cut || !isWhole(shown, asked)
      ? { note: `Element ${from} is too long to show whole: ask by its own path, ${path}[${from}], or by fields.` }
      : {}),
    ...(more ? { next: { from: Math.max(end, from + 1), ...(query.to === undefined ? {} : { to }) } } : {})
  }
}

/** A line with those around it; of long ones, what stands around the place itself. */
const around = (lines: ReadonlyArray<string>, at: number, place: number, context: number): string => {
  const text = lines.slice(Math.max(0, at - context), at + context + 1).join('')
  return text.length <= MAX_ELEMENT ? text : (lines[at] ?? '').slice(Math.max(0, place - 200), place + 400)
}

/**
 * What holds the text or number that is asked for: elements, lines with those around, other values, and fields of that
 * name.
 */
const matchesIn = (
  data: unknown,
  path: string,
  { find = '', fields, context = 2 }: ResultQuery
): ReadonlyArray<Part> => {
  const placeIn = finder(find)
  const isFound = (value: unknown): boolean => placeIn(value) >= 0
  const found: Array<Part> = []
  const visitElement = (value: unknown, at: string): void => {
    const isShort = JSON.stringify(value).length <= MAX_ELEMENT
    if (!isShort || !isFields(value)) visit(value, at)
    else if (isFound(value)) found.push({ path: at, value: projected(value, fields) })
  }
  const visitField = (key: string, value: unknown, at: string): void => {
    if (isFound(key)) found.push({ path: at, value: firstPart(value, MAX_ELEMENT) })
    else visit(value, at)
  }
  const visitText = (text: string, at: string): void => {
    const lines = isFound(text) ? linesOf(text) : []
    for (const [line, one] of lines.entries()) {
      const place = placeIn(one)
      if (place < 0) continue
      found.push(
        lines.length === 1
          ? { path: at, value: one }
          : { path: at, at: line, lines: around(lines, line, place, context) }
      )
    }
  }
  const visit = (value: unknown, at: string): void => {
    if (typeof value === 'string') visitText(value, at)
    else if (Array.isArray(value)) for (const [index, one] of value.entries()) visitElement(one, pathBelow(at, index))
    else if (isFields(value))
      for (const [key, field] of Object.entries(value)) visitField(key, field, pathBelow(at, key))
    else if (isFound(value)) found.push({ path: at, value })
  }
  visit(data, path)
  return found
}

const searched = (data: unknown, path: string, query: ResultQuery, chars: number): Part => {
  const { find, from = 0 } = query
  const matches = matchesIn(data, path, query)
  if (query.count === true) return { path, count: matches.length }
  const shown = bounded(matches.slice(from), chars)
  const end = from + Math.max(1, shown.length)
  return { path, matches: matches.length, found: shown, ...(end < matches.length ? { next: { find, from: end } } : {}) }
}

const distinctOf = ({ path, all }: ResultItems, field: string, chars: number): Part => {
  const counts = new Map<string, number>()
  for (const item of all) {
    const value = isFields(item) ? item[field] : undefined
    const key = JSON.stringify(value ?? null)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const values = [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([value, times]) => ({ value: JSON.parse(value) as unknown, count: times }))
  return { path, of: all.length, field, distinct: counts.size, values: bounded(values, chars) }
}

const ofItems = (items: ResultItems, query: ResultQuery, chars: number): Part => {
  if (query.distinct !== undefined) return distinctOf(items, query.distinct, chars)
  return query.count === true ? { path: items.path, count: items.all.length } : ranged(items, query, chars)
}

const asksForItems = ({ from, to, fields, count: counts, distinct }: ResultQuery): boolean =>
  [from, to, fields, counts, distinct].some((word) => word !== undefined)

const isIndex = (value: number | undefined): boolean => value === undefined || (Number.isInteger(value) && value >= 0)

/** The part of a result that is asked for, in at most `maxChars` characters. */
export const readPart = (data: unknown, query: ResultQuery, maxChars: number): E.Either<ToolError, Part> => {
  const { path = '', from, to } = query
  if (![from, to, query.context].every(isIndex))
    return E.left(wrong('from, to and context are whole numbers from 0.', 'Ask again with such numbers.'))
  if (path.length > MAX_PATH) return E.left(wrong('The path is too long.', 'Ask by a path of the shape.'))
  // `orders[200..220]`
  const [, before, first, end] = /^(.*)\[(\d{1,9})\.\.(\d{1,9})\]$/.exec(path) ?? []
  if (before !== undefined) {
    const { path: _, ...rest } = query
    return readPart(data, { ...rest, path: before, from: Number(first), to: Number(end) }, maxChars)
  }
  const steps = stepsOf(path === '$' ? '' : path)
  if (steps === undefined)
    return E.left(
      wrong('The path cannot be read.', 'Write it as in `shape`, with numbers for elements: orders[3].note.')
    )
  const there = valueAtPath(data, steps)
  if (!there.found) return E.left(noSuchPath(there.at, there.there))
  const { value } = there
  const room = maxChars - RESERVED - path.length * 2
  if (query.find !== undefined) return E.right(searched(value, path, query, room))
  const items = itemsOf(value, path) ?? (asksForItems(query) ? mainItems(value, path) : undefined)
  if (items !== undefined) return E.right(ofItems(items, query, room))
  if (JSON.stringify(value).length <= room) return E.right({ path, value })
  return E.right({ path, shape: resultShape(value), first: firstPart(value, room / 2) })
}
