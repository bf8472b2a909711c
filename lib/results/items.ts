/** The parts of a kept result: elements of a list, entries of a record, lines of a text. */
import { type Fields, isFields, isObject } from '../core/foreign/index.js'
import { entriesIn, firstPart, isMap, jsonLength, recordOf } from '../core/json/index.js'
import { linesOf } from './lines.js'
import { fieldAt, fieldIn, pathBelow, stepsOf, type ItemField } from './path.js'

/** A list, record or text in a result, and its place: `orders`, `data.rows[3].log`; empty for the result itself. */
export interface ResultItems {
  readonly path: string
  /** `entries` are those of a record, each a record of one field; `lines` are those of a text. */
  readonly kind: 'elements' | 'entries' | 'lines'
  readonly all: ReadonlyArray<unknown>
}

/** The items of a list, a text, or any record; undefined of a number and the like. */
export const anyItemsOf = (value: unknown, path: string): ResultItems | undefined => {
  if (Array.isArray(value)) return { path, kind: 'elements', all: value }
  if (typeof value === 'string') return { path, kind: 'lines', all: linesOf(value) }
  return isFields(value) ? { path, kind: 'entries', all: entriesIn(value) } : undefined
}

/** The items of a list, a text, or a record that is a map: all that consists of items alone. */
export const itemsOf = (value: unknown, path: string): ResultItems | undefined =>
  isFields(value) && !isMap(value) ? undefined : anyItemsOf(value, path)

/** Items of a kind, as they are shown. */
export const shownAs = ({ kind }: ResultItems, items: ReadonlyArray<unknown>): Readonly<Record<string, unknown>> => ({
  [kind]: kind === 'lines' ? items.join('') : kind === 'entries' ? recordOf(items) : items
})

/** What the items consist of: the values of entries. */
export const valuesOf = ({ kind, all }: ResultItems): ReadonlyArray<unknown> =>
  kind === 'entries' ? all.map((entry) => Object.values(entry as Fields)[0]) : all

/** A record with some of its fields alone; any other item unchanged. */
export const projected = (item: unknown, fields: ReadonlyArray<ItemField> | undefined): unknown =>
  fields === undefined || !isFields(item)
    ? item
    : Object.fromEntries(
        fields.flatMap((field) => {
          const value = fieldAt(item, field)
          return value === undefined ? [] : [[field.name, value]]
        })
      )

/** Those of some fields that a record has. */
export const ownFields = (
  record: unknown,
  path: string,
  fields: ReadonlyArray<string> | undefined
): ReadonlyArray<ItemField> | undefined =>
  fields?.flatMap((field) => fieldIn([record], field, stepsOf(path) ?? []) ?? [])

/** The first items that fit, whole. */
export const fitting = <A>(items: ReadonlyArray<A>, chars: number): ReadonlyArray<A> => {
  const shown = (firstPart(items, chars) ?? []) as ReadonlyArray<A>
  return shown[0] === items[0] ? shown : []
}

// -- the beginning of a value

const cutIn = (part: unknown, whole: unknown, path: string): ReadonlyArray<string> => {
  if (part === whole) return []
  if (!isObject(part) || !isObject(whole)) return [path]
  const own = Object.keys(part).length === Object.keys(whole).length ? [] : [path]
  const inside = Object.entries(part).flatMap(([key, one]: [string, unknown]) =>
    cutIn(one, (whole as Fields)[key], pathBelow(path, Array.isArray(part) ? Number(key) : key))
  )
  return [...own, ...inside]
}

/** The first part of a value, and the paths in it that are not whole. */
export const beginningOf = (
  value: unknown,
  path: string,
  chars: number
): { readonly value?: unknown; readonly cut?: ReadonlyArray<string> } => {
  const part = firstPart(value, chars)
  const cut = cutIn(part, value, path)
  if (cut.length === 0) return { value }
  const said = jsonLength(cut) > chars / 8 ? [path] : cut
  return { ...(part === undefined ? {} : { value: part }), cut: said.map((one) => (one === '' ? '$' : one)) }
}

const MAX_DEPTH = 4
const MAX_FIELDS = 100

const largestIn = (
  value: unknown,
  path: string,
  depth: number
): { readonly size: number; readonly items: ResultItems } | undefined => {
  const items = itemsOf(value, path)
  if (items !== undefined) return { size: jsonLength(value), items }
  if (!isFields(value) || depth === MAX_DEPTH) return undefined
  return Object.entries(value)
    .slice(0, MAX_FIELDS)
    .map(([key, field]) => largestIn(field, pathBelow(path, key), depth + 1))
    .reduce((most, one) => (one !== undefined && one.size > (most?.size ?? 0) ? one : most), undefined)
}

/** The longest list, map or text in a value, where it makes up more than this share of it. */
export const mainItems = (value: unknown, share = 0): ResultItems | undefined => {
  const longest = largestIn(value, '', 0)
  return longest !== undefined && longest.size > jsonLength(value) * share ? longest.items : undefined
}
