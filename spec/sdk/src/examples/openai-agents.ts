/** OpenAI Agents: an agent's tools, guarded in one line. */
import { Agent, Runner, tool } from '@openai/agents'
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing'
import { openTurn } from 'guarded-call'
import { guardTools } from 'guarded-call/openai-agents'
import { z } from 'zod'
import { ARGS, Orders, QUESTION, searchOrders, tell, TIMES } from './support/shop.js'

// With an `errorFunction` of its own, the SDK would tell nobody what the tool threw.
const tools = [
  tool({
    name: 'search_orders',
    description: 'Finds orders.',
    parameters: z.object({ status: z.string() }),
    execute: ({ status }) => searchOrders(status),
    errorFunction: null
  })
]

const guarded = guardTools(tools, { turn: openTurn(), rules: { search_orders: { output: Orders } } })

// -- a model that asks again and again

const model = new ScriptedModel([
  ...Array.from({ length: TIMES }, (_, i) => [functionCall('search_orders', ARGS, { callId: `call_${i}` })]),
  [assistantMessage('I could not find out.')]
])

const agent = new Agent({ name: 'Shop', model, tools: guarded })
const { newItems } = await new Runner({ tracingDisabled: true }).run(agent, QUESTION, { maxTurns: TIMES + 1 })

tell(newItems.flatMap((item) => (item.type === 'tool_call_output_item' ? [item.output as string] : [])))
