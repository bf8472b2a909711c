/** Vercel AI SDK: tools that are there already, guarded in one line. */
import { generateText, stepCountIs, tool } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { openTurn, withTurn } from 'guarded-call'
import { guardTools } from 'guarded-call/ai-sdk'
import { z } from 'zod'
import { ARGS, Orders, QUESTION, searchOrders, tell, TIMES } from './support/shop.js'

const tools = {
  search_orders: tool({
    description: 'Finds orders.',
    inputSchema: z.object({ status: z.string() }),
    execute: ({ status }) => searchOrders(status)
  })
}

const rules = { search_orders: { output: Orders } }
// -- a model that asks again and again

let step = 0
const model = new MockLanguageModelV3({
  doGenerate: async () => ({
    content:
      step++ < TIMES
        ? [{ type: 'tool-call', toolCallId: `call_${step}`, toolName: 'search_orders', input: JSON.stringify(ARGS) }]
        : [{ type: 'text', text: 'I could not find out.' }],
    finishReason: { unified: step <= TIMES ? 'tool-calls' : 'stop', raw: undefined },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 }
    },
    warnings: []
  })
})

const stopWhen = stepCountIs(TIMES + 1)

// -- the tools are guarded once; each run of the agent has a turn

const guarded = guardTools(tools, { rules }) // of 'guarded-call/ai-sdk'

const turn = openTurn()
const { steps } = await withTurn(turn, () => generateText({ model, tools: guarded, prompt: QUESTION, stopWhen }))
console.log(turn.report())

tell(
  steps
    .flatMap(({ content }) => content)
    .flatMap((part) => (part.type === 'tool-error' ? [(part.error as Error).message] : []))
)
