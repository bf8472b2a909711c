/** Why a value is not data, in words for a `detail` and for the developer. */
import { formatPath, type Path } from '../errors/issue.js'

/** Why a value is not data: a code of the table, and words of our own. */
export interface NotData {
  readonly code: 'not_data' | 'too_deep' | 'too_large'
  readonly what: string
  readonly path: Path
}

/** Describes the finding and its place, for a `detail`. */
export const describeNotData = (found: NotData): string => `${found.what} at ${formatPath(found.path)}`

const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['a Map', 'return `Object.fromEntries(map)`, or its entries as an array'],
  ['a Set', 'return `[...set]`'],
  ['an instance of a class', 'return its fields as a plain object, or its text (`String(url)`)']
])

/** Says to the developer what a tool returned that is no data, where, and what to return in its place. */
export const adviceOn = (found: NotData): string =>
  `The tool returned ${describeNotData(found)}: ${INSTEAD.get(found.what) ?? 'return plain data there'}.`
