/** A schema for frameworks that check arguments themselves: it describes them, and leaves the checking to the guard. */
import type * as t from 'io-ts'
import { isSchema } from '../codec/is-codec.js'
import { asCodec, toStandardSchema, type StandardSchema } from '../codec/standard-schema.js'
import type { Framework } from './see.js'
import type { CheckedCall } from './toolset.js'

/** A Standard Schema of a call's arguments that accepts everything: the guard could neither count nor explain a refusal by the framework. */
export const acceptingSchema = (call: CheckedCall): StandardSchema<unknown, unknown> => {
  const {
    '~standard': { version, vendor, jsonSchema }
  } = toStandardSchema(call.tool.args)
  return { '~standard': { version, vendor, jsonSchema, validate: (value) => ({ value }) } }
}

/** The arguments of a tool, where its framework keeps a Standard Schema of them: the guard checks by it before the framework does. */
export const argsBySchema = (schema: unknown): Pick<Framework, 'args'> =>
  isSchema(schema) ? { args: asCodec<unknown, t.Type<unknown>>(schema, 'schema') } : {}
