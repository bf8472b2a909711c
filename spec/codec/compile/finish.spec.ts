import { expect } from 'chai'
import * as t from 'io-ts'
import { NumberFromString } from 'io-ts-types/lib/NumberFromString.js'
import { LOOPS, type Builders } from '../../../lib/codec/compile/builders.js'
import { finishOf, type Finish } from '../../../lib/codec/compile/finish.js'
import { structOf } from '../../../lib/codec/compile/plan.js'
import { readPlan } from '../../../lib/codec/compile/read.js'
import { FAIL, NOWHERE, type Fields } from '../../../lib/codec/compile/run.js'

// A field is only decoded again where a copy reads otherwise than the object.
const finishBy = (codec: t.Mixed, hidden = true): Finish =>
  finishOf(
    structOf(readPlan(codec).root)!,
    ({ key }) => {
      throw new Error(`${key} asked again`)
    },
    LOOPS,
    hidden
  )

const Open = t.type({ a: NumberFromString, b: t.string })
const Merged = t.intersection([t.type({ a: NumberFromString }), t.partial({ b: t.string })])

const symbol = Symbol('s')
const inherited = (): Fields => Object.assign(Object.create({ b: 'b' }) as Fields, { a: '1' })
const marked = (): Fields => ({ a: '1', b: 'b', [symbol]: 1 })

describe('finishOf', () => {
  it('gives back what did not change', () => {
    for (const codec of [Open, Merged, t.strict(Open.props), t.exact(Merged)]) {
      const o = marked()
      expect(finishBy(codec).accepted(o, undefined, NOWHERE), codec.name).to.equal(o)
    }
  })

  it('copies an object that reads like its copy, with what changed', () => {
    for (const codec of [Open, Merged, t.strict(Open.props), t.exact(Merged)]) {
      const o = { b: 'b', a: '1' }
      expect(Object.entries(finishBy(codec).accepted(o, [1], NOWHERE) as object), codec.name).to.deep.equal([
        ['b', 'b'],
        ['a', 1]
      ])
      expect(o).to.deep.equal({ b: 'b', a: '1' })
    }
  })

  it('goes through any other again', () => {
    for (const codec of [Open, t.strict(Open.props)]) {
      expect(() => finishBy(codec).accepted(inherited(), [1], NOWHERE), codec.name).to.throw('b asked again')
      expect(() => finishBy(codec).refused(inherited(), [1], NOWHERE, 2), codec.name).to.throw('b asked again')
    }
  })

  it('makes new objects as it is told, once that pays', () => {
    const told: Builders = { pick: () => () => ({ picked: true }), copy: () => () => ({ copied: true }) }
    const often = (codec: t.Mixed, o: Fields): unknown => {
      const { accepted } = finishOf(
        structOf(readPlan(codec).root)!,
        () => {
          throw new Error('asked again')
        },
        told,
        true
      )
      return Array.from({ length: 20 }, () => accepted(o, [1], NOWHERE)).at(-1)
    }
    const whole = (): Fields => ({ a: '1', b: 'b' })
    expect([often(Open, whole()), often(Merged, whole()), often(t.strict(Open.props), whole())]).to.deep.equal([
      { copied: true },
      { copied: true },
      { copied: true }
    ])
    expect([often(t.exact(Merged), whole()), often(t.strict(Open.props), { ...whole(), x: 1 })]).to.deep.equal([
      { picked: true },
      { picked: true }
    ])
    expect([often(Open, marked()), often(Merged, marked())]).to.deep.equal([{ copied: true }, { a: 1, b: 'b' }])
  })

  it('refuses at once where the copy reads alike', () => {
    const other = Object.assign(Object.create({ z: 1 }) as Fields, { a: '1', b: 1 })
    expect(finishBy(Open).refused(other, [1], NOWHERE, 1)).to.equal(FAIL)
    for (const codec of [Open, t.strict(Open.props)])
      expect(finishBy(codec).refused({ a: '1', b: 1 }, [1], NOWHERE, 1), codec.name).to.equal(FAIL)
  })

  it('drops what is not known, whether anything changed or not', () => {
    for (const codec of [t.strict(Open.props), t.exact(Merged)]) {
      const { accepted } = finishBy(codec)
      expect([
        accepted({ a: '1', x: 1, b: 'b' }, undefined, NOWHERE),
        accepted({ a: '1', x: 1, b: 'b' }, [1], NOWHERE)
      ]).to.deep.equal([
        { a: '1', b: 'b' },
        { a: 1, b: 'b' }
      ])
    }
  })

  it('keeps symbols, but where members are merged or something is dropped', () => {
    const symbolsOf = (codec: t.Mixed, o: Fields): number =>
      Object.getOwnPropertySymbols(finishBy(codec).accepted(o, [1], NOWHERE)).length
    expect([
      symbolsOf(Open, marked()),
      symbolsOf(t.strict(Open.props), marked()),
      symbolsOf(t.strict(Open.props), { ...marked(), x: 1 })
    ]).to.deep.equal([1, 1, 0])
    expect([
      symbolsOf(Merged, marked()),
      symbolsOf(t.exact(Merged), marked()),
      symbolsOf(t.exact(Merged), { ...marked(), x: 1 })
    ]).to.deep.equal([0, 0, 0])
  })

  it('does not look for hidden keys where there are none', () => {
    const o = (): Fields => Object.defineProperty({ a: '1' } as Fields, 'b', { value: 'b', enumerable: false })
    expect(() => finishBy(Open, true).accepted(o(), [1], NOWHERE)).to.throw('b asked again')
    expect(finishBy(Open, false).accepted(o(), [1], NOWHERE)).to.deep.equal({ a: 1 })
  })
})
