import Ajv from 'ajv'

const say = (schema, mode) => {
  if (schema === 'string' || schema === 'number' || schema === 'integer' || schema === 'boolean')
    return { type: schema }
  if ('oneOf' in schema) return { type: 'string', enum: schema.oneOf }
  if ('nullable' in schema) return { ...say(schema.nullable, mode), nullable: true }
  if ('array' in schema) return { type: 'array', items: say(schema.array, mode) }
  const properties = Object.fromEntries(
    Object.entries({ ...schema.object, ...schema.optional }).map(([key, one]) => [key, say(one, mode)])
  )
  return {
    type: 'object',
    properties,
    required: Object.keys(schema.object),
    ...(mode === 'strip' ? { additionalProperties: false } : {})
  }
}

/** Strips in place. */
export const build = (schema, mode) => {
  const validate = new Ajv({ allErrors: true, removeAdditional: mode === 'strip' }).compile(say(schema, mode))
  return (value) => (validate(value) ? { ok: true, value } : { ok: false, errors: validate.errors })
}

export const library = 'ajv'
