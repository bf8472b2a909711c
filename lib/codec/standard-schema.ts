/** Codecs from Standard Schemas, and Standard Schemas from codecs. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { explain } from './explain.js'
import {
  expectCodec,
  isCodec,
  isSchema,
  type StandardIssueLike,
  type StandardResultLike,
  type StandardSchemaLike
} from './is-codec.js'
import { displayCodecOf } from './json-schema/mirror.js'
import { SchemaType, unseen, type Fault, type SchemaDocument, type SchemaTarget } from './schema-type.js'
import { toJsonSchema } from './json-schema/to-json-schema.js'
import { schemaFailureIn } from './schema-failure.js'
import { isThenable, ownField } from '../core/foreign/index.js'

// -- model

/** The result of `toStandardSchema`: a Standard Schema and a Standard JSON Schema. @category Codecs @since 0.1.0 */
export interface StandardSchema<Input, Output> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'guarded-call'
    readonly validate: (value: unknown) => StandardResultLike<Output>
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
    readonly jsonSchema: {
      readonly input: (options: { readonly target: string }) => Record<string, unknown>
      readonly output: (options: { readonly target: string }) => Record<string, unknown>
    }
  }
}

// -- from issues to faults

const WORDS: ReadonlyMap<unknown, t.Mixed> = new Map<unknown, t.Mixed>([
  ['string', t.string],
  ['number', t.number],
  ['int', t.Int],
  ['boolean', t.boolean],
  ['null', t.null],
  ['array', t.UnknownArray],
  ['Array', t.UnknownArray],
  ['object', t.UnknownRecord],
  ['Object', t.UnknownRecord]
])

// Valibot expects `never` where an unknown key stands, and arktype `removed`.
const NO_FIELD: ReadonlySet<unknown> = new Set(['never', 'removed'])

const keysOf = ({ path = [] }: StandardIssueLike): ReadonlyArray<string | number> =>
  Array.from(path, (step) => {
    const key = typeof step === 'object' ? step.key : step
    return typeof key === 'number' ? key : String(key)
  })

const stringsOf = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

const listsOf = (value: unknown): ReadonlyArray<ReadonlyArray<StandardIssueLike>> | undefined =>
  Array.isArray(value) && value.every((one) => Array.isArray(one)) ? value : undefined

const faultsOf = (issue: StandardIssueLike): ReadonlyArray<Fault> => {
  const path = keysOf(issue)
  // Zod names unknown keys beside the object that holds them, and nests what the branches of a union say.
  const unknownKeys =
    ownField(issue, 'code')?.value === 'unrecognized_keys' ? stringsOf(ownField(issue, 'keys')?.value) : []
  if (unknownKeys.length > 0) return unknownKeys.map((key) => ({ path: [...path, key], unknownKey: true }))
  const expected = ownField(issue, 'expected')?.value
  const branches = listsOf(ownField(issue, 'errors')?.value)
  return [
    {
      path,
      message: issue.message,
      asks: WORDS.get(expected) ?? unseen,
      unknownKey: NO_FIELD.has(expected) && path.length > 0,
      ...(branches === undefined ? {} : { branches: branches.map((issues) => issues.flatMap(faultsOf)) })
    }
  ]
}

// -- from a Standard Schema

type Validate<A> = StandardSchemaLike<A>['~standard']['validate']

// Nobody waits for it, and its rejection must not end the process: a thenable of the schema's own make is asked, too.
const abandon = (promise: PromiseLike<unknown>): void => {
  promise.then(undefined, () => {})
}

// Whether a schema is asynchronous shows only in what it answers; many answer every value with a promise.
const isAsynchronous = (schema: unknown, validate: Validate<unknown>): boolean => {
  let result
  try {
    result = validate(undefined)
  } catch {
    return false
  }
  if (!isThenable(result)) return false
  abandon(result)
  return schemaFailureIn(schema, undefined).path === undefined
}

const examineBy =
  <A>(schema: unknown, validate: Validate<A>) =>
  (value: unknown): E.Either<ReadonlyArray<Fault>, A> => {
    const result = validate(value)
    if (isThenable(result)) {
      abandon(result)
      throw schemaFailureIn(schema, value)
    }
    return result.issues === undefined ? E.right(result.value) : E.left(result.issues.flatMap(faultsOf))
  }

/** Whether all of `part` is in `whole`, and equal: a schema may drop keys, but not change or add anything. */
const isPartOf = (part: unknown, whole: unknown): boolean => {
  if (Object.is(part, whole)) return true
  if (Array.isArray(part))
    return Array.isArray(whole) && part.length === whole.length && part.every((item, i) => isPartOf(item, whole[i]))
  if (!t.UnknownRecord.is(part) || !t.UnknownRecord.is(whole)) return false
  return Object.keys(part).every((key) => Object.hasOwn(whole, key) && isPartOf(part[key], whole[key]))
}

const DRAFTS: Readonly<Record<SchemaTarget, string>> = { '2020-12': 'draft-2020-12', 'draft-07': 'draft-07' }

// A schema without a converter throws when it is asked, and so does one that its converter cannot write.
const jsonSchemaOf = (standard: StandardSchemaLike['~standard'], dialect: SchemaTarget): SchemaDocument | undefined => {
  const converter = standard.jsonSchema as StandardSchema<unknown, unknown>['~standard']['jsonSchema']
  try {
    const schema: unknown = converter.input({ target: DRAFTS[dialect] })
    // A value that cannot be cloned is not JSON.
    if (t.UnknownRecord.is(schema)) return { schema: structuredClone(schema), dialect }
  } catch {
    // Nothing can be shown of it.
  }
  return undefined
}

const isStandard = (schema: unknown): boolean => {
  const standard: unknown = (schema as Partial<StandardSchemaLike> | null | undefined)?.['~standard']
  return (
    typeof standard === 'object' &&
    standard !== null &&
    'validate' in standard &&
    typeof standard.validate === 'function'
  )
}

/**
 * Makes a codec of a schema of zod, valibot, arktype or another Standard Schema. What the schema refuses is explained
 * like any codec's refusal, best where the schema is a Standard JSON Schema too (zod, arktype; valibot by way of
 * `@valibot/to-json-schema`). Its `is` takes what the schema accepts and leaves as it is; its `encode` gives back what
 * it is given, since no schema can encode.
 *
 * @throws TypeError if it is no Standard Schema, or validates asynchronously; one that does so for some values only
 * throws when it decodes those.
 * @category Codecs @since 0.1.0
 * @example
 * import * as E from 'fp-ts/lib/Either.js'
 * import { fromStandardSchema, toStandardSchema } from 'guarded-call'
 * import * as t from 'io-ts'
 *
 * // or a schema of zod, valibot or arktype
 * const schema = toStandardSchema(t.type({ title: t.string }))
 * const Ticket = fromStandardSchema(schema)
 *
 * assert.deepEqual(Ticket.decode({ title: 'Printer on fire' }), E.right({ title: 'Printer on fire' }))
 */
export const fromStandardSchema = <A>(schema: StandardSchemaLike<A>): t.Type<A> => codecOf(schema, 'schema')

// Rules name one schema many times, and to make a codec of it costs more than many calls.
const made = new WeakMap<object, t.Type<unknown>>()

const codecOf = <A>(schema: StandardSchemaLike<A>, option: string): t.Type<A> => {
  const before = made.get(schema)
  if (before !== undefined) return before as t.Type<A>
  const codec = wrapped(schema, option)
  made.set(schema, codec as t.Type<unknown>)
  return codec
}

const wrapped = <A>(schema: StandardSchemaLike<A>, option: string): t.Type<A> => {
  if (!isStandard(schema))
    throw new TypeError(
      `Expected \`${option}\` to be a Standard Schema: a schema of zod, valibot, arktype or another library that implements it.`
    )
  const standard = schema['~standard']
  const validate: Validate<A> = (value) => standard.validate(value)
  if (isAsynchronous(schema, validate))
    throw new TypeError(
      `Expected \`${option}\` to validate synchronously, got one that answers with a promise. Check what takes time in the tool itself.`
    )
  const examine = examineBy(schema, validate)
  const is = (value: unknown): value is A => {
    const examined = examine(value)
    return E.isRight(examined) && isPartOf(examined.right, value)
  }
  return new SchemaType<A>(
    `${standard.vendor} schema`,
    examine,
    is,
    () => displayCodecOf(jsonSchemaOf(standard, '2020-12')?.schema),
    (target) => jsonSchemaOf(standard, target) ?? jsonSchemaOf(standard, target === '2020-12' ? 'draft-07' : '2020-12')
  )
}

/** A codec, or a Standard Schema to make one of. @category Codecs @since 0.1.0 */
export type CodecLike<A> = t.Decoder<unknown, A> | StandardSchemaLike<A>

/** The codec itself, or one made of the schema; a TypeError that names the option for anything else. */
export const asCodec = <A, C extends t.Decoder<unknown, A>>(
  codec: C | StandardSchemaLike<A>,
  option: string
): C | t.Type<A> => {
  if (isCodec(codec)) return codec
  if (isSchema(codec)) return codecOf(codec, option)
  throw new TypeError(
    `Expected \`${option}\` to be an io-ts codec or a Standard Schema, as zod, valibot and arktype make them.`
  )
}

// -- to a Standard Schema

const targetOf = (target: string): SchemaTarget => {
  const found = (['2020-12', 'draft-07'] as const).find((one) => DRAFTS[one] === target)
  if (found === undefined)
    throw new TypeError(`Expected \`target\` to be 'draft-2020-12' or 'draft-07', got '${target}'.`)
  return found
}

/**
 * Makes a Standard Schema of a codec, for libraries that take one; it is a Standard JSON Schema too, of the form on the
 * wire, which is the same both ways.
 *
 * @throws TypeError if it is no codec.
 * @category Codecs @since 0.1.0
 */
export const toStandardSchema = <A, O>(codec: t.Type<A, O>): StandardSchema<O, A> => {
  expectCodec(codec)
  const jsonSchema = ({ target }: { readonly target: string }): Record<string, unknown> =>
    toJsonSchema(codec, { target: targetOf(target) })
  return {
    '~standard': {
      version: 1,
      vendor: 'guarded-call',
      validate: (value) => {
        const decoded = codec.decode(value)
        return E.isRight(decoded)
          ? { value: decoded.right }
          : { issues: explain(decoded.left).map(({ message, path }) => ({ message, path })) }
      },
      jsonSchema: { input: jsonSchema, output: jsonSchema }
    }
  }
}
