/** Reads parts of a kept result, as a model asks for them: bounded, and never altered. */
import * as E from 'fp-ts/lib/Either.js'
import { firstPart, isMap } from '../core/json/index.js'
import { type Fields, isFields } from '../core/foreign/index.js'
import { type ToolError, count, semanticGarbage } from '../core/errors/index.js'
import {
  anyItemsOf,
  beginningOf,
  fitting,
  itemsOf,
  linesOf,
  mainItems,
  pathBelow,
  shownAs,
  stepsOf,
  valueAtPath,
  type ResultItems
} from './items.js'
import { resultShape } from './shape.js'

/** What a model may ask of a kept result. @category Results @since 0.1.0 */
export interface ResultQuery {
  /** `orders`, `data.rows[3].log`. @default the result itself, or the list, map or text that makes up most of it */
  readonly path?: string
  /** The first element, entry, line or match, from 0. @default 0 */
  readonly from?: number
  /** The element, entry or line before which it ends. @default as many as fit */
  readonly to?: number
  /** Of elements and entries that are records, or of the record at the path that has them, these fields alone. */
  readonly fields?: ReadonlyArray<string>
  /** Elements, lines, values and names that hold this text, in any case, or this number; anywhere below the path. */
  readonly find?: string | number
  /** Lines before and after each line that was found. @default 2 */
  readonly context?: number
  /** The number of elements, entries or lines, or of what was found. */
  readonly count?: boolean
  /** The values of this field of the elements or entries, each with its number. */
  readonly distinct?: string
}

type Part = Readonly<Record<string, unknown>>

const RESERVED = 300
// A longer element is shown by the part that holds what was found.
const MAX_ELEMENT = 1_000
const MAX_NAMES = 30
const MAX_PATH = 1_000
const MAX_SHOWN_PATH = 200

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

const projectedItem = ({ kind }: ResultItems, item: unknown, fields: ReadonlyArray<string> | undefined): unknown =>
  kind === 'entries' && fields !== undefined
    ? Object.fromEntries(Object.entries(item as Fields).map(([key, value]) => [key, projected(value, fields)]))
    : projected(item, fields)

/** Whether a value, as it is written, holds what is asked for. */
const finder = (find: string | number): ((item: unknown) => boolean) => {
  const text = String(find).toLowerCase()
  // A number is found as itself: 12 is not in 4120.
  const number =
    typeof find === 'number' ? new RegExp(`(?<![\\d.])${text.replace(/[.+-]/g, '\\$&')}(?!\\.?\\d)`) : undefined
  return (item) => {
    const written = typeof item === 'string' ? item : JSON.stringify(item)
    return number === undefined ? written.toLowerCase().includes(text) : number.test(written)
  }
}

/** What there is to say of an item that is too long: the path by which it can be read. */
const tooLong = ({ path, kind, all }: ResultItems, at: number): string => {
  const own = pathBelow(path, kind === 'entries' ? (Object.keys(all[at] as Fields)[0] ?? '') : at)
  const where = own.length > MAX_SHOWN_PATH ? '' : `, ${own}`
  return `${kind === 'entries' ? 'Entry' : 'Element'} ${at} is too long to show whole: ask by its own path${where}, or by fields.`
}

/** The items that fit, a piece of one that is itself too long, and the number of the next one. */
const ranged = (items: ResultItems, query: ResultQuery, chars: number): Part => {
  const { path, kind, all } = items
  const { from = 0, to = all.length, fields } = query
  const asked = all.slice(from, to).map((item) => projectedItem(items, item, fields))
  const whole = fitting(asked, chars)
  // No line is longer than the shortest response.
  const isCut = whole.length === 0 && asked.length > 0 && kind !== 'lines'
  const shown = isCut ? ((firstPart(asked, chars) ?? []) as typeof asked) : whole
  const end = from + shown.length
  const more = end < Math.min(to, all.length)
  // Without it, the next call would read what is below.
  const root = path === '' && kind === 'entries' ? { path: '$' } : {}
  return {
    path,
    of: all.length,
    from,
    ...shownAs(items, shown),
    ...(isCut ? { note: tooLong(items, from) } : {}),
    ...(more ? { next: { ...root, from: Math.max(end, from + 1), ...(query.to === undefined ? {} : { to }) } } : {})
  }
}

/** A line with those around it; of long ones, the line itself. */
const around = (lines: ReadonlyArray<string>, at: number, context: number): string => {
  const text = lines.slice(Math.max(0, at - context), at + context + 1).join('')
  return text.length <= MAX_ELEMENT ? text : (lines[at] ?? '')
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
  const isFound = finder(find)
  const found: Array<Part> = []
  const visitElement = (value: unknown, at: string): void => {
    const isShort = JSON.stringify(value).length <= MAX_ELEMENT
    if (!isShort || !isFields(value)) visit(value, at)
    else if (isFound(value)) found.push({ path: at, value: projected(value, fields) })
  }
  const visitText = (text: string, at: string): void => {
    const lines = isFound(text) ? linesOf(text) : []
    for (const [line, one] of lines.entries()) {
      if (!isFound(one)) continue
      found.push(
        lines.length === 1 ? { path: at, value: one } : { path: at, at: line, lines: around(lines, line, context) }
      )
    }
  }
  const visit = (value: unknown, at: string): void => {
    if (typeof value === 'string') visitText(value, at)
    else if (Array.isArray(value)) for (const [index, one] of value.entries()) visitElement(one, pathBelow(at, index))
    else if (isFields(value)) {
      const visitField = isMap(value) ? visitElement : visit
      for (const [key, field] of Object.entries(value)) {
        const own = pathBelow(at, key)
        if (isFound(key)) found.push({ path: own, ...beginningOf(projected(field, fields), own, MAX_ELEMENT) })
        else visitField(field, own)
      }
    } else if (isFound(value)) found.push({ path: at, value })
  }
  visit(data, path)
  return found
}

const searched = (data: unknown, path: string, query: ResultQuery, chars: number): Part => {
  const { find, from = 0 } = query
  const matches = matchesIn(data, path, query)
  if (query.count === true) return { path, count: matches.length }
  const left = matches.slice(from)
  const whole = fitting(left, chars)
  // Of one that is itself too long, where it is.
  const shown = whole.length > 0 ? whole : left.slice(0, 1).map((match) => ({ path: match['path'] }))
  const end = from + Math.max(1, shown.length)
  return { path, matches: matches.length, found: shown, ...(end < matches.length ? { next: { find, from: end } } : {}) }
}

const distinctOf = ({ path, kind, all }: ResultItems, field: string, chars: number): Part => {
  const counts = new Map<string, number>()
  for (const one of all) {
    const item = kind === 'entries' ? Object.values(one as Fields)[0] : one
    const value = isFields(item) ? item[field] : undefined
    const key = JSON.stringify(value ?? null)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const values = [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([value, times]) => ({ value: JSON.parse(value) as unknown, count: times }))
  return { path, of: all.length, field, distinct: counts.size, values: fitting(values, chars) }
}

const ofItems = (items: ResultItems, query: ResultQuery, chars: number): Part => {
  if (query.distinct !== undefined) return distinctOf(items, query.distinct, chars)
  return query.count === true ? { path: items.path, count: items.all.length } : ranged(items, query, chars)
}

const isExplicit = ({ path = '' }: ResultQuery): boolean => path !== ''

const asksForItems = ({ from, to, fields, count: counts, distinct }: ResultQuery): boolean =>
  [from, to, fields, counts, distinct].some((word) => word !== undefined)

/** Without a path, and only then, it is the main list, map or text below that is asked for. */
const itemsFor = (value: unknown, path: string, query: ResultQuery): ResultItems | undefined => {
  if (!asksForItems(query)) return itemsOf(value, path)
  return (isExplicit(query) ? undefined : mainItems(value)) ?? anyItemsOf(value, path)
}

const partAt = (value: unknown, path: string, query: ResultQuery, maxChars: number): Part => {
  const room = maxChars - RESERVED - path.length * 2
  if (query.find !== undefined) return searched(value, path, query, room)
  const items = itemsFor(value, path, query)
  if (items !== undefined) return ofItems(items, query, room)
  const fields = JSON.stringify(value).length <= room ? undefined : anyItemsOf(value, path)
  if (fields === undefined) return { path, value }
  return { ...ranged(fields, query, room / 2), shape: resultShape(value, room / 2) }
}

const isIndex = (value: number | undefined): boolean => value === undefined || (Number.isInteger(value) && value >= 0)

/** The part of a result that is asked for, in at most `maxChars` characters. */
export const readPart = (data: unknown, query: ResultQuery, maxChars: number): E.Either<ToolError, Part> => {
  const { from, to } = query
  const path = query.path === '$' ? '' : (query.path ?? '')
  if (![from, to, query.context].every(isIndex))
    return E.left(wrong('from, to and context are whole numbers from 0.', 'Ask again with such numbers.'))
  if (path.length > MAX_PATH) return E.left(wrong('The path is too long.', 'Ask by a path of the shape.'))
  // `orders[200..220]`
  const [, before, first, end] = /^(.*)\[(\d{1,9})\.\.(\d{1,9})\]$/.exec(path) ?? []
  if (before !== undefined) {
    const { path: _, ...rest } = query
    return readPart(data, { ...rest, path: before, from: Number(first), to: Number(end) }, maxChars)
  }
  const steps = stepsOf(path)
  if (steps === undefined)
    return E.left(
      wrong('The path cannot be read.', 'Write it as in `shape`, with numbers for elements: orders[3].note.')
    )
  const there = valueAtPath(data, steps)
  if (!there.found) return E.left(noSuchPath(there.at, there.there))
  // The fields of the record itself, where it has them; else those of its entries.
  const { value } = there
  const { fields, ...rest } = query
  const isOwn =
    isExplicit(query) &&
    query.find === undefined &&
    isFields(value) &&
    fields?.some((field) => Object.hasOwn(value, field))
  return E.right(
    isOwn === true ? partAt(projected(value, fields), path, rest, maxChars) : partAt(value, path, query, maxChars)
  )
}
