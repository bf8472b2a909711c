/** Reads what ajv has against a value. */
import type { Path } from '../../core/errors/index.js'
import { ownField } from '../../core/foreign/index.js'
import { wordSet } from '../../core/signs/index.js'
import { pointerKeys } from './mirror.js'
import type { Fault } from '../schema-type.js'

// -- model

/** The part of ajv's error object that is read. */
export interface AjvErrorLike {
  readonly keyword: string
  /** A JSON pointer. */
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
}

// -- constructors

/** A pointer's keys; those into an array are positions. */
const pathOf = (pointer: string, value: unknown): Path => {
  const path: Array<string | number> = []
  let at = value
  for (const key of pointerKeys(pointer)) {
    path.push(Array.isArray(at) ? Number(key) : key)
    at = ownField(at, key)?.value
  }
  return path
}

// Keywords that the mirror shows: it says what they expect.
const SHOWN = wordSet(
  `type enum const anyOf oneOf format pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum
  multipleOf minItems maxItems uniqueItems minProperties maxProperties`
)

const UNKNOWN_KEY: Readonly<Record<string, string>> = {
  additionalProperties: 'additionalProperty',
  unevaluatedProperties: 'unevaluatedProperty'
}

const keyIn = ({ params }: AjvErrorLike, name: string | undefined): ReadonlyArray<string> => {
  const key = name === undefined ? undefined : params[name]
  return typeof key === 'string' ? [key] : []
}

const faultOf = (error: AjvErrorLike, value: unknown): Fault => {
  const path = pathOf(error.instancePath, value)
  const unknown = keyIn(error, UNKNOWN_KEY[error.keyword])
  if (unknown.length > 0) return { path: [...path, ...unknown], unknownKey: true }
  if (error.keyword === 'false schema') return { path, unknownKey: path.length > 0 }
  const missing = keyIn(error, 'missingProperty')
  if (missing.length > 0) return { path: [...path, ...missing] }
  return SHOWN.has(error.keyword) || error.message === undefined
    ? { path }
    : { path, constraint: error.message, message: error.message }
}

const depthOf = ({ instancePath }: AjvErrorLike): number => instancePath.split('/').length

// Keywords that fail in every branch but the one that is meant.
const TAGS: ReadonlySet<string> = new Set(['const', 'enum', 'required', 'false schema'])

const deepest = (errors: ReadonlyArray<AjvErrorLike>): AjvErrorLike | undefined =>
  errors.reduce<AjvErrorLike | undefined>(
    (best, error) => (best === undefined || depthOf(error) > depthOf(best) ? error : best),
    undefined
  )

/**
 * Of the errors of one refusal, those of the branches of a union stand before that of the union itself: if a branch was
 * refused for something inside the value, that is what was meant.
 */
const nearest = (errors: ReadonlyArray<AjvErrorLike>): AjvErrorLike | undefined => {
  const last = errors.at(-1)
  if (last === undefined) return undefined
  const within = errors.slice(0, -1).filter((error) => error.instancePath.startsWith(last.instancePath))
  if (last.keyword === 'if') return nearest(within) ?? last
  if (last.keyword !== 'anyOf' && last.keyword !== 'oneOf') return last
  const inside = within.filter((error) => depthOf(error) > depthOf(last))
  return (
    deepest(inside.filter((error) => !TAGS.has(error.keyword))) ??
    deepest(inside.filter((error) => depthOf(error) > depthOf(last) + 1)) ??
    last
  )
}

/** The faults of a value, from the errors by which ajv refused it. */
export const faultsOf = (errors: ReadonlyArray<AjvErrorLike>, value: unknown): ReadonlyArray<Fault> => {
  const error = nearest(errors)
  return [error === undefined ? { path: [] } : faultOf(error, value)]
}
