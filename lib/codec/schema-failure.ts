/** Schemas and codecs without a result: zod returns a promise where it threw and where it is asynchronous. */
import { isFields } from '../core/foreign/index.js'
import { type Path, formatPath } from '../core/errors/index.js'

/** A schema gave no answer: it threw at `path`, or it answers with a promise where that is undefined. */
export class SchemaFailure extends Error {
  constructor(
    readonly path: Path | undefined,
    cause?: unknown
  ) {
    super(path === undefined ? 'The schema validates asynchronously.' : 'The schema threw instead of returning.', {
      cause
    })
  }
}

/** Says why a codec gave no answer and how its author can repair that, without a full stop. */
export const describeSchemaFailure = (thrown: unknown, codec = 'The codec'): string => {
  const path = thrown instanceof SchemaFailure ? thrown.path : []
  if (path === undefined)
    return `${codec} is a schema that validates asynchronously: use a synchronous schema, or validate in code of yours that can wait`
  // Its keys are those that the schema declares.
  const place = path.length > 0 ? ` at ${formatPath(path, () => true)}` : ''
  return `${codec} threw${place} instead of returning`
}

interface ZodLike {
  readonly safeParse: (value: unknown) => unknown
  readonly shape?: unknown
  readonly element?: unknown
}

const isZodLike = (schema: unknown): schema is ZodLike =>
  typeof schema === 'object' && schema !== null && 'safeParse' in schema && typeof schema.safeParse === 'function'

// Of zod 4 and 3.
const isAboutPromises = (message: string): boolean =>
  /\bencountered\b/i.test(message) && /\bsynchronous parse\b/i.test(message)

interface ThrownValue {
  readonly value: unknown
}

const thrownBy = (schema: ZodLike, value: unknown): ThrownValue | undefined => {
  try {
    schema.safeParse(value)
    return undefined
  } catch (thrown) {
    return thrown instanceof Error && isAboutPromises(thrown.message) ? undefined : { value: thrown }
  }
}

const MAX_DEPTH = 20

const childrenOf = (
  { shape, element }: ZodLike,
  value: unknown
): ReadonlyArray<readonly [string | number, unknown, unknown]> => {
  if (isFields(shape) && isFields(value)) return Object.keys(shape).map((key) => [key, shape[key], value[key]])
  return Array.isArray(value) ? value.map((one, i) => [i, element, one]) : []
}

const pathIn = (schema: ZodLike, value: unknown, depth = 0): Path => {
  if (depth === MAX_DEPTH) return []
  for (const [key, child, inner] of childrenOf(schema, value))
    if (isZodLike(child) && thrownBy(child, inner) !== undefined) return [key, ...pathIn(child, inner, depth + 1)]
  return []
}

/** Why a schema returns a promise: one of zod may have thrown, with what and where; any other is asynchronous. */
export const schemaFailureIn = (schema: unknown, value: unknown): SchemaFailure => {
  const thrown = isZodLike(schema) ? thrownBy(schema, value) : undefined
  return isZodLike(schema) && thrown !== undefined
    ? new SchemaFailure(pathIn(schema, value), thrown.value)
    : new SchemaFailure(undefined)
}
