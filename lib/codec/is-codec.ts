/** Tells io-ts codecs and Standard Schemas apart. */
import * as t from 'io-ts'
import { expectOption } from '../core/options.js'

// -- model

/** An issue of a Standard Schema; https://standardschema.dev. @category Codecs @since 0.1.0 */
export interface StandardIssueLike {
  readonly message: string
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined
}

/** The result of a Standard Schema for a value. @category Codecs @since 0.1.0 */
export type StandardResultLike<A> =
  { readonly value: A; readonly issues?: undefined } | { readonly issues: ReadonlyArray<StandardIssueLike> }

/**
 * A schema as zod, valibot and arktype make it: version 1 of the Standard Schema specification, structurally.
 * @category Codecs @since 0.1.0
 */
export interface StandardSchemaLike<A = unknown> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResultLike<A> | Promise<StandardResultLike<A>>
    readonly types?: { readonly input: unknown; readonly output: A } | undefined
    /** Standard JSON Schema, which some schemas carry besides. */
    readonly jsonSchema?: unknown
  }
}

// -- guards

/** Whether a value says that it is a Standard Schema; a codec of io-ts may be one besides. */
export const isSchema = (value: unknown): value is StandardSchemaLike =>
  (typeof value === 'object' || typeof value === 'function') && value !== null && '~standard' in value

/** Whether a value is a codec of io-ts. The `decode` and `validate` of a zod schema are something else. */
export const isCodec = (value: unknown): value is t.Decoder<unknown, unknown> => {
  if (isSchema(value)) return value instanceof t.Type
  const { decode, validate } = (value ?? {}) as { readonly decode?: unknown; readonly validate?: unknown }
  return typeof decode === 'function' && typeof validate === 'function'
}

/** Refuses a value that is not a codec; for a schema, the sentence says how to make a codec of it. */
export const expectCodec = (value: unknown, name = 'codec'): void =>
  expectOption(
    isCodec(value),
    name,
    isSchema(value) ? 'an io-ts codec; fromStandardSchema() makes one of a schema' : 'an io-ts codec'
  )
