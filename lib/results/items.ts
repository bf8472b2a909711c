/** The parts of a kept result: the elements of a list, the lines of a text, and the places of both. */
import { isFields, isObject } from '../core/foreign/index.js'

/** A list or a text in a result, and where it stands: `orders`, `data.rows[3].log`; empty for the result itself. */
export interface ResultItems {
  readonly path: string
  /** `lines` are those of a text. */
  readonly kind: 'elements' | 'lines'
  readonly all: ReadonlyArray<unknown>
}

const isName = (key: string): boolean => /^[A-Za-z_$][\w$-]*$/.test(key)

/** The path of a field or an element below a path. */
export const pathBelow = (path: string, key: string | number): string => {
  if (typeof key === 'number') return `${path}[${key}]`
  if (!isName(key)) return `${path}[${JSON.stringify(key)}]`
  return path === '' ? key : `${path}.${key}`
}

const MAX_LINE = 1_000

/** A line that is longer than any that people write, in pieces that end where a word does. */
const piecesOf = (line: string): ReadonlyArray<string> => {
  const pieces: Array<string> = []
  let from = 0
  while (line.length - from > MAX_LINE) {
    const piece = line.slice(from, from + MAX_LINE)
    const end = Math.max(...[' ', ',', ';', '>'].map((mark) => piece.lastIndexOf(mark))) + 1
    pieces.push(piece.slice(0, end > MAX_LINE / 2 ? end : MAX_LINE))
    from += pieces.at(-1)?.length ?? MAX_LINE
  }
  return [...pieces, line.slice(from)]
}

/** The lines of a text, each with its own end: joined they are the text again. */
export const linesOf = (text: string): ReadonlyArray<string> => {
  const lines = text.match(/[^\n]*\n|[^\n]+/g) ?? []
  return lines.some((line) => line.length > MAX_LINE) ? lines.flatMap(piecesOf) : lines
}

/** What a value consists of; undefined of a record, a number and the like. */
export const itemsOf = (value: unknown, path: string): ResultItems | undefined => {
  if (Array.isArray(value)) return { path, kind: 'elements', all: value }
  return typeof value === 'string' ? { path, kind: 'lines', all: linesOf(value) } : undefined
}

const MAX_DEPTH = 4
const MAX_FIELDS = 100

const sizeOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : Array.isArray(value) ? JSON.stringify(value).length : 0

const largestIn = (
  value: unknown,
  path: string,
  depth: number
): { readonly size: number; readonly items: ResultItems } | undefined => {
  const items = itemsOf(value, path)
  if (items !== undefined) return { size: sizeOf(value), items }
  if (!isFields(value) || depth === MAX_DEPTH) return undefined
  return Object.entries(value)
    .slice(0, MAX_FIELDS)
    .map(([key, field]) => largestIn(field, pathBelow(path, key), depth + 1))
    .reduce((most, one) => (one !== undefined && one.size > (most?.size ?? 0) ? one : most), undefined)
}

/** The list or text that makes up most of a value. */
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
