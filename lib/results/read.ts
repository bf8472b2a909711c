/** Reads parts of a kept result, as a model asks for them: bounded, and never altered. */
import * as E from 'fp-ts/lib/Either.js'
import { firstPart } from '../core/json/index.js'
import { type Fields, isFields } from '../core/foreign/index.js'
import { type ToolError, count, semanticGarbage } from '../core/errors/index.js'
import { matchesIn } from './find.js'
import {
  anyItemsOf,
  beginningOf,
  fitting,
  itemsOf,
  mainItems,
  projected,
  shownAs,
  valuesOf,
  type ResultItems
} from './items.js'
import { pieceOf } from './lines.js'
import { belowRoot, fieldAt, pathBelow, stepsOf, valueAtPath } from './path.js'
import { resultShape } from './shape.js'

/** What a model may ask of a kept result. @category Results @since 0.1.0 */
export interface ResultQuery {
  /** `orders`, `data.rows[3].log`. @default the result itself, or the list, map or text that makes up most of it */
  readonly path?: string
  /** The first element, entry or line, or what was found or counted by its value, from 0. @default 0 */
  readonly from?: number
  /** The one before which it ends. @default as many as fit */
  readonly to?: number
  /** Characters of the line `from` that are left out, where it is too long to show whole. @default 0 */
  readonly skip?: number
  /**
   * Of elements and entries that are records, or of the record at the path that has them, these fields alone, each by
   * its name or its path in the record.
   */
  readonly fields?: ReadonlyArray<string>
  /** Elements, lines, values and names that hold this text, in any case, or this number; anywhere below the path. */
  readonly find?: string | number
  /** Lines before and after each line that was found. @default 2 */
  readonly context?: number
  /** The number of elements, entries or lines, or of what was found. */
  readonly count?: boolean
  /** The values of this field of the elements or entries, by its name or its path in each; each with its number. */
  readonly distinct?: string
}

type Part = Readonly<Record<string, unknown>>

const RESERVED = 300
// A longer value is shown by its beginning.
const MAX_VALUE = 1_000
const MAX_NAMES = 30
const MAX_PATH = 1_000
const MAX_SHOWN_PATH = 200
const MAX_QUOTED = 5
const MAX_QUOTED_CHARS = 60
const SINGULAR = { elements: 'element', entries: 'entry', lines: 'line' } as const

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

/** Those of some fields that no item has. */
const lackedBy = (items: ResultItems, fields: ReadonlyArray<string> = []): ReadonlyArray<string> =>
  fields.filter((field) => {
    const read = fieldAt(field)
    return !valuesOf(items).some((item) => read(item) !== undefined)
  })

const quoted = (fields: ReadonlyArray<string>): string =>
  fields
    .slice(0, MAX_QUOTED)
    .map((field) => JSON.stringify(field.slice(0, MAX_QUOTED_CHARS)))
    .join(', ')

const noSuchField = (items: ResultItems, fields: ReadonlyArray<string>): ToolError => {
  const { path, kind, all } = items
  const names = new Set(valuesOf(items).flatMap((item) => (isFields(item) ? Object.keys(item) : [])))
  const own =
    kind === 'entries' ? `It has ${named(all.flatMap((entry) => Object.keys(entry as Fields)))}; they` : 'They'
  return semanticGarbage({
    code: 'not_found',
    detail: `No ${SINGULAR[kind]} of ${path === '' ? 'the result' : `\`${path}\``} has ${quoted(fields)}. ${own} have ${
      names.size === 0 ? 'no fields' : named([...names])
    }.`,
    hint: 'Ask again by a field that exists, or for the values themselves by their path.'
  })
}

const wrong = (detail: string, hint: string): ToolError => semanticGarbage({ code: 'rejected_arguments', detail, hint })

// -- the parts

const projectedItem = ({ kind }: ResultItems, item: unknown, fields: ReadonlyArray<string> | undefined): unknown =>
  kind === 'entries' && fields !== undefined
    ? Object.fromEntries(Object.entries(item as Fields).map(([key, value]) => [key, projected(value, fields)]))
    : projected(item, fields)

/** What there is to say of an item that is too long: the path by which it can be read. */
const tooLong = ({ path, kind, all }: ResultItems, at: number): string => {
  const own = pathBelow(path, kind === 'entries' ? (Object.keys(all[at] as Fields)[0] ?? '') : at)
  const where = own.length > MAX_SHOWN_PATH ? '' : `, ${own}`
  return `${kind === 'entries' ? 'Entry' : 'Element'} ${at} is too long to show whole: ask by its own path${where}, or by fields.`
}

/** The items that fit, a piece of one that is itself too long, and the number of the next one. */
const rangedItems = (items: ResultItems, { from = 0, to, fields }: ResultQuery, chars: number): Part => {
  const { path, kind, all } = items
  const asked = all.slice(from, to).map((item) => projectedItem(items, item, fields))
  const lacked = lackedBy(items, fields)
  const lacks = lacked.length === 0 ? [] : [`Nothing here has ${quoted(lacked)}.`]
  const room = chars - lacks.join('').length
  const whole = fitting(asked, room)
  const isCut = whole.length === 0 && asked.length > 0
  const shown = isCut ? ((firstPart(asked, room) ?? []) as typeof asked) : whole
  const end = from + shown.length
  const more = end < Math.min(to ?? all.length, all.length)
  const notes = [...(isCut ? [tooLong(items, from)] : []), ...lacks]
  // Without it, the next call would read what is below.
  const root = path === '' && kind === 'entries' ? { path: '$' } : {}
  return {
    path,
    of: all.length,
    from,
    ...shownAs(items, shown),
    ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
    ...(more ? { next: { ...root, from: Math.max(end, from + 1), ...(to === undefined ? {} : { to }) } } : {})
  }
}

/** The lines that fit, and of one that is itself too long a part, with the length of the line. */
const rangedLines = ({ path, all }: ResultItems, { from = 0, to, skip = 0 }: ResultQuery, chars: number): Part => {
  const [line = '', ...behind] = all.slice(from, to) as ReadonlyArray<string>
  const left = [line.slice(skip), ...behind]
  const whole = fitting(left, chars)
  const [part] = whole.length === 0 ? [pieceOf(line.slice(skip), chars)] : []
  const end = from + whole.length
  const hasMore = end < Math.min(to ?? all.length, all.length)
  const next = part === undefined ? { from: end } : { from, skip: skip + part.length }
  return {
    path,
    of: all.length,
    from,
    ...(skip > 0 ? { skip } : {}),
    ...(skip > 0 || part !== undefined ? { chars: line.length } : {}),
    lines: part ?? whole.join(''),
    ...(hasMore ? { next: { ...next, ...(to === undefined ? {} : { to }) } } : {})
  }
}

/** What was found, as much as fits, and how much there is of each kind. */
const searched = (data: unknown, path: string, query: ResultQuery, chars: number): Part => {
  const { find, from = 0, to, skip = 0 } = query
  const matches = matchesIn(data, path, query)
  const kinds: Record<string, number> = {}
  for (const { kind } of matches) kinds[kind] = (kinds[kind] ?? 0) + 1
  if (query.count === true) return { path, count: matches.length, kinds }
  const parts = function* () {
    for (const [at, match] of matches.slice(from, to).entries())
      for (const part of match.shown()) if (at > 0 || (part.skip ?? 0) >= skip) yield { at: from + at, part }
  }
  const found: Array<unknown> = []
  // `next` has it, too.
  let left = chars - JSON.stringify(find).length
  for (const { at, part } of parts()) {
    left -= JSON.stringify(part).length + 1
    // Of one that is itself too long, where it is.
    const { value: _, lines: __, cut: ___, ...place } = part
    if (left >= 0) found.push(part)
    else if (found.length === 0) found.push(place)
    else {
      const next = { find, from: at, ...(part.skip ? { skip: part.skip } : {}), ...(to === undefined ? {} : { to }) }
      return { path, matches: matches.length, kinds, found, next }
    }
  }
  return { path, matches: matches.length, kinds, found }
}

const distinctOf = (items: ResultItems, field: string, { from = 0, to }: ResultQuery, chars: number): Part => {
  const { path, all } = items
  const read = fieldAt(field)
  const counts = new Map<string, number>()
  let absent = 0
  for (const item of valuesOf(items)) {
    const there = read(item)
    const key = JSON.stringify(there?.value)
    if (there === undefined) absent += 1
    else counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const asked = [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(from, to)
    .map(([value, times]) => ({ ...beginningOf(JSON.parse(value) as unknown, '', MAX_VALUE), count: times }))
  const values = fitting(asked, chars - field.length * 2)
  const end = from + Math.max(values.length, 1)
  const next = end < Math.min(to ?? counts.size, counts.size) ? { distinct: field, from: end } : undefined
  return {
    path,
    of: all.length,
    field,
    distinct: counts.size,
    ...(absent > 0 ? { absent } : {}),
    values,
    ...(next === undefined ? {} : { next: { ...next, ...(to === undefined ? {} : { to }) } })
  }
}

const ofItems = (items: ResultItems, query: ResultQuery, chars: number): E.Either<ToolError, Part> => {
  const { path, kind, all } = items
  const { from, to, distinct } = query
  const fields = distinct === undefined ? (query.fields ?? []) : [distinct]
  if (query.count === true) return E.right({ path, count: all.slice(from, to).length })
  if (all.length > 0 && fields.length > 0 && lackedBy(items, fields).length === fields.length)
    return E.left(noSuchField(items, fields))
  if (distinct !== undefined) return E.right(distinctOf(items, distinct, query, chars))
  return E.right((kind === 'lines' ? rangedLines : rangedItems)(items, query, chars))
}

const isExplicit = ({ path = '' }: ResultQuery): boolean => path !== ''

const asksForItems = ({ from, to, skip, fields, count: counts, distinct }: ResultQuery): boolean =>
  [from, to, skip, fields, counts, distinct].some((word) => word !== undefined)

/** Without a path, and only then, it is the main list, map or text below that is asked for. */
const itemsFor = (value: unknown, path: string, query: ResultQuery): ResultItems | undefined => {
  if (!asksForItems(query)) return itemsOf(value, path)
  return (isExplicit(query) ? undefined : mainItems(value)) ?? anyItemsOf(value, path)
}

const partAt = (value: unknown, path: string, query: ResultQuery, maxChars: number): E.Either<ToolError, Part> => {
  const room = maxChars - RESERVED - path.length * 2
  if (query.find !== undefined) return E.right(searched(value, path, query, room))
  const items = itemsFor(value, path, query)
  if (items !== undefined) return ofItems(items, query, room)
  const fields = JSON.stringify(value).length <= room ? undefined : anyItemsOf(value, path)
  if (fields === undefined) return E.right({ path, value })
  return E.right({ ...rangedItems(fields, query, room / 2), shape: resultShape(value, room / 2) })
}

const isIndex = (value: number | undefined): boolean => value === undefined || (Number.isInteger(value) && value >= 0)

// A model may give all that it can give.
const isSaid = (word: unknown): boolean => word !== '' && !(Array.isArray(word) && word.length === 0)

/** The part of a result that is asked for, in at most `maxChars` characters. */
export const readPart = (data: unknown, asked: ResultQuery, maxChars: number): E.Either<ToolError, Part> => {
  const query: ResultQuery = Object.fromEntries(Object.entries(asked).filter(([, word]) => isSaid(word)))
  const path = belowRoot(query.path ?? '')
  if (![query.from, query.to, query.context, query.skip].every(isIndex))
    return E.left(wrong('from, to, skip and context are whole numbers from 0.', 'Ask again with such numbers.'))
  if (path.length > MAX_PATH) return E.left(wrong('The path is too long.', 'Ask by a path of the shape.'))
  // `orders[200..220]`
  const [, before, first, end] = /^(.*)\[(\d{1,9})\.\.(\d{1,9})\]$/.exec(path) ?? []
  if (before !== undefined && (query.find ?? query.distinct) !== undefined)
    return E.left(wrong('find and distinct look at all of a list.', 'Ask by its path, without a range.'))
  if (before !== undefined)
    return readPart(data, { ...query, path: before || '$', from: Number(first), to: Number(end) }, maxChars)
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
    fields?.some((field) => fieldAt(field)(value) !== undefined)
  return isOwn === true ? partAt(projected(value, fields), path, rest, maxChars) : partAt(value, path, query, maxChars)
}
