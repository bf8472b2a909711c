import { expect } from 'chai'
import * as t from 'io-ts'
import { alternativesOf, declaredKeys, declares, mayBeOpaque, unwrap } from '../../lib/codec/inspect.js'

const Opaque = new t.Type('Opaque', t.unknown.is, t.success, t.identity)
const Inner = t.type({ a: t.string })

describe('unwrap', () => {
  it('takes off what decodes in place, and remembers the refinements', () => {
    const inner = t.refinement(t.exact(Inner), () => true, 'inner')
    const outer = t.refinement(t.readonly(inner), () => true, 'outer')
    expect(unwrap(t.recursion('R', () => outer as t.Mixed))).to.deep.equal({
      base: Inner,
      core: Inner,
      refinements: [outer, inner]
    })
  })

  it('sees nothing in an opaque codec', () => {
    expect(unwrap(t.readonly(Opaque))).to.deep.equal({ base: undefined, core: Opaque, refinements: [] })
  })
})

describe('alternativesOf', () => {
  it('lists the members of unions and intersections once, wrappers and opaque ones left out', () => {
    expect(
      alternativesOf(t.union([t.intersection([t.readonly(Inner), t.partial({})]), Opaque, Inner, t.null])).map(
        ({ name }) => name
      )
    ).to.deep.equal([Inner.name, t.partial({}).name, 'null'])
  })
})

describe('mayBeOpaque', () => {
  it("finds a codec of someone's own among the members of unions and intersections", () => {
    expect(
      [Opaque, t.union([t.string, t.readonly(Opaque)]), t.intersection([Inner, Opaque])].map(mayBeOpaque)
    ).to.deep.equal([true, true, true])
    expect(
      [Inner, t.type({ a: Opaque }), t.union([t.string, t.intersection([Inner, t.partial({})])])].map(mayBeOpaque)
    ).to.deep.equal([false, false, false])
  })
})

describe('declaredKeys', () => {
  const cases: ReadonlyArray<readonly [t.Mixed, ReadonlyArray<string> | undefined]> = [
    [Inner, ['a']],
    [new t.StrictType('Strict', Inner.is, Inner.validate, Inner.encode, Inner.props), ['a']],
    [t.partial({ b: t.string }), ['b']],
    [t.string, undefined],
    [t.record(t.string, t.string), undefined],
    [t.record(t.literal('a'), t.string), ['a']],
    [t.record(t.keyof({ a: null, b: null }), t.string), ['a', 'b']],
    [t.record(t.union([t.literal('a'), t.keyof({ b: null })]), t.string), ['a', 'b']],
    [t.record(t.union([t.literal('a'), t.string]), t.string), undefined],
    [t.record(t.literal(5) as unknown as t.StringC, t.string), undefined],
    // io-ts does not look through a refinement: such a record takes any keys that fit.
    [
      t.record(
        t.refinement(t.keyof({ a: null }), () => true),
        t.string
      ),
      undefined
    ]
  ]
  for (const [codec, keys] of cases) {
    it(`of ${codec.name} are ${JSON.stringify(keys)}`, () => {
      const { base } = unwrap(codec)
      expect(declaredKeys(base)).to.deep.equal(keys)
      expect([declares(base, 'a'), declares(base, 'b'), declares(base, 'toString')]).to.deep.equal([
        keys?.includes('a') ?? false,
        keys?.includes('b') ?? false,
        false
      ])
    })
  }
})
