/** The JSON Schema of well-known refinements and opaque codecs, by their names. */
import type * as t from 'io-ts'
import { oneLine } from '../../core/errors/index.js'
import { boundsOf, formatOf } from '../known-formats.js'
import type { JsonSchema } from '../schema-type.js'
import { predicateOf } from '../inspect.js'

const INTEGER: JsonSchema = { type: 'integer' }

// As `IsoDateTime` reads it, but for the days of each month. The format `date-time` would refuse a time without seconds
// or offset.
const ISO_DATE_TIME =
  '^\\d{4}-\\d{2}-\\d{2}T([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,9})?)?(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)?$'

/** By the type beneath: a name alone proves nothing. */
const REFINEMENTS: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> = {
  number: {
    Int: INTEGER,
    Integer: INTEGER,
    FiniteNumber: {}
  },
  integer: {
    SafeInteger: { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }
  },
  string: {
    NonEmptyString: { minLength: 1 },
    NonEmptyText: { pattern: '\\S' },
    UUID: { format: 'uuid' },
    'ISO datetime': { pattern: ISO_DATE_TIME, description: 'ISO datetime, such as 2026-05-03T00:00:00' }
  }
}

/** The keywords that a refinement of a known name adds for a value of this type; undefined for other names. */
export const knownRefinement = ({ name }: t.RefinementType<t.Mixed>, type: unknown): JsonSchema | undefined => {
  const bounds = type === 'number' ? boundsOf(name) : undefined
  if (bounds !== undefined) return { type: 'integer', minimum: bounds.min, maximum: bounds.max }
  const known = REFINEMENTS[String(type)]
  return known !== undefined && Object.hasOwn(known, name) ? known[name] : undefined
}

const MAX_NAME = 200

/** The part of a refinement that no keyword can express, in the words of its author. */
export const refinementText = (refinement: t.RefinementType<t.Mixed>): string => {
  const predicate = predicateOf(refinement)
  if (predicate === undefined) return oneLine(refinement.name, MAX_NAME)
  return predicate.startsWith('<function')
    ? 'restricted further when it is checked'
    : `must pass ${oneLine(predicate, MAX_NAME)}`
}

const JSON_TYPES: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'array'])

/** All that can be said of a codec whose inside cannot be seen. */
export const opaqueSchema = (name: string): JsonSchema => {
  if (name === 'BooleanFromString') return { type: 'string', enum: ['true', 'false'] }
  const format = formatOf(name)
  const [type = '', ...others] = format?.types ?? []
  const description = format?.mismatch ?? (oneLine(name, MAX_NAME) || 'a value that is checked when it arrives')
  return JSON_TYPES.has(type) && others.length === 0 ? { type, description } : { description }
}
