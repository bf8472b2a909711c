/** The parts of a kept result: elements of a list, entries of a record, lines of a text, and the places of all. */
import { type Fields, isFields, isObject } from '../core/foreign/index.js'
import { entriesIn, firstPart, isMap, recordOf } from '../core/json/index.js'

/** A list, record or text in a result, and its place: `orders`, `data.rows[3].log`; empty for the result itself. */
export interface ResultItems {
  readonly path: string
  /** `entries` are those of a record, each a record of one field; `lines` are those of a text. */
  readonly kind: 'elements' | 'entries' | 'lines'
  readonly all: ReadonlyArray<unknown>
}

const isName = (key: string): boolean => /^[A-Za-z_$][\w$-]*$/.test(key)

/** The path of a field or an element below a path. */
export const pathBelow = (path: string, key: string | number): string => {
  if (typeof key === 'number') return `${path}[${key}]`
  if (!isName(key)) return `${path}[${JSON.stringify(key)}]`
  return path === '' ? key : `${path}.${key}`
}

// As they are written, with escapes; the shortest response has room for one.
const MAX_LINE = 500

const written = (value: unknown): number => JSON.stringify(value).length

/** A line that is longer than any that people write, in pieces that end where a word does. */
const piecesOf = (line: string): ReadonlyArray<string> => {
  const pieces: Array<string> = []
  for (let from = 0; from < line.length; from += pieces.at(-1)?.length ?? MAX_LINE) {
    let piece = line.slice(from, from + MAX_LINE)
    while (written(piece) > MAX_LINE) piece = piece.slice(0, Math.floor((piece.length * MAX_LINE) / written(piece)) - 1)
    if (from + piece.length < line.length) {
      const end = Math.max(...[' ', ',', ';', '>'].map((mark) => piece.lastIndexOf(mark))) + 1
      // Both halves of a character stay together.
      piece = end > piece.length / 2 ? piece.slice(0, end) : piece.replace(/[\uD800-\uDBFF]$/, '')
    }
    pieces.push(piece)
  }
  return pieces
}

/** The lines of a text, each with its own end: joined they are the text again. */
export const linesOf = (text: string): ReadonlyArray<string> => {
  const lines = text.match(/[^\n]*\n|[^\n]+/g) ?? []
  const isLong = (line: string): boolean => line.length > MAX_LINE / 6 && written(line) > MAX_LINE
  return lines.some(isLong) ? lines.flatMap((line) => (isLong(line) ? piecesOf(line) : line)) : lines
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
  const said = written(cut) > chars / 8 ? [path] : cut
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
  if (items !== undefined) return { size: typeof value === 'string' ? value.length : written(value), items }
  if (!isFields(value) || depth === MAX_DEPTH) return undefined
  return Object.entries(value)
    .slice(0, MAX_FIELDS)
    .map(([key, field]) => largestIn(field, pathBelow(path, key), depth + 1))
    .reduce((most, one) => (one !== undefined && one.size > (most?.size ?? 0) ? one : most), undefined)
}

/** The list, map or text that makes up most of a value. */
export const mainItems = (value: unknown, path = ''): ResultItems | undefined => largestIn(value, path, 0)?.items

// -- reading paths

type Step = string | number

const STEP = /^(?:\.?([A-Za-z_$][\w$-]*)|\[(\d{1,9})\]|\[("(?:[^"\\]|\\.){0,200}")\])/

/** The steps of a path; undefined where it is none. */
export const stepsOf = (path: string): ReadonlyArray<Step> | undefined => {
  const steps: Array<Step> = []
  let rest = path
  while (rest !== '') {
    const [whole, name, index, quoted] = STEP.exec(rest) ?? []
    if (whole === undefined) return undefined
    steps.push(name ?? (index === undefined ? (JSON.parse(quoted ?? '""') as string) : Number(index)))
    rest = rest.slice(whole.length)
  }
  return steps
}

/** The value at a path, or the longest part of the path that leads to one, with what stands there. */
export const valueAtPath = (
  data: unknown,
  steps: ReadonlyArray<Step>
):
  | { readonly found: true; readonly value: unknown }
  | { readonly found: false; readonly at: string; readonly there: unknown } => {
  let [value, at] = [data, '']
  for (const step of steps) {
    if (!isObject(value) || !Object.hasOwn(value, step)) return { found: false, at, there: value }
    value = (value as Readonly<Record<Step, unknown>>)[step]
    at = pathBelow(at, step)
  }
  return { found: true, value }
}
