/** Anthropic: the tools of the tool runner, guarded in one line. */
import Anthropic from '@anthropic-ai/sdk'
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod'
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError'
import { openTurn } from 'guarded-call'
import { guardTools } from 'guarded-call/anthropic'
import { z } from 'zod'
import { scriptedServer } from '../support/scripted-server.js'
import { ARGS, Orders, QUESTION, searchOrders, tell, TIMES } from './support/shop.js'

const tools = [
  betaZodTool({
    name: 'search_orders',
    description: 'Finds orders.',
    inputSchema: z.object({ status: z.string() }),
    run: ({ status }) => searchOrders(status)
  })
]

const guarded = guardTools(tools, { turn: openTurn(), rules: { search_orders: { output: Orders } }, ToolError })

// -- a model that asks again and again

const server = await scriptedServer((_, step) => ({
  id: `msg_${step}`,
  type: 'message',
  role: 'assistant',
  model: 'scripted',
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
  ...(step <= TIMES
    ? {
        stop_reason: 'tool_use',
        content: [
          { type: 'tool_use', id: `toolu_${step}`, name: 'search_orders', input: ARGS, caller: { type: 'direct' } }
        ]
      }
    : { stop_reason: 'end_turn', content: [{ type: 'text', text: 'I could not find out.', citations: null }] })
}))
const client = new Anthropic({ apiKey: 'none', baseURL: server.url })

const runner = client.beta.messages.toolRunner({
  model: 'scripted',
  max_tokens: 100,
  messages: [{ role: 'user', content: QUESTION }],
  tools: guarded,
  max_iterations: TIMES + 1
})
await runner.runUntilDone()
await server.close()

const blocks = runner.params.messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
tell(
  blocks.flatMap((block) =>
    block?.type === 'tool_result' && block.is_error === true && typeof block.content === 'string' ? [block.content] : []
  )
)
