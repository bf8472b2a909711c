import { Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { Value } from '@sinclair/typebox/value'

const say = (schema) => {
  switch (schema) {
    case 'string':
      return Type.String()
    case 'number':
      return Type.Number()
    case 'integer':
      return Type.Integer()
    case 'boolean':
      return Type.Boolean()
  }
  if ('oneOf' in schema) return Type.Union(schema.oneOf.map((text) => Type.Literal(text)))
  if ('nullable' in schema) return Type.Union([say(schema.nullable), Type.Null()])
  if ('array' in schema) return Type.Array(say(schema.array))
  return Type.Object(
    Object.fromEntries([
      ...Object.entries(schema.object).map(([key, one]) => [key, say(one)]),
      ...Object.entries(schema.optional ?? {}).map(([key, one]) => [key, Type.Optional(say(one))])
    ])
  )
}

/** Strips in place. */
export const build = (schema, mode) => {
  const type = say(schema)
  const validator = TypeCompiler.Compile(type)
  return (value) => {
    if (!validator.Check(value)) return { ok: false, errors: [...validator.Errors(value)] }
    return { ok: true, value: mode === 'strip' ? Value.Clean(type, value) : value }
  }
}

export const library = '@sinclair/typebox'
