/** Puts JSON Schemas together without changing what they say. */
import type { JsonSchema } from '../schema-type.js'

/** A demand that no JSON value satisfies, and why. */
export const impossible = (description: string): JsonSchema => ({ not: {}, description })

export const ANYTHING: JsonSchema = { description: 'any value' }

// These cannot take further keywords beside them: a second one of its kind would replace the first, and draft-07
// ignores what stands beside `$ref`.
const CLASHING: ReadonlySet<string> = new Set(['$ref', 'allOf', 'anyOf', 'not', 'enum', 'const'])

const clash = (schema: JsonSchema, keywords: JsonSchema): boolean =>
  Object.keys(keywords).some((key) => key in schema && key !== 'type') ||
  (Object.keys(keywords).length > 0 && Object.keys(schema).some((key) => CLASHING.has(key)))

const joined = (before: unknown, description: string): string =>
  typeof before === 'string' ? `${before}; ${description}` : description

/** A schema and more keywords, of which `integer` may narrow a `number`. */
export const withKeywords = (schema: JsonSchema, { description, ...keywords }: JsonSchema): JsonSchema => {
  const words = typeof description === 'string' ? description : undefined
  if (clash(schema, keywords))
    return { allOf: [schema, keywords], ...(words === undefined ? {} : { description: words }) }
  if (words === undefined) return { ...schema, ...keywords }
  // Beside a reference, draft-07 ignores every other keyword.
  return '$ref' in schema
    ? { allOf: [schema], description: words }
    : { ...schema, ...keywords, description: joined(schema['description'], words) }
}

// Providers ask for a type at the root, also where the alternatives say it.
const typeOfAll = (schemas: ReadonlyArray<JsonSchema>): JsonSchema => {
  const types = new Set(schemas.map((schema) => schema['type']))
  const [type] = types
  return types.size === 1 && typeof type === 'string' ? { type } : {}
}

/** A value that satisfies every one of these. */
export const allOf = (schemas: ReadonlyArray<JsonSchema>): JsonSchema => {
  const saying = schemas.filter((schema) => schema !== ANYTHING)
  const [first, second] = saying
  if (first === undefined) return ANYTHING
  return second === undefined ? first : { ...typeOfAll(saying), allOf: saying }
}

const literalsOf = (schema: JsonSchema): ReadonlyArray<unknown> | undefined => {
  const { type, enum: members, ...others } = schema
  if (Object.keys(others).length > 0) return undefined
  return type === 'null' ? [null] : (members as ReadonlyArray<unknown> | undefined)
}

/** A value that is one of these, with its type where they share one. */
export const literals = (members: ReadonlyArray<unknown>): JsonSchema => {
  const types = new Set(members.map((member) => (member === null ? 'null' : typeof member)))
  const [type] = types
  if (types.size === 1 && type === 'null') return { type }
  return { ...(types.size === 1 ? { type } : {}), enum: [...new Set(members)] }
}

/** A value that satisfies at least one of these; enumerations become one. */
export const anyOf = (schemas: ReadonlyArray<JsonSchema>): JsonSchema => {
  if (schemas.includes(ANYTHING)) return ANYTHING
  const listed = schemas.flatMap((schema) => literalsOf(schema) ?? [])
  const others = schemas.filter((schema) => literalsOf(schema) === undefined)
  const all = listed.length === 0 ? others : [...others, literals(listed)]
  const [first, second] = all
  if (first === undefined) return impossible('no value')
  return second === undefined ? first : { ...typeOfAll(all), anyOf: all }
}
