/**
 * What a model reads in the place of a long result: where it is kept, its shape, its ends, and what stands out in it.
 */
import { firstPart } from '../core/json/index.js'
import { isFields, isObject } from '../core/foreign/index.js'
import { mainItems, type ResultItems } from './items.js'
import { resultShape } from './shape.js'

/** An element or a line, with its number. */
export interface NumberedElement {
  readonly at: number
  readonly value: unknown
}

/** What stands for a long result. @category Results @since 0.1.0 */
export interface ResultHandle {
  /** Names the kept result in `read_result`. */
  readonly ref: string
  /** Length of the whole result, in UTF-16 units of its JSON. */
  readonly chars: number
  /** Paths with their types; `$` is the result itself, `[]` any element of a list. */
  readonly shape: Readonly<Record<string, string>>
  /** The beginning of the result: whole fields, elements and lines. */
  readonly first?: unknown
  /** The end of its longest list or text. */
  readonly last?: {
    readonly path: string
    readonly from: number
    readonly elements?: ReadonlyArray<unknown>
    readonly lines?: string
  }
  /** Elements or lines between, that speak of failures or totals. */
  readonly unusual?: ReadonlyArray<NumberedElement>
  readonly note: string
}

const NOTE =
  'This is a preview. The whole result is kept: read any part of it with read_result, by ref and path, from, to, find, fields, count or distinct.'

// Failures, and what sums up.
const STANDS_OUT =
  /\b(?:errors?|fail(?:ed|ure|s)?|fatal|exception|panic|critical|crash(?:ed)?|killed|aborted|declined|denied|refused|rejected|invalid|unavailable|out of memory|timed? ?out|warn(?:ing)?|total|sum(?:mary)?|grand total|conclusion)\b|\b[A-Z][A-Za-z]*(?:Error|Exception)\b/i
// Where more speaks of it, it does not stand out.
const MOST = 0.1
const MAX_UNUSUAL = 12
const MAX_LENGTH = 400

const NAMES_FAILURE = /err(?:or)?s?$|fail|exception|warning/i
const isEmptyValue = (value: unknown): boolean =>
  value === null ||
  value === false ||
  value === '' ||
  value === 0 ||
  (isObject(value) && Object.keys(value).length === 0)

// The name of a field says something only where it has content: each row may have an `error`, and most have none.
const standsOut = (item: unknown): boolean => {
  if (typeof item === 'string') return STANDS_OUT.test(item)
  if (Array.isArray(item)) return item.some(standsOut)
  return (
    isFields(item) &&
    Object.entries(item).some(([key, value]) => (NAMES_FAILURE.test(key) && !isEmptyValue(value)) || standsOut(value))
  )
}

const textOf = (item: unknown): string => (typeof item === 'string' ? item : JSON.stringify(item))

const standingOut = ({ all }: ResultItems, from: number, to: number): ReadonlyArray<NumberedElement> => {
  const found: Array<NumberedElement> = []
  for (let at = from; at < to; at++) if (standsOut(all[at])) found.push({ at, value: all[at] })
  return found.length > Math.max(MAX_UNUSUAL, all.length * MOST) ? [] : found
}

const shortened = ({ at, value }: NumberedElement): NumberedElement => {
  const part = firstPart(value, MAX_LENGTH)
  return { at, value: part ?? textOf(value).slice(0, MAX_LENGTH) }
}

const fitting = <A>(list: ReadonlyArray<A>, chars: number): ReadonlyArray<A> =>
  (firstPart(list, chars) as ReadonlyArray<A> | undefined) ?? []

/** The last items that fit, in their order. */
const lastItems = ({ all }: ResultItems, after: number, chars: number): ReadonlyArray<unknown> => {
  let left = chars - 2
  let from = all.length
  while (from > after && left > 0) {
    left -= JSON.stringify(all[from - 1]).length + 1
    if (left >= 0) from -= 1
  }
  return all.slice(from)
}

const asKind = ({ kind }: ResultItems, items: ReadonlyArray<unknown>) =>
  kind === 'lines' ? { lines: items.join('') } : { elements: items }

// How many items of the list stand in the part that is shown first.
const shownIn = (part: unknown, { path }: ResultItems, whole: unknown): number => {
  const main = mainItems(part)
  return main !== undefined && main.path === path ? main.all.length : part === whole ? Infinity : 0
}

const withinShape = (shape: ResultHandle['shape'], chars: number): ResultHandle['shape'] => {
  const entries = fitting(Object.entries(shape), chars)
  return Object.fromEntries(entries)
}

/** The preview of a result in about `preview` characters. */
export const handleOf = (data: unknown, ref: string, chars: number, preview: number): ResultHandle => {
  const shape = withinShape(resultShape(data), preview * 0.4)
  const around = { ref, chars, shape, note: NOTE }
  const room = preview - JSON.stringify(around).length
  const first = firstPart(data, room * 0.5)
  const items = mainItems(data)
  if (items === undefined) return { ...around, ...(first === undefined ? {} : { first }) }
  const shown = Math.min(shownIn(first, items, data), items.all.length)
  const last = lastItems(items, shown, room * 0.2)
  const between = standingOut(items, shown, items.all.length - last.length)
  // Of many, the first and the last.
  const some =
    between.length > MAX_UNUSUAL ? [...between.slice(0, MAX_UNUSUAL / 2), ...between.slice(-MAX_UNUSUAL / 2)] : between
  const unusual = fitting(some.map(shortened), room * 0.25)
  return {
    ...around,
    ...(first === undefined ? {} : { first }),
    ...(unusual.length === 0 ? {} : { unusual }),
    ...(last.length === 0
      ? {}
      : { last: { path: items.path, from: items.all.length - last.length, ...asKind(items, last) } })
  }
}
