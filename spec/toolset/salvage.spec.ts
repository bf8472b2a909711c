/** The rows that a cut answer of a tool in place still holds. */
import { expect } from 'chai'
import * as t from 'io-ts'
import { guardFunctions, openTurn, ToolCallError } from '../../lib/index.js'

const Orders = t.type({ orders: t.array(t.type({ id: t.number })) })

describe('`salvage` of a rule', () => {
  const search = () => '{"orders":[{"id":1},{"id":"two"},{"id":3},{"id'

  it('hands on the whole elements that the codec takes', async () => {
    const rules = { search: { effect: 'read', output: Orders, salvage: 'orders' } } as const
    const thrown: unknown = await guardFunctions({ search }, { turn: openTurn(), rules })
      .search()
      .catch((error: unknown) => error)
    expect((thrown as ToolCallError).toolError).to.deep.include({
      error_class: 'partial_data',
      code: 'incomplete_response',
      data: [{ id: 1 }, { id: 3 }]
    })
  })

  it('names an array of the output', () => {
    for (const rule of [{ salvage: 'rows', output: Orders }, { salvage: 'orders' }])
      expect(() => guardFunctions({ search }, { turn: openTurn(), rules: { search: rule } })).to.throw(
        TypeError,
        'Expected `salvage` to be the path of an array that the codec declares'
      )
  })
})
