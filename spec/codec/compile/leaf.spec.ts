import { expect } from 'chai'
import { leaf, TYPE_OF } from '../../../lib/codec/compile/leaf.js'
import type { Primitive } from '../../../lib/codec/compile/plan.js'
import { FAIL, NOWHERE } from '../../../lib/codec/compile/run.js'

const values: ReadonlyArray<unknown> = ['', 0, true, 1n, undefined, null, Math.max, {}, [], Symbol.iterator]

const accepted = (type: Primitive): ReadonlyArray<unknown> =>
  values.filter((value) => leaf({ kind: 'is', type })(value, NOWHERE) === value)

describe('leaf', () => {
  const kinds: Readonly<Record<Primitive, ReadonlyArray<number>>> = {
    string: [0],
    number: [1],
    boolean: [2],
    bigint: [3],
    undefined: [4],
    null: [5],
    function: [6],
    object: [7, 8],
    array: [8],
    dictionary: [7],
    never: []
  }
  for (const [type, places] of Object.entries(kinds)) {
    it(`takes what is ${type}, and nothing else`, () => {
      expect(accepted(type as Primitive)).to.deep.equal(places.map((place) => values[place]))
    })
  }

  it('tells by `typeof` where that is enough', () => {
    for (const [type, name] of Object.entries(TYPE_OF))
      expect(accepted(type as Primitive)).to.deep.equal(values.filter((value) => typeof value === name))
    expect(Object.keys(TYPE_OF)).to.have.length(6)
  })

  it('gives back the literal itself, with its own sign', () => {
    const zero = leaf({ kind: 'literal', value: -0 })
    expect([
      Object.is(zero(0, NOWHERE), -0),
      zero(1, NOWHERE),
      leaf({ kind: 'literal', value: 'a' })('a', NOWHERE)
    ]).to.deep.equal([true, FAIL, 'a'])
  })

  it('takes own keys alone for members', () => {
    const key = leaf({ kind: 'keyof', keys: { a: null, 1: null } })
    expect([key('a', NOWHERE), key('toString', NOWHERE), key(1, NOWHERE), key('1', NOWHERE)]).to.deep.equal([
      'a',
      FAIL,
      FAIL,
      '1'
    ])
  })

  it('takes anything for anything', () => {
    expect(values.every((value) => leaf({ kind: 'any' })(value, NOWHERE) === value)).to.equal(true)
  })
})
