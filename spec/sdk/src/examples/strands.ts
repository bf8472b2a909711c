/** Strands Agents: an agent's tools, guarded in one line. */
import * as strands from '@strands-agents/sdk'
import { openTurn } from 'guarded-call'
import { guardTools } from 'guarded-call/strands'
import { z } from 'zod'
import { runAgent } from '../support/strands-model.js'
import { ARGS, Orders, searchOrders, tell, TIMES } from './support/shop.js'

const tools = [
  strands.tool({
    name: 'search_orders',
    description: 'Finds orders.',
    inputSchema: z.object({ status: z.string() }),
    callback: ({ status }) => searchOrders(status)
  })
]

const guarded = guardTools(tools, { turn: openTurn(), rules: { search_orders: { output: Orders } }, strands })

// -- a model that asks again and again

const steps = Array.from({ length: TIMES }, (_, i) => [{ id: `call_${i}`, name: 'search_orders', input: ARGS }])
tell((await runAgent(guarded, steps)).map(({ text }) => text))
