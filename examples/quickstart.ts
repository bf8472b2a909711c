/** A tool whose answer is cut on the way: what the model sees, and what happens when it does not listen. */
import { strict as assert } from 'node:assert'
import * as t from 'io-ts'
import { guardedCall, openTurn, toModelText } from 'guarded-call'

const searchOrders = guardedCall(
  {
    name: 'search_orders',
    effect: 'read',
    run: async (_args: { customer: string; page_size: number }) => '{"orders":[{"id":1001,"total":12', // cut at 32 bytes
    narrow: () => 'Call again with page_size=20.'
  },
  t.type({ orders: t.array(t.type({ id: t.number, total: t.number })) })
)

const turn = openTurn() // one for each run of the agent, not for each step of the model
for (let step = 1; step <= 17; step++) {
  const result = await turn.run(searchOrders({ customer: 'Ada', page_size: 100 }))
  if (step === 1 || step === 17) console.log(toModelText(result))
}
assert.equal(turn.calls.filter((call) => call.executed !== 'refused').length, 3)
