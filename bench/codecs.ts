/** The schemas as io-ts codecs. */
import * as t from 'io-ts'
import type { Mode, Neutral } from './schemas.js'

const props = (fields: Readonly<Record<string, Neutral>>, mode: Mode): t.Props =>
  Object.fromEntries(Object.entries(fields).map(([key, schema]) => [key, codecOf(schema, mode)]))

const oneOf = ([first, second, ...more]: ReadonlyArray<string>): t.Mixed =>
  t.union([t.literal(first ?? ''), t.literal(second ?? ''), ...more.map((text) => t.literal(text))])

const struct = (required: t.Props, optional: t.Props | undefined, mode: Mode): t.Mixed => {
  if (optional === undefined) return mode === 'keep' ? t.type(required) : t.strict(required)
  const both = t.intersection([t.type(required), t.partial(optional)])
  return mode === 'keep' ? both : t.exact(both)
}

const primitives: Readonly<Record<Extract<Neutral, string>, t.Mixed>> = {
  string: t.string,
  number: t.number,
  integer: t.Int,
  boolean: t.boolean
}

/** Says a schema in io-ts. */
export const codecOf = (schema: Neutral, mode: Mode): t.Mixed => {
  if (typeof schema === 'string') return primitives[schema]
  if ('oneOf' in schema) return oneOf(schema.oneOf)
  if ('nullable' in schema) return t.union([codecOf(schema.nullable, mode), t.null])
  if ('array' in schema) return t.array(codecOf(schema.array, mode))
  return struct(
    props(schema.object, mode),
    schema.optional === undefined ? undefined : props(schema.optional, mode),
    mode
  )
}
