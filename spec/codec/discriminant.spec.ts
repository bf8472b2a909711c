import { expect } from 'chai'
import * as t from 'io-ts'
import { closed } from '../../lib/codec/closed.js'
import { discriminantOf } from '../../lib/codec/discriminant.js'

const A = t.type({ v: t.literal(1), kind: t.literal('a'), n: t.number })
const Strict = new t.StrictType('Strict', A.is, A.validate, A.encode, A.props)
const B = t.strict({ v: t.literal(1), kind: t.keyof({ b: null, c: null }) })

describe('discriminantOf', () => {
  it('finds the field whose literals differ in every member', () => {
    for (const one of [A, Strict])
      expect(discriminantOf(t.union([one, B]))).to.deep.equal({ key: 'kind', literals: [['a'], ['b', 'c']] })
    const codec = t.union([A, B])
    expect(discriminantOf(codec), 'found once').to.equal(discriminantOf(codec))
  })

  it('looks through wrappers, intersections and closed types, and past members that are no objects', () => {
    const codec = t.readonly(
      t.union([t.null, t.intersection([t.partial({ x: t.string }), closed(A)]), t.string, t.refinement(B, () => true)])
    )
    expect(discriminantOf(codec)).to.deep.equal({ key: 'kind', literals: [[], ['a'], [], ['b', 'c']] })
  })

  it('takes the field that io-ts found itself', () => {
    const codec = t.union([
      t.type({ first: t.keyof({ x: null }), tag: t.literal('a') }),
      t.type({ first: t.keyof({ y: null }), tag: t.literal('b') })
    ])
    expect(discriminantOf(codec)).to.deep.equal({ key: 'tag', literals: [['a'], ['b']] })
  })

  it('prefers a field that tells all members apart to one that tells some', () => {
    const codec = t.union([
      t.type({ some: t.keyof({ x: null, y: null }), all: t.keyof({ a: null }) }),
      t.type({ some: t.keyof({ y: null }), all: t.keyof({ b: null }) })
    ])
    expect(discriminantOf(codec)?.key).to.equal('all')
  })

  const without: ReadonlyArray<readonly [string, () => t.Mixed]> = [
    ['no union', () => A],
    ['one object alone', () => t.union([A, t.null])],
    ['one object alone, of several literals', () => t.union([B, t.null])],
    ['a member without the field', () => t.union([A, t.type({ n: t.number })])],
    ['a field that may hold any text', () => t.union([A, t.type({ kind: t.string }), B])],
    [
      'a field that may hold something else',
      () => t.union([A, t.type({ kind: t.union([t.literal('b'), t.number]) }), B])
    ],
    ['an optional field', () => t.union([A, t.partial({ kind: t.literal('b') })])],
    ['a member that may be any object', () => t.union([A, B, t.UnknownRecord])],
    ['an opaque member', () => t.union([A, B, new t.Type('Opaque', t.unknown.is, t.success, t.identity)])],
    [
      'the same literal everywhere',
      () => t.union([t.type({ v: t.literal(1) }), t.type({ v: t.literal(1), n: t.number })])
    ]
  ]
  for (const [what, make] of without) {
    it(`finds none in ${what}`, () => {
      const codec = make()
      expect(discriminantOf(codec)).to.equal(undefined)
      expect(discriminantOf(codec), 'asked again').to.equal(undefined)
    })
  }
})
