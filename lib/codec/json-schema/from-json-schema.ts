/** Makes a codec of a JSON Schema: ajv decides, and its refusals are explained like any codec's. */
import * as o from '../../core/options.js'
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { isFields, isObject } from '../../core/foreign/index.js'
import { faultsOf, type AjvErrorLike } from './ajv-faults.js'
import { excessOf } from './bounds.js'
import { linearPattern } from './linear-pattern.js'
import { default as loadAjv } from '#ajv'
import { displayCodecOf } from './mirror.js'
import { sortedJson } from '../../core/json/index.js'
import { BEFORE, BEHIND, beginReference, bounded, endReference, marked, TooMuchWork } from './work.js'
import { SchemaType, type Fault, type JsonSchema, type SchemaTarget } from '../schema-type.js'

// -- model

/** The part of an ajv instance that is used. @category Codecs @since 0.1.0 */
export interface AjvLike {
  readonly compile: (schema: object) => {
    (value: unknown): unknown
    readonly errors?: ReadonlyArray<AjvErrorLike> | null
    readonly $async?: true
  }
  readonly removeSchema: (schema: object) => unknown
}

/** Which dialect a schema is read in, and by whom. @category Codecs @since 0.1.0 */
export interface FromJsonSchemaOptions {
  /** The dialect of a schema that does not name its own. @default '2020-12' */
  readonly target?: SchemaTarget
  /** An instance of your own, with its formats, keywords and regular expressions; it decides the dialect too. */
  readonly ajv?: AjvLike
  /** Whether a `format` is judged. In draft 2020-12 it is an annotation, which no value need satisfy. @default true */
  readonly formats?: boolean
  /** The codec's name. @default its `title`, else 'JSON Schema' */
  readonly name?: string
}

// -- dialects

const DIALECTS: ReadonlyMap<string, SchemaTarget> = new Map([
  ['https://json-schema.org/draft/2020-12/schema', '2020-12'],
  ['http://json-schema.org/draft-07/schema', 'draft-07']
])

const targetOf = (schema: JsonSchema, wanted: SchemaTarget): SchemaTarget => {
  const { $schema: dialect } = schema
  if (dialect === undefined) return wanted
  const target =
    typeof dialect === 'string'
      ? DIALECTS.get(dialect.replace(/#$/, '').replace(/^https:(?=.*draft-07)/, 'http:'))
      : undefined
  if (target === undefined)
    throw new TypeError(
      'Expected `schema` to be of draft 2020-12 or draft-07, got another `$schema`. Pass an `ajv` of your own that knows it.'
    )
  return target
}

// Unknown keywords and formats are not errors, nothing in the value is changed, `constructor` is
// no key that every object has, and the first refusal ends it: a payload of a million wrong elements must not make a
// million errors.
const OPTIONS = {
  strict: false,
  allErrors: false,
  logger: false,
  ownProperties: true,
  // The name is for code that ajv writes to a file, which nobody does here.
  code: { regExp: Object.assign(linearPattern, { code: 'linearPattern' }) }
} as const

/** Compares by own keys alone: ajv calls `toString` and `valueOf`, and data may have fields of those names. */
const isOneOf = (members: ReadonlyArray<unknown>): ((value: unknown) => boolean) => {
  const texts = new Set(members.filter(isObject).map((member) => sortedJson(member)))
  const others = new Set(members.filter((member) => !isObject(member)))
  return (value) => (isObject(value) ? texts.has(sortedJson(value)) : others.has(value))
}
const isMember = (members: ReadonlyArray<unknown>): ((value: unknown) => boolean) => {
  if (members.length === 0) throw new Error('enum must have non-empty array')
  return isOneOf(members)
}

// ajv's own compares each element with each other, and its expression for `url` takes quadratic time.
const areUnique = (wanted: boolean, elements: ReadonlyArray<unknown>): boolean =>
  !wanted || new Set(elements.map((element) => sortedJson(element) ?? element)).size === elements.length
const isUrl = (text: string): boolean => /^(?:https?|ftp):\/\//i.test(text) && URL.canParse(text)

// Of numbers that are not whole, the quotient too is rounded: 19.99 / 0.01 is 1998.9999999999998.
const isMultiple = (of: number, value: number): boolean => {
  if (value % of === 0 || (Number.isInteger(of) && Number.isInteger(value))) return value % of === 0
  const quotient = value / of
  return Math.abs(quotient - Math.round(quotient)) <= 2 * Number.EPSILON * Math.abs(quotient)
}

const made = new Map<string, AjvLike>()

const ajvFor = (target: SchemaTarget, validateFormats: boolean): AjvLike => {
  const key = `${target} ${validateFormats}`
  const known = made.get(key)
  if (known !== undefined) return known
  const { Ajv, Ajv2020, addFormats } = loadAjv()
  const options = { ...OPTIONS, validateFormats }
  const ajv = target === '2020-12' ? new Ajv2020(options) : new Ajv(options)
  addFormats(ajv)
  ajv.addFormat('url', isUrl)
  // Where ajv's own stood: its first refusal is the one that is explained.
  ajv.removeKeyword('const')
  ajv.addKeyword({ keyword: 'const', before: 'not', compile: (due: unknown) => isOneOf([due]), errors: false })
  ajv.removeKeyword('enum')
  ajv.addKeyword({ keyword: 'enum', before: 'not', schemaType: 'array', compile: isMember, errors: false })
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', validate: areUnique, errors: false })
  ajv.removeKeyword('multipleOf')
  ajv.addKeyword({ keyword: 'multipleOf', type: 'number', schemaType: 'number', validate: isMultiple, errors: false })
  // Of the references that a dialect has, the first in ajv's order.
  const before = target === '2020-12' ? '$dynamicAnchor' : '$ref'
  ajv.addKeyword({ keyword: BEFORE, before, validate: beginReference, errors: false })
  ajv.addKeyword({ keyword: BEHIND, validate: endReference, errors: false })
  made.set(key, ajv)
  return ajv
}

// -- constructors

// A shared instance must not take a foreign document for that of the dialect, nor forget the dialect when the document
// is removed.
const isDialect = (id: unknown): boolean => typeof id === 'string' && /^https?:\/\/json-schema\.org\//i.test(id)

const compileBy = (ajv: AjvLike, schema: JsonSchema): ReturnType<AjvLike['compile']> => {
  try {
    const validate = ajv.compile(schema)
    if (validate.$async === true) throw new Error('it validates asynchronously')
    return validate
  } catch (thrown) {
    throw new TypeError(
      `Expected \`schema\` to be a JSON Schema that can be compiled: ${thrown instanceof Error ? thrown.message : 'unknown reason'}.`,
      { cause: thrown }
    )
  } finally {
    // ajv keeps every schema that it has seen.
    ajv.removeSchema(schema)
  }
}

// The schema `false`, which no value satisfies.
const NOTHING: JsonSchema = { not: {} }

// ajv knows a dialect by one spelling of its address, and mistakes any other for a document that it was not given.
const withoutDialect = ({ $schema: _dialect, ...schema }: JsonSchema): JsonSchema => schema

// What is no fault of the value is one of the schema: both are named.
const TOO_MUCH: Fault = {
  path: [],
  constraint: 'a value that its schema can be held against',
  message:
    'it takes too long to hold this value against its schema, whose branches double with each level: have the branches differ by a `const`, listed first'
}

const read = o.options('options', {
  target: o.optional(o.choice<SchemaTarget>('2020-12', 'draft-07'), '2020-12'),
  ajv: o.optional(o.having<AjvLike>(['compile', 'removeSchema'], 'an instance of Ajv')),
  formats: o.optional(o.flag, true),
  name: o.optional(o.text)
} satisfies o.TableOf<FromJsonSchemaOptions>)

/**
 * Makes a codec of a JSON Schema, draft 2020-12 or draft-07, formats and local `$ref` included. It hands on the value
 * as it is: no default is filled in and nothing is dropped. It stops at the first thing that is wrong. References to
 * other documents are not followed. Nor does a check take for ever: a value is refused where a schema's branches double
 * the work with each level of it, except by an `ajv` of your own. A `pattern` runs in linear time, whoever wrote it;
 * one that looks behind, refers back, or looks ahead from anywhere but its start is refused.
 *
 * @throws TypeError if the schema cannot be compiled, refers to another document, has more than 20,000 values or 100
 * levels, asks more than 20,000 schemas of one value, or has a pattern that is refused; an Error where neither ajv and
 * ajv-formats are installed nor an `ajv` is passed.
 * @category Codecs @since 0.1.0
 * @example
 * import * as E from 'fp-ts/lib/Either.js'
 * import { explain } from 'guarded-call'
 * import { fromJsonSchema } from 'guarded-call/json-schema'
 *
 * const Order = fromJsonSchema({
 *   type: 'object',
 *   properties: { total: { type: 'number', minimum: 0 } },
 *   required: ['total']
 * })
 * const result = Order.decode({ total: 'twelve' })
 *
 * assert.ok(E.isLeft(result))
 * assert.deepEqual(
 *   explain(result.left).map(({ path, expected, received }) => ({ path, expected, received })),
 *   [{ path: ['total'], expected: 'number (at least 0)', received: 'string' }]
 * )
 */
export const fromJsonSchema = (schema: JsonSchema | boolean, options: FromJsonSchemaOptions = {}): t.Type<unknown> => {
  const { target, ajv, formats, name } = read(options)
  const given = typeof schema === 'boolean' ? (schema ? {} : NOTHING) : schema
  if (!isFields(given)) throw new TypeError('Expected `schema` to be a JSON Schema: an object, true or false.')
  if (isDialect(given['$id'])) throw new TypeError('Expected `schema` to have an `$id` of its own.')
  const excess = excessOf(given)
  if (excess !== undefined) throw new TypeError(`Expected \`schema\` to ${excess}.`)
  // A compiled schema must not change afterwards; and a schema is JSON, so functions and the like are not part of it.
  const own = JSON.parse(JSON.stringify(given)) as JsonSchema
  const dialect = ajv === undefined ? targetOf(own, target) : target
  const validate =
    ajv === undefined ? compileBy(ajvFor(dialect, formats), marked(withoutDialect(own))) : compileBy(ajv, own)
  const faultsIn = (value: unknown): ReadonlyArray<Fault> => {
    try {
      return bounded(value, () => validate(value) === true) ? [] : faultsOf(validate.errors ?? [], value)
    } catch (thrown) {
      if (thrown instanceof TooMuchWork) return [TOO_MUCH]
      throw thrown
    }
  }
  const is = (value: unknown): value is unknown => faultsIn(value).length === 0
  const examine = (value: unknown): E.Either<ReadonlyArray<Fault>, unknown> => {
    const faults = faultsIn(value)
    return faults.length === 0 ? E.right(value) : E.left(faults)
  }
  const title = own['title']
  return new SchemaType<unknown>(
    name ?? (typeof title === 'string' ? title : 'JSON Schema'),
    examine,
    is,
    () => displayCodecOf(own),
    () => ({ schema: own, dialect })
  )
}
