import { type } from 'arktype'

const say = (schema) => {
  switch (schema) {
    case 'string':
      return type('string')
    case 'number':
      return type('number')
    case 'integer':
      return type('number.integer')
    case 'boolean':
      return type('boolean')
  }
  if ('oneOf' in schema) return type.enumerated(...schema.oneOf)
  if ('nullable' in schema) return say(schema.nullable).or('null')
  if ('array' in schema) return say(schema.array).array()
  return type(
    Object.fromEntries([
      ...Object.entries(schema.object).map(([key, one]) => [key, say(one)]),
      ...Object.entries(schema.optional ?? {}).map(([key, one]) => [`${key}?`, say(one)])
    ])
  )
}

export const build = (schema, mode) => {
  const validator = mode === 'strip' ? say(schema).onDeepUndeclaredKey('delete') : say(schema)
  return (value) => {
    const result = validator(value)
    return result instanceof type.errors ? { ok: false, errors: result } : { ok: true, value: result }
  }
}

export const library = 'arktype'
