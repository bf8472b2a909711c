/** A Standard Schema with a `decode` of its own that is not that of io-ts, as those of zod have. */
import type * as t from 'io-ts'
import { toStandardSchema, type StandardSchemaLike } from '../../lib/codec/standard-schema.js'

export const zodLike = <A>(codec: t.Type<A, unknown>): StandardSchemaLike<A> & { readonly decode: () => never } => ({
  '~standard': toStandardSchema(codec)['~standard'],
  decode: () => {
    throw new Error('This decode is of another library.')
  }
})
