import { expect } from 'chai'
import * as t from 'io-ts'
import { fromNullable } from 'io-ts-types/lib/fromNullable.js'
import { NumberFromString } from 'io-ts-types/lib/NumberFromString.js'
import { below, maybeAdded, slotsOf, structOf, type Field } from '../../../lib/codec/compile/plan.js'
import { readPlan } from '../../../lib/codec/compile/read.js'

const Own: t.Mixed = NumberFromString
const A = t.type({ a: Own, s: t.string })
const B = t.partial({ b: Own })

const kindsBelow = (codec: t.Mixed): ReadonlyArray<string> =>
  below(readPlan(codec).root.shape).map(({ shape }) => shape.kind)

const fieldsOf = (codec: t.Mixed): ReadonlyArray<Field> => structOf(readPlan(codec).root)?.fields ?? []

const keys = (fields: ReadonlyArray<Field>): ReadonlyArray<string> => fields.map(({ key }) => key)

describe('below', () => {
  it('lists the nodes beneath each kind', () => {
    const tagged = t.union([t.type({ kind: t.literal(1) }), t.strict({ kind: t.literal(2) })])
    expect(
      [
        t.Int,
        t.strict({}),
        t.array(Own),
        t.tuple([Own, t.string]),
        t.record(Own as unknown as t.StringC, t.string),
        A,
        t.intersection([A, t.string]),
        t.union([A, t.string]),
        tagged
      ].map(kindsBelow)
    ).to.deep.equal([
      ['is'],
      ['fields'],
      ['opaque'],
      ['opaque', 'is'],
      ['opaque', 'is'],
      ['opaque', 'is'],
      ['fields', 'is'],
      ['fields', 'is'],
      ['fields', 'exact']
    ])
    for (const codec of [Own, t.unknown, t.string, t.literal('a'), t.keyof({ a: null })])
      expect(kindsBelow(codec), codec.name).to.deep.equal([])
  })
})

describe('structOf', () => {
  it('is what can be read in one pass', () => {
    const drawn = (codec: t.Mixed) => {
      const struct = structOf(readPlan(codec).root)
      return struct === undefined
        ? undefined
        : [struct.members.map(keys), struct.merged, struct.known === undefined ? undefined : [...struct.known]]
    }
    expect([A, B, t.strict(A.props), t.intersection([A, B]), t.exact(t.intersection([A, B]))].map(drawn)).to.deep.equal(
      [
        [[['a', 's']], false, undefined],
        [[['b']], false, undefined],
        [[['a', 's']], false, ['a', 's']],
        [[['a', 's'], ['b']], true, undefined],
        [[['a', 's'], ['b']], true, ['a', 's', 'b']]
      ]
    )
  })

  it('is nothing where keys are shared or missing, a member is no plain object, or `__proto__` is among the keys', () => {
    const odd = t.type({ ['__proto__']: t.string })
    for (const codec of [
      t.string,
      t.union([A, B]),
      t.intersection([A, A]),
      t.intersection([A, t.strict({ b: t.string })]),
      t.intersection([odd, B]),
      t.strict(odd.props),
      t.exact(t.refinement(A, () => true)),
      t.exact(t.readonly(t.strict(A.props)) as unknown as t.HasProps)
    ]) {
      expect(structOf(readPlan(codec).root), codec.name).to.equal(undefined)
    }
    expect(keys(fieldsOf(odd))).to.deep.equal(['__proto__'])
  })
})

describe('slotsOf', () => {
  it('lists the fields that a new object may hold other values for', () => {
    const props = {
      same: t.string,
      own: Own,
      list: t.array(t.string),
      absent: t.undefined,
      maybe: t.union([t.string, t.undefined]),
      refined: t.refinement(t.unknown, () => true),
      preset: fromNullable(t.string, '')
    }
    expect(keys(slotsOf(fieldsOf(t.type(props))))).to.deep.equal([
      'own',
      'list',
      'absent',
      'maybe',
      'refined',
      'preset'
    ])
    expect(keys(slotsOf(fieldsOf(t.partial(props))))).to.deep.equal(['own', 'list', 'preset'])
    expect(keys(fieldsOf(t.type(props)).filter(maybeAdded))).to.deep.equal([
      'own',
      'absent',
      'maybe',
      'refined',
      'preset'
    ])
    expect(keys(fieldsOf(t.partial(props)).filter(maybeAdded))).to.deep.equal(['own', 'preset'])
  })
})
