import { expect } from 'chai'
import * as t from 'io-ts'
import { NumberFromString } from 'io-ts-types/lib/NumberFromString.js'
import { structOf, type Struct } from '../../../lib/codec/compile/plan.js'
import { readPlan } from '../../../lib/codec/compile/read.js'
import { ADDED, blankSlots, putSlot, SAME, setSlots } from '../../../lib/codec/compile/slots.js'

const structBy = (codec: t.Mixed): Struct => structOf(readPlan(codec).root)!
const Own: t.Mixed = NumberFromString

describe('putSlot', () => {
  it('makes slots for the first change, and notes the others in them', () => {
    const put = putSlot(structBy(t.type({ a: Own, s: t.string, b: Own })))
    const slots = put(undefined, 1, 5, '5')
    expect(slots).to.deep.equal([SAME, 5])
    expect(put(slots, 0, ADDED, undefined)).to.equal(slots)
    expect(slots).to.deep.equal([undefined, 5])
    expect(put(undefined, 0, 1, '1'), 'others have slots of their own').to.deep.equal([1, SAME])
  })

  it('notes no value for a field that has no slot', () => {
    const slots = putSlot(structBy(t.type({ a: Own, s: t.number })))(undefined, -1, Number.NaN, Number.NaN)
    expect(Object.entries(slots)).to.deep.equal([['0', SAME]])
  })

  it('takes back a NaN that changed, where a later member of an intersection has it still', () => {
    const put = putSlot(structBy(t.intersection([t.type({ a: Own }), t.partial({ b: Own })])))
    expect([
      put(undefined, 0, 1, Number.NaN),
      put(undefined, 1, 1, Number.NaN),
      put(undefined, 0, 1, '1')
    ]).to.deep.equal([
      [SAME, SAME],
      [SAME, 1],
      [1, SAME]
    ])
    expect(putSlot(structBy(t.type({ a: Own, b: Own })))(undefined, 0, 1, Number.NaN)).to.deep.equal([1, SAME])
  })
})

describe('setSlots', () => {
  it('sets what changed, and adds what was missing', () => {
    const { fields } = structBy(t.type({ a: Own, b: Own, c: Own }))
    expect(setSlots({ a: '1', b: '2' }, fields, [SAME, 2, undefined])).to.deep.equal({ a: '1', b: 2, c: undefined })
    expect(setSlots({ a: '1' }, fields, blankSlots(3))).to.deep.equal({ a: '1' })
  })
})
