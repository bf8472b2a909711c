import { Type } from 'typebox'
import { Compile } from 'typebox/compile'

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

export const build = (schema, mode) => {
  const validator = Compile(say(schema))
  return (value) => {
    if (!validator.Check(value)) return { ok: false, errors: validator.Errors(value) }
    return { ok: true, value: mode === 'strip' ? validator.Clean(value) : value }
  }
}

export const library = 'typebox'
