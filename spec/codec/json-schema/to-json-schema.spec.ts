import { expect } from 'chai'
import * as t from 'io-ts'
import { BooleanFromString } from 'io-ts-types/lib/BooleanFromString.js'
import { date } from 'io-ts-types/lib/date.js'
import { DateFromISOString } from 'io-ts-types/lib/DateFromISOString.js'
import { NumberFromString } from 'io-ts-types/lib/NumberFromString.js'
import { UUID } from 'io-ts-types/lib/UUID.js'
import { closed } from '../../../lib/codec/closed.js'
import { FiniteNumber, integerBetween, NonEmptyText, oneOf, SafeInteger } from '../../../lib/codec/formats.js'
import { fromJsonSchema } from '../../../lib/codec/json-schema/from-json-schema.js'
import { toJsonSchema } from '../../../lib/codec/json-schema/to-json-schema.js'
import { fromStandardSchema, toStandardSchema } from '../../../lib/codec/standard-schema.js'

const string = { type: 'string' }
const number = { type: 'number' }

interface Tree {
  readonly label: string
  readonly kids: ReadonlyArray<Tree>
}
const Tree: t.Type<Tree> = t.recursion('Tree', (self) => t.type({ label: t.string, kids: t.readonlyArray(self) }))

const isEven = (n: number): boolean => n % 2 === 0
interface PositiveBrand {
  readonly Positive: unique symbol
}
const Positive = t.brand(t.number, (n): n is t.Branded<number, PositiveBrand> => n > 0, 'Positive')

const cases: ReadonlyArray<readonly [string, t.Mixed, object]> = [
  ['a string', t.string, string],
  ['null', t.null, { type: 'null' }],
  ['a boolean', t.boolean, { type: 'boolean' }],
  ['anything', t.any, { description: 'any value' }],
  ['any array', t.UnknownArray, { type: 'array' }],
  ['any object', t.UnknownRecord, { type: 'object' }],
  ['what is no primitive', t.object, { anyOf: [{ type: 'object' }, { type: 'array' }] }],
  ['a literal', t.literal('a'), { type: 'string', enum: ['a'] }],
  ['a keyof', t.keyof({ placed: null, shipped: null }), { type: 'string', enum: ['placed', 'shipped'] }],
  ['oneOf', oneOf(['low', 'high']), { type: 'string', enum: ['low', 'high'] }],
  ['an array', t.array(t.string), { type: 'array', items: string }],
  ['an array of anything', t.array(t.unknown), { type: 'array' }],
  ['a readonly array', t.readonly(t.array(t.string)), { type: 'array', items: string }],
  ['a tuple that may be empty', t.tuple([t.unknown]), { type: 'array', prefixItems: [{ description: 'any value' }] }],
  [
    'a type, whose fields that take undefined may be left out',
    t.type({ a: t.string, b: t.union([t.number, t.undefined]), c: t.unknown }),
    {
      type: 'object',
      properties: { a: string, b: number, c: { description: 'any value' } },
      required: ['a']
    }
  ],
  ['a partial', t.partial({ a: t.string }), { type: 'object', properties: { a: string } }],
  [
    'a strict, which drops what it does not know',
    t.strict({ a: t.string }),
    { type: 'object', properties: { a: string }, required: ['a'] }
  ],
  [
    'a closed type, which refuses it',
    closed(t.type({ a: t.string })),
    { type: 'object', properties: { a: string }, required: ['a'], additionalProperties: false }
  ],
  [
    'an intersection of objects as one object',
    t.intersection([t.type({ a: t.string }), t.partial({ b: t.number })]),
    {
      type: 'object',
      properties: { a: string, b: number },
      required: ['a']
    }
  ],
  [
    'a field that two members declare',
    t.intersection([t.type({ a: Positive }), t.partial({ a: t.Int })]),
    {
      type: 'object',
      properties: { a: { allOf: [{ type: 'number', description: 'Positive' }, { type: 'integer' }] } },
      required: ['a']
    }
  ],
  [
    'a closed refinement of an intersection',
    closed(
      t.refinement(t.intersection([t.type({ a: t.string }), t.partial({ b: t.number })]), () => true, 'consistent')
    ),
    {
      type: 'object',
      properties: { a: string, b: number },
      required: ['a'],
      description: 'consistent',
      additionalProperties: false
    }
  ],
  [
    'a closed intersection with a refinement',
    closed(
      t.intersection([t.refinement(t.type({ a: t.string }), () => true, 'consistent'), t.partial({ b: t.number })])
    ),
    {
      type: 'object',
      allOf: [
        { type: 'object', properties: { b: number } },
        { type: 'object', properties: { a: string }, required: ['a'], description: 'consistent' }
      ],
      properties: { a: {}, b: {} },
      additionalProperties: false
    }
  ],
  [
    'an exact refinement',
    t.exact(t.refinement(t.type({ a: t.string }), () => true, 'consistent')),
    {
      type: 'object',
      properties: { a: string },
      required: ['a'],
      description: 'consistent'
    }
  ],
  [
    'a closed intersection of intersections with a refinement',
    closed(
      t.intersection([
        t.type({ c: t.number }),
        t.refinement(t.intersection([t.type({ a: t.string }), t.partial({ b: t.number })]), () => true, 'consistent')
      ])
    ),
    {
      type: 'object',
      allOf: [
        { type: 'object', properties: { c: number }, required: ['c'] },
        { type: 'object', properties: { a: string, b: number }, required: ['a'], description: 'consistent' }
      ],
      properties: { c: {}, a: {}, b: {} },
      additionalProperties: false
    }
  ],
  [
    'an intersection without objects',
    t.intersection([Positive, t.Int]),
    { allOf: [{ type: 'number', description: 'Positive' }, { type: 'integer' }] }
  ],
  [
    'a record of any, which takes arrays too',
    t.record(t.string, t.any),
    { anyOf: [{ type: 'object' }, { type: 'array' }] }
  ],
  [
    'a record whose keys are for user code to take',
    t.record(NumberFromString as unknown as t.StringC, t.number),
    { type: 'object', description: 'under each key that is NumberFromString: number' }
  ],
  [
    'a record whose keys cannot be texts',
    t.record(t.number as unknown as t.StringC, t.number),
    { type: 'object', description: 'under each key that is number: number' }
  ],
  ['a record', t.record(t.string, t.number), { type: 'object', additionalProperties: number }],
  [
    'a record of given keys',
    t.record(t.keyof({ a: null, b: null }), t.number),
    { type: 'object', properties: { a: number, b: number }, required: ['a', 'b'] }
  ],
  [
    'a record whose keys are refined',
    t.record(UUID, t.number),
    { type: 'object', description: 'under each key that is UUID: number' }
  ],
  ['a union', t.union([t.string, t.number]), { anyOf: [string, number] }],
  [
    'a union of literals and null as one enumeration',
    t.union([t.literal('a'), t.keyof({ b: null, a: null }), t.null]),
    { enum: ['a', 'b', null] }
  ],
  ['a union that JSON has one form of', t.union([t.string, t.undefined]), string],
  ['a union with void', t.union([t.string, t.void]), string],
  [
    'a union of objects with their type',
    t.union([t.type({ a: t.string }), t.type({ b: t.string })]),
    {
      type: 'object',
      anyOf: [
        { type: 'object', properties: { a: string }, required: ['a'] },
        { type: 'object', properties: { b: string }, required: ['b'] }
      ]
    }
  ],
  [
    'a refinement, by the name of its author',
    t.refinement(t.string, (s) => s.length > 2, 'more than 2 characters'),
    { ...string, description: 'more than 2 characters' }
  ],
  [
    'a refinement, by the name of its predicate',
    t.refinement(t.number, isEven),
    { ...number, description: 'must pass isEven' }
  ],
  [
    'a refinement without any name',
    t.refinement(t.array(t.string), (items) => items.length > 0),
    { type: 'array', items: string, description: 'restricted further when it is checked' }
  ],
  ['a refinement of anything', t.refinement(t.unknown, () => true, 'defined'), { description: 'defined' }],
  ['a brand', Positive, { ...number, description: 'Positive' }],
  [
    'a refinement of a refinement',
    t.refinement(Positive, isEven, 'even'),
    { ...number, description: 'Positive; even' }
  ],
  ['an integer', t.Int, { type: 'integer' }],
  ['a safe integer', SafeInteger, { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 }],
  ['a finite number', FiniteNumber, number],
  ['a range', integerBetween(1, 9), { type: 'integer', minimum: 1, maximum: 9 }],
  [
    'a range in a range',
    t.refinement(integerBetween(1, 9), () => true, 'integer from 2 to 20'),
    {
      type: 'integer',
      minimum: 1,
      maximum: 9,
      description: 'integer from 2 to 20'
    }
  ],
  ['text that is not blank', NonEmptyText, { ...string, pattern: '\\S' }],
  ['a UUID', UUID, { ...string, format: 'uuid' }],
  [
    'a string that only has the name of a number',
    t.refinement(t.string, () => true, 'Int'),
    { ...string, description: 'Int' }
  ],
  [
    'an opaque codec of known name',
    t.type({ n: NumberFromString, d: DateFromISOString, b: BooleanFromString }),
    {
      type: 'object',
      properties: {
        n: { ...string, description: 'number in a string' },
        d: { ...string, description: 'ISO datetime' },
        b: { ...string, enum: ['true', 'false'] }
      },
      required: ['n', 'd', 'b']
    }
  ],
  ['a Date, which JSON cannot hold', date, { description: 'Date' }],
  [
    'an opaque codec',
    new t.Type<unknown>('Geohash', (_): _ is unknown => true, t.success, t.identity),
    { description: 'Geohash' }
  ],
  [
    'an opaque codec without a name',
    new t.Type<unknown>('', (_): _ is unknown => true, t.success, t.identity),
    { description: 'a value that is checked when it arrives' }
  ],
  ['what JSON has no form for', t.bigint, { not: {}, description: 'bigint, which JSON has no form for' }],
  ['nothing, which JSON has no form for', t.void, { not: {}, description: 'void, which JSON has no form for' }],
  ['code, which JSON has no form for', t.Function, { not: {}, description: 'Function, which JSON has no form for' }],
  ['no value', t.never as unknown as t.Mixed, { not: {}, description: 'no value' }],
  [
    'a recursion at the root',
    Tree,
    {
      type: 'object',
      properties: { label: string, kids: { type: 'array', items: { $ref: '#' } } },
      required: ['label', 'kids']
    }
  ],
  [
    'a codec that throws when it is asked for undefined',
    t.type({
      a: new t.Type<unknown>(
        'Touchy',
        (_): _ is unknown => true,
        () => {
          throw new Error('touched')
        },
        t.identity
      )
    }),
    {
      type: 'object',
      properties: { a: { description: 'Touchy' } },
      required: ['a']
    }
  ]
]

describe('toJsonSchema', () => {
  for (const [what, codec, schema] of cases) {
    it(`writes ${what}`, () => expect(toJsonSchema(codec)).to.deep.equal(schema))
  }

  const definition = {
    type: 'object',
    properties: { label: string, kids: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
    required: ['label', 'kids']
  }

  it('defines a recursion once, wherever it is used', () => {
    expect(toJsonSchema(t.type({ a: Tree, b: Tree }))).to.deep.equal({
      type: 'object',
      properties: { a: { $ref: '#/$defs/Tree' }, b: { $ref: '#/$defs/Tree' } },
      required: ['a', 'b'],
      $defs: { Tree: definition }
    })
  })

  it('puts words beside a reference where draft-07 reads them too', () => {
    expect(toJsonSchema(t.array(t.refinement(Tree, () => true, 'balanced')))).to.deep.equal({
      type: 'array',
      items: { allOf: [{ $ref: '#/$defs/Tree' }], description: 'balanced' },
      $defs: { Tree: definition }
    })
  })

  it('tells recursions of one name apart, and makes names that a pointer can hold', () => {
    const named = (name: string): t.Mixed => t.recursion<string>(name, () => new t.StringType())
    expect(
      Object.keys(toJsonSchema(t.tuple([named('A/B ~'), named('A/B ~'), named('§')]))['$defs'] as object)
    ).to.deep.equal(['A_B', 'A_B_2', 'definition'])
  })

  it('writes tuples and definitions as each draft does', () => {
    const codec = t.tuple([
      t.string,
      t.union([t.number, t.undefined]),
      t.recursion<string>('R', () => new t.StringType()),
      t.undefined
    ])
    const items = (ref: string) => [
      string,
      number,
      { $ref: ref },
      { not: {}, description: 'undefined, which JSON has no form for' }
    ]
    expect(toJsonSchema(codec)).to.deep.equal({
      type: 'array',
      prefixItems: items('#/$defs/R'),
      minItems: 3,
      $defs: { R: string }
    })
    expect(toJsonSchema(codec, { target: 'draft-07' })).to.deep.equal({
      type: 'array',
      items: items('#/definitions/R'),
      minItems: 3,
      definitions: { R: string }
    })
  })

  it('takes over the schema of a codec that was made of one', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { next: { $ref: '#' }, a: { enum: [{ $ref: '#' }] } }
    }
    const codec = fromJsonSchema(schema, { name: 'Node' })
    const { $schema: _dialect, ...document } = schema
    expect(toJsonSchema(codec)).to.deep.equal(document)
    expect(toJsonSchema(t.type({ node: codec }))).to.deep.equal({
      type: 'object',
      properties: { node: { $ref: '#/$defs/Node' } },
      required: ['node'],
      $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' }, a: { enum: [{ $ref: '#' }] } } } }
    })
  })

  it('asks a Standard Schema for its own, and says so where it has none', () => {
    const schema = toStandardSchema(t.type({ a: t.string }))
    expect(toJsonSchema(fromStandardSchema(schema))).to.deep.equal({
      type: 'object',
      properties: { a: string },
      required: ['a']
    })
    const { jsonSchema: _without, ...standard } = schema['~standard']
    expect(toJsonSchema(t.array(fromStandardSchema({ '~standard': standard })))).to.deep.equal({
      type: 'array',
      items: { description: 'guarded-call schema' }
    })
    const noJson = { input: () => ({ type: 'string', check: () => true }) }
    expect(toJsonSchema(fromStandardSchema({ '~standard': { ...standard, jsonSchema: noJson } }))).to.deep.equal({
      description: 'guarded-call schema'
    })
  })

  it('says in the dialect that is wanted what a schema knows in the other alone, and throws where it cannot', () => {
    const { jsonSchema: _without, ...standard } = toStandardSchema(t.unknown)['~standard']
    const input = ({ target }: { readonly target: string }) => {
      if (target !== 'draft-07') throw new Error('no such draft')
      return { type: 'array', items: [{ type: 'string' }] }
    }
    expect(toJsonSchema(fromStandardSchema({ '~standard': { ...standard, jsonSchema: { input } } }))).to.deep.equal({
      type: 'array',
      prefixItems: [{ type: 'string' }]
    })
    const sealed = fromJsonSchema({ type: 'object', unevaluatedProperties: false })
    for (const codec of [sealed, t.type({ sealed })])
      expect(() => toJsonSchema(codec, { target: 'draft-07' })).to.throw(TypeError, 'with `unevaluatedProperties`')
  })

  it('writes what is shared a thousandfold once', () => {
    let codec: t.Mixed = t.string
    for (let i = 0; i < 40; i++) codec = t.type({ a: codec, b: codec }, 'Pair')
    expect(toJsonSchema(codec)).to.have.property('type', 'object')
  })

  it('gives a document of its own, which may be changed', () => {
    const codec = t.type({
      any: t.unknown,
      from: fromJsonSchema({ type: 'object', properties: {} }),
      record: t.record(t.string, t.any)
    })
    const before = JSON.stringify(toJsonSchema(codec))
    const spoil = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return
      for (const one of Object.values(node)) spoil(one)
      if (!Array.isArray(node)) Object.assign(node, { spoilt: true })
    }
    spoil(toJsonSchema(codec))
    expect(JSON.stringify(toJsonSchema(codec))).to.equal(before)
  })

  it('refuses another target in a sentence', () => {
    expect(() => toJsonSchema(t.string, { target: 'openapi-3.0' as 'draft-07' })).to.throw(
      TypeError,
      "Expected `target` to be '2020-12' or 'draft-07'."
    )
  })
})
