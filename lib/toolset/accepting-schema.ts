/** A schema for frameworks that check arguments themselves: it describes them, and leaves the checking to the guard. */
import { toStandardSchema, type StandardSchema } from '../codec/standard-schema.js'
import type { CheckedCall } from './toolset.js'

/**
 * A Standard Schema of a call's arguments that accepts everything: the guard could neither count nor explain a refusal
 * by the framework.
 * @category Adapters @since 0.1.0
 */
export const acceptingSchema = (call: CheckedCall): StandardSchema<unknown, unknown> => {
  const {
    '~standard': { version, vendor, jsonSchema }
  } = toStandardSchema(call.tool.args)
  return { '~standard': { version, vendor, jsonSchema, validate: (value) => ({ value }) } }
}
