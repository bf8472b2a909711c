import { expect } from 'chai'
import * as t from 'io-ts'
import { Memo } from '../../../lib/codec/compile/memo.js'
import type { Node } from '../../../lib/codec/compile/plan.js'
import { readPlan } from '../../../lib/codec/compile/read.js'
import { FAIL, NOWHERE } from '../../../lib/codec/compile/run.js'

const [A, B] = [t.type({ a: t.string }), t.type({ b: t.string })]
const nodeOf = (codec: t.Mixed): Node => readPlan(codec).root
const either = nodeOf(t.union([A, B]))
const list = nodeOf(t.array(t.string))

const placeOf = (memo: Memo): number => memo.place(either)!

describe('Memo', () => {
  it('has a place for each union that asks several members what is beneath', () => {
    const memo = new Memo()
    expect(
      [
        either,
        nodeOf(t.union([A, t.null])),
        nodeOf(A),
        nodeOf(t.union([t.string, t.null])),
        nodeOf(t.intersection([t.strict({}), t.strict({})])),
        either
      ].map((node) => memo.place(node))
    ).to.deep.equal([0, undefined, undefined, undefined, undefined, 1])
  })

  it('knows the object that a union refused last, until it forgets', () => {
    const memo = new Memo()
    const at = placeOf(memo)
    const [one, two] = [{}, {}]
    expect([memo.wasRefused(at, one, false), memo.used]).to.deep.equal([false, false])
    expect([
      memo.refuse(at, one),
      memo.wasRefused(at, one, false),
      memo.wasRefused(at, two, false),
      memo.wasRefused(placeOf(memo), one, false),
      memo.used
    ]).to.deep.equal([FAIL, true, false, false, true])
    memo.refuse(at, two)
    expect([memo.wasRefused(at, one, false), memo.wasRefused(at, two, false)]).to.deep.equal([false, true])
    memo.forget()
    expect([memo.wasRefused(at, two, false), memo.used]).to.deep.equal([false, false])
  })

  it('keeps no text or number, which cost nothing to refuse again', () => {
    const memo = new Memo()
    const at = placeOf(memo)
    expect([memo.refuse(at, 'text'), memo.wasRefused(at, 'text', false), memo.used]).to.deep.equal([FAIL, false, false])
  })

  it('asks user code again, which may answer by where it stands, but for ten thousand refusals within one value', () => {
    const memo = new Memo()
    const at = placeOf(memo)
    const value = {}
    for (let i = 0; i < 10_000; i++) memo.refuse(at, value)
    expect(memo.wasRefused(at, value, true)).to.equal(false)
    memo.refuse(at, value)
    expect([memo.wasRefused(at, value, true), memo.wasRefused(at, {}, true)]).to.deep.equal([true, false])
    memo.forget()
    memo.refuse(at, value)
    expect(memo.wasRefused(at, value, true)).to.equal(false)
  })

  it('runs a union once for an object that it refuses, and each time for one that it accepts', () => {
    const memo = new Memo()
    const asked: Array<unknown> = []
    const run = memo.guard(either, (value) => {
      asked.push(value)
      return value === 'good' ? 'decoded' : FAIL
    })
    const bad = {}
    expect([run(bad, NOWHERE), run(bad, NOWHERE), run('good', NOWHERE), run('good', NOWHERE)]).to.deep.equal([
      FAIL,
      FAIL,
      'decoded',
      'decoded'
    ])
    expect(asked).to.deep.equal([bad, 'good', 'good'])
    const plain = () => FAIL
    expect(memo.guard(list, plain)).to.equal(plain)
  })

  it('knows how much of the last refused array is accepted', () => {
    const memo = new Memo()
    const items: ReadonlyArray<unknown> = ['a', 1]
    expect([memo.stop(list, items, 1), memo.used]).to.deep.equal([FAIL, true])
    expect([
      memo.acceptedItems(list, items),
      memo.acceptedItems(list, ['a', 1]),
      memo.acceptedItems(nodeOf(t.array(t.string)), items)
    ]).to.deep.equal([1, 0, 0])
    memo.forget()
    expect(memo.acceptedItems(list, items)).to.equal(0)
  })
})
