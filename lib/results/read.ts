/** Reads parts of a kept result, as a model asks for them: bounded, and never altered. */
import * as E from 'fp-ts/lib/Either.js'
import { firstPart } from '../core/first-part.js'
import { isFields } from '../core/foreign/fields.js'
import { count } from '../core/text.js'
import { semanticGarbage, type ToolError } from '../core/tool-error.js'
import { itemsOf, mainItems, stepsOf, valueAtPath, type ResultItems } from './items.js'
import { resultShape } from './shape.js'

/** What a model may ask of a kept result. @category Results @since 0.1.0 */
export interface ResultQuery {
  /** `orders`, `data.rows[3].log`. @default the result itself, or the list or text that makes up most of it */
  readonly path?: string
  /** The first element or line, from 0. @default 0 */
  readonly from?: number
  /** The element or line before which it ends. @default as many as fit */
  readonly to?: number
  /** Of elements that are records, these fields alone. */
  readonly fields?: ReadonlyArray<string>
  /** Elements or lines that hold this text, in any case, or this number. */
  readonly find?: string | number
  /** Lines before and after each line that was found. @default 2 */
  readonly context?: number
  /** The number of elements or lines, or of those that were found. */
  readonly count?: boolean
  /** The values of this field of the elements, each with its number. */
  readonly distinct?: string
}

type Part = Readonly<Record<string, unknown>>

const RESERVED = 300
const MAX_NAMES = 30

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

const holds = (find: string | number): ((item: unknown) => boolean) => {
  const text = String(find).toLowerCase()
  // A number is found as itself: 12 is not in 4120.
  const number =
    typeof find === 'number' ? new RegExp(`(?<![\\d.])${text.replace(/[.+-]/g, '\\$&')}(?!\\.?\\d)`) : undefined
  return (item) => {
    const written = typeof item === 'string' ? item : JSON.stringify(item)
    return number === undefined ? written.toLowerCase().includes(text) : number.test(written)
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

const around = (all: ReadonlyArray<unknown>, at: number, context: number): string =>
  all.slice(Math.max(0, at - context), at + context + 1).join('')

const searched = ({ path, kind, all }: ResultItems, query: ResultQuery, find: string | number, chars: number): Part => {
  const { from = 0, to = all.length, fields, context = 2 } = query
  const isFound = holds(find)
  const matches = all.flatMap((item, at) => (at >= from && at < to && isFound(item) ? [at] : []))
  if (query.count === true) return { path, of: all.length, count: matches.length }
  const found = matches.map((at) =>
    kind === 'lines' ? { at, lines: around(all, at, context) } : { at, value: projected(all[at], fields) }
  )
  const shown = bounded(found, chars) as typeof found
  const last = matches[shown.length]
  return {
    path,
    of: all.length,
    matches: matches.length,
    found: shown,
    ...(last === undefined ? {} : { next: { find, from: shown.length === 0 ? last + 1 : last } })
  }
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
  if (query.find !== undefined) return searched(items, query, query.find, chars)
  return query.count === true ? { path: items.path, count: items.all.length } : ranged(items, query, chars)
}

const asksForItems = ({ from, to, fields, find, count: counts, distinct }: ResultQuery): boolean =>
  [from, to, fields, find, counts, distinct].some((word) => word !== undefined)

const isIndex = (value: number | undefined): boolean => value === undefined || (Number.isInteger(value) && value >= 0)

/** The part of a result that is asked for, in at most `maxChars` characters. */
export const readPart = (data: unknown, query: ResultQuery, maxChars: number): E.Either<ToolError, Part> => {
  const { path = '', from, to } = query
  if (![from, to, query.context].every(isIndex))
    return E.left(wrong('from, to and context are whole numbers from 0.', 'Ask again with such numbers.'))
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
  const items = itemsOf(value, path) ?? (asksForItems(query) ? mainItems(value, path) : undefined)
  if (items !== undefined) return E.right(ofItems(items, query, room))
  if (JSON.stringify(value).length <= room) return E.right({ path, value })
  return E.right({ path, shape: resultShape(value), first: firstPart(value, room / 2) })
}
