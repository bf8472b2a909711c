/** The adapter with Anthropic's own client, its tool runner and a scripted API. */
import Anthropic from '@anthropic-ai/sdk'
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod'
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema'
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError'
import { expect } from 'chai'
import { expectTypeOf } from 'expect-type'
import { openTurn } from 'guarded-call'
import { answerToolCalls, guardTools, toolDefinitions, toTools } from 'guarded-call/anthropic'
import { z } from 'zod'
import { fromCallsConforms, inPlaceConforms, type Asked, type Reply } from './support/conformance.js'
import { codesOf, cutSearch, Orders, searchOrders, STORY } from './support/orders.js'
import { scriptedServer, type ScriptedServer } from './support/scripted-server.js'

type ResultBlock = Anthropic.ToolResultBlockParam

const message = (step: number, content: ReadonlyArray<object>, stop_reason: string) => ({
  id: `msg_${step}`,
  type: 'message',
  role: 'assistant',
  model: 'scripted',
  content,
  stop_reason,
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 }
})

/** Asks for each of the steps' calls, then says that it is done. */
const model =
  (steps: ReadonlyArray<ReadonlyArray<Asked>>) =>
  (_: unknown, step: number): unknown => {
    const asked = steps[step - 1]
    if (asked === undefined) return message(step, [{ type: 'text', text: 'done', citations: null }], 'end_turn')
    return message(
      step,
      asked.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input, caller: { type: 'direct' } })),
      'tool_use'
    )
  }

const seventeen: ReadonlyArray<ReadonlyArray<Asked>> = Array.from({ length: 17 }, (_, i) => [
  { id: `c${i}`, name: 'search_orders', input: { status: 'open' } }
])

const withServer = async <A>(
  answer: (body: unknown, step: number) => unknown,
  use: (client: Anthropic, server: ScriptedServer) => Promise<A>
): Promise<A> => {
  const server = await scriptedServer(answer)
  try {
    return await use(new Anthropic({ apiKey: 'none', baseURL: server.url, maxRetries: 0 }), server)
  } finally {
    await server.close()
  }
}

/** The tool results that were sent, in their order; a request may hold those of earlier ones again. */
const resultsIn = ({ requests }: ScriptedServer): ReadonlyArray<ResultBlock> => {
  const messages = (requests as ReadonlyArray<{ readonly messages: ReadonlyArray<Anthropic.MessageParam> }>).flatMap(
    (request) => request.messages
  )
  const blocks = messages
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .filter((block) => block.type === 'tool_result')
  return [...new Map(blocks.map((block) => [block.tool_use_id, block])).values()]
}

const replyOf = ({ tool_use_id, content, is_error }: ResultBlock): Reply => ({
  id: tool_use_id,
  text: typeof content === 'string' ? content : JSON.stringify(content),
  isError: is_error ?? false
})

const base = { model: 'scripted', max_tokens: 100 } as const

expectTypeOf(toolDefinitions([])).toExtend<Array<Anthropic.Tool>>()
expectTypeOf<Awaited<ReturnType<typeof answerToolCalls>>>().toExtend<Array<ResultBlock>>()
expectTypeOf<Anthropic.Message>().toExtend<Parameters<typeof answerToolCalls>[1]>()

describe('anthropic, Messages', () => {
  it('ends the story of 17 calls after 3', () =>
    withServer(model(seventeen), async (client, server) => {
      const search = cutSearch()
      const calls = [searchOrders(search)]
      const turn = openTurn()
      const messages: Array<Anthropic.MessageParam> = [{ role: 'user', content: 'Which orders are open?' }]
      for (let step = 0; step < 30; step++) {
        const answer = await client.messages.create({ ...base, messages, tools: toolDefinitions(calls) })
        messages.push({ role: 'assistant', content: answer.content as Array<Anthropic.ContentBlockParam> })
        const results = await answerToolCalls(calls, answer, { turn })
        if (results.length === 0) break
        messages.push({ role: 'user', content: results })
      }
      expect(resultsIn(server).map(({ is_error }) => is_error)).to.deep.equal(Array<boolean>(17).fill(true))
      expect(codesOf(resultsIn(server).map((block) => replyOf(block).text))).to.deep.equal(STORY)
      expect(search.calls).to.equal(3)
    }))
})

type RunnerTools = Parameters<Anthropic['beta']['messages']['toolRunner']>[0]['tools']

const run = (tools: RunnerTools, steps: ReadonlyArray<ReadonlyArray<Asked>>): Promise<ReadonlyArray<Reply>> =>
  withServer(model(steps), async (client, server) => {
    await client.beta.messages.toolRunner({
      ...base,
      max_iterations: 30,
      messages: [{ role: 'user', content: 'go' }],
      tools
    })
    return resultsIn(server).map(replyOf)
  })

fromCallsConforms('anthropic toolRunner', {
  ownOptions: ['ToolError'],
  seesMessages: false,
  answersUnknown: false,
  aborts: false,
  definitions: (calls) =>
    toTools(calls, { turn: openTurn() }).map(({ name, description, input_schema }) => ({
      name,
      description,
      schema: input_schema
    })),
  answer: (calls, asked, options) => run(toTools(calls, { ...options, ToolError }), [asked])
})

inPlaceConforms('anthropic toolRunner', {
  ownOptions: ['ToolError'],
  guard: (tools, options) => {
    const own = Object.entries(tools).map(([name, plain]) =>
      betaTool({
        name,
        description: 'own',
        inputSchema: { type: 'object' },
        run: (args, context) =>
          plain(args as Record<string, unknown>, { signal: context?.signal ?? undefined }) as string
      })
    )
    const guarded = guardTools(own, { ...options, ToolError })
    expectTypeOf(guarded).toEqualTypeOf(own)
    return async (asked) => (await run(guarded, [[asked]]))[0] ?? expect.fail('no result')
  },
  guardFilling: (tools, options) => {
    const own = Object.entries(tools).map(([name, plain]) =>
      betaZodTool({
        name,
        description: 'own',
        inputSchema: z.object({ q: z.string().trim().default('x') }),
        run: (args) => plain(args, { signal: undefined }) as string
      })
    )
    const guarded = guardTools(own, { ...options, ToolError })
    return async (asked) => (await run(guarded, [[asked]]))[0] ?? expect.fail('no result')
  }
})

describe('anthropic toolRunner', () => {
  it('ends the story of 17 calls after 3', async () => {
    const search = cutSearch()
    expect(
      codesOf(
        (await run(toTools([searchOrders(search)], { turn: openTurn(), ToolError }), seventeen)).map(({ text }) => text)
      )
    ).to.deep.equal(STORY)
    expect(search.calls).to.equal(3)
  })

  it('ends it for tools that are there already', async () => {
    const search = cutSearch()
    const tool = betaZodTool({
      name: 'search_orders',
      description: 'Finds orders.',
      inputSchema: z.object({ status: z.string() }),
      run: async () => String(await search())
    })
    const replies = await run(
      guardTools([tool], { turn: openTurn(), rules: { search_orders: { output: Orders } }, ToolError }),
      seventeen
    )
    expect(codesOf(replies.map(({ text }) => text))).to.deep.equal(STORY)
    expect(replies.every(({ isError }) => isError)).to.equal(true)
    expect(search.calls).to.equal(3)
  })

  it("counts what the tool's own schema refuses", async () => {
    const turn = openTurn()
    const tool = betaZodTool({
      name: 'search_orders',
      description: 'Finds orders.',
      inputSchema: z.object({ status: z.string() }),
      run: () => 'never'
    })
    const [reply] = await run(guardTools([tool], { turn, ToolError }), [
      [{ id: 'c1', name: 'search_orders', input: { status: 5 } }]
    ])
    expect(JSON.parse(reply?.text ?? '')).to.include({ code: 'invalid_arguments' })
    expect(turn.calls.map(({ callId, code }) => ({ callId, code }))).to.deep.equal([
      { callId: 'c1', code: 'invalid_arguments' }
    ])
  })

  it("keeps the error in its flag without the SDK's own class too", async () => {
    const [reply] = await run(toTools([searchOrders()], { turn: openTurn() }), [
      [{ id: 'c1', name: 'search_orders', input: {} }]
    ])
    expect(reply?.isError).to.equal(true)
    expect(reply?.text).to.match(/^Error: \{"error_class":"semantic_garbage","code":"invalid_arguments"/)
  })
})
