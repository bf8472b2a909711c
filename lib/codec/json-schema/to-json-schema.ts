/** Writes a codec as a JSON Schema of its input. */
import * as o from '../../core/options.js'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { ClosedType } from '../closed.js'
import { expectCodec } from '../is-codec.js'
import { unwrap, type NamedCodec, type Visible, type Wrapper } from '../inspect.js'
import { allOf, ANYTHING, anyOf, impossible, literals, withKeywords } from './combine.js'
import { inDialect } from './dialect.js'
import { Definitions } from './definitions.js'
import { flatten, merge, type Flat } from './flatten.js'
import { knownRefinement, opaqueSchema, refinementText } from './known.js'
import { SchemaType, type JsonSchema, type SchemaTarget } from '../schema-type.js'

/** Which dialect is written. @category Codecs @since 0.1.0 */
export interface JsonSchemaOptions {
  /** The dialect that is written. @default '2020-12' */
  readonly target?: SchemaTarget
}

/** A codec of io-ts, or one of someone's own, which may have no tag. */
type CodecShape = Visible | Wrapper | t.ObjectType | { readonly _tag?: undefined }

const tagged = (codec: NamedCodec): CodecShape => codec as CodecShape

const OBJECT_OR_ARRAY: JsonSchema = { anyOf: [{ type: 'object' }, { type: 'array' }] }

// As io-ts itself decides whether a key may be left out: it asks the codec. What throws does not take it.
const takesUndefined = (codec: t.Mixed): boolean => {
  try {
    return E.isRight(codec.decode(undefined))
  } catch {
    // Whatever it wanted of a value.
  }
  return false
}

class SchemaWriter {
  readonly definitions: Definitions
  readonly #refs = new Map<NamedCodec, string>()
  readonly #written = new Map<NamedCodec, JsonSchema>()

  constructor(readonly target: SchemaTarget) {
    this.definitions = new Definitions(target)
  }

  /** The document itself: a recursion at its root refers to `#`, and a foreign schema keeps its own references. */
  root(codec: NamedCodec): JsonSchema {
    const found = tagged(codec)
    if (codec instanceof SchemaType) {
      const { $schema: _dialect, ...document } = this.#document(codec)
      return document
    }
    if (found._tag !== 'RecursiveType') return this.write(codec)
    this.#refs.set(codec, '#')
    return this.write(found.type)
  }

  write(codec: NamedCodec): JsonSchema {
    const before = this.#written.get(codec)
    if (before !== undefined) return before
    const schema = this.#writeAnew(codec)
    this.#written.set(codec, schema)
    return schema
  }

  #document<A>({ name, jsonSchema }: SchemaType<A>): JsonSchema {
    const found = jsonSchema(this.target)
    return found === undefined ? opaqueSchema(name) : inDialect(found.schema, found.dialect, this.target)
  }

  #writeAnew(codec: NamedCodec): JsonSchema {
    if (codec instanceof SchemaType) return this.definitions.embed(codec.name, this.#document(codec))
    if (codec instanceof ClosedType) return this.#closed(codec)
    const flat = flatten(codec)
    return flat === undefined ? this.#tagged(codec, tagged(codec)) : this.#object(flat)
  }

  #tagged(codec: NamedCodec, found: CodecShape): JsonSchema {
    switch (found._tag) {
      case 'RefinementType':
        return this.#refinement(found)
      case 'ReadonlyType':
      case 'ExactType':
        return this.write(found.type)
      case 'RecursiveType':
        return this.#recursion(found)
      case 'StringType':
        return { type: 'string' }
      case 'NumberType':
        return { type: 'number' }
      case 'BooleanType':
        return { type: 'boolean' }
      case 'NullType':
        return { type: 'null' }
      case 'UnknownType':
      case 'AnyType':
        return ANYTHING
      case 'AnyArrayType':
        return { type: 'array' }
      case 'AnyDictionaryType':
        return { type: 'object' }
      case 'ObjectType':
        return OBJECT_OR_ARRAY
      case 'LiteralType':
        return literals([found.value])
      case 'KeyofType':
        return literals(Object.keys(found.keys))
      case 'ArrayType':
      case 'ReadonlyArrayType':
        return { type: 'array', ...this.#unlessAnything('items', found.type) }
      case 'TupleType':
        return this.#tuple(found.types)
      case 'DictionaryType':
        return this.#record(found)
      case 'UnionType':
        return anyOf(found.types.filter((member) => !isUndefined(member)).map((member) => this.write(member)))
      case 'IntersectionType':
        return this.#intersection(found.types)
      case 'NeverType':
        return impossible('no value')
      case 'UndefinedType':
      case 'VoidType':
      case 'BigIntType':
      case 'FunctionType':
        return impossible(`${codec.name}, which JSON has no form for`)
      default:
        return opaqueSchema(codec.name)
    }
  }

  #unlessAnything(keyword: string, codec: NamedCodec): JsonSchema {
    const schema = this.write(codec)
    return schema === ANYTHING ? {} : { [keyword]: schema }
  }

  #object(fields: Flat): JsonSchema {
    const properties = [...fields].map(
      ([key, { codecs }]) => [key, allOf(codecs.map((codec) => this.write(codec)))] as const
    )
    const required = [...fields]
      .filter(([, { asked }]) => asked.some((codec) => !takesUndefined(codec)))
      .map(([key]) => key)
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length === 0 ? {} : { required })
    }
  }

  /** Members that are objects become one object: providers want no `allOf`, and a model reads it better. */
  #intersection(members: ReadonlyArray<t.Mixed>): JsonSchema {
    const flats = members.map(flatten)
    const objects = flats.filter((flat) => flat !== undefined)
    const others = members.filter((_, i) => flats[i] === undefined).map((member) => this.write(member))
    return allOf(objects.length === 0 ? others : [this.#object(merge(objects)), ...others])
  }

  #closed(codec: ClosedType<t.Mixed>): JsonSchema {
    const schema = this.write(codec.type)
    if ('properties' in schema) return { ...schema, additionalProperties: false }
    // The keys are declared inside, where `additionalProperties` does not see them.
    return {
      ...schema,
      properties: Object.fromEntries(Array.from(codec.keys, (key) => [key, {}])),
      additionalProperties: false
    }
  }

  #refinement(codec: t.RefinementType<t.Mixed>): JsonSchema {
    const schema = this.write(codec.type)
    const known = knownRefinement(codec, schema['type'])
    return withKeywords(schema === ANYTHING ? {} : schema, known ?? { description: refinementText(codec) })
  }

  #recursion(codec: t.RecursiveType<t.Mixed>): JsonSchema {
    const before = this.#refs.get(codec)
    if (before !== undefined) return { $ref: before }
    const { name, ref } = this.definitions.reserve(codec.name)
    this.#refs.set(codec, ref)
    this.definitions.define(name, this.write(codec.type))
    return { $ref: ref }
  }

  // io-ts cuts what is longer, and accepts what is shorter where the missing elements may be undefined.
  #tuple(codecs: ReadonlyArray<t.Mixed>): JsonSchema {
    const minItems = codecs.findLastIndex((codec) => !takesUndefined(codec)) + 1
    const items = codecs.map((codec) => this.write(codec))
    return {
      type: 'array',
      [this.target === '2020-12' ? 'prefixItems' : 'items']: items,
      ...(minItems === 0 ? {} : { minItems })
    }
  }

  #record({ domain, codomain }: t.DictionaryType<t.Mixed, t.Mixed>): JsonSchema {
    const { base, refinements } = unwrap(domain)
    // Whatever stands under a key that is not of the domain, io-ts drops it.
    if (base?._tag !== 'StringType' || refinements.length > 0)
      return { type: 'object', description: `under each key that is ${domain.name}: ${codomain.name}` }
    // io-ts lets an array through where the codomain is `t.any`.
    return tagged(codomain)._tag === 'AnyType'
      ? OBJECT_OR_ARRAY
      : { type: 'object', ...this.#unlessAnything('additionalProperties', codomain) }
  }
}

const isUndefined = (codec: NamedCodec): boolean => {
  const tag = unwrap(codec).base?._tag
  return tag === 'UndefinedType' || tag === 'VoidType'
}

const read = o.options('options', {
  target: o.optional(o.choice<SchemaTarget>('2020-12', 'draft-07'), '2020-12')
} satisfies o.TableOf<JsonSchemaOptions>)

/**
 * Writes a codec as a JSON Schema of its input: a value that the codec accepts satisfies it, and one that it refuses
 * does not, so far as JSON Schema can say so. What it cannot say stands in a `description`: the name of a refinement or
 * a brand, of an opaque codec. Of the well-known ones (`t.Int`, `integerBetween`, `NonEmptyText`, …) it says all.
 * Recursions become `$ref`. Without `$schema`, as tool definitions want it.
 *
 * @throws TypeError for what is no codec, and for an unknown target.
 * @category Codecs @since 0.1.0
 * @example
 * import * as t from 'io-ts'
 * import { closed, integerBetween } from 'guarded-call'
 * import { toJsonSchema } from 'guarded-call/json-schema'
 *
 * const Args = closed(
 *   t.intersection([
 *     t.type({ status: t.keyof({ open: null, paid: null }) }),
 *     t.partial({ page: integerBetween(1, 99) })
 *   ])
 * )
 *
 * assert.deepEqual(toJsonSchema(Args), {
 *   type: 'object',
 *   properties: {
 *     status: { type: 'string', enum: ['open', 'paid'] },
 *     page: { type: 'integer', minimum: 1, maximum: 99 }
 *   },
 *   required: ['status'],
 *   additionalProperties: false
 * })
 */
export const toJsonSchema = (codec: t.Mixed, options: JsonSchemaOptions = {}): Record<string, unknown> => {
  expectCodec(codec)
  const { target } = read(options)
  const writer = new SchemaWriter(target)
  return writer.definitions.complete(writer.root(codec))
}
