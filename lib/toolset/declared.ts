/**
 * The schemas that a framework's tool declares, as codecs: what it declares is its rule, where the author's rule says
 * nothing else.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { isSchema, type StandardSchemaLike } from '../codec/is-codec.js'
import { fromJsonSchema } from '../codec/json-schema/from-json-schema.js'
import { describeSchemaFailure } from '../codec/schema-failure.js'
import { fromStandardSchema } from '../codec/standard-schema.js'
import { isFields, isObject, isPlainObject, oneWord } from '../core/foreign/index.js'
import { stateOf, writeSessionLine } from '../guard/kernel.js'
import { copyWith } from './copy.js'
import type { DeclaredCodecs, Declarations, Framework } from './framework.js'

// -- model

/**
 * The schemas of a tool, in whatever form: Standard Schemas, JSON Schemas, shapes of zod, or a function that gives one
 * when the tool is first called.
 * @category Adapters @since 0.1.0
 */
export interface DeclaredSchemas {
  /** Of arguments that nobody has judged before the guard. */
  readonly args?: unknown
  /**
   * Of arguments that the framework, or the tool, judges by it: here it only vets the next call that an error names.
   */
  readonly judgedArgs?: unknown
  /**
   * Of arguments that are parsed behind the guard: calls are told apart by what it makes of them, which the tool gets.
   * @default the guard is given what the tool gets
   */
  readonly filledArgs?: unknown
  /** Of answers. It judges alone: they are handed on as the tool gave them. */
  readonly output?: unknown
}

type Skip = (cause: string) => void

// -- reading a schema

// Tools live longer than turns, and reading a schema costs more than many calls.
const known = new WeakMap<object, t.Type<unknown>>()

// The shape of an object of zod: schemas by the names of its fields.
const isShape = (schema: unknown): schema is Readonly<Record<string, StandardSchemaLike>> =>
  isFields(schema) && Object.keys(schema).length > 0 && Object.values(schema).every(isSchema)

const newCodec = (schema: object): t.Type<unknown> => {
  if (isSchema(schema)) return fromStandardSchema(schema)
  if (typeof schema === 'function') return codecOf(schema())
  if (isShape(schema)) {
    const fields = Object.entries(schema).map(([key, one]) => [key, fromStandardSchema(one)] as const)
    return t.type(Object.fromEntries(fields)) as t.Mixed
  }
  // The SDK may hold a promise of one.
  if (isFields(schema) && isPlainObject(schema)) return fromJsonSchema(schema)
  throw new TypeError('Expected `schema` to be a Standard Schema or a JSON Schema.')
}

const codecOf = (schema: unknown): t.Type<unknown> => {
  if (!isObject(schema) && typeof schema !== 'function') throw new TypeError('It is no schema.')
  const codec = known.get(schema) ?? newCodec(schema)
  known.set(schema, codec)
  return codec
}

// Whoever wrote the schema asked for no judge: where it has no answer (it takes time, or throws), the value passes.
const lenient = (
  codec: t.Type<unknown>,
  skip: Skip,
  taken: (given: unknown, made: unknown) => unknown
): t.Type<unknown> => {
  const validate: t.Validate<unknown, unknown> = (value, context) => {
    try {
      const result = codec.validate(value, context)
      return E.isLeft(result) ? result : t.success(taken(value, result.right))
    } catch (thrown) {
      skip(`${describeSchemaFailure(thrown, 'It')}.`)
      return t.success(value)
    }
  }
  return copyWith(codec, {
    validate,
    decode: (value: unknown) => validate(value, [{ key: '', type: codec, actual: value }])
  })
}

const thenMadeBy = (filling: t.Type<unknown>, judging: t.Type<unknown>): t.Type<unknown> =>
  copyWith(judging, { decode: (sent: unknown) => E.chain(() => filling.decode(sent))(judging.decode(sent)) })

// -- constructors

/** The codecs of what a tool declares, read when the tool is first called. @category Adapters @since 0.1.0 */
export const declaring = ({ args, judgedArgs, filledArgs, output }: DeclaredSchemas): Pick<Framework, 'declares'> => {
  const readAll = (): DeclaredCodecs => {
    const skipped = new Map<string, string>()
    const told = new Set<string>()
    const codec = (
      schema: unknown,
      what: string,
      taken: (given: unknown, made: unknown) => unknown
    ): t.Type<unknown> | undefined => {
      if (schema == null) return undefined
      const skip = (cause: string): unknown => skipped.set(what, cause)
      try {
        return lenient(codecOf(schema), skip, taken)
      } catch (thrown) {
        skip(thrown instanceof Error ? thrown.message : 'It cannot be read.')
        return undefined
      }
    }
    const [judging, filling] = [judgedArgs, filledArgs].map((schema) => codec(schema, 'args', (_, made) => made))
    return {
      args: codec(args, 'args', (_, made) => made),
      judgedArgs: judging && filling ? thenMadeBy(filling, judging) : judging,
      filledArgs: filling,
      output: codec(output, 'output', (given) => given),
      tellSkipped: (tool, turn) => {
        const settings = stateOf({ turn })?.settings
        if (settings === undefined || skipped.size === told.size) return
        for (const [schema, cause] of skipped) {
          if (told.has(schema)) continue
          told.add(schema)
          writeSessionLine(
            settings,
            'warn',
            (shown) => `schema_skipped tool=${oneWord(shown('tool'))} schema=${schema}`,
            () => ({ tool, schema, cause })
          )
        }
      }
    }
  }
  if ([args, judgedArgs, filledArgs, output].every((schema) => schema == null)) return {}
  const declares: Declarations = { judgesArgs: args != null, read: readAll }
  return { declares }
}
