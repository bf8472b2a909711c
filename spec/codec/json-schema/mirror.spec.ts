import { expect } from 'chai'
import * as t from 'io-ts'
import { displayCodecOf, pointerKeys, resolvePointer } from '../../../lib/codec/json-schema/mirror.js'
import type { JsonSchema } from '../../../lib/codec/schema-type.js'

interface Tagged {
  readonly _tag?: string
  readonly name: string
  readonly type: Tagged
  readonly types: ReadonlyArray<Tagged>
  readonly props: Readonly<Record<string, Tagged>>
  readonly codomain: Tagged
}

/** What is shown: names of leaves, and what holds them. */
const draw = (codec: Tagged): unknown => {
  switch (codec._tag) {
    case 'InterfaceType':
      return { [codec.name]: Object.fromEntries(Object.entries(codec.props).map(([key, one]) => [key, draw(one)])) }
    case 'ArrayType':
      return { items: draw(codec.type.type) }
    case 'TupleType':
    case 'UnionType':
    case 'IntersectionType':
      return { [codec.name]: codec.types.map(draw) }
    case 'DictionaryType':
      return { each: draw(codec.codomain) }
    case 'RefinementType':
      return [codec.name, draw(codec.type)]
    case 'RecursiveType':
      return `to ${codec.name}`
    default:
      return codec.name
  }
}

const drawn = (schema: unknown): unknown => draw(displayCodecOf(schema) as unknown as Tagged)

const UNSEEN = 'a value that fits the schema'

describe('displayCodecOf', () => {
  const cases: ReadonlyArray<readonly [unknown, unknown]> = [
    [{ type: 'string' }, 'string'],
    [{ type: 'number' }, 'number'],
    [{ type: 'integer' }, ['Int', 'number']],
    [{ type: 'boolean' }, 'boolean'],
    [{ type: 'null' }, 'null'],
    [{ type: 'array' }, 'UnknownArray'],
    [{ type: 'object' }, 'UnknownRecord'],
    [{ type: 'date' }, UNSEEN],
    [{}, UNSEEN],
    [true, UNSEEN],
    [null, UNSEEN],
    [[], UNSEEN],
    [undefined, UNSEEN],
    [{ type: 'string', minLength: 1, minimum: 1 }, ['at least 1 character', 'string']],
    [{ type: 'number', minimum: 1, minLength: 1 }, ['at least 1', 'number']],
    [{ type: 'integer', maximum: 9 }, ['at most 9', ['Int', 'number']]],
    [{ type: 'array', minItems: 2 }, ['at least 2 elements', 'UnknownArray']],
    [{ type: 'object', maxProperties: 2 }, ['at most 2 keys', 'UnknownRecord']],
    [{ type: ['string', 'null'] }, { 'any of these': ['string', 'null'] }],
    [{ type: ['string', 'date'] }, 'string'],
    [{ type: [] }, UNSEEN],
    [{ const: 'a' }, '"a"'],
    [{ const: 1 }, '1'],
    [{ const: true }, 'true'],
    [{ const: null }, 'null'],
    [{ const: {} }, UNSEEN],
    [{ enum: ['a', null] }, { 'any of these': ['"a"', 'null'] }],
    [{ enum: [] }, UNSEEN],
    [{ properties: { a: { type: 'string' } } }, { object: { a: 'string' } }],
    [{ additionalProperties: { type: 'string' } }, { each: 'string' }],
    [
      { type: 'object', properties: { a: {} }, additionalProperties: { type: 'null' } },
      { 'all of these': [{ object: { a: UNSEEN } }, { each: 'null' }] }
    ],
    [{ type: 'object', properties: [], additionalProperties: false }, 'UnknownRecord'],
    [{ items: { type: 'string' } }, { items: 'string' }],
    [{ type: 'array', items: { type: 'string' } }, { items: 'string' }],
    [{ items: [{ type: 'string' }] }, UNSEEN],
    [{ prefixItems: [{ type: 'string' }, { type: 'null' }] }, { tuple: ['string', 'null'] }],
    [{ type: 'array', items: [{ type: 'string' }] }, { tuple: ['string'] }],
    [{ type: 'array', prefixItems: [{ type: 'null' }], items: { type: 'string' } }, { tuple: ['null'] }],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { 'any of these': ['string', 'null'] }],
    [{ oneOf: [{ type: 'string' }, { type: 'null' }] }, { 'any of these': ['string', 'null'] }],
    [{ anyOf: [{ type: 'string' }], oneOf: [{ type: 'null' }] }, 'string'],
    [{ anyOf: 'string' }, UNSEEN],
    [{ anyOf: [] }, UNSEEN],
    [{ allOf: [{ type: 'string' }, {}] }, 'string'],
    [{ type: 'string', allOf: [{ minLength: 1 }, { type: 'null' }] }, { 'all of these': ['null', 'string'] }],
    [{ $defs: { T: { type: 'string' } }, $ref: '#/$defs/T' }, 'to #/$defs/T'],
    [{ $ref: '#/$defs/T' }, UNSEEN],
    [{ $ref: 5, type: 'string' }, 'string'],
    [{ $defs: { T: 5 }, $ref: '#/$defs/T' }, UNSEEN]
  ]
  for (const [schema, mirror] of cases) {
    it(`shows ${JSON.stringify(schema) ?? 'nothing'} as ${JSON.stringify(mirror)}`, () => {
      expect(drawn(schema)).to.deep.equal(mirror)
    })
  }

  it('shows a reference as one codec, wherever it stands', () => {
    const mirror = displayCodecOf({
      $defs: { T: { type: 'string' } },
      type: 'array',
      prefixItems: [{ $ref: '#/$defs/T' }, { $ref: '#/$defs/T' }]
    }) as unknown as Tagged
    expect(mirror.types[0]).to.equal(mirror.types[1])
    expect(draw(mirror.types[0]!.type)).to.equal('string')
    const round = displayCodecOf({ type: 'array', items: { $ref: '#' } }) as unknown as Tagged
    expect(draw(round.type.type.type)).to.deep.equal({ items: 'to #' })
    expect(round.type.type.type, 'made once').to.equal(round.type.type.type)
  })

  it('gives no name to what others use too', () => {
    for (const target of [{ type: 'string' }, {}])
      draw((displayCodecOf({ $defs: { T: target }, $ref: '#/$defs/T' }) as unknown as Tagged).type)
    expect([t.string.name, drawn({})]).to.deep.equal(['string', UNSEEN])
  })

  const nested: Readonly<Record<string, (schema: JsonSchema) => JsonSchema>> = {
    items: (items) => ({ items }),
    prefixItems: (one) => ({ prefixItems: [one] }),
    properties: (a) => ({ properties: { a } }),
    additionalProperties: (additionalProperties) => ({ additionalProperties }),
    allOf: (one) => ({ allOf: [one] }),
    anyOf: (one) => ({ anyOf: [one] })
  }
  for (const [keyword, within] of Object.entries(nested)) {
    it(`shows sixty levels of ${keyword}, and no more`, () => {
      const levels = (count: number): JsonSchema => (count === 0 ? { type: 'string' } : within(levels(count - 1)))
      expect(JSON.stringify(drawn(levels(60))))
        .to.include('"string"')
        .and.not.include(UNSEEN)
      expect(JSON.stringify(drawn(levels(61))))
        .to.include(UNSEEN)
        .and.not.include('"string"')
    })
  }

  it('shows sixty references that lead to one another, and no more', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 62 }, (_, i) => [`T${i}`, i === 61 ? { type: 'string' } : { $ref: `#/$defs/T${i + 1}` }])
    )
    const follow = (codec: Tagged): Tagged => (codec._tag === 'RecursiveType' ? follow(codec.type) : codec)
    const end = (start: number): string =>
      follow(displayCodecOf({ $defs, $ref: `#/$defs/T${start}` }) as unknown as Tagged).name
    expect([end(2), end(1)]).to.deep.equal(['string', UNSEEN])
  })

  it('shows five thousand schemas, and no more', () => {
    const properties = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`p${i}`, { type: 'string' }]))
    const { props } = displayCodecOf({ properties }) as unknown as { readonly props: Readonly<Record<string, t.Mixed>> }
    expect([props['p4998']?.name, props['p4999']?.name]).to.deep.equal(['string', UNSEEN])
  })
})

describe('resolvePointer', () => {
  const root = { a: { 'b/c': [{ d: 1 }] }, text: 'text', nothing: null }

  it('leads to what is in the document', () => {
    expect([
      resolvePointer(root, '#'),
      resolvePointer(root, '#/a/b~1c/0/d'),
      resolvePointer({ '': 1 }, '#/')
    ]).to.deep.equal([root, 1, 1])
  })

  it('takes back what a URI has in percent, and leaves what cannot be that', () => {
    expect([
      resolvePointer({ 'a%b': 1 }, '#/a%25b'),
      resolvePointer({ 'a/b': 1 }, '#/a%7E1b'),
      resolvePointer({ '50%': 1 }, '#/50%')
    ]).to.deep.equal([1, 1, 1])
  })

  it('leads nowhere else', () => {
    expect(resolvePointer({ a: 1 }, '//a')).to.equal(undefined)
    expect(
      ['', 'a', '#a', '#/b', '#/text/length', '#/nothing/a', '#/a/toString', 'https://example.com/#/a'].map((ref) =>
        resolvePointer(root, ref)
      )
    ).to.deep.equal(Array.from({ length: 8 }, () => undefined))
  })
})

describe('pointerKeys', () => {
  it('takes back what was escaped, and nothing else', () => {
    expect(pointerKeys('/a~1b/~01/a%25b')).to.deep.equal(['a/b', '~1', 'a%25b'])
    expect(pointerKeys('')).to.deep.equal([])
  })
})
