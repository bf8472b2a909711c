/** Google's ADK: an agent's function tools, guarded in one line. */
import { FunctionTool } from '@google/adk'
import { openTurn } from 'guarded-call'
import { guardTools } from 'guarded-call/google'
import { z } from 'zod'
import { runAgent } from '../support/google-model.js'
import { ARGS, Orders, searchOrders, tell, TIMES } from './support/shop.js'

const tools = [
  new FunctionTool({
    name: 'search_orders',
    description: 'Finds orders.',
    parameters: z.object({ status: z.string() }),
    execute: ({ status }) => searchOrders(status)
  })
]

const guarded = guardTools(tools, { turn: openTurn(), rules: { search_orders: { output: Orders } } })

// -- a model that asks again and again

const steps = Array.from({ length: TIMES }, (_, i) => [{ id: `call_${i}`, name: 'search_orders', input: ARGS }])
tell((await runAgent(guarded, steps)).map(({ text }) => text))
