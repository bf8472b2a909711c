/** Makes a codec of what was typed: an io-ts or zod expression, or a JSON Schema. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import * as z from 'zod'
import { nearestFinder } from '../../../lib/core/errors/index.js'
import { isCodec, isSchema } from '../../../lib/codec/is-codec.js'
import { fromJsonSchema } from '../../../lib/codec/json-schema/index.js'
import {
  closed,
  FiniteNumber,
  fromStandardSchema,
  integerBetween,
  IsoDateTime,
  NonEmptyText,
  oneOf,
  SafeInteger
} from '../../../lib/index.js'

// -- model

export type Language = 'io-ts' | 'zod' | 'json-schema'

export type Codec = t.Decoder<unknown, unknown>

// -- evaluating

// A name that a library does not have is a mistake of the person who typed it, whatever JavaScript would make of it.
const spelled = <Library extends object>(name: string, library: Library): Library =>
  new Proxy(library, {
    get: (target, key): unknown => {
      if (typeof key !== 'string' || key in target) return Reflect.get(target, key)
      const meant = nearestFinder()(key, Object.keys(target))
      throw new RangeError(
        `${name}.${key}: ${meant === undefined ? 'there is no such name' : `did you mean ${name}.${meant}?`}`
      )
    }
  })

const NAMES = {
  t: spelled('t', { ...t }),
  z: spelled('z', { ...z }),
  closed,
  FiniteNumber,
  integerBetween,
  IsoDateTime,
  NonEmptyText,
  oneOf,
  SafeInteger
}

// Copied from a module, it comes with these.
const withoutModule = (source: string): string =>
  source.replace(/^\s*import\b[^\n]*(?:'|")\s*;?\s*$/gm, '').replace(/^(\s*)export\s+(?:default\s+)?(?=\S)/gm, '$1')

// The value of the last line, so that helpers may stand above it. It is the reader's own page, and the reader's own
// text.
const evaluate = (source: string): unknown =>
  // oxlint-disable-next-line typescript/no-implied-eval -- an expression is what was asked for
  new Function(...Object.keys(NAMES), 'return eval(arguments[arguments.length - 1])')(
    ...Object.values(NAMES),
    withoutModule(source)
  )

const LAST_LINE = {
  'io-ts': 'End with the codec itself, such as: t.type({ id: t.number })',
  zod: 'End with the schema itself, such as: z.object({ id: z.number() })',
  'json-schema': ''
} as const

const reasonOf = (thrown: unknown): string => {
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  if (thrown instanceof SyntaxError) return `This is no JavaScript expression: ${message}.`
  if (thrown instanceof RangeError) return message
  if (thrown instanceof ReferenceError) return `${message}. These names are there: ${Object.keys(NAMES).join(', ')}.`
  return `It cannot be put together: ${message}. Is every name spelled as the library spells it?`
}

const fromExpression = (language: 'io-ts' | 'zod', source: string): E.Either<string, Codec> => {
  try {
    const value = evaluate(source)
    if (language === 'io-ts' && isCodec(value)) return E.right(value)
    if (language === 'zod' && isSchema(value)) return E.right(fromStandardSchema(value))
    if (isCodec(value)) return E.left('This is an io-ts codec: choose io-ts above.')
    if (isSchema(value)) return E.left('This is a Standard Schema: choose zod above.')
    return E.left(
      `The last line gives ${value === undefined ? 'nothing' : `a ${typeof value}`}. ${LAST_LINE[language]}`
    )
  } catch (thrown) {
    return E.left(reasonOf(thrown))
  }
}

const fromSchema = (source: string): E.Either<string, Codec> => {
  try {
    const schema: unknown = JSON.parse(source)
    return E.right(fromJsonSchema(schema as Parameters<typeof fromJsonSchema>[0]))
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown)
    return E.left(thrown instanceof SyntaxError ? `The schema is no JSON: ${message}.` : message)
  }
}

/** The codec that a text describes, or in one sentence why it describes none. */
export const codecOf = (language: Language, source: string): E.Either<string, Codec> => {
  if (source.trim() === '') return E.left(`Nothing is written here. ${LAST_LINE[language]}`.trim())
  return language === 'json-schema' ? fromSchema(source) : fromExpression(language, source)
}
