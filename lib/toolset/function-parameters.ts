/** What a function tool of OpenAI takes: the JSON Schema in its `parameters`, without what strict mode adds. */
import { type Fields, asFields, isFields, isObject } from '../core/foreign/index.js'

// -- what strict mode adds

const takesNull = (schema: Fields): boolean => {
  const { type, anyOf, enum: members } = schema
  return (
    type === 'null' ||
    schema['const'] === null ||
    (Array.isArray(type) && type.includes('null')) ||
    (Array.isArray(members) && members.includes(null)) ||
    (Array.isArray(anyOf) && anyOf.some((one) => takesNull(asFields(one))))
  )
}

// Strict mode asks for every field, and writes one that may be left out as one that may be null; the SDK itself takes
// both, and drops what it does not know.
const asParsed = (schema: unknown): unknown => {
  if (!isObject(schema)) return schema
  if (Array.isArray(schema)) return schema.map(asParsed)
  const { required, additionalProperties, ...rest } = schema as Fields
  const relaxed = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, asParsed(value)]))
  const { properties } = rest
  if (!isFields(properties) || !Array.isArray(required))
    return {
      ...relaxed,
      ...(required === undefined ? {} : { required }),
      ...(additionalProperties === undefined ? {} : { additionalProperties })
    }
  const mayMiss = (key: unknown): boolean => {
    const field = asFields(properties[String(key)])
    return takesNull(field) || 'default' in field
  }
  return {
    ...relaxed,
    required: required.filter((key) => !mayMiss(key)),
    ...(additionalProperties === false ? {} : { additionalProperties })
  }
}

// -- constructors

// The same schema for the same parameters: it is read once.
const taken = new WeakMap<object, unknown>()

/** The JSON Schema of what a tool takes, where its `parameters` are one of objects. @category Adapters @since 0.1.0 */
export const takenParameters = ({
  parameters,
  strict
}: {
  readonly parameters?: unknown
  readonly strict?: unknown
}): unknown => {
  if (!isFields(parameters) || parameters['type'] !== 'object') return undefined
  if (strict !== true) return parameters
  const schema = taken.get(parameters) ?? asParsed(parameters)
  taken.set(parameters, schema)
  return schema
}
