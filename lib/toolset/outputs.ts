/** What the answers of tools that are there already must be: codecs and Standard Schemas by the tool's name. */
import type * as t from 'io-ts'
import { expectationOf } from '../codec/expectation.js'
import { isCodec } from '../codec/is-codec.js'
import { fromStandardSchema, type StandardSchemaLike } from '../codec/standard-schema.js'

/** A codec or a schema of zod, valibot, arktype and the like. @category Adapters @since 0.1.0 */
export type OutputLike = t.Decoder<unknown, unknown> | StandardSchemaLike

/** The codec of an output; TypeErrors for what is neither codec nor Standard Schema. */
export const codecOfOutput = (output: OutputLike): t.Decoder<unknown, unknown> =>
  isCodec(output) ? output : fromStandardSchema(output)

/** Whether a text that a tool answers is what the codec wants, and not JSON that holds it. */
export const readsText = (codec: t.Decoder<unknown, unknown>): boolean => {
  const { types } = expectationOf(codec)
  return types !== undefined && types.length > 0 && types.every((type) => type === 'string')
}
