/** Tells a schema that threw from one that is asynchronous: zod answers with a promise to both. */
import { isFields } from '../core/foreign/fields.js'
import type { Path } from '../core/issue.js'

/** A schema threw instead of answering, at `path`. */
export class SchemaThrew extends Error {
  constructor(readonly path: Path) {
    super('The schema threw instead of answering.')
  }
}

interface Parsing {
  readonly safeParse: (value: unknown) => unknown
  readonly shape?: unknown
  readonly element?: unknown
}

const isParsing = (schema: unknown): schema is Parsing =>
  typeof schema === 'object' && schema !== null && 'safeParse' in schema && typeof schema.safeParse === 'function'

// Of zod 4 and 3.
const ASYNCHRONOUS = /\bencountered\b.*\bsynchronous parse\b/i

const throws = (schema: Parsing, value: unknown): boolean => {
  try {
    schema.safeParse(value)
    return false
  } catch (thrown) {
    return !(thrown instanceof Error && ASYNCHRONOUS.test(thrown.message))
  }
}

const MAX_DEPTH = 20

const childrenOf = (
  { shape, element }: Parsing,
  value: unknown
): ReadonlyArray<readonly [string | number, unknown, unknown]> => {
  if (isFields(shape) && isFields(value)) return Object.keys(shape).map((key) => [key, shape[key], value[key]])
  return Array.isArray(value) ? value.map((one, i) => [i, element, one]) : []
}

const pathIn = (schema: Parsing, value: unknown, depth = 0): Path => {
  if (depth === MAX_DEPTH) return []
  for (const [key, child, inner] of childrenOf(schema, value))
    if (isParsing(child) && throws(child, inner)) return [key, ...pathIn(child, inner, depth + 1)]
  return []
}

/** Where a schema of zod throws on a value; undefined where it does not, or is asynchronous. */
export const threwAt = (schema: unknown, value: unknown): Path | undefined =>
  isParsing(schema) && throws(schema, value) ? pathIn(schema, value) : undefined
