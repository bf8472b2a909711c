/** The declared responses of existing tools: codecs and Standard Schemas by the tool's name. */
import type * as t from 'io-ts'
import { expectationOf } from '../codec/expectation.js'
import type { CodecLike } from '../codec/standard-schema.js'

/** A codec or a schema of zod, valibot, arktype and the like. @category Adapters @since 0.1.0 */
export type OutputLike = CodecLike<unknown>

/** Whether a text that a tool answers is what the codec wants, and not JSON that holds it. */
export const readsText = (codec: t.Decoder<unknown, unknown>): boolean => {
  const { types } = expectationOf(codec)
  return types !== undefined && types.length > 0 && types.every((type) => type === 'string')
}
