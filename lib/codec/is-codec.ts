/** Tells an io-ts codec from what only looks like one. */
import type * as t from 'io-ts'

/** Whether a value is a codec of io-ts. Schemas of zod have a `decode` of their own, which throws. */
export const isCodec = (value: unknown): value is t.Decoder<unknown, unknown> => {
  const { decode, validate } = (value ?? {}) as { readonly decode?: unknown; readonly validate?: unknown }
  return typeof decode === 'function' && typeof validate === 'function'
}

/** Refuses what is no codec, in a sentence: a schema of another library, mostly. */
export const expectCodec = (codec: unknown): void => {
  if (!isCodec(codec)) throw new TypeError('Expected `codec` to be an io-ts codec.')
}
