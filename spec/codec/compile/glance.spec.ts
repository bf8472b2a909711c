import { expect } from 'chai'
import * as t from 'io-ts'
import { NumberFromString } from 'io-ts-types/lib/NumberFromString.js'
import { fieldNode, glance, typeAtGlance } from '../../../lib/codec/compile/glance.js'
import { readPlan } from '../../../lib/codec/compile/read.js'

const Own: t.Mixed = NumberFromString
const A = t.type({ a: t.string })
const B = t.type({ b: t.string })

const seen = (codec: t.Mixed): ReadonlyArray<string> => [...glance(readPlan(codec).root)]

describe('glance', () => {
  it('sees primitives that are accepted as they are', () => {
    expect([t.string, t.number, t.boolean, t.bigint, t.Function, t.undefined, t.null].map(seen)).to.deep.equal([
      ['string'],
      ['number'],
      ['boolean'],
      ['bigint'],
      ['function'],
      ['undefined'],
      ['null']
    ])
    for (const codec of [
      t.object,
      t.UnknownArray,
      t.UnknownRecord,
      t.never as unknown as t.Mixed,
      t.unknown,
      t.literal('a'),
      t.keyof({ a: null }),
      t.Int,
      A,
      Own
    ])
      expect(seen(codec), codec.name).to.deep.equal([])
  })

  it('sees those of a union whose members have no code of their own to say about a primitive', () => {
    expect([
      seen(t.union([t.string, t.null])),
      seen(t.union([t.string, t.union([t.number, t.null])])),
      seen(t.union([A, B]))
    ]).to.deep.equal([['string', 'null'], ['string', 'number', 'null'], []])
    const tagged = t.union([t.type({ kind: t.literal(1) }), t.type({ kind: t.literal(2) })])
    for (const quiet of [
      A,
      t.strict({}),
      t.array(Own),
      t.tuple([Own]),
      t.record(t.string, Own),
      t.literal('a'),
      t.keyof({ a: null }),
      t.unknown,
      t.UnknownRecord,
      tagged,
      t.union([A, B])
    ]) {
      expect(seen(t.union([quiet, t.string])), quiet.name).to.deep.equal(['string'])
    }
    for (const loud of [Own, t.Int, t.literal(0), t.intersection([A, B]), t.union([A, Own])])
      expect(seen(t.union([loud, t.string])), loud.name).to.deep.equal([])
  })
})

describe('typeAtGlance', () => {
  it('is the first that `typeof` tells from all others', () => {
    expect(
      [['null', 'undefined', 'number', 'string'], ['null', 'undefined'], []].map((names) =>
        typeAtGlance(new Set(names))
      )
    ).to.deep.equal(['number', '', ''])
  })
})

describe('fieldNode', () => {
  const isLeft = (codec: t.Mixed): string => {
    const { root } = readPlan(codec)
    return fieldNode(root) === root ? 'all' : fieldNode(root).shape.kind
  }

  it('is the one member that is left where null was accepted', () => {
    expect(
      [t.union([A, t.null]), t.union([t.null, t.array(t.string)]), t.union([t.null, t.UnknownRecord])].map(isLeft)
    ).to.deep.equal(['fields', 'array', 'is'])
  })

  it('is the whole union where more are left, null was not accepted, or it must be told where it stands', () => {
    for (const codec of [
      A,
      t.union([A, B, t.null]),
      t.union([A, t.undefined]),
      t.union([t.Int, t.null]),
      t.union([t.array(Own), t.null])
    ])
      expect(isLeft(codec), codec.name).to.equal('all')
  })
})
