/** zod without a framework: schemas as they are, for the answer and for the arguments. */
import { strict as assert } from 'node:assert'
import { guardedCall, openTurn } from 'guarded-call'
import { z } from 'zod'
import { ARGS, searchOrders, tell, TIMES } from './support/shop.js'

const search = guardedCall(
  {
    name: 'search_orders',
    effect: 'read',
    args: z.object({ status: z.enum(['open', 'shipped']) }),
    run: ({ status }) => searchOrders(status)
  },
  z.object({ orders: z.array(z.object({ id: z.number(), total: z.number() })) })
)

const turn = openTurn()
const ask = async (args: unknown): Promise<string> => search.toModelText(await turn.run(search.fromModel(args)))

assert.match(await ask({ status: 'opened' }), /did you mean/)

const told: Array<string> = []
for (let step = 1; step <= TIMES; step++) told.push(await ask(ARGS))
tell(told)
