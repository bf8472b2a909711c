/** The adapter with both versions of the official MCP SDK: servers, clients, and one with the other. */
import {
  Client as Client2,
  InMemoryTransport as Transport2,
  StreamableHTTPClientTransport
} from '@modelcontextprotocol/client'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport as Transport1 } from '@modelcontextprotocol/sdk/inMemory.js'
import { Server as LowLevel1 } from '@modelcontextprotocol/sdk/server/index.js'
import { McpServer as Server1 } from '@modelcontextprotocol/sdk/server/mcp.js'
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  UrlElicitationRequiredError as UrlElicitationRequiredError1
} from '@modelcontextprotocol/sdk/types.js'
import {
  acceptedContent,
  createMcpHandler,
  inputRequired,
  McpServer as Server2,
  Server as LowLevel2,
  UrlElicitationRequiredError as UrlElicitationRequiredError2
} from '@modelcontextprotocol/server'
import { expect } from 'chai'
import { expectTypeOf } from 'expect-type'
import * as t from 'io-ts'
import { memoryLedger, openSession, openTurn, type AnyGuardedCall } from 'guarded-call'
import { guardTools, toolHandlers, toTools, type GuardToolsOptions, type RunOptions } from 'guarded-call/mcp'
import { resultHandles } from 'guarded-call/results'
import { z } from 'zod'
import { fromCallsConforms, inPlaceConforms, type PlainRun, type Reply } from './support/conformance.js'
import { codesOf, cutSearch, Orders, searchOrders, STORY } from './support/orders.js'

// -- a client and a server, connected

interface Result {
  readonly content?: ReadonlyArray<{ readonly type: string; readonly text?: string }>
  readonly structuredContent?: unknown
  readonly isError?: boolean
}

/** The part of both clients that the specs use. */
interface AnyClient {
  readonly callTool: (params: {
    readonly name: string
    readonly arguments: Record<string, unknown>
  }) => Promise<unknown>
  readonly listTools: () => Promise<{
    readonly tools: ReadonlyArray<{
      readonly name: string
      readonly description?: string | undefined
      readonly inputSchema: object
      readonly outputSchema?: object | undefined
    }>
  }>
}

const INFO = { name: 'specs', version: '1.0.0' }
const TOOLS = { capabilities: { tools: {} } }
const ELICITS_URL = { capabilities: { elicitation: { url: {} } } }
const LOGIN = { mode: 'url' as const, message: 'Log in first', url: 'https://login.example/x', elicitationId: 'e1' }

const open1 = async (
  server: { readonly connect: (transport: Transport1) => Promise<void> },
  client = new Client1(INFO)
): Promise<Client1> => {
  const [here, there] = Transport1.createLinkedPair()
  await Promise.all([server.connect(there), client.connect(here)])
  return client
}

const open2 = async (
  server: { readonly connect: (transport: Transport2) => Promise<void> },
  client = new Client2(INFO)
): Promise<Client2> => {
  const [here, there] = Transport2.createLinkedPair()
  await Promise.all([server.connect(there), client.connect(here)])
  return client
}

const replyOf = (result: unknown): Reply => {
  const { content = [], isError = false, structuredContent } = result as Result
  if (isError) expect(structuredContent).to.equal(undefined)
  return { id: null, text: content[0]?.text ?? '', isError }
}

const input = (value: unknown): Record<string, unknown> => value as Record<string, unknown>

// -- servers of guarded calls

const lowLevel1 = (calls: ReadonlyArray<AnyGuardedCall>, options: RunOptions): LowLevel1 => {
  const { listTools, callTool } = toolHandlers(calls, options)
  const server = new LowLevel1(INFO, TOOLS)
  server.setRequestHandler(ListToolsRequestSchema, listTools)
  server.setRequestHandler(CallToolRequestSchema, callTool)
  return server
}

const lowLevel2 = (calls: ReadonlyArray<AnyGuardedCall>, options: RunOptions): LowLevel2 => {
  const { listTools, callTool } = toolHandlers(calls, options)
  const server = new LowLevel2(INFO, TOOLS)
  server.setRequestHandler('tools/list', listTools)
  server.setRequestHandler('tools/call', callTool)
  return server
}

const registered2 = (calls: ReadonlyArray<AnyGuardedCall>, options: RunOptions): Server2 => {
  const server = new Server2(INFO)
  for (const { name, config, handler } of toTools(calls, options)) server.registerTool(name, config, handler)
  return server
}

const servers: Readonly<
  Record<string, (calls: ReadonlyArray<AnyGuardedCall>, options: RunOptions) => Promise<AnyClient>>
> = {
  'MCP SDK 1, low-level server': (calls, options) => open1(lowLevel1(calls, options)),
  'MCP SDK 2, low-level server': (calls, options) => open2(lowLevel2(calls, options)),
  'MCP SDK 2, McpServer': (calls, options) => open2(registered2(calls, options))
}

for (const [name, serve] of Object.entries(servers)) {
  fromCallsConforms(name, {
    seesMessages: false,
    tellsIds: false,
    aborts: false,
    answersUnknown: name.includes('low-level'),
    definitions: async (calls) => {
      const { tools } = await (await serve(calls, { turn: openTurn() })).listTools()
      return tools.map((tool) => ({ name: tool.name, description: tool.description, schema: tool.inputSchema }))
    },
    answer: async (calls, asked, run) => {
      const client = await serve(calls, run)
      // What a server declares of its payloads, a client holds it to.
      await client.listTools()
      return Promise.all(
        asked.map(async (ask) => replyOf(await client.callTool({ name: ask.name, arguments: input(ask.input) })))
      )
    }
  })

  it(`${name}: ends the story of 17 calls after 3`, async () => {
    const search = cutSearch()
    const client = await serve([searchOrders(search)], { turn: openTurn() })
    await client.listTools()
    const texts: Array<string> = []
    for (let i = 0; i < 17; i++)
      texts.push(replyOf(await client.callTool({ name: 'search_orders', arguments: { status: 'open' } })).text)
    expect(codesOf(texts)).to.deep.equal(STORY)
    expect(search.calls).to.equal(3)
  })
}

// -- servers whose tools are there already

const asResult = (
  answer: unknown
): { content: Array<{ type: 'text'; text: string }>; structuredContent?: Record<string, unknown> } =>
  typeof answer !== 'object'
    ? { content: [{ type: 'text', text: typeof answer === 'string' ? answer : JSON.stringify(answer) }] }
    : {
        content: [{ type: 'text', text: JSON.stringify(answer) }],
        structuredContent: answer as Record<string, unknown>
      }

const register = (
  tools: Readonly<Record<string, PlainRun>>,
  add: (name: string, run: (args: object) => Promise<ReturnType<typeof asResult>>) => unknown
): void => {
  for (const [name, run] of Object.entries(tools)) {
    add(name, async (args) => {
      const answer = await run(args as Record<string, unknown>, { signal: undefined })
      // What a tool says by itself stays what it is.
      return typeof answer === 'object' && answer !== null && Object.isFrozen(answer)
        ? (answer as never)
        : asResult(answer)
    })
  }
}

const loose = z.looseObject({})

// What guards a client or a server again replaces the guard of an earlier run.
const guardEach = <T extends Server1 | Server2 | Client1 | Client2>(
  target: T,
  each: ReadonlyArray<GuardToolsOptions>
): T => {
  for (const options of each) guardTools(target, options)
  return target
}
expectTypeOf((target: Server1) => guardTools(target)).returns.toEqualTypeOf<Server1>()
expectTypeOf((target: Server2) => guardTools(target)).returns.toEqualTypeOf<Server2>()
expectTypeOf((target: Client1) => guardTools(target)).returns.toEqualTypeOf<Client1>()
expectTypeOf((target: Client2) => guardTools(target)).returns.toEqualTypeOf<Client2>()

type Guard = (
  tools: Readonly<Record<string, PlainRun>>,
  ...each: ReadonlyArray<GuardToolsOptions>
) => Promise<AnyClient>

const serve1: Guard = async (tools, ...each) => {
  const server = guardEach(new Server1(INFO), each)
  register(tools, (name, run) => server.registerTool(name, { inputSchema: loose }, run))
  return open1(server)
}

const serve2: Guard = async (tools, ...each) => {
  const server = guardEach(new Server2(INFO), each)
  register(tools, (name, run) => server.registerTool(name, { inputSchema: loose }, run))
  return open2(server)
}

const ask1: Guard = async (tools, ...each) => {
  const server = new Server1(INFO)
  register(tools, (name, run) => server.registerTool(name, { inputSchema: loose }, run))
  return open1(server, guardEach(new Client1(INFO), each))
}

const ask2: Guard = async (tools, ...each) => {
  const server = new Server2(INFO)
  register(tools, (name, run) => server.registerTool(name, { inputSchema: loose }, run))
  return open2(server, guardEach(new Client2(INFO), each))
}

const guards = {
  'MCP SDK 1, McpServer': serve1,
  'MCP SDK 2, McpServer': serve2,
  'MCP SDK 1, client': ask1,
  'MCP SDK 2, client': ask2
}

for (const [name, guard] of Object.entries(guards)) {
  const isClient = name.endsWith('client')
  inPlaceConforms(name, {
    passesSignal: false,
    // Across the wire, a verdict is a result like any other.
    seesValues: false,
    // A server makes a result of what its tool throws.
    tellsThrown: isClient,
    guard: (tools, options) => {
      // Names are not known before they are called.
      guardTools(Object.fromEntries(Object.keys(tools).map((key) => [key, () => 1])), options)
      const client = guard(tools, options)
      return async (asked) =>
        replyOf(await (await client).callTool({ name: asked.name, arguments: input(asked.input) }))
    }
  })

  describe(name, () => {
    it('ends the story of 17 calls after 3', async () => {
      const search = cutSearch()
      const client = await guard(
        {
          search_orders: search
        },
        { turn: openTurn(), rules: { search_orders: { output: Orders } } }
      )
      const texts: Array<string> = []
      for (let i = 0; i < 17; i++)
        texts.push(replyOf(await client.callTool({ name: 'search_orders', arguments: { status: 'open' } })).text)
      expect(codesOf(texts)).to.deep.equal(STORY)
      expect(search.calls).to.equal(3)
    })

    it('counts by the turn of the run that guarded it last', async () => {
      const turns = [openTurn(), openTurn()]
      const rules = { pay: { effect: 'write' } } as const
      const client = await guard({ pay: () => 'paid' }, ...turns.map((turn) => ({ turn, rules })))
      await client.callTool({ name: 'pay', arguments: {} })
      expect(turns.map(({ count }) => count)).to.deep.equal([0, 1])
    })

    if (!isClient) {
      it('counts what the server itself refuses', async () => {
        const client = await guard({ a: () => 'x' }, { turn: openTurn() })
        const codes: Array<unknown> = []
        for (let i = 0; i < 4; i++) {
          const answered = client
            .callTool({ name: 'none', arguments: {} })
            .then((result) => JSON.parse(replyOf(result).text) as unknown)
          codes.push(((await answered.catch((thrown: unknown) => thrown)) as { readonly code: unknown }).code)
        }
        // Version 2 answers with an error of the protocol, which is the client's, and passes; but not for ever.
        expect(codes).to.deep.equal(
          name.startsWith('MCP SDK 1')
            ? ['unknown_tool', 'unknown_tool', 'unknown_tool', 'retry_budget_exceeded']
            : [-32_602, -32_602, -32_602, 'retry_budget_exceeded']
        )
      })
    }
  })
}

const throwing = async (): Promise<never> => {
  throw new Error('connect ECONNREFUSED 10.0.0.5:5432 user=svc at /srv/app/db.ts:12')
}

const throwers: Readonly<Record<string, () => Promise<AnyClient>>> = {
  'MCP SDK 1, by tool()': async () => {
    const server = guardTools(new Server1(INFO), { turn: openTurn() })
    // oxlint-disable-next-line typescript/no-deprecated -- many servers are written so
    const tool = server.tool.bind(server)
    tool('plain', throwing)
    tool('schema', 'Throws.', { q: z.string().optional() }, { readOnlyHint: true }, throwing)
    tool('updated', () => ({ content: [] })).update({ callback: throwing })
    return open1(server)
  },
  'MCP SDK 1': async () => {
    const server = guardTools(new Server1(INFO), { turn: openTurn() })
    server.registerTool('plain', {}, throwing)
    server.registerTool('schema', { inputSchema: { q: z.string().optional() } }, throwing)
    server.registerTool('updated', {}, () => ({ content: [] })).update({ callback: throwing })
    return open1(server)
  },
  'MCP SDK 2': async () => {
    const server = guardTools(new Server2(INFO), { turn: openTurn() })
    server.registerTool('plain', {}, throwing)
    server.registerTool('schema', { inputSchema: z.object({ q: z.string().optional() }) }, throwing)
    server.registerTool('updated', {}, () => ({ content: [] })).update({ callback: throwing })
    return open2(server)
  }
}

for (const [name, connect] of Object.entries(throwers)) {
  describe(`${name}, what a tool of an McpServer throws`, () => {
    it('does not reach the model', async () => {
      const client = await connect()
      for (const tool of ['plain', 'schema', 'updated']) {
        const { isError, text } = replyOf(await client.callTool({ name: tool, arguments: {} }))
        expect(isError).to.equal(true)
        expect((JSON.parse(text) as { readonly code: string }).code).to.equal('tool_unavailable')
        expect(text).not.to.match(/10\.0\.0\.5|svc|db\.ts|says/)
      }
    })
  })
}

const failing = (server: { readonly registerTool: Server1['registerTool'] }): void => {
  server.registerTool('a', { inputSchema: {}, outputSchema: { n: z.number() } }, async () => ({
    content: [{ type: 'text', text: 'REAL CAUSE: auth failed' }],
    structuredContent: { n: 'none' },
    isError: true
  }))
}

describe('MCP, an error result', () => {
  it('hides its cause from a strict client, and not from one that asks a guarded server', async () => {
    const plain = new Server1(INFO)
    failing(plain)
    const strict = await open1(plain)
    await strict.listTools()
    const thrown: unknown = await strict.callTool({ name: 'a', arguments: {} }).then(
      () => undefined,
      (error: unknown) => error
    )
    expect((thrown as Error).message).to.include('-32602')

    const server = guardTools(new Server1(INFO), {
      turn: openTurn(),
      rules: { a: { output: t.type({ n: t.number }) } }
    })
    failing(server)
    const client = await open1(server)
    await client.listTools()
    const { isError, text } = replyOf(await client.callTool({ name: 'a', arguments: {} }))
    expect(isError).to.equal(true)
    expect(JSON.parse(text)).to.include({
      code: 'unauthorized',
      detail: 'The tool reports that it failed. The tool says: "REAL CAUSE: auth failed".'
    })
  })

  it('is what becomes of an answer that the client finds against the declared schema', async () => {
    const server = new LowLevel1(INFO, TOOLS)
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: [
        {
          name: 'a',
          inputSchema: { type: 'object' },
          outputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }
        }
      ]
    }))
    server.setRequestHandler(CallToolRequestSchema, () => ({
      content: [{ type: 'text', text: '{}' }],
      structuredContent: { n: 'none' }
    }))
    const client = await open1(server, guardTools(new Client1(INFO), { turn: openTurn() }))
    await client.listTools()
    const { isError, text } = replyOf(await client.callTool({ name: 'a', arguments: {} }))
    expect({ isError, code: (JSON.parse(text) as { readonly code: string }).code }).to.deep.equal({
      isError: true,
      code: 'schema_violation'
    })
  })
})

const OUTPUT = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } as const
const WRITES = { rules: { a: { effect: 'write' as const } } }

/** A server that answers calls of the tool `a` by itself, and its client. */
const handled = {
  '1': async (answer: () => unknown, options: GuardToolsOptions): Promise<AnyClient> => {
    const server = new LowLevel1(INFO, TOOLS)
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: [{ name: 'a', inputSchema: { type: 'object' }, outputSchema: OUTPUT }]
    }))
    server.setRequestHandler(CallToolRequestSchema, answer as never)
    return open1(server, guardTools(new Client1(INFO), options))
  },
  '2': async (answer: () => unknown, options: GuardToolsOptions): Promise<AnyClient> => {
    const server = new LowLevel2(INFO, TOOLS)
    server.setRequestHandler('tools/list', () => ({
      tools: [{ name: 'a', inputSchema: { type: 'object' }, outputSchema: OUTPUT }]
    }))
    server.setRequestHandler('tools/call', answer as never)
    return open2(server, guardTools(new Client2(INFO), options))
  }
}

for (const [version, connect] of Object.entries(handled)) {
  describe(`MCP SDK ${version}, whose error it is`, () => {
    const outcomeOf = async (answer: () => unknown): Promise<unknown> => {
      const turn = openTurn()
      const client = await connect(answer, { turn, ...WRITES })
      await client.listTools()
      await client.callTool({ name: 'a', arguments: {} })
      return turn.calls.map(({ code, executed }) => [code === 'schema_violation', executed])
    }
    const refusing = (code: number, message: string) => (): never => {
      throw Object.assign(new Error(message), { code })
    }

    it("takes for executed what the client's own check of a result refuses, and nothing else", async () => {
      for (const result of [{ content: [], structuredContent: { n: 'none' } }, { content: [] }])
        expect(await outcomeOf(() => result)).to.deep.equal([[true, 'yes']])
      for (const [code, message] of [
        [-32_603, 'The output schema of this tool could not be loaded; the mail was not sent'],
        [-32_600, 'Tool a has an output schema but did not return structured content'],
        [-32_602, "Structured content does not match the tool's output schema: data must have n"]
      ] as const)
        expect(await outcomeOf(refusing(code, message)), message).to.deep.equal([[false, 'unknown']])
      const failed = { content: [{ type: 'text', text: 'declined' }], structuredContent: { n: 'x' }, isError: true }
      expect(await outcomeOf(() => failed)).to.deep.equal([[false, 'unknown']])
    })
  })
}

for (const [version, McpServer] of [
  ['1', Server1],
  ['2', Server2]
] as const) {
  describe(`MCP SDK ${version}, a tool that hands on what another server says`, () => {
    it('has run, whatever that is', async () => {
      const upstream = new Server1(INFO)
      upstream.registerTool('other', {}, async () => ({ content: [] }))
      const audit = await open1(upstream)
      for (const name of ['audit', 'pay']) {
        const turn = openTurn()
        const server = guardTools(new McpServer(INFO), { turn, rules: { pay: { effect: 'write' } } }) as Server1
        let paid = 0
        server.registerTool('pay', { inputSchema: z.object({ to: z.string() }) as never }, (async () => {
          paid++
          return audit.callTool({ name, arguments: {} })
        }) as never)
        const client: AnyClient = version === '1' ? await open1(server) : await open2(server as never)
        for (let i = 0; i < 3; i++) await client.callTool({ name: 'pay', arguments: { to: 'ada' } })
        expect([paid, turn.calls[0]?.executed]).to.deep.equal([1, 'unknown'])
        await client.callTool({ name: 'pay', arguments: { to: 5 } })
        expect([paid, turn.calls.at(-1)?.code, turn.calls.at(-1)?.executed]).to.deep.equal([
          1,
          'invalid_arguments',
          'no'
        ])
      }
    })
  })
}

// -- servers that are guarded, as their authors write them

type Register = (name: string, config: object, run: (args: never, extra: never) => unknown) => Registered

interface Registered {
  readonly update: (updates: object) => void
}

const opened = {
  '1': (options: GuardToolsOptions) => {
    const server = guardTools(new Server1(INFO), options)
    return { add: server.registerTool.bind(server) as unknown as Register, open: () => open1(server) }
  },
  '2': (options: GuardToolsOptions) => {
    const server = guardTools(new Server2(INFO), options)
    return { add: server.registerTool.bind(server) as unknown as Register, open: () => open2(server) }
  }
}

const WRITING = { annotations: { readOnlyHint: false } }

for (const [version, guarded] of Object.entries(opened)) {
  describe(`MCP SDK ${version}, a guarded server`, () => {
    const paying = async (config: object, change?: (tool: Registered) => void) => {
      const { add, open } = guarded({ turn: openTurn() })
      const got: Array<unknown> = []
      const tool = add('pay', { ...WRITING, ...config }, (given) => {
        got.push(given)
        return { content: [{ type: 'text', text: 'paid' }] }
      })
      change?.(tool)
      const client = await open()
      return {
        got,
        pay: (args: object, name = 'pay') => client.callTool({ name, arguments: args as Record<string, unknown> })
      }
    }

    it('runs a write once whose callback would get the same arguments', async () => {
      const inputSchema = z.object({
        order: z.number(),
        cents: z.number().default(500),
        tag: z.string().trim().optional()
      })
      const { got, pay } = await paying({ inputSchema })
      for (const args of [{ order: 1 }, { order: 1, cents: 500 }, { order: 1, stray: 1 }, { order: 1, stray: 2 }])
        await pay(args)
      expect(got).to.deep.equal([{ order: 1, cents: 500 }])
      await pay({ order: 1, tag: 'a ' })
      await pay({ order: 1, tag: ' a' })
      expect(got.slice(1)).to.deep.equal([{ order: 1, cents: 500, tag: 'a' }])
    })

    it('goes by the schema, and the declarations, that the tool has by now', async () => {
      const shape = { order: z.number(), cents: z.number().default(500) }
      const { got, pay } = await paying({ inputSchema: z.object({ order: z.number() }) }, (tool) =>
        tool.update({ name: 'pay_now', paramsSchema: version === '1' ? shape : z.object(shape) })
      )
      for (const args of [{ order: 1 }, { order: 1, cents: 500 }]) await pay(args, 'pay_now')
      expect(got).to.deep.equal([{ order: 1, cents: 500 }])
    })

    it('runs a write once that takes no arguments', async () => {
      const { got, pay } = await paying({})
      for (const args of [{}, { order: 1 }]) await pay(args)
      expect(got.length).to.equal(1)
    })

    it('serves handles, and the tool that reads them, to a strict client', async () => {
      const { add, open } = guarded({ turn: openTurn(), results: resultHandles() })
      const rows = Array.from({ length: 5_000 }, (_, id) => ({ id }))
      const outputSchema = z.object({ rows: z.array(z.object({ id: z.number() })) })
      add('export_rows', { ...WRITING, outputSchema }, () => asResult({ rows }))
      const client = await open()
      const { tools } = await client.listTools()
      expect(tools.map(({ name, outputSchema: declared }) => [name, declared])).to.deep.equal([
        ['export_rows', undefined],
        ['read_result', undefined]
      ])
      const { text } = replyOf(await client.callTool({ name: 'export_rows', arguments: {} }))
      const { ref } = JSON.parse(text) as { readonly ref: string }
      const read = replyOf(await client.callTool({ name: 'read_result', arguments: { ref, path: 'rows[7]' } }))
      expect(JSON.parse(read.text)).to.deep.include({ value: { id: 7 } })
    })
  })
}

describe('MCP SDK 2, a guarded write that asks its user first', () => {
  const Confirm = z.object({ confirm: z.boolean() })

  const deploying = async (options: () => GuardToolsOptions, mode: 'auto' | 'legacy') => {
    const ran: Array<string> = []
    const serving = createMcpHandler(() => {
      const server = guardTools(new Server2(INFO), options())
      server.registerTool(
        'deploy',
        { inputSchema: z.object({ env: z.string() }), ...WRITING },
        async ({ env }, { mcpReq }) => {
          const said = acceptedContent(mcpReq.inputResponses, 'confirm', Confirm)
          if (mcpReq.inputResponses?.['confirm'] !== undefined && said?.confirm !== true)
            return { content: [{ type: 'text', text: 'The user declined' }], isError: true }
          if (said === undefined)
            return inputRequired({
              inputRequests: { confirm: inputRequired.elicit({ message: `Deploy ${env}?`, requestedSchema: Confirm }) }
            })
          ran.push(env)
          return { content: [{ type: 'text', text: `deployed ${env}` }] }
        }
      )
      return server
    })
    const client = new Client2(INFO, { capabilities: { elicitation: {} }, versionNegotiation: { mode } })
    const answers: Array<'accept' | 'decline'> = []
    client.setRequestHandler('elicitation/create', async () =>
      answers.shift() === 'decline' ? { action: 'decline' } : { action: 'accept', content: { confirm: true } }
    )
    await client.connect(
      new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), {
        fetch: (url, init) => serving.fetch(new Request(url, init))
      })
    )
    const deploy = async (env: string): Promise<Reply> =>
      replyOf(await client.callTool({ name: 'deploy', arguments: { env } }))
    return { ran, answers, deploy, close: () => client.close() }
  }

  const sessions = { plain: {}, 'with a ledger': { ledger: memoryLedger() } }

  for (const [name, more] of Object.entries(sessions)) {
    it(`runs once, with the word of the person: ${name}`, async () => {
      const turn = openSession({ logger: false, ...more }).openTurn({ id: 'job' })
      const { ran, answers, deploy, close } = await deploying(() => ({ turn }), 'auto')
      expect((await deploy('one')).text).to.equal('deployed one')
      expect((await deploy('one')).text).to.include('retry_budget_exceeded')
      answers.push('decline')
      expect((await deploy('two')).text).to.include('The user declined')
      const both = await Promise.all([deploy('three'), deploy('three')])
      expect(both.filter(({ isError }) => isError).length).to.equal(1)
      expect(ran).to.deep.equal(['one', 'three'])
      await close()
    })
  }
})

for (const [version, connect] of Object.entries({
  '1': async (options: GuardToolsOptions): Promise<AnyClient> => {
    const server = new Server1(INFO)
    server.registerTool('mail', {}, () => {
      throw new UrlElicitationRequiredError1([LOGIN])
    })
    return open1(server, guardTools(new Client1(INFO, ELICITS_URL), options))
  },
  '2': async (options: GuardToolsOptions): Promise<AnyClient> => {
    const server = new Server2(INFO)
    server.registerTool('mail', {}, () => {
      throw new UrlElicitationRequiredError2([LOGIN])
    })
    return open2(server, guardTools(new Client2(INFO, ELICITS_URL), options))
  }
})) {
  it(`MCP SDK ${version}: a guarded client throws the addresses that its user has to open first, every time`, async () => {
    const client = await connect({ turn: openTurn(), rules: { mail: { effect: 'write' } } })
    for (let i = 0; i < 2; i++) {
      const thrown: unknown = await client.callTool({ name: 'mail', arguments: {} }).catch((caught: unknown) => caught)
      expect(thrown).to.have.property('code', -32_042)
      expect(thrown).to.have.deep.property('elicitations', [LOGIN])
    }
  })
}
