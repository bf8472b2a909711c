import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { NumberFromString } from 'io-ts-types/lib/NumberFromString.js'
import { closed } from '../../lib/codec/closed.js'
import { explain } from '../../lib/codec/explain.js'
import { expectLeft, expectRight } from '../helpers/either.js'

const told = (codec: t.Mixed, value: unknown) =>
  explain(expectLeft(codec.decode(value))).map(({ path, kind }) => `${path.join('.')} ${kind}`)

const props = { a: t.string, n: NumberFromString }

describe('closed', () => {
  const codecs: ReadonlyArray<readonly [string, t.Mixed]> = [
    ['a type', t.type(props)],
    ['a partial', t.partial(props)],
    ['a strict', t.strict(props)],
    ['an exact', t.exact(t.partial(props))],
    ['a readonly', t.readonly(t.type(props))],
    ['an intersection', t.intersection([t.type({ a: t.string }), t.partial({ n: NumberFromString })])],
    ['an exact intersection', t.exact(t.intersection([t.type({ a: t.string }), t.type({ n: NumberFromString })]))],
    [
      'an intersection of intersections',
      t.intersection([
        t.type({ a: t.string }),
        t.intersection([t.strict({ a: t.string }), t.partial({ n: NumberFromString })])
      ])
    ],
    ['a refinement', t.refinement(t.type(props), () => true)],
    ['a closed codec', closed(t.type(props))]
  ]
  for (const [what, codec] of codecs) {
    it(`decodes and encodes as ${what} does, and refuses other keys`, () => {
      const sut = closed(codec)
      const value = { a: 'x', n: '5' }
      expect(sut.decode(value)).to.deep.equal(codec.decode(value))
      expect(expectRight(sut.decode(value))).to.deep.include({ a: 'x', n: 5 })
      expect(sut.encode({ a: 'x', n: 5 })).to.deep.equal(value)
      expect(told(sut, { ...value, prio: 1 })).to.deep.equal(['prio unknown_field'])
      expect([sut.is({ a: 'x', n: 5 }), sut.is({ a: 'x', n: 5, prio: 1 }), sut.is({ a: 5 })]).to.deep.equal([
        true,
        false,
        false
      ])
    })
  }

  it('keeps the types of the codec, and its name', () => {
    const sut = closed(t.type(props))
    expect(sut.name).to.equal('Closed<{ a: string, n: NumberFromString }>')
    const value: t.TypeOf<typeof sut> = { a: 'x', n: 5 }
    const wire: t.OutputOf<typeof sut> = { a: 'x', n: '5' }
    expect(sut.encode(value)).to.deep.equal(wire)
  })

  it('says what is wrong with known keys and which are unknown', () => {
    expect(told(closed(t.type(props)), { a: 1, b: 2, c: undefined })).to.deep.equal([
      'a type',
      'n missing',
      'b unknown_field',
      'c unknown_field'
    ])
  })

  it('says of what is no object only that', () => {
    expect(told(closed(t.type(props)), ['a'])).to.deep.equal([' type'])
  })

  it('closes no object inside', () => {
    const Inner = t.type({ b: t.string })
    expect(E.isRight(closed(t.type({ a: Inner })).decode({ a: { b: '', c: '' } }))).to.equal(true)
    expect(told(closed(t.type({ a: closed(Inner) })), { a: { b: '', c: '' } })).to.deep.equal(['a.c unknown_field'])
  })

  it('takes no key of the prototype for a known one', () => {
    expect(
      told(closed(t.partial({ a: t.string })), JSON.parse('{"__proto__":1,"constructor":2,"toString":3}'))
    ).to.deep.equal(['__proto__ unknown_field', 'constructor unknown_field', 'toString unknown_field'])
  })

  it('knows the keys of a record that lists them', () => {
    const sut = closed(t.intersection([t.type({ a: t.string }), t.record(t.keyof({ x: null, y: null }), t.number)]))
    expect(told(sut, { a: '', x: 1, y: 2, z: 3 })).to.deep.equal(['z unknown_field'])
  })

  it('lets a union of closed types be told by its tag', () => {
    const Shape = t.union([
      closed(t.type({ kind: t.literal('a') })),
      closed(t.type({ kind: t.literal('b'), n: t.number }))
    ])
    expect(Shape).to.have.property('tag', 'kind')
    expect(told(Shape, { kind: 'b', n: 1, m: 2 })).to.deep.equal(['m unknown_field'])
  })

  it('may stand inside a recursion', () => {
    interface Tree {
      readonly kids: ReadonlyArray<Tree>
    }
    const Tree: t.Type<Tree> = t.recursion('Tree', (self) => closed(t.type({ kids: t.readonlyArray(self) })))
    expect(told(Tree, { kids: [{ kids: [], name: 'x' }] })).to.deep.equal(['kids.0.name unknown_field'])
  })

  it('refuses ten thousand unknown keys with a thousand errors', () => {
    const value = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, 0]))
    expect(expectLeft(closed(t.type({})).decode(value)).length).to.equal(1000)
  })

  const unfit: ReadonlyArray<t.Mixed> = [
    t.string,
    t.array(t.string),
    t.record(t.string, t.string),
    t.union([t.type(props), t.type(props)]),
    t.intersection([t.type(props), t.UnknownRecord]),
    t.recursion('R', () => t.type(props)),
    new t.Type('Opaque', t.unknown.is, t.success, t.identity)
  ]
  for (const codec of unfit) {
    it(`refuses ${codec.name}, whose keys it cannot know`, () => {
      expect(() => closed(codec)).to.throw(
        TypeError,
        /^Expected `codec` to be an object codec with declared keys .* got `/
      )
    })
  }
})
