/**
 * The adapter with the Claude Agent SDK itself, its hooks and in-process servers; the binary at its other end is
 * scripted.
 */
import {
  createSdkMcpServer,
  query,
  tool,
  type HookEvent,
  type HookCallbackMatcher,
  type McpSdkServerConfigWithInstance
} from '@anthropic-ai/claude-agent-sdk'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { expect } from 'chai'
import { expectTypeOf } from 'expect-type'
import * as t from 'io-ts'
import { openTurn, type AnyGuardedCall } from 'guarded-call'
import { guardHooks, guardTools } from 'guarded-call/claude-agent'
import { toolHandlers, type RunOptions } from 'guarded-call/mcp'
import { z } from 'zod'
import { fromCallsConforms, inPlaceConforms, type Asked, type PlainRun, type Reply } from './support/conformance.js'
import { codesOf, cutSearch, Orders, searchOrders, STORY } from './support/orders.js'
import { ScriptedCli, type Script } from './support/scripted-cli.js'

type Hooks = Partial<Record<HookEvent, Array<HookCallbackMatcher>>>

const play = async (
  server: McpSdkServerConfigWithInstance,
  script: Omit<Script, 'server'>,
  hooks: Hooks = {}
): Promise<ScriptedCli> => {
  const cli = new ScriptedCli({ server: server.name, ...script })
  const messages: Array<string> = []
  for await (const message of query({
    prompt: 'go',
    options: {
      mcpServers: { [server.name]: server },
      hooks,
      pathToClaudeCodeExecutable: 'scripted',
      spawnClaudeCodeProcess: cli.spawn
    }
  }))
    messages.push(message.type)
  expect(messages).to.include('result')
  return cli
}

const run = async (
  server: McpSdkServerConfigWithInstance,
  steps: Script['steps'],
  hooks?: Hooks
): Promise<ReadonlyArray<Reply>> => (await play(server, { steps }, hooks)).replies

const seventeen: Script['steps'] = Array.from({ length: 17 }, (_, i) => [
  { id: `c${i}`, name: 'search_orders', input: { status: 'open' } }
])

// -- servers

/** A server of guarded calls: the handlers of `guarded-call/mcp`. */
const serverOf = (calls: ReadonlyArray<AnyGuardedCall>, options: RunOptions): McpSdkServerConfigWithInstance => {
  const { listTools, callTool } = toolHandlers(calls, options)
  const instance = new McpServer({ name: 'shop', version: '1.0.0' }, { capabilities: { tools: {} } })
  instance.server.setRequestHandler(ListToolsRequestSchema, listTools)
  instance.server.setRequestHandler(CallToolRequestSchema, callTool)
  return { type: 'sdk', name: 'shop', instance }
}

type Content = Array<{ type: 'text'; text: string }>

const blocks = (answer: unknown): Content => [
  { type: 'text', text: typeof answer === 'string' ? answer : JSON.stringify(answer) }
]

const ownTool = (name: string, plain: PlainRun) =>
  tool(
    name,
    'own',
    { q: z.unknown().optional(), status: z.unknown().optional(), page: z.unknown().optional() },
    async (args, extra) => {
      const answer = await plain(args, { signal: (extra as { readonly signal?: AbortSignal }).signal })
      // What a tool says by itself stays what it is.
      return typeof answer === 'object' && answer !== null && Object.isFrozen(answer)
        ? (answer as never)
        : {
            content: blocks(answer),
            ...(typeof answer === 'object' ? { structuredContent: answer as Record<string, unknown> } : {})
          }
    }
  )

const shop = (tools: Parameters<typeof createSdkMcpServer>[0]['tools'] = []): McpSdkServerConfigWithInstance =>
  createSdkMcpServer({ name: 'shop', tools })

// -- types

expectTypeOf(guardHooks({ turn: openTurn() })).toExtend<Hooks>()
const typed = [tool('weather', 'w', { city: z.string() }, async ({ city }) => ({ content: blocks(city) }))]
expectTypeOf(guardTools(typed, { turn: openTurn() })).toEqualTypeOf(typed)

// -- what is promised

fromCallsConforms('Claude Agent SDK', {
  seesMessages: false,
  tellsIds: false,
  aborts: false,
  definitions: async (calls) =>
    (await play(serverOf(calls, { turn: openTurn() }), { steps: [] })).tools.map((one) => {
      const { name, description, inputSchema } = one as {
        readonly name: string
        readonly description?: string
        readonly inputSchema: unknown
      }
      return { name, description, schema: inputSchema }
    }),
  answer: (calls, asked, options) => run(serverOf(calls, options), [asked])
})

inPlaceConforms('Claude Agent SDK, tools', {
  guard: (tools, options) => {
    const guarded = guardTools(
      Object.entries(tools).map(([name, plain]) => ownTool(name, plain)),
      options
    )
    return async (asked) => (await run(shop(guarded), [[asked]]))[0] ?? expect.fail('no reply')
  }
})

const named = <A>(record: Readonly<Record<string, A>> = {}): Record<string, A> =>
  Object.fromEntries(Object.entries(record).map(([name, one]) => [`mcp__shop__${name}`, one]))

inPlaceConforms('Claude Agent SDK, hooks', {
  ownOptions: ['matcher'],
  repairs: false,
  runsTools: false,
  // In between, a verdict is a result like any other.
  seesValues: false,
  tellsThrown: true,
  guard: (tools, options) => {
    const own = Object.entries(tools).map(([name, plain]) => ownTool(name, plain))
    // Names are not known before they are called.
    guardTools(own, options)
    const { rules, ...rest } = options
    const hooks = guardHooks({ ...rest, rules: named(rules) })
    return async (asked) => (await run(shop(own), [[asked]], hooks))[0] ?? expect.fail('no reply')
  }
})

describe('Claude Agent SDK', () => {
  const asked: Asked = { id: 'c1', name: 'a', input: { q: 'x' } }
  const text = (reply: Reply | undefined): string => reply?.text ?? ''

  it('ends the story of 17 calls after 3', async () => {
    const search = cutSearch()
    const replies = await run(serverOf([searchOrders(search)], { turn: openTurn() }), seventeen)
    expect(codesOf(replies.map(text))).to.deep.equal(STORY)
    expect(search.calls).to.equal(3)
  })

  const cutting = (search: ReturnType<typeof cutSearch>) =>
    tool('search_orders', 'Finds orders.', { status: z.string() }, async () => {
      return { content: blocks(String(await search())) }
    })

  it('ends it for tools that are there already', async () => {
    const search = cutSearch()
    const replies = await run(
      shop(guardTools([cutting(search)], { turn: openTurn(), rules: { search_orders: { output: Orders } } })),
      seventeen
    )
    expect(codesOf(replies.map(text))).to.deep.equal(STORY)
    expect(search.calls).to.equal(3)
  })

  it('ends it by hooks, which deny what would be the fourth call', async () => {
    const search = cutSearch()
    const turn = openTurn()
    const replies = await run(
      shop([cutting(search)]),
      seventeen,
      guardHooks({ turn, rules: { mcp__shop__search_orders: { output: Orders } } })
    )
    expect(codesOf(replies.map(text))).to.deep.equal(STORY)
    expect(search.calls).to.equal(3)
    expect(turn.calls.map(({ callId, tool: name }) => `${name} ${callId}`).slice(0, 2)).to.deep.equal([
      'mcp__shop__search_orders c0',
      'mcp__shop__search_orders c1'
    ])
  })

  it('keeps apart the calls of one step', async () => {
    const own = tool('a', 'a', { q: z.string() }, async ({ q }) => {
      await new Promise((resolve) => {
        setTimeout(resolve, q === 'slow' ? 20 : 1)
      })
      return { content: blocks({ q, token: 'x' }) }
    })
    const steps = [['slow', 'fast', 'fast', 'fast', 'fast'].map((q, i) => ({ id: `c${i}`, name: 'a', input: { q } }))]
    const replies = await run(
      shop([own]),
      steps,
      guardHooks({ turn: openTurn(), rules: { mcp__shop__a: { output: t.strict({ q: t.string }) } } })
    )
    expect(replies.slice(0, 4).map(text)).to.deep.equal([
      '{"q":"slow"}',
      '{"q":"fast"}',
      '{"q":"fast"}',
      '{"q":"fast"}'
    ])
    expect(codesOf(replies.slice(4).map(text))).to.deep.equal(['retry_budget_exceeded'])
  })

  it('tells beside a failure what the guard knows of it', async () => {
    const own = tool('a', 'a', { q: z.string() }, async () => ({ content: blocks('no such order'), isError: true }))
    const replies = await run(
      shop([own]),
      [[asked], [{ ...asked, id: 'c2' }]],
      guardHooks({ turn: openTurn(), rules: { mcp__shop__a: { effect: 'write' } } })
    )
    expect(JSON.parse(text(replies[0]))).to.include({
      code: 'not_found',
      detail: 'The tool reports that it failed. The tool says: "no such order".'
    })
    expect(codesOf([text(replies[1])])).to.deep.equal(['retry_budget_exceeded'])
  })

  it('notes that a call was not made which the user does not allow', async () => {
    let runs = 0
    const turn = openTurn()
    const own = tool('a', 'a', { q: z.string() }, async () => {
      runs++
      return { content: blocks('x') }
    })
    const { replies } = await play(
      shop([own]),
      { steps: [[asked]], forbidden: ['c1'] },
      guardHooks({ turn, rules: { mcp__shop__a: { effect: 'write' } } })
    )
    expect(replies).to.deep.equal([{ id: 'c1', text: 'not allowed', isError: true }])
    expect(turn.calls.map(({ code, executed }) => ({ code, executed }))).to.deep.equal([
      { code: 'cancelled', executed: 'no' }
    ])
    expect(runs).to.equal(0)
  })
})
