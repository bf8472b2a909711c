/**
 * What a model reads in the place of a long result: where it is kept, its shape, its ends, and what stands out in it.
 */
import { isFields, isObject } from '../core/foreign/index.js'
import { anyItemsOf, beginningOf, fitting, mainItems, shownAs, type ResultItems } from './items.js'
import { piecesOf, type LinePiece } from './lines.js'
import { pathBelow, stepsOf, valueAtPath } from './path.js'
import { resultShape } from './shape.js'

/** An element, an entry or a line, with its number. */
export interface NumberedElement {
  readonly at: number
  /** Characters of the line that are left out before. */
  readonly skip?: number
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
  /**
   * Paths with their types; `$` is the result itself, `[]` any element of a list, `*` any entry of a record, `?` marks
   * what some lack, and `…` says how many paths there are more.
   */
  readonly shape: Readonly<Record<string, string>>
  /** The beginning of the result: whole fields, elements and lines. */
  readonly first?: unknown
  /** The paths in `first` that are not whole. */
  readonly cut?: ReadonlyArray<string>
  /** The end of its longest list, record of many like entries, or text. */
  readonly last?: {
    readonly path: string
    readonly from: number
    /** Characters of the line `from` that are left out. */
    readonly skip?: number
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
  /\b(?:errors?|fail(?:ed|ure|s)?|fatal|exception|panic|critical|crash(?:ed)?|killed|aborted|declined|denied|refused|rejected|invalid|unavailable|out of memory|timed? ?out|warn(?:ing)?|total|sum(?:mary)?|conclusion)\b|\b[a-z]+(?:error|exception)\b/i
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

/** An element, an entry, or a line; the parts of lines that are too long are units of their own. */
type Unit = Omit<LinePiece, 'value'> & { readonly value: unknown }

const unitsOf = ({ kind, all }: ResultItems): ReadonlyArray<Unit> =>
  kind === 'lines' ? piecesOf(all as ReadonlyArray<string>) : all.map((value, at) => ({ at, skip: 0, value }))

const standingOut = (units: ReadonlyArray<Unit>, from: number, to: number): ReadonlyArray<Unit> => {
  const found = units.slice(from, to).filter(({ value }) => standsOut(value))
  return found.length > Math.max(MAX_UNUSUAL, units.length * MOST) ? [] : found
}

/** The last units that fit, in their order. */
const lastUnits = (units: ReadonlyArray<Unit>, after: number, chars: number): ReadonlyArray<Unit> => {
  let left = chars - 2
  let from = units.length
  while (from > after && left > 0) {
    left -= JSON.stringify(units[from - 1]?.value).length + 1
    if (left >= 0) from -= 1
  }
  return units.slice(from)
}

// How many units of the list stand in the part that is shown first.
const shownIn = (part: unknown, { path }: ResultItems, units: ReadonlyArray<Unit>): number => {
  const there = valueAtPath(part, stepsOf(path) ?? [])
  if (!there.found) return 0
  const { value } = there
  if (typeof value !== 'string') return anyItemsOf(value, path)?.all.length ?? 0
  let left = value.length
  const first = units.findIndex((unit) => (left -= String(unit.value).length) < 0)
  return first < 0 ? units.length : first
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
  const units = unitsOf(items)
  const shown = shownIn(first, items, units)
  const last = lastUnits(units, shown, room * 0.2)
  const between = standingOut(units, shown, units.length - last.length)
  // Of many, the first and the last.
  const some =
    between.length > MAX_UNUSUAL ? [...between.slice(0, MAX_UNUSUAL / 2), ...between.slice(-MAX_UNUSUAL / 2)] : between
  const { kind, path, all } = items
  const pathAt = (at: number): string => (kind === 'elements' ? pathBelow(path, at) : path)
  const told = some.map(({ at, skip, value }) => ({
    at,
    ...(skip > 0 ? { skip } : {}),
    ...beginningOf(value, pathAt(at), MAX_LENGTH),
    ...(kind === 'lines' && value !== all[at] ? { cut: [path === '' ? '$' : path] } : {})
  }))
  const unusual = fitting(told, room * 0.25)
  const { at: from = all.length, skip = 0 } = last[0] ?? {}
  const shownLast = shownAs(
    items,
    last.map(({ value }) => value)
  )
  return {
    ...around,
    ...beginning,
    ...(unusual.length === 0 ? {} : { unusual }),
    ...(last.length === 0 ? {} : { last: { path, from, ...(skip > 0 ? { skip } : {}), ...shownLast } })
  }
}
