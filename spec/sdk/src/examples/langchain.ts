/** LangChain: every tool of an agent, guarded by one middleware. */
import { ToolMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { createAgent, createMiddleware, FakeToolCallingModel } from 'langchain'
import { openTurn } from 'guarded-call'
import { guardMiddleware } from 'guarded-call/langchain'
import { z } from 'zod'
import { ARGS, Orders, QUESTION, searchOrders, tell, TIMES } from './support/shop.js'

const tools = [
  tool(({ status }) => searchOrders(status), {
    name: 'search_orders',
    description: 'Finds orders.',
    schema: z.object({ status: z.string() })
  })
]

const middleware = [
  createMiddleware(guardMiddleware({ turn: openTurn(), rules: { search_orders: { output: Orders } } }))
]

// -- a model that asks again and again

const model = new FakeToolCallingModel({
  toolCalls: [
    ...Array.from({ length: TIMES }, (_, i) => [
      { id: `call_${i}`, name: 'search_orders', args: ARGS, type: 'tool_call' as const }
    ]),
    []
  ]
})

const { messages } = await createAgent({ model, tools, middleware }).invoke(
  { messages: [{ role: 'user', content: QUESTION }] },
  { recursionLimit: 100 }
)

tell(
  messages
    .filter((message) => ToolMessage.isInstance(message) && message.status === 'error')
    .map(({ content }) => content as string)
)
