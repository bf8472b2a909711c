/** The shape of a result: its paths, their types, and how long its lists are. */
import { isFields } from '../core/foreign/index.js'
import { isMap } from '../core/json/index.js'
import { count } from '../core/errors/index.js'
import { fitting, linesOf, pathBelow } from './items.js'

const MAX_PATHS = 40
const MAX_DEPTH = 6
// What the first elements have, the others have, too: a shape is no schema.
const MAX_SAMPLED = 200

interface FieldTally {
  readonly types: Set<string>
  times: number
}

const typeOf = (value: unknown): string => {
  if (Array.isArray(value)) return `list of ${value.length}`
  if (typeof value === 'string' && value.includes('\n')) return `text of ${count(linesOf(value).length, 'line')}`
  if (isFields(value)) return isMap(value) ? `record of ${Object.keys(value).length}` : 'record'
  return value === null ? 'null' : typeof value
}

/** `text of 3 lines` and `text of 5 lines` of different elements are one type. */
const withoutNumbers = (types: ReadonlySet<string>): ReadonlyArray<string> =>
  types.size === 1 ? [...types] : [...new Set([...types].map((type) => type.replace(/ of \d+( lines?)?$/, '')))]

/**
 * The paths of a value with their types, as many as fit; `[]` stands for any element, `*` for any entry of a map, and
 * `?` marks what some lack.
 */
export const resultShape = (data: unknown, chars = Infinity): Readonly<Record<string, string>> => {
  const seen = new Map<string, FieldTally>()
  const parents = new Map<string, string>()
  const visit = (value: unknown, path: string, parent: string, depth: number): void => {
    const known = seen.get(path)
    if (known === undefined && seen.size >= MAX_PATHS) return
    const entry = known ?? { types: new Set<string>(), times: 0 }
    seen.set(path, entry)
    parents.set(path, parent)
    entry.types.add(typeOf(value))
    entry.times += 1
    if (depth === MAX_DEPTH) return
    if (Array.isArray(value)) for (const one of value.slice(0, MAX_SAMPLED)) visit(one, `${path}[]`, path, depth + 1)
    else if (isFields(value) && isMap(value)) {
      const any = path === '' ? '*' : `${path}.*`
      for (const one of Object.values(value).slice(0, MAX_SAMPLED)) visit(one, any, path, depth + 1)
    } else if (isFields(value))
      for (const [key, field] of Object.entries(value)) visit(field, pathBelow(path, key), path, depth + 1)
  }
  visit(data, '', '', 0)
  const isOften = (path: string, times: number): boolean =>
    /(?:\[\]|\*)$/.test(path) || times >= (seen.get(parents.get(path) ?? '')?.times ?? 0)
  const paths = [...seen]
    // Records are said by their fields.
    .filter(([path, { types }]) => !(types.size === 1 && types.has('record')) || path === '')
    .map(([path, { types, times }]): [string, string] => [
      path === '' ? '$' : path,
      `${withoutNumbers(types).join(' or ')}${isOften(path, times) ? '' : '?'}`
    ])
  return Object.fromEntries(fitting(paths, chars))
}
