import * as v from 'valibot'

const say = (schema, mode) => {
  switch (schema) {
    case 'string':
      return v.string()
    case 'number':
      return v.number()
    case 'integer':
      return v.pipe(v.number(), v.integer())
    case 'boolean':
      return v.boolean()
  }
  if ('oneOf' in schema) return v.picklist(schema.oneOf)
  if ('nullable' in schema) return v.nullable(say(schema.nullable, mode))
  if ('array' in schema) return v.array(say(schema.array, mode))
  const shape = Object.fromEntries([
    ...Object.entries(schema.object).map(([key, one]) => [key, say(one, mode)]),
    ...Object.entries(schema.optional ?? {}).map(([key, one]) => [key, v.optional(say(one, mode))])
  ])
  return mode === 'strip' ? v.object(shape) : v.looseObject(shape)
}

export const build = (schema, mode) => {
  const codec = say(schema, mode)
  return (value) => {
    const result = v.safeParse(codec, value)
    return result.success ? { ok: true, value: result.output } : { ok: false, errors: result.issues }
  }
}

export const library = 'valibot'
