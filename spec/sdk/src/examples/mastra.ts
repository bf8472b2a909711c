/** Mastra: an agent's tools, guarded in one line. */
import { Agent } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import { openTurn } from 'guarded-call'
import { guardTools } from 'guarded-call/mastra'
import { z } from 'zod'
import { ARGS, Orders, QUESTION, searchOrders, tell, TIMES } from './support/shop.js'

const tools = {
  search_orders: createTool({
    id: 'search_orders',
    description: 'Finds orders.',
    inputSchema: z.object({ status: z.string() }),
    execute: async ({ status }) => searchOrders(status)
  })
}

const guarded = guardTools(tools, { turn: openTurn(), rules: { search_orders: { output: Orders } } })

// -- a model that asks again and again

interface Message {
  readonly role: string
  readonly content: string | ReadonlyArray<{ readonly output?: { readonly type: string; readonly value: unknown } }>
}

let step = 0
let read: ReadonlyArray<Message> = []
const model = {
  specificationVersion: 'v2' as const,
  provider: 'scripted',
  modelId: 'scripted',
  supportedUrls: {},
  doGenerate: async ({ prompt }: { prompt: unknown }) => {
    read = prompt as ReadonlyArray<Message>
    return {
      content:
        step++ < TIMES
          ? [
              {
                type: 'tool-call' as const,
                toolCallId: `call_${step}`,
                toolName: 'search_orders',
                input: JSON.stringify(ARGS)
              }
            ]
          : [{ type: 'text' as const, text: 'I could not find out.' }],
      finishReason: step <= TIMES ? ('tool-calls' as const) : ('stop' as const),
      usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
      warnings: []
    }
  },
  doStream: () => Promise.reject(new Error('This model does not stream.'))
}

const agent = new Agent({ id: 'shop', name: 'Shop', instructions: 'Help.', model, tools: guarded })
await agent.generate(QUESTION, { maxSteps: TIMES + 1 })

tell(
  read
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .flatMap(({ output }) => (output?.type === 'error-text' ? [String(output.value)] : []))
)
