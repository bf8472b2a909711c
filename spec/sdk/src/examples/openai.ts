/** OpenAI: the tools of `runTools`, guarded in one line. */
import OpenAI from 'openai'
import { openTurn } from 'guarded-call'
import { guardTools } from 'guarded-call/openai'
import { scriptedServer } from '../support/scripted-server.js'
import { ARGS, Orders, QUESTION, searchOrders, tell, TIMES } from './support/shop.js'

const tools = [
  {
    type: 'function' as const,
    function: {
      name: 'search_orders',
      description: 'Finds orders.',
      parameters: { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] },
      parse: (text: string) => JSON.parse(text) as { readonly status: string },
      function: ({ status }: { readonly status: string }) => searchOrders(status)
    }
  }
]

const guarded = guardTools(tools, { turn: openTurn(), rules: { search_orders: { output: Orders } } })

// -- a model that asks again and again

const call = (step: number) => ({
  id: `call_${step}`,
  type: 'function',
  function: { name: 'search_orders', arguments: JSON.stringify(ARGS) }
})
const server = await scriptedServer((_, step) => ({
  id: 'chat',
  object: 'chat.completion',
  created: 0,
  model: 'scripted',
  choices: [
    {
      index: 0,
      finish_reason: 'stop',
      message: {
        role: 'assistant',
        ...(step <= TIMES ? { content: null, tool_calls: [call(step)] } : { content: 'I could not find out.' })
      }
    }
  ]
}))
const client = new OpenAI({ apiKey: 'none', baseURL: server.url })

const runner = client.chat.completions.runTools(
  { model: 'scripted', messages: [{ role: 'user', content: QUESTION }], tools: guarded },
  { maxChatCompletions: TIMES + 1 }
)
await runner.done()
await server.close()

tell(runner.messages.flatMap(({ role, content }) => (role === 'tool' && typeof content === 'string' ? [content] : [])))
