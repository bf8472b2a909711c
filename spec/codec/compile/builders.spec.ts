import { expect } from 'chai'
import * as t from 'io-ts'
import { NumberFromString } from 'io-ts-types/lib/NumberFromString.js'
import { LOOPS, warmed, type Builders } from '../../../lib/codec/compile/builders.js'
import { slotsOf, type Field } from '../../../lib/codec/compile/plan.js'
import { readPlan } from '../../../lib/codec/compile/read.js'
import { SAME } from '../../../lib/codec/compile/slots.js'

const fields: ReadonlyArray<Field> = (() => {
  const { shape } = readPlan(t.type({ a: NumberFromString, b: t.string })).root
  return shape.kind === 'fields' ? slotsOf(shape.fields) : []
})()

describe('LOOPS', () => {
  it('pick the keys that are asked for, and copy all, with what changed', () => {
    const o = { b: 'b', x: 1, a: '1' }
    expect(Object.entries(LOOPS.pick(['b', 'a'], fields)(o, [1]))).to.deep.equal([
      ['b', 'b'],
      ['a', 1]
    ])
    expect(Object.entries(LOOPS.copy(fields)(o, [SAME]))).to.deep.equal([
      ['b', 'b'],
      ['x', 1],
      ['a', '1']
    ])
    expect(o).to.deep.equal({ b: 'b', x: 1, a: '1' })
  })
})

describe('warmed', () => {
  it('makes a builder once, after sixteen uses, and uses it from then on', () => {
    const made: Array<string> = []
    const own: Builders = {
      pick: (keys, of) => {
        made.push(`pick ${keys.join()} of ${of.length}`)
        return () => ({ picked: true })
      },
      copy: (of) => {
        made.push(`copy of ${of.length}`)
        return () => ({ copied: true })
      }
    }
    const builders = warmed(own)
    const [pick, copy] = [builders.pick(['a'], fields), builders.copy(fields)]
    for (let i = 0; i < 15; i++)
      expect([pick({ a: '1', b: '' }, [1]), copy({ a: '1' }, [1])]).to.deep.equal([{ a: 1 }, { a: 1 }])
    expect(made).to.deep.equal([])
    expect([pick({ a: '1' }, [1]), copy({ a: '1' }, [1])]).to.deep.equal([{ a: 1 }, { a: 1 }])
    for (let i = 0; i < 20; i++)
      expect([pick({}, []), copy({}, [])]).to.deep.equal([{ picked: true }, { copied: true }])
    expect(made).to.deep.equal(['pick a of 1', 'copy of 1'])
  })
})
