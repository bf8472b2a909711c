/** A schema is a stranger's: neither to compile it nor to check a value by it may take for ever. */
import { expect } from 'chai'
import fc from 'fast-check'
import { isRight, type Either } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { explain } from '../../../lib/codec/explain.js'
import { fromJsonSchema } from '../../../lib/codec/json-schema/from-json-schema.js'
import type { JsonSchema } from '../../../lib/codec/schema-type.js'

const ref = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` })

const getLeft = (decoded: Either<t.Errors, unknown>): t.Errors => (isRight(decoded) ? [] : decoded.left)

const COMBINED: Readonly<Record<string, (next: JsonSchema) => JsonSchema>> = {
  anyOf: (next) => ({ anyOf: [next, next] }),
  oneOf: (next) => ({ oneOf: [next, next] }),
  allOf: (next) => ({ allOf: [next, next] }),
  not: (next) => ({ not: { anyOf: [next, next] } }),
  if: (next) => ({ if: next, then: next, else: next }),
  'behind a reference': (next) => ({ ...next, anyOf: [next] })
}

/** Each level refers twice to the next. */
const doubling = (levels: number, combine: (next: JsonSchema) => JsonSchema, leaf: JsonSchema): JsonSchema => ({
  $defs: {
    ...Object.fromEntries(Array.from({ length: levels }, (_, at) => [`a${at}`, combine(ref(`a${at + 1}`))])),
    [`a${levels}`]: leaf
  },
  ...ref('a0')
})

describe('the bounds of fromJsonSchema', () => {
  it('refuses a schema that doubles at each level of references, wherever it stands', () => {
    for (const [name, combine] of Object.entries(COMBINED))
      for (const leaf of [{ type: 'object' }, { type: 'string' }, {}]) {
        const schema = doubling(30, combine, leaf)
        const message = 'to ask at most 20000 schemas of one value, with its references followed.'
        expect(() => fromJsonSchema(schema), name).to.throw(TypeError, message)
        const { $defs, ...root } = schema
        expect(() => fromJsonSchema({ $defs, type: 'object', properties: { a: root } }), name).to.throw(
          TypeError,
          message
        )
        expect(() => fromJsonSchema({ $defs, type: 'array', items: root }), name).to.throw(TypeError, message)
        const few = fromJsonSchema(doubling(5, combine, leaf))
        expect(few.decode({})._tag, name).to.be.oneOf(['Left', 'Right'])
      }
  })

  it('refuses a schema that asks itself of the same value', () => {
    for (const schema of [
      { $ref: '#' },
      { allOf: [{ $ref: '#' }] },
      { not: { $ref: '#' } },
      { $defs: { a: ref('b'), b: ref('a') }, properties: { x: ref('a') } }
    ])
      expect(() => fromJsonSchema(schema), JSON.stringify(schema)).to.throw(TypeError, 'of one value')
  })

  it('takes a schema that refers to itself further inside of the value', () => {
    const tree = fromJsonSchema({
      $defs: {
        json: {
          anyOf: [
            { type: ['string', 'number', 'boolean', 'null'] },
            { type: 'array', items: ref('json') },
            { type: 'object', additionalProperties: ref('json') }
          ]
        }
      },
      ...ref('json')
    })
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 20 }), (value) => isRight(tree.decode(value))))
  })

  const nested = (levels: number, leaf: unknown): unknown =>
    Array.from({ length: levels }).reduce<unknown>((next) => ({ next }), leaf)

  const either = (name: string, keyword: string): JsonSchema => ({
    type: 'object',
    properties: { next: { [keyword]: [ref(name), ref('a')] }, leaf: { type: 'number' } }
  })

  for (const target of ['2020-12', 'draft-07'] as const)
    it(`takes no longer with each level of a value, by ${target}`, () => {
      for (const keyword of ['anyOf', 'oneOf']) {
        const codec = fromJsonSchema(
          { $defs: { a: either('b', keyword), b: either('b', keyword) }, allOf: [ref('a')] },
          { target }
        )
        expect(codec.decode(nested(190, { leaf: 'no' }))._tag, keyword).to.equal('Left')
      }
    })

  it('says what takes too long', () => {
    const both: JsonSchema = { allOf: [ref('a'), ref('a')] }
    const dynamic: JsonSchema = { anyOf: [{ $dynamicRef: '#n' }, { $dynamicRef: '#n' }] }
    for (const schema of [
      { $defs: { a: { properties: { next: both } } }, ...ref('a') },
      { $defs: { a: { patternProperties: { '^n': ref('a'), t$: ref('a') } } }, ...ref('a') },
      { $dynamicAnchor: 'n', properties: { next: dynamic, leaf: { type: 'number' } } }
    ]) {
      const [error] = explain(getLeft(fromJsonSchema(schema).decode(nested(190, { leaf: 'no' }))))
      expect(error?.message).to.include('whose branches double with each level')
    }
  })

  it('leaves room for a long union of branches that differ, at each of many levels', () => {
    const kinds = Array.from({ length: 60 }, (_, at) => `k${at}`)
    const codec = fromJsonSchema({
      $defs: {
        any: { oneOf: kinds.map(ref) },
        ...Object.fromEntries(
          kinds.map((kind) => [
            kind,
            { properties: { kind: { const: kind }, of: { type: 'array', items: ref('any') } }, required: ['kind'] }
          ])
        )
      },
      ...ref('any')
    })
    const tree = (depth: number): unknown => ({
      kind: `k${59 - depth}`,
      of: depth === 0 ? [] : Array.from({ length: 4 }, () => tree(depth - 1))
    })
    expect(isRight(codec.decode(tree(5)))).to.equal(true)
  })

  it('leaves room for two million values of an ordinary shape', () => {
    const row = {
      type: 'object',
      required: ['id', 'of'],
      properties: { id: { type: 'integer' }, of: { $ref: '#/$defs/of' } }
    }
    const codec = fromJsonSchema({
      $defs: {
        of: { anyOf: [{ type: 'null' }, { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }] }
      },
      type: 'array',
      items: row
    })
    const rows = Array.from({ length: 500_000 }, (_, id) => ({ id, of: { a: 'b' } }))
    expect(isRight(codec.decode(rows))).to.equal(true)
  })
})
