/** A Standard Schema with a `decode` and a `validate` of its own that are not those of io-ts, as those of zod have. */
import type * as t from 'io-ts'
import type { StandardSchemaLike } from '../../lib/codec/is-codec.js'
import { toStandardSchema } from '../../lib/codec/standard-schema.js'

const foreign = (): never => {
  throw new Error('This is of another library.')
}

export const zodLike = <A>(
  codec: t.Type<A, unknown>
): StandardSchemaLike<A> & { readonly decode: () => never; readonly validate: () => never } => ({
  '~standard': toStandardSchema(codec)['~standard'],
  decode: foreign,
  validate: foreign
})
