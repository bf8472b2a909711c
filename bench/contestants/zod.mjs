import { z } from 'zod'

export const say = (schema, mode) => {
  switch (schema) {
    case 'string':
      return z.string()
    case 'number':
      return z.number()
    case 'integer':
      return z.int()
    case 'boolean':
      return z.boolean()
  }
  if ('oneOf' in schema) return z.enum(schema.oneOf)
  if ('nullable' in schema) return say(schema.nullable, mode).nullable()
  if ('array' in schema) return z.array(say(schema.array, mode))
  const shape = Object.fromEntries([
    ...Object.entries(schema.object).map(([key, one]) => [key, say(one, mode)]),
    ...Object.entries(schema.optional ?? {}).map(([key, one]) => [key, say(one, mode).optional()])
  ])
  return mode === 'strip' ? z.object(shape) : z.looseObject(shape)
}

export const build = (schema, mode) => {
  const codec = say(schema, mode)
  return (value) => {
    const result = codec.safeParse(value)
    return result.success ? { ok: true, value: result.data } : { ok: false, errors: result.error.issues }
  }
}

export const library = 'zod'
