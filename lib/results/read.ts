/** Reads parts of a kept result, as a model asks for them: bounded, and never altered. */
import * as E from 'fp-ts/lib/Either.js'
import { firstPart } from '../core/json/index.js'
import { type Fields, isFields } from '../core/foreign/index.js'
import { type ToolError, count, looksLikeName, semanticGarbage } from '../core/errors/index.js'
import { distinctOf } from './distinct.js'
import { matchesIn } from './find.js'
import {
  anyItemsOf,
  ownFields,
  fitting,
  itemsOf,
  mainItems,
  projected,
  shownAs,
  valuesOf,
  type ResultItems
} from './items.js'
import { pieceOf } from './lines.js'
import { fieldIn, listOfField, pathBelow, pathOfSteps, stepsOf, valueAtPath, type ItemField } from './path.js'
import { countBetween, MAX_PATH, nextCall, type ResultPart, type PlacedQuery, type ResultQuery } from './query.js'
import { resultShape } from './shape.js'

// Names of fields and numbers, and kinds of what was found.
const RESERVED = 250
const LEAST_ARGS = 500
const MAX_NAMES = 30
const MAX_SHOWN_PATH = 200
const MAX_QUOTED = 5
const MAX_QUOTED_CHARS = 60
const SINGULAR = { elements: 'element', entries: 'entry', lines: 'line' } as const

// -- errors

// A key may be any words of a stranger.
const named = (all: ReadonlyArray<string>): string => {
  const names = all.filter(looksLikeName)
  const others = all.length - names.length
  const shown = names.length > MAX_NAMES ? [...names.slice(0, MAX_NAMES), '…'] : names
  return [...shown, ...(others === 0 ? [] : [count(others, 'other field')])].join(', ')
}

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

// Each is looked for in all items.
const MAX_FIELDS = 100

const quoted = (fields: ReadonlyArray<string>): string =>
  fields
    .slice(0, MAX_QUOTED)
    .map((field) => JSON.stringify(field.slice(0, MAX_QUOTED_CHARS)))
    .join(', ')

const BELOW_SECOND = 'Read what stands below a second [] or * by path, or with the field that holds it (rows[].tags).'

const hasMarks = (field: string): boolean => (field.match(/\[\]|(?:^|\.)\*(?=$|[.[])/g) ?? []).length > 1

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
    hint: fields.some(hasMarks)
      ? BELOW_SECOND
      : 'Ask again by a field that exists, or for the values themselves by their path.'
  })
}

const wrong = (detail: string, hint: string): ToolError => semanticGarbage({ code: 'rejected_arguments', detail, hint })

// -- the parts

const projectedItem = ({ kind }: ResultItems, item: unknown, fields: ReadonlyArray<ItemField> | undefined): unknown =>
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
const rangedItems = (
  items: ResultItems,
  query: PlacedQuery,
  fields: ReadonlyArray<ItemField> | undefined,
  lacked: ReadonlyArray<string>,
  chars: number
): ResultPart => {
  const { path, all } = items
  const { from = 0, to } = query
  const asked = all.slice(from, to).map((item) => projectedItem(items, item, fields))
  const lacks = [
    ...(lacked.length === 0 ? [] : [`Nothing here has ${quoted(lacked)}.`]),
    ...(lacked.some(hasMarks) ? [BELOW_SECOND] : [])
  ]
  const room = chars - JSON.stringify(lacks).length
  const whole = fitting(asked, room)
  const cut = whole.length > 0 || asked.length === 0 ? [] : [tooLong(items, from)]
  const shown = cut.length === 0 ? whole : firstPart(asked, room - JSON.stringify(cut).length)
  const some = (shown ?? []) as typeof asked
  const notes = [...cut, ...lacks]
  const done = cut.length === 0 ? whole.length : 1
  return {
    path,
    of: all.length,
    from,
    ...shownAs(items, some),
    ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
    ...(done < asked.length ? { next: nextCall(query, from + done) } : {})
  }
}

/** The lines that fit, and of one that is itself too long a part, with the length of the line. */
const rangedLines = ({ path, all }: ResultItems, query: PlacedQuery, chars: number): ResultPart => {
  const { from = 0, to, skip = 0 } = query
  const asked = all.slice(from, to) as ReadonlyArray<string>
  const [line = '', ...behind] = asked
  const left = line.slice(skip)
  const whole = fitting([left, ...behind], chars)
  const part = whole.length === 0 ? pieceOf(left, chars) : whole.join('')
  const isCut = whole.length === 0 && part.length < left.length
  const done = isCut ? 0 : Math.max(whole.length, 1)
  return {
    path,
    of: all.length,
    from,
    ...(skip > 0 ? { skip } : {}),
    ...(skip > 0 || isCut ? { chars: line.length } : {}),
    lines: part,
    ...(done < asked.length ? { next: nextCall(query, from + done, isCut ? skip + part.length : 0) } : {})
  }
}

/** What was found, as much as fits, and how much there is of each kind. */
const searched = (data: unknown, query: PlacedQuery, chars: number): ResultPart => {
  const { path, from = 0, to, skip = 0 } = query
  const matches = matchesIn(data, path, query)
  const asked = matches.slice(from, to)
  const kinds: Record<string, number> = {}
  for (const { kind } of query.count === true ? asked : matches) kinds[kind] = (kinds[kind] ?? 0) + 1
  if (query.count === true) return { path, ...countBetween(matches, query), kinds }
  const parts = function* () {
    for (const [at, match] of asked.entries())
      for (const part of match.shown()) if (at > 0 || (part.skip ?? 0) >= skip) yield { at: from + at, part }
  }
  const found: Array<unknown> = []
  let left = chars
  for (const { at, part } of parts()) {
    left -= JSON.stringify(part).length + 1
    // Of one that is itself too long, where it is.
    const { value: _, lines: __, cut: ___, ...place } = part
    if (left >= 0) found.push(part)
    else if (found.length === 0) found.push(place)
    else return { path, matches: matches.length, kinds, found, next: nextCall(query, at, part.skip) }
  }
  return { path, matches: matches.length, kinds, found }
}

const ofItems = (
  items: ResultItems,
  query: PlacedQuery,
  fields: ReadonlyArray<string> | undefined,
  chars: number
): E.Either<ToolError, ResultPart> => {
  const { path, kind, all } = items
  const { distinct, count: counts } = query
  if (counts === true && distinct === undefined) return E.right({ path, ...countBetween(all, query) })
  const asked = distinct === undefined ? (fields ?? []) : [distinct]
  const at = [...(stepsOf(path) ?? []), kind === 'entries' ? '' : 0]
  const values = valuesOf(items)
  const ways = asked.map((field) => ({ field, own: fieldIn(values, field, at) }))
  const own = ways.flatMap((way) => way.own ?? [])
  if (all.length > 0 && asked.length > 0 && own.length === 0) return E.left(noSuchField(items, asked))
  if (distinct !== undefined)
    return E.right(distinctOf(items, own[0] ?? { name: distinct, steps: [distinct] }, query, chars))
  if (kind === 'lines') return E.right(rangedLines(items, query, chars))
  const lacked = ways.filter((way) => way.own === undefined).map(({ field }) => field)
  return E.right(rangedItems(items, query, fields && own, lacked, chars))
}

const asksForItems = (
  { from, to, skip, count: counts, distinct }: ResultQuery,
  fields: ReadonlyArray<string> | undefined
): boolean => [from, to, skip, fields, counts, distinct].some((word) => word !== undefined)

/** The part of what stands at the path; `fields` are those of its items. */
const partAt = (
  value: unknown,
  query: PlacedQuery,
  fields: ReadonlyArray<string> | undefined,
  maxChars: number
): E.Either<ToolError, ResultPart> => {
  const { path } = query
  const next = JSON.stringify(nextCall(query, 0)).length
  if (next > Math.max(maxChars / 2, LEAST_ARGS))
    return E.left(wrong('The arguments are too long.', 'Ask for fewer fields, or a shorter text.'))
  const room = maxChars - RESERVED - next - JSON.stringify(path).length
  if (query.find !== undefined) return E.right(searched(value, query, room))
  const items = asksForItems(query, fields) ? anyItemsOf(value, path) : itemsOf(value, path)
  if (items !== undefined) return ofItems(items, query, fields, room)
  const entries = JSON.stringify(value).length <= room ? undefined : anyItemsOf(value, path)
  if (entries === undefined) return E.right({ path, value })
  return E.right({ ...rangedItems(entries, query, undefined, [], room / 2), shape: resultShape(value, room / 2) })
}

const isIndex = (value: number | undefined): boolean => value === undefined || (Number.isInteger(value) && value >= 0)

// A larger one was rounded where its JSON was read: it is no longer the number that was asked for.
const isRounded = (find: unknown): boolean => typeof find === 'number' && !(Math.abs(find) <= Number.MAX_SAFE_INTEGER)

// A model may give all that it can give.
const isSaid = (word: unknown): boolean => word !== '' && !(Array.isArray(word) && word.length === 0)

/** Without a path, and only then, it is the list that fields of the shape name, or what makes up most of the result. */
const pathFor = (data: unknown, query: ResultQuery): string => {
  if (query.find !== undefined) return ''
  const { fields } = query
  const list = listOfField(query.distinct ?? query.fields?.[0] ?? '')
  if (list !== undefined && valueAtPath(data, stepsOf(list) ?? []).found) return list
  // What stands beside the list.
  const isBeside = isFields(data) && fields?.every((field) => fieldIn([data], field, []) !== undefined) === true
  return isBeside ? '' : (mainItems(data, 0.5)?.path ?? '')
}

/** The part of a result that is asked for, in at most `maxChars` characters. */
export const readPart = (data: unknown, asked: ResultQuery, maxChars: number): E.Either<ToolError, ResultPart> => {
  const query: ResultQuery = Object.fromEntries(Object.entries(asked).filter(([, word]) => isSaid(word)))
  const path = query.path ?? ''
  if (![query.from, query.to, query.context, query.skip].every(isIndex))
    return E.left(wrong('from, to, skip and context are whole numbers from 0.', 'Ask again with such numbers.'))
  if (isRounded(query.find)) return E.left(wrong('find is too large for a number.', 'Write it as text: "find": "…".'))
  if (path.length > MAX_PATH) return E.left(wrong('The path is too long.', 'Ask by a path of the shape.'))
  if ((query.fields?.length ?? 0) > MAX_FIELDS)
    return E.left(wrong(`At most ${MAX_FIELDS} fields can be asked for.`, 'Ask for fewer at once.'))
  if (query.find !== undefined && query.distinct !== undefined)
    return E.left(wrong('find and distinct cannot be asked together.', 'Ask with one of them.'))
  // `orders[200..220]`
  const [, before, first, end] = /^(.*)\[(\d{1,9})\.\.(\d{1,9})\]$/.exec(path) ?? []
  if (before !== undefined && (query.find ?? query.distinct) !== undefined)
    return E.left(wrong('find and distinct look at all of a list.', 'Ask by its path, without a range.'))
  if (before !== undefined) {
    // Bounds beside it are within it, so that `from` alone goes on.
    const from = Math.max(Number(first), query.from ?? 0)
    const to = Math.min(Number(end), query.to ?? Infinity)
    return readPart(data, { ...query, path: before || '$', from, to }, maxChars)
  }
  const steps = stepsOf(path || pathFor(data, query))
  if (steps === undefined)
    return E.left(
      wrong('The path cannot be read.', 'Write it as in `shape`, with numbers for elements: orders[3].note.')
    )
  const there = valueAtPath(data, steps)
  if (!there.found) return E.left(noSuchPath(there.at, there.there))
  const { value } = there
  const placed = { ...query, path: pathOfSteps(steps) }
  // The fields of the record itself, where it has them; else those of its entries.
  const fields = ownFields(value, placed.path, query.fields) ?? []
  return (query.find ?? query.distinct) === undefined && isFields(value) && fields.length > 0
    ? partAt(projected(value, fields), placed, undefined, maxChars)
    : partAt(value, placed, query.fields, maxChars)
}
