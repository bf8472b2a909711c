/** The path to transcripts inside a document: `runs[*].messages`. */
import { isFields } from '../../../core/foreign/index.js'

const EVERY = Symbol('every place')

/** A field, an index, or all elements of a list. */
type PathStep = string | number | typeof EVERY

const STEP = /(?:^|\.)([^.[\]]+)|\[(\*|\d+)\]/gy

/** Reads a path; `undefined` if it is invalid. */
export const parsePath = (text: string): ReadonlyArray<PathStep> | undefined => {
  const steps = [...text.matchAll(STEP)]
  const length = steps.reduce((sum, [step]) => sum + step.length, 0)
  return text === '' || length < text.length
    ? undefined
    : steps.map(([, field, place]) => field ?? (place === '*' ? EVERY : Number(place)))
}

/** The place of a value in a document. */
export type DocumentPath = ReadonlyArray<string | number>

const ownField = (value: unknown, name: string | number): boolean =>
  Array.isArray(value) ? typeof name === 'number' && name < value.length : isFields(value) && Object.hasOwn(value, name)

/** As `--path` names it, each element of a list like the others: `runs[*].messages`. */
export const patternOf = (path: DocumentPath): string =>
  path.map((step, at) => (typeof step === 'number' ? '[*]' : at === 0 ? step : `.${step}`)).join('')

/** The paths of all values that match. */
export const pathsTo = (value: unknown, steps: ReadonlyArray<PathStep>): ReadonlyArray<DocumentPath> => {
  const [step, ...rest] = steps
  if (step === undefined) return [[]]
  const names = step !== EVERY ? [step] : Array.isArray(value) ? [...value.keys()] : []
  return names
    .filter((name) => ownField(value, name))
    .flatMap((name) => pathsTo(valueIn(value, [name]), rest).map((path) => [name, ...path]))
}

/** The value at an existing path. */
export const valueIn = (value: unknown, path: DocumentPath): unknown =>
  path.reduce((inner: unknown, name) => (inner as Readonly<Record<string | number, unknown>>)[name], value)

/** A copy of a value with another one at a path. */
export const withValueIn = (value: unknown, [name, ...rest]: DocumentPath, other: unknown): unknown => {
  if (name === undefined) return other
  const inner = withValueIn(valueIn(value, [name]), rest, other)
  return Array.isArray(value)
    ? (value as ReadonlyArray<unknown>).with(name as number, inner)
    : { ...(value as object), [name]: inner }
}
