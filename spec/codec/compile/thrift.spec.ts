import { expect } from 'chai'
import * as t from 'io-ts'
import { countValues, multipliesErrors, Thrift } from '../../../lib/codec/compile/thrift.js'

describe('countValues', () => {
  it('counts containers and leaves, and gives up at the limit', () => {
    expect([
      countValues(1, 10),
      countValues('text', 10),
      countValues(null, 10),
      countValues([null, 'text'], 10)
    ]).to.deep.equal([1, 1, 1, 3])
    expect(countValues({ a: [1, 2], b: { c: null } }, 100)).to.equal(6)
    expect(countValues(Array.from({ length: 1e6 }), 50)).to.equal(50)
  })
})

describe('multipliesErrors', () => {
  const A = t.type({ a: t.string })
  const B = t.type({ b: t.string })

  it('finds unions with several members that look beneath', () => {
    const Loop: t.Mixed = t.recursion('Loop', (self: t.Mixed): t.Mixed =>
      t.union([t.array(self), t.partial({ next: self })])
    )
    for (const codec of [
      t.union([A, B]),
      t.array(t.record(t.string, t.union([A, t.array(t.string), t.null]))),
      t.type({ x: t.refinement(t.tuple([t.union([A, B])]), () => true) }),
      Loop
    ]) {
      expect(multipliesErrors(codec), codec.name).to.equal(true)
    }
  })

  it('finds none where one member does, or the tag says which', () => {
    const Loop: t.Mixed = t.recursion('Loop', (self: t.Mixed): t.Mixed => t.type({ next: t.union([self, t.null]) }))
    for (const codec of [
      t.string,
      t.union([A, t.null]),
      t.union([t.type({ k: t.literal('a') }), t.type({ k: t.literal('b') })]),
      Loop
    ]) {
      expect(multipliesErrors(codec), codec.name).to.equal(false)
    }
  })
})

describe('Thrift', () => {
  const codec = t.array(t.type({ a: t.number }))
  const small = [{ a: 1 }]
  const large = Array.from({ length: 1000 }, () => ({ a: 1 }))

  it('asks the codec itself until it has decoded about a thousand values', () => {
    const thrift = new Thrift()
    let uses = 0
    while (thrift.spend(codec, small, Infinity)) uses++
    expect(uses).to.equal(333)
    expect(thrift.spend(codec, small, Infinity)).to.equal(false)
  })

  it('compiles at once for a large value', () => {
    expect(new Thrift().spend(codec, large, Infinity)).to.equal(false)
  })

  it('compiles at once for what cannot be counted', () => {
    const { proxy, revoke } = Proxy.revocable([], {})
    revoke()
    expect(new Thrift().spend(t.unknown, [proxy], Infinity)).to.equal(false)
  })

  it('compiles at once where errors are limited and nothing can be known of them', () => {
    const broken = t.recursion('Broken', (): t.Mixed => {
      throw new Error('no definition')
    })
    expect([new Thrift().spend(broken, small, 20), new Thrift().spend(broken, small, Infinity)]).to.deep.equal([
      false,
      true
    ])
  })

  it('compiles at once where errors are limited and io-ts could make far more', () => {
    const unions = t.union([t.array(t.array(t.string)), t.array(codec)])
    expect(new Thrift().spend(unions, small, Infinity)).to.equal(true)
    expect(new Thrift().spend(unions, small, 20)).to.equal(false)
    expect(new Thrift().spend(codec, small, 20)).to.equal(true)
  })
})
