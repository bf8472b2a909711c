/**
 * What a model reads in the place of a long result: where it is kept, its shape, its ends, and what stands out in it.
 */
import { isFields, isObject } from '../core/foreign/index.js'
import {
  anyItemsOf,
  beginningOf,
  fitting,
  mainItems,
  pathBelow,
  shownAs,
  stepsOf,
  valueAtPath,
  type ResultItems
} from './items.js'
import { resultShape } from './shape.js'

/** An element, an entry or a line, with its number. */
export interface NumberedElement {
  readonly at: number
  readonly value?: unknown
  /** Where it is not whole. */
  readonly cut?: ReadonlyArray<string>
}

/** What stands for a long result. @category Results @since 0.1.0 */
export interface ResultHandle {
  /** Names the kept result in `read_result`. */
  readonly ref: string
  /** Length of the whole result, in UTF-16 units of its JSON. */
  readonly chars: number
  /** Paths with their types; `$` is the result itself, `[]` any element of a list, `*` any entry of a record. */
  readonly shape: Readonly<Record<string, string>>
  /** The beginning of the result: whole fields, elements and lines. */
  readonly first?: unknown
  /** The paths in `first` that are not whole. */
  readonly cut?: ReadonlyArray<string>
  /** The end of its longest list, record of many like entries, or text. */
  readonly last?: {
    readonly path: string
    readonly from: number
    readonly elements?: ReadonlyArray<unknown>
    readonly entries?: Readonly<Record<string, unknown>>
    readonly lines?: string
  }
  /** Elements, entries or lines between, that speak of failures or totals. */
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
const MAX_LENGTH = 500

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

const standingOut = ({ all }: ResultItems, from: number, to: number): ReadonlyArray<NumberedElement> => {
  const found: Array<NumberedElement> = []
  for (let at = from; at < to; at++) if (standsOut(all[at])) found.push({ at, value: all[at] })
  return found.length > Math.max(MAX_UNUSUAL, all.length * MOST) ? [] : found
}

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

// How many items of the list stand in the part that is shown first.
const shownIn = (part: unknown, { path }: ResultItems): number => {
  const there = valueAtPath(part, stepsOf(path) ?? [])
  return there.found ? (anyItemsOf(there.value, path)?.all.length ?? 0) : 0
}

/** The preview of a result in about `preview` characters. */
export const handleOf = (data: unknown, ref: string, chars: number, preview: number): ResultHandle => {
  const shape = resultShape(data, preview * 0.4)
  const around = { ref, chars, shape, note: NOTE }
  const room = preview - JSON.stringify(around).length
  const { value: first, ...cut } = beginningOf(data, '', room * 0.45)
  const beginning = first === undefined ? {} : { first, ...cut }
  const items = mainItems(data)
  if (items === undefined) return { ...around, ...beginning }
  const shown = shownIn(first, items)
  const last = lastItems(items, shown, room * 0.2)
  const between = standingOut(items, shown, items.all.length - last.length)
  // Of many, the first and the last.
  const some =
    between.length > MAX_UNUSUAL ? [...between.slice(0, MAX_UNUSUAL / 2), ...between.slice(-MAX_UNUSUAL / 2)] : between
  const { kind, path } = items
  const pathAt = (at: number): string => (kind === 'elements' ? pathBelow(path, at) : path)
  const told = some.map(({ at, value }) => ({ at, ...beginningOf(value, pathAt(at), MAX_LENGTH) }))
  const unusual = fitting(told, room * 0.25)
  return {
    ...around,
    ...beginning,
    ...(unusual.length === 0 ? {} : { unusual }),
    ...(last.length === 0 ? {} : { last: { path, from: items.all.length - last.length, ...shownAs(items, last) } })
  }
}
