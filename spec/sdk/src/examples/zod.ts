/** Plain functions and schemas of zod, without a framework: guarded where they stand. */
import { strict as assert } from 'node:assert'
import { guardFunctions, openTurn } from 'guarded-call'
import { z } from 'zod'
import { ARGS, searchOrders, tell, TIMES } from './support/shop.js'

const tools = guardFunctions(
  {
    search_orders: {
      parameters: z.object({ status: z.enum(['open', 'shipped']) }),
      execute: ({ status }: { status: string }) => searchOrders(status)
    },
    get_order: async (id: number) => ({ id, total: id === 8 ? null : 12 }),
    refund: async (id: number) => `refunded ${id}`
  },
  {
    turn: openTurn(),
    rules: {
      search_orders: {
        effect: 'read',
        output: z.object({ orders: z.array(z.object({ id: z.number(), total: z.number() })) })
      },
      get_order: { effect: 'read', output: z.object({ id: z.number(), total: z.number() }) },
      refund: { effect: 'write' }
    }
  }
)

const read = (call: Promise<unknown>): Promise<string> =>
  call.then(
    (answer) => JSON.stringify(answer),
    (error: Error) => error.message
  )

assert.match(await read(tools.search_orders.execute({ status: 'opened' })), /did you mean/)
assert.equal(await read(tools.get_order(7)), '{"id":7,"total":12}')
assert.match(await read(tools.get_order(8)), /"code":"schema_violation","detail":"total: expected number/)
assert.equal(await read(tools.refund(7)), '"refunded 7"')
assert.match(await read(tools.refund(7)), /"code":"retry_budget_exceeded"/)

const told: Array<string> = []
for (let step = 1; step <= TIMES; step++) told.push(await read(tools.search_orders.execute(ARGS)))
tell(told)
