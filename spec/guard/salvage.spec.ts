import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { DateFromISOString } from 'io-ts-types/lib/DateFromISOString.js'
import { type ToolError, partialData } from '#core/errors'
import { guardedCall } from '../../lib/guard/guarded-call.js'
import { salvage, salvagePlan } from '../../lib/guard/salvage.js'

const Order = t.type({ id: t.number })
const Orders = t.type({ orders: t.array(Order), other: t.array(t.number) })

const saved = (text: string, codec: t.Mixed = Orders, path = 'orders') => {
  const plan = salvagePlan(codec, path)
  return plan === undefined ? undefined : salvage(plan, text, 'Cut.')
}
const came = (detail: string, data: unknown) => partialData({ code: 'incomplete_response', detail, data })

describe('salvage', () => {
  it('says how many whole elements came, and of which array', () => {
    expect(saved('{"orders":[{"id":1},{"id":2},{"i')).to.deep.equal(
      came('Cut. 2 whole elements of orders came.', [{ id: 1 }, { id: 2 }])
    )
    expect(saved('[{"id":1},{"i', t.array(Order), '$')).to.deep.equal(
      came('Cut. 1 whole element of $ came.', [{ id: 1 }])
    )
  })

  it('says how many did not fit the codec', () => {
    expect(saved('{"orders":[{"id":1},{"id":"x"},{"i')).to.deep.equal(
      came('Cut. 1 whole element of orders came; 1 whole element did not fit the codec and is left out.', [{ id: 1 }])
    )
    expect(saved('{"orders":[{},{"id":1},7,{"i')).to.deep.equal(
      came('Cut. 1 whole element of orders came; 2 whole elements did not fit the codec and are left out.', [{ id: 1 }])
    )
  })

  it('gives nothing where there is no whole element, or the array never began', () => {
    for (const text of ['{"orders":[', '{"orders":[{"id":1', '{"orders":[7,8', '{"oth', '', '{"orders":{"id":1},'])
      expect(saved(text), text).to.equal(undefined)
  })

  it('leaves out an element whose number lost its digits, and only of this array', () => {
    const one = came('Cut. 1 whole element of orders came; 1 whole element did not fit the codec and is left out.', [
      { id: 2 }
    ])
    expect(saved('{"orders":[{"id":9007199254740993},{"id":2},{"i')).to.deep.equal(one)
    expect(saved('{"other":[9007199254740993],"orders":[{"id":2},{"i')).to.deep.equal(
      came('Cut. 1 whole element of orders came.', [{ id: 2 }])
    )
    expect(saved('{"orders":[{"note":9007199254740993,"id":2},{"i')).to.have.property(
      'detail',
      'Cut. 1 whole element of orders came.'
    )
  })

  it('lets the model read elements as their codec encodes them', () => {
    const codec = t.type({ orders: t.array(t.type({ due: DateFromISOString })) })
    const error = saved('{"orders":[{"due":"2026-05-03T00:00:00.000Z"},{"due":"never"},{"d', codec)
    expect(error).to.deep.include({ data: [{ due: new Date('2026-05-03T00:00:00.000Z') }] })
    const call = guardedCall({ name: 'list', effect: 'read', run: () => '', salvage: 'orders' }, codec)
    expect(JSON.parse(call.toModelText(E.left(error as ToolError)))).to.deep.include({
      code: 'incomplete_response',
      data: [{ due: '2026-05-03T00:00:00.000Z' }]
    })
  })

  it('takes an element codec that throws for one that refuses', () => {
    const moody = new t.Type<number>(
      'moody',
      t.number.is,
      (value, context) => {
        if (value === 2) throw new Error('x')
        return t.number.validate(value, context)
      },
      t.identity
    )
    expect(saved('[1,2,3,4', t.array(moody), '$')).to.deep.equal(
      came('Cut. 2 whole elements of $ came; 1 whole element did not fit the codec and is left out.', [1, 3])
    )
  })
})
