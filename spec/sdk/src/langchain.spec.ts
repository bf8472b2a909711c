/** The adapter with LangChain itself: agents, ToolNode, interrupts, middleware, and a scripted model. */
import { AIMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages'
import { DynamicStructuredTool, tool, type StructuredToolInterface } from '@langchain/core/tools'
import { Command, interrupt, MemorySaver } from '@langchain/langgraph'
import { expect } from 'chai'
import { expectTypeOf } from 'expect-type'
import * as t from 'io-ts'
import {
  createAgent,
  createMiddleware,
  FakeToolCallingModel,
  toolRetryMiddleware,
  type AgentMiddleware
} from 'langchain'
import { openTurn } from 'guarded-call'
import type { ToolsUnderTest } from 'guarded-call/adapter'
import { guardMiddleware, guardTools, repairMiddleware, toTools } from 'guarded-call/langchain'
import { z } from 'zod'
import { fromCallsConforms, inPlaceConforms, type Asked, type PlainRun, type Reply } from './support/conformance.js'
import { codesOf, cutSearch, Orders, searchOrders, STORY } from './support/orders.js'

// -- a scripted model

const toolCall = ({ id, name, input }: Asked) => ({
  id,
  name,
  args: input as Record<string, unknown>,
  type: 'tool_call' as const
})

const modelOf = (steps: ReadonlyArray<ReadonlyArray<Asked>>) =>
  new FakeToolCallingModel({ toolCalls: [...steps.map((asked) => asked.map(toolCall)), []] })

const repliesIn = (messages: ReadonlyArray<BaseMessage>): ReadonlyArray<Reply> =>
  messages
    .filter((message) => ToolMessage.isInstance(message))
    .map((message) => ({
      id: message.tool_call_id,
      text: typeof message.content === 'string' ? message.content : JSON.stringify(message.content),
      isError: message.status === 'error'
    }))

interface Agent {
  readonly tools: ReadonlyArray<StructuredToolInterface>
  readonly middleware?: ReadonlyArray<AgentMiddleware>
  readonly signal?: AbortSignal | undefined
}

const runAgent = async (
  { tools, middleware = [], signal }: Agent,
  steps: ReadonlyArray<ReadonlyArray<Asked>>
): Promise<ReadonlyArray<Reply>> => {
  const agent = createAgent({ model: modelOf(steps), tools: [...tools], middleware: [...middleware] })
  const { messages } = await agent.invoke(
    { messages: [{ role: 'user', content: 'go' }] },
    { recursionLimit: 100, ...(signal === undefined ? {} : { signal }) }
  )
  return repliesIn(messages as ReadonlyArray<BaseMessage>)
}

const seventeen: ReadonlyArray<ReadonlyArray<Asked>> = Array.from({ length: 17 }, (_, i) => [
  { id: `c${i}`, name: 'search_orders', input: { status: 'open' } }
])

const ANY = z.record(z.string(), z.unknown())
const FILLING = z.object({ q: z.string().trim().default('x') })

const ownTool = (name: string, run: PlainRun, schema: typeof ANY | typeof FILLING) =>
  tool((args, config: { readonly signal?: AbortSignal }) => run(args, { signal: config.signal }), {
    name,
    description: 'own',
    schema: schema as typeof ANY
  })

// -- types

const typed = [
  tool(({ city }) => `22 degrees in ${city}`, {
    name: 'weather',
    description: 'w',
    schema: z.object({ city: z.string() })
  })
] as const
expectTypeOf(guardTools(typed, { turn: openTurn() })).toEqualTypeOf(typed)
expectTypeOf(toTools([], { turn: openTurn(), DynamicStructuredTool })).toExtend<Array<StructuredToolInterface>>()

// -- what is promised

fromCallsConforms('LangChain agent', {
  ownOptions: ['DynamicStructuredTool', 'throws'],
  seesMessages: false,
  answersUnknown: false,
  aborts: false,
  definitions: (calls) =>
    toTools(calls, { turn: openTurn(), DynamicStructuredTool }).map(({ name, description, schema }) => ({
      name,
      description,
      schema
    })),
  answer: (calls, asked, run) => runAgent({ tools: toTools(calls, { ...run, DynamicStructuredTool }) }, [asked])
})

const guarding =
  (schema: typeof ANY | typeof FILLING): ToolsUnderTest['guard'] =>
  (tools, options) => {
    const guarded = guardTools(
      Object.entries(tools).map(([name, run]) => ownTool(name, run, schema)),
      options
    )
    return async (asked) => (await runAgent({ tools: guarded }, [[asked]]))[0] ?? expect.fail('no reply')
  }

inPlaceConforms('LangChain agent', {
  ownOptions: ['throws'],
  guard: guarding(ANY),
  guardFilling: guarding(FILLING)
})

const guardingByMiddleware =
  (schema: typeof ANY | typeof FILLING): ToolsUnderTest['guard'] =>
  (tools, options) => {
    const own = Object.entries(tools).map(([name, run]) => ownTool(name, run, schema))
    // Names are not known before they are called.
    guardTools(own, options)
    const middleware = [createMiddleware(guardMiddleware(options)), createMiddleware(repairMiddleware())]
    return async (asked) => (await runAgent({ tools: own, middleware }, [[asked]]))[0] ?? expect.fail('no reply')
  }

inPlaceConforms('LangChain middleware', {
  passesSignal: false,
  seesValues: false,
  guard: guardingByMiddleware(ANY),
  guardFilling: guardingByMiddleware(FILLING)
})

const strict = (run: () => unknown) =>
  tool(run as () => string, { name: 'a', description: 'a', schema: z.object({ q: z.string() }) })

const cutting = (search: ReturnType<typeof cutSearch>) =>
  tool(search, { name: 'search_orders', description: 'Finds orders.', schema: z.object({ status: z.string() }) })

describe('LangChain', () => {
  const rules = { search_orders: { output: Orders } }
  const agents: Readonly<Record<string, (search: ReturnType<typeof cutSearch>) => Agent>> = {
    'guarded calls': (search) => ({
      tools: toTools([searchOrders(search)], { turn: openTurn(), DynamicStructuredTool })
    }),
    'tools that are there already': (search) => ({
      tools: guardTools([cutting(search)], { turn: openTurn(), rules })
    }),
    middleware: (search) => ({
      tools: [cutting(search)],
      middleware: [createMiddleware(guardMiddleware({ turn: openTurn(), rules }))]
    })
  }
  for (const [how, agent] of Object.entries(agents)) {
    it(`ends the story of 17 calls after 3, with ${how}`, async () => {
      const search = cutSearch()
      const replies = await runAgent(agent(search), seventeen)
      expect(codesOf(replies.map(({ text }) => text))).to.deep.equal(STORY)
      expect(replies.every(({ isError }) => isError)).to.equal(true)
      expect(search.calls).to.equal(3)
    })
  }

  it('tells a model of a tool that is not there, counts the call, and refuses more of them', async () => {
    const search = cutSearch()
    const replies = await runAgent(
      { tools: [cutting(search)], middleware: [createMiddleware(guardMiddleware({ turn: openTurn() }))] },
      Array.from({ length: 5 }, (_, i) => [{ id: `c${i}`, name: 'search_order', input: {} }])
    )
    expect(codesOf(replies.map(({ text }) => text))).to.deep.equal([
      ...Array<string>(3).fill('unknown_tool'),
      ...Array<string>(2).fill('retry_budget_exceeded')
    ])
    expect(replies.every(({ isError }) => isError)).to.equal(true)
    expect(JSON.parse(replies[0]?.text ?? '')).to.include({
      detail: 'There is no tool of this name; there is: search_orders.',
      hint: 'Call search_orders instead, if that is what was meant.'
    })
  })

  const asked: Asked = { id: 'c1', name: 'a', input: { q: 'x' } }

  for (const how of ['guardTools', 'guardMiddleware']) {
    const agentOf = (
      own: ReturnType<typeof strict>,
      options: Parameters<typeof guardMiddleware>[0],
      more: ReadonlyArray<AgentMiddleware> = []
    ): Agent =>
      how === 'guardTools'
        ? { tools: guardTools([own], options), middleware: more }
        : { tools: [own], middleware: [...more, createMiddleware(guardMiddleware(options))] }

    it(`repairs what the tool's own schema would refuse, and lets that schema fill in the rest (${how})`, async () => {
      const schema = z.object({ page: z.number(), size: z.number().default(20) })
      const own = tool((args) => JSON.stringify(args), { name: 'a', description: 'a', schema })
      const options = {
        turn: openTurn(),
        rules: { a: { args: z.object({ page: z.number() }), coerce: true } }
      }
      const [reply] = await runAgent(
        how === 'guardTools'
          ? { tools: guardTools([own], options) }
          : { tools: [own], middleware: [createMiddleware(guardMiddleware(options))] },
        [[{ ...asked, input: { page: '2' } }]]
      )
      expect(reply?.text).to.equal('{"page":2,"size":20}')
    })

    it(`counts and explains what the tool's own schema refuses (${how})`, async () => {
      const turn = openTurn()
      const replies = await runAgent(
        agentOf(
          strict(() => 'never'),
          { turn }
        ),
        Array.from({ length: 5 }, (_, i) => [{ ...asked, id: `c${i}`, input: { q: 5 } }])
      )
      expect(codesOf(replies.map(({ text }) => text))).to.deep.equal([
        'invalid_arguments',
        'invalid_arguments',
        'invalid_arguments',
        'retry_budget_exceeded',
        'retry_budget_exceeded'
      ])
      expect(JSON.parse(replies[0]?.text ?? '')).to.have.property('detail', "- 'q': expected string, got number")
      expect(replies.every(({ isError }) => isError)).to.equal(true)
    })

    it(`lets an interrupt stop the graph and go on (${how})`, async () => {
      let runs = 0
      const own = strict(() => {
        runs++
        return `approved by ${String(interrupt('may I?'))}`
      })
      const { tools, middleware = [] } = agentOf(own, { turn: openTurn(), rules: { a: { effect: 'write' } } })
      const agent = createAgent({
        model: modelOf([[asked]]),
        tools: [...tools],
        middleware: [...middleware],
        checkpointer: new MemorySaver()
      })
      const config = { configurable: { thread_id: '1' } }
      expect(await agent.invoke({ messages: [{ role: 'user', content: 'go' }] }, config)).to.have.property(
        '__interrupt__'
      )
      const { messages } = await agent.invoke(new Command({ resume: 'Ada' }), config)
      expect(repliesIn(messages as ReadonlyArray<BaseMessage>)).to.deep.equal([
        { id: 'c1', text: 'approved by Ada', isError: false }
      ])
      expect(runs).to.equal(2)
    })

    it(`lets a command change the graph (${how})`, async () => {
      const own = strict(
        () =>
          new Command({ update: { messages: [new ToolMessage({ content: 'done by command', tool_call_id: 'c1' })] } })
      )
      expect(
        await runAgent(agentOf(own, { turn: openTurn(), rules: { a: { output: t.type({ n: t.number }) } } }), [[asked]])
      ).to.deep.equal([{ id: 'c1', text: 'done by command', isError: false }])
    })

    it(`is not doubled by the agent's own retries (${how})`, async () => {
      let runs = 0
      const own = strict(() => {
        runs++
        throw new Error('busy')
      })
      const [reply] = await runAgent(
        agentOf(own, { turn: openTurn(), rules: { a: { effect: 'write' } } }, [
          toolRetryMiddleware({ maxRetries: 3, initialDelayMs: 1 })
        ]),
        [[asked]]
      )
      expect(JSON.parse(reply?.text ?? '')).to.have.property('code', 'tool_threw')
      expect(runs).to.equal(1)
    })

    it(`keeps the status through a checkpoint (${how})`, async () => {
      const { tools, middleware = [] } = agentOf(
        strict(() => {
          throw new Error('x')
        }),
        { turn: openTurn() }
      )
      const agent = createAgent({
        model: modelOf([[asked]]),
        tools: [...tools],
        middleware: [...middleware],
        checkpointer: new MemorySaver()
      })
      const config = { configurable: { thread_id: '1' } }
      await agent.invoke({ messages: [{ role: 'user', content: 'go' }] }, config)
      const { values } = (await agent.graph.getState(config)) as {
        readonly values: { readonly messages: ReadonlyArray<BaseMessage> }
      }
      expect(repliesIn(values.messages).map(({ isError }) => isError)).to.deep.equal([true])
      expect(JSON.stringify(values.messages)).to.include('"status":"error"')
    })
  }

  it('repairs a history whose call was never answered', async () => {
    const seen: Array<ReadonlyArray<BaseMessage>> = []
    class Watched extends FakeToolCallingModel {
      override bindTools(): this {
        return this
      }
      override _generate(...args: Parameters<FakeToolCallingModel['_generate']>) {
        seen.push(args[0])
        return super._generate(...args)
      }
    }
    const agent = createAgent({
      model: new Watched({ toolCalls: [[]] }),
      tools: [],
      middleware: [createMiddleware(repairMiddleware())]
    })
    await agent.invoke({
      messages: [
        { role: 'user', content: 'go' },
        new AIMessage({ content: '', tool_calls: [toolCall(asked)] }),
        { role: 'user', content: 'and?' }
      ]
    })
    expect(seen[0]?.map(({ type }) => type)).to.deep.equal(['human', 'ai', 'tool', 'human'])
    expect(
      seen[0]
        ?.filter((message) => ToolMessage.isInstance(message))
        .map(({ tool_call_id, status }) => ({ tool_call_id, status }))
    ).to.deep.equal([{ tool_call_id: 'c1', status: 'error' }])
  })
})
