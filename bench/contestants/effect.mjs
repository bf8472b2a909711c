import { Exit, Schema } from 'effect'

const say = (schema) => {
  switch (schema) {
    case 'string':
      return Schema.String
    case 'number':
      return Schema.Number
    case 'integer':
      return Schema.Int
    case 'boolean':
      return Schema.Boolean
  }
  if ('oneOf' in schema) return Schema.Literals(schema.oneOf)
  if ('nullable' in schema) return Schema.NullOr(say(schema.nullable))
  if ('array' in schema) return Schema.Array(say(schema.array))
  return Schema.Struct(
    Object.fromEntries([
      ...Object.entries(schema.object).map(([key, one]) => [key, say(one)]),
      ...Object.entries(schema.optional ?? {}).map(([key, one]) => [key, Schema.optionalKey(say(one))])
    ])
  )
}

export const build = (schema, mode) => {
  const decode = Schema.decodeUnknownExit(say(schema))
  const options = { errors: 'all', onExcessProperty: mode === 'keep' ? 'preserve' : 'ignore' }
  return (value) => {
    const result = decode(value, options)
    return Exit.isSuccess(result) ? { ok: true, value: result.value } : { ok: false, errors: result.cause }
  }
}

export const library = 'effect'
