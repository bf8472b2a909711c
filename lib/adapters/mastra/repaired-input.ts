/**
 * The schema of a tool that Mastra made, with the repairs that Mastra tries where it refuses the input: the tool gets
 * the repaired input, so that calls are told apart by that. A spec in spec/sdk/src/insides holds each repair against
 * the installed SDK.
 */
import { isFields, isObject, isPlainObject } from '../../core/foreign/index.js'
import type { StandardSchemaLike } from '../../codec/is-codec.js'

type Validate = StandardSchemaLike<unknown>['~standard']['validate']

interface Refusal {
  readonly path?: ReadonlyArray<unknown> | undefined
}

type Issues = ReadonlyArray<Refusal>
type Repair = (input: unknown, issues: Issues) => unknown

// Mastra joins the steps of a path by dots.
const pathsIn = (issues: Issues): ReadonlySet<string> =>
  new Set(
    issues.map(({ path = [] }) =>
      path.map((step) => String(isObject(step) && 'key' in step ? step.key : step)).join('.')
    )
  )

const remade = (fields: object, value: (key: string, before: unknown) => unknown): unknown =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, before]) => {
      const after = value(key, before)
      return after === undefined ? [] : [[key, after]]
    })
  )

const isRecord = (value: unknown): value is object => isFields(value) && isPlainObject(value)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** A list or an object that came as JSON text, in a field of the input. */
const withoutTexts: Repair = (input, issues) => {
  const paths = pathsIn(issues)
  return isRecord(input)
    ? remade(input, (key, value) =>
        paths.has(key) && typeof value === 'string' && /^\s*[[{]/.test(value) ? parsed(value) : value
      )
    : input
}

const withoutNullsAt = (value: unknown, mayGo: (path: string) => boolean, path = ''): unknown => {
  const inner = (key: string | number, each: unknown): unknown =>
    withoutNullsAt(each, mayGo, path === '' ? String(key) : `${path}.${key}`)
  if (Array.isArray(value)) return value.map((each: unknown, i) => (each === null ? null : inner(i, each)))
  if (!isRecord(value)) return value
  return remade(value, (key, each) => {
    const at = path === '' ? key : `${path}.${key}`
    return each === null && mayGo(at) ? undefined : inner(key, each)
  })
}

const holdsNull = (value: unknown, steps: ReadonlyArray<string>): boolean =>
  steps.length === 0
    ? value == null
    : isObject(value) && holdsNull((value as Readonly<Record<string, unknown>>)[steps[0] as string], steps.slice(1))

/** Nulls of fields that may only be left out: those that were refused, or all where none was. */
const withoutNulls: Repair = (input, issues) => {
  const refused = [...pathsIn(issues)].filter((path) => path !== '' && holdsNull(input, path.split('.')))
  return withoutNullsAt(input, (path) => refused.length === 0 || refused.includes(path))
}

/** A `prompt` by another name. */
const withPrompt: Repair = (input) => {
  if (!isRecord(input)) return input
  const { prompt, query, message, input: text } = input as Readonly<Record<string, unknown>>
  const alias = [query, message, text].find((each) => typeof each === 'string')
  return prompt == null && alias !== undefined ? { ...input, prompt: alias } : input
}

const issuesIn = (result: unknown): Issues | undefined =>
  isFields(result) && Array.isArray(result['issues']) ? (result['issues'] as Issues) : undefined

/** Asks a schema as a tool of Mastra does, repairs included. */
export const repairing =
  (validate: Validate): Validate =>
  (given) => {
    const input = given ?? {}
    const first = validate(input)
    const issues = issuesIn(first)
    if (issues === undefined) return first
    for (const repair of [withoutTexts, withoutNulls, withPrompt]) {
      const again = validate(repair(input, issues))
      if (issuesIn(again) === undefined) return again
    }
    return first
  }
