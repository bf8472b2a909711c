import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { guardedCall, incomplete, openTurn, partialData, withPartial, type Tool } from '../../lib/index.js'
import { expectLeft, expectRight } from '../helpers/either.js'

const Orders = t.type({ orders: t.array(t.number) })
const tool = (answer: unknown, more: Partial<Tool<unknown>> = {}): Tool<unknown> => ({
  name: 'orders',
  effect: 'read',
  run: () => answer,
  ...more
})

describe('withPartial', () => {
  it('gives a whole payload with nothing missing', async () => {
    expect(await openTurn().run(withPartial(guardedCall(tool('{"orders":[1]}'), Orders))())).to.deep.equal(
      E.right({ payload: { orders: [1] }, partial: O.none })
    )
  })

  it('goes on with a validated part, and says what is missing', async () => {
    const narrow = () => 'Call again with page=2.'
    const call = withPartial(guardedCall(tool(incomplete({ orders: [1] }, { detail: '1 of 2.' }), { narrow }), Orders))
    const { payload, partial } = expectRight(await openTurn().run(call()))
    expect(payload).to.deep.equal({ orders: [1] })
    expect(partial).to.deep.equal(
      O.some(
        partialData({ code: 'incomplete_response', detail: '1 of 2.', hint: 'Call again with page=2.', data: payload })
      )
    )
  })

  it('keeps salvaged elements, data of an author and every other error a Left', async () => {
    const cut = withPartial(guardedCall(tool('{"orders":[1,2,', { salvage: 'orders' }), Orders))
    expect(expectLeft(await openTurn().run(cut())).code).to.equal('incomplete_response')
    const own = withPartial(
      guardedCall(tool('{"orders":[]}'), Orders, () => O.some(partialData({ code: 'more', detail: 'x', data: 'mine' })))
    )
    expect(expectLeft(await openTurn().run(own())).code).to.equal('more')
    expect(expectLeft(await openTurn().run(withPartial(guardedCall(tool('x'), Orders))())).error_class).to.equal(
      'schema_mismatch'
    )
  })
})
