import { expect } from 'chai'
import * as t from 'io-ts'
import { guardTools, toolHandlers, toTools } from '../../lib/adapters/mcp/index.js'
import { guardedCall } from '../../lib/guard/guarded-call.js'
import { openSession, openTurn } from '../../lib/guard/session.js'
import { memoryLedger } from '../../lib/stores/memory-ledger.js'
import type { GuardToolsOptions } from '../../lib/toolset/in-place.js'
import { fromCallsConforms, inPlaceConforms, MCP_PICTURES, type PlainRun } from './conformance.js'
import { asResult, INSIDE, LowLevelServer, protocolError, replyOf, WRITE } from './mcp-servers.js'

fromCallsConforms('mcp, handlers', {
  seesMessages: false,
  tellsIds: false,
  definitions: (calls) =>
    toolHandlers(calls, { turn: openTurn() })
      .listTools()
      .tools.map(({ name, description, inputSchema }) => ({ name, description, schema: inputSchema })),
  answer: (calls, asked, { signal, ...run }) => {
    const { callTool } = toolHandlers(calls, run)
    return Promise.all(
      asked.map(async ({ name, input }) => replyOf(await callTool({ params: { name, arguments: input } }, { signal })))
    )
  }
})

fromCallsConforms('mcp, registered tools', {
  seesMessages: false,
  tellsIds: false,
  answersUnknown: false,
  definitions: (calls) =>
    toTools(calls, { turn: openTurn() }).map(({ name, config: { description, inputSchema } }) => ({
      name,
      description,
      schema: inputSchema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
    })),
  answer: (calls, asked, { signal, ...run }) => {
    const tools = toTools(calls, run)
    return Promise.all(
      asked.map(async ({ name, input }) =>
        replyOf(await tools.find((tool) => tool.name === name)?.handler(input, { mcpReq: { signal } }))
      )
    )
  }
})

interface Extra {
  readonly signal?: AbortSignal | undefined
}

/** A tool of a server: answers with results, but hands on what a tool says by itself. */
const callback =
  (run: PlainRun) =>
  async (args: unknown, extra: Extra): Promise<unknown> => {
    const answer = await run(args as Record<string, unknown>, { signal: extra.signal })
    return typeof answer === 'object' && answer !== null && Object.isFrozen(answer) ? answer : asResult(answer)
  }

inPlaceConforms('mcp, callbacks', {
  pictures: MCP_PICTURES,
  guard: (tools, options) => {
    const guarded = guardTools(
      Object.fromEntries(Object.entries(tools).map(([name, run]) => [name, callback(run)])),
      options
    )
    return async ({ name, input }) => replyOf(await guarded[name]?.(input, { signal: new AbortController().signal }))
  }
})

// Names are not known before they are called.
const knowNames = (tools: Readonly<Record<string, unknown>>, options: GuardToolsOptions): void => {
  guardTools(Object.fromEntries(Object.keys(tools).map((name) => [name, () => 1])), options)
}

inPlaceConforms('mcp, client', {
  pictures: MCP_PICTURES,
  guard: (tools, options) => {
    knowNames(tools, options)
    const client = {
      callTool: async (
        { name, arguments: args }: { readonly name: string; readonly arguments: unknown },
        { signal }: Extra
      ) => callback(tools[name] ?? expect.fail(`no tool ${name}`))(args, { signal })
    }
    guardTools(client, options)
    return async ({ name, input }) => replyOf(await client.callTool({ name, arguments: input }, {}))
  }
})

inPlaceConforms('mcp, low-level server', {
  pictures: MCP_PICTURES,
  passesSignal: false,
  guard: (tools, options) => {
    knowNames(tools, options)
    const server = new LowLevelServer()
    guardTools(server, options)
    server.setRequestHandler('tools/list', () => ({ tools: [] }))
    server.setRequestHandler(
      { shape: { method: { value: 'tools/call' } } },
      (
        {
          params: { name, arguments: args }
        }: { readonly params: { readonly name: string; readonly arguments: unknown } },
        extra: Extra
      ) => callback(tools[name] ?? expect.fail(`no tool ${name}`))(args, extra)
    )
    return async (asked) => replyOf(await server.call(asked))
  }
})

const turn = openTurn
const weather = (codec: t.Mixed) =>
  guardedCall({ name: 'weather', effect: 'read', args: t.type({}), run: () => ({ degrees: 22 }) }, codec)

describe('toolHandlers', () => {
  it('declares what a payload is, where that is an object, and gives it as structured content', async () => {
    const { listTools, callTool } = toolHandlers([weather(t.strict({ degrees: t.number }))], { turn: turn() })
    expect(listTools().tools[0]).to.deep.equal({
      name: 'weather',
      description: '',
      inputSchema: { type: 'object', properties: {} },
      annotations: { readOnlyHint: true },
      outputSchema: { type: 'object', properties: { degrees: { type: 'number' } }, required: ['degrees'] }
    })
    expect(await callTool({ params: { name: 'weather' } })).to.deep.equal({
      content: [{ type: 'text', text: '{"degrees":22}' }],
      structuredContent: { degrees: 22 }
    })
  })

  it('declares nothing of a payload that is no object, or that cannot be written', async () => {
    const list = guardedCall({ name: 'list', effect: 'write', args: t.type({}), run: () => [1] }, t.array(t.number))
    const codec = t.type({ degrees: t.number })
    const decoder: t.Decoder<unknown, unknown> = {
      name: 'decoder',
      validate: codec.validate.bind(codec),
      decode: codec.decode.bind(codec)
    }
    const handlers = toolHandlers(
      [list, guardedCall({ name: 'b', effect: 'read', args: t.type({}), run: () => ({}) }, decoder)],
      { turn: turn() }
    )
    expect(
      handlers.listTools().tools.map(({ outputSchema, annotations }) => ({ outputSchema, annotations }))
    ).to.deep.equal([
      { outputSchema: undefined, annotations: { readOnlyHint: false } },
      { outputSchema: undefined, annotations: { readOnlyHint: true } }
    ])
    expect(await handlers.callTool({ params: { name: 'list' } })).to.deep.equal({
      content: [{ type: 'text', text: '[1]' }]
    })
  })

  it('finds the turn by what the request tells', async () => {
    const turns = { a: turn(), b: turn() }
    const { callTool } = toolHandlers([weather(t.unknown)], {
      turn: (extra) => turns[(extra as { readonly sessionId: 'a' | 'b' }).sessionId]
    })
    await callTool({ params: { name: 'weather' } }, { sessionId: 'b' })
    expect([turns.a.count, turns.b.count]).to.deep.equal([0, 1])
  })
})

describe('guardTools, mcp', () => {
  const rules = { a: { output: t.strict({ n: t.number }) } }
  const times = <A>(result: A): ReadonlyArray<A> => [result, result, result]
  const resultOf = (answer: unknown, options: Partial<GuardToolsOptions> = {}): Promise<unknown> =>
    Promise.resolve(guardTools({ a: () => answer }, { turn: turn(), ...options }).a())

  it('sees an error before its structured content is judged', async () => {
    const result = await resultOf(
      { content: [{ type: 'text', text: 'REAL CAUSE: auth failed' }], structuredContent: { n: 'x' }, isError: true },
      { rules }
    )
    expect(JSON.parse(replyOf(result).text)).to.include({
      code: 'unauthorized',
      detail: 'The tool reports that it failed. The tool says: "REAL CAUSE: auth failed".',
      hint: 'Ask the user for access, or use another tool.'
    })
  })

  it('leaves no text that was not judged beside structured content that was', async () => {
    const image = { type: 'image', data: 'x' }
    expect(
      await resultOf(
        {
          content: [{ type: 'text', text: '{"n":1,"token":"s3cret"}' }, image],
          structuredContent: { n: 1, token: 's3cret' },
          _meta: { a: 1 }
        },
        { rules }
      )
    ).to.deep.equal({
      content: [{ type: 'text', text: '{"n":1}' }, image],
      structuredContent: { n: 1 },
      _meta: { a: 1 }
    })
    expect(
      await resultOf(
        {
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' }
          ]
        },
        { rules }
      )
    ).to.have.property('isError', true)
    expect(await resultOf({ content: [image] })).to.deep.equal({ content: [image] })
  })

  describe('of a read whose response is more than what is judged', () => {
    const image = { type: 'image', data: 'aW1n' }
    const text = { type: 'text', text: '{"n":1,"token":"s3cret"}' }
    const link = { type: 'resource_link', uri: 'file:///b', name: 'b' }
    const prose = { type: 'text', text: 'One, as of today.' }
    const asked = async (results: ReadonlyArray<object>, more: object = {}): Promise<unknown> => {
      let at = 0
      const { a } = guardTools({ a: () => results[at++] }, { turn: turn(), rules: { a: { effect: 'read', ...more } } })
      let last: unknown
      for (let i = 0; i <= results.length; i++) last = await a()
      return JSON.parse(replyOf(last).text)
    }

    it('shows all of it again, as the model read it', async () => {
      const rows: ReadonlyArray<readonly [result: object, data: unknown, more?: object]> = [
        [{ content: [text, link] }, [text, link]],
        [{ content: [text, image] }, [{ ...text, text: '{"n":1}' }, image], rules.a],
        [
          { content: [text, image], structuredContent: { n: 1 } },
          { structuredContent: { n: 1 }, content: [text, image] }
        ],
        [
          { content: [text, image], structuredContent: { n: 1, token: 's3cret' } },
          { structuredContent: { n: 1 }, content: [image] },
          rules.a
        ],
        [
          { content: [prose], structuredContent: { n: 1 } },
          { structuredContent: { n: 1 }, content: [prose] }
        ],
        [{ content: [{ type: 'text', text: '{"n":1}' }], structuredContent: { n: 1 } }, { n: 1 }]
      ]
      for (const [result, data, more] of rows) expect(await asked(times(result), more)).to.deep.include({ data })
    })

    it('shows what came, whatever its reader made of it since', async () => {
      const results = times({ content: [text, { ...image }] }).map((result) => structuredClone(result))
      let at = 0
      const { a } = guardTools({ a: () => results[at++] }, { turn: turn(), rules: { a: { effect: 'read' } } })
      for (const _ of results) {
        const { content } = (await a()) as (typeof results)[number]
        content.length = 0
      }
      expect(JSON.parse(replyOf(await a()).text)).to.deep.include({ data: [text, image] })
    })

    it('takes no declared field of a part for news', async () => {
      const session = openSession({ loop: { ignoreResultFields: ['at'] } })
      let at = 0
      const look = () => ({ content: [{ type: 'text', text: `{"n":1,"at":${++at}}` }, image] })
      const { a } = guardTools({ a: look }, { turn: session.openTurn(), rules: { a: { effect: 'read' } } })
      for (let i = 0; i < 6; i++) await a()
      expect(at).to.equal(3)
    })

    it('is news beside a text of any length', async () => {
      let looked = 0
      const look = () => ({
        content: [
          { type: 'text', text: `"${'x'.repeat(70_000)}"` },
          { ...image, data: `aW1n${++looked}` }
        ]
      })
      const { a } = guardTools({ a: look }, { turn: openTurn(), rules: { a: { effect: 'read', output: t.string } } })
      for (let i = 0; i < 5; i++) await a()
      expect(looked).to.equal(5)
    })

    it('is all that a ledger shows of a write that another process made', async () => {
      const ledger = memoryLedger()
      const pay = (): Promise<unknown> => {
        const write = {
          turn: openSession({ ledger }).openTurn({ id: 't' }),
          rules: { a: { effect: 'write' as const } }
        }
        const { a } = guardTools({ a: () => ({ content: [text, image] }) }, write)
        return Promise.resolve(a()).then(() => a())
      }
      await pay()
      expect(JSON.parse(replyOf(await pay()).text)).to.deep.include({ data: [text, image] })
    })
  })

  it('hands on tasks and requests for input', async () => {
    for (const result of [{ task: { taskId: '1' } }, { content: [], resultType: 'input_required' }])
      expect(await resultOf(result, { rules })).to.equal(result)
    expect(
      await resultOf({ content: [{ type: 'text', text: '{"n":1}' }], resultType: 'complete' }, { rules })
    ).to.have.property('resultType', 'complete')
    // A client of an older revision would take the content for the response.
    expect(
      await resultOf({ content: [{ type: 'text', text: '{"n":"one"}' }], resultType: 'input_required' }, { rules })
    ).to.have.property('isError', true)
  })

  describe('of a write that asks its user for input first', () => {
    const ASKS = { resultType: 'input_required', inputRequests: { confirm: {} } }
    const asking = (options: Partial<GuardToolsOptions>) => {
      const sent: Array<unknown> = []
      const write = { rules: { pay: { effect: 'write' as const } }, ...options }
      // A server for each request, as over HTTP.
      const round = (answer: unknown, args: object = { order: 1 }): Promise<unknown> => {
        const callbacks = {
          pay: async (given: object, _extra: object) => {
            sent.push(given)
            return answer
          }
        }
        return guardTools(callbacks, write).pay(args, { signal: new AbortController().signal })
      }
      return { sent, round }
    }

    it('makes the same call again once the user has answered, which then runs once', async () => {
      for (const session of [openSession({ logger: false }), openSession({ logger: false, ledger: memoryLedger() })]) {
        const here = session.openTurn({ id: 'pay' })
        const { sent, round } = asking({ turn: here })
        expect(await round(ASKS)).to.equal(ASKS)
        expect(await round(ASKS)).to.equal(ASKS)
        const paid = asResult('paid')
        expect(await round(paid)).to.deep.equal(paid)
        expect(JSON.parse(replyOf(await round(paid)).text)).to.include({ code: 'retry_budget_exceeded', data: 'paid' })
        expect([sent.length, here.calls.map(({ executed }) => executed)]).to.deep.equal([
          3,
          ['no', 'no', 'yes', 'refused']
        ])
      }
    })

    it('reads what the tool says of a user who declined, and asks anew in the next turn', async () => {
      const session = openSession({ logger: false })
      const first = asking({ turn: session.openTurn() })
      await first.round(ASKS)
      const declined = await first.round({ content: [{ type: 'text', text: 'The user declined' }], isError: true })
      expect(replyOf(declined).text).to.include('The tool says: \\"The user declined\\".')
      expect(await asking({ turn: session.openTurn() }).round(ASKS)).to.equal(ASKS)
    })

    it('is judged by no codec, and no loop however many users are asked', async () => {
      const session = openSession({ logger: false })
      for (let i = 0; i < 4; i++) {
        const { round } = asking({
          turn: session.openTurn(),
          rules: { pay: { effect: 'write', output: t.type({ n: t.number }) } }
        })
        for (let order = 0; order < 8; order++) expect(await round(ASKS, { order }), `${i} ${order}`).to.equal(ASKS)
      }
    })

    it('goes on where a client is guarded that leaves that to its program', async () => {
      const answers = [ASKS, asResult('paid')]
      const client = guardTools({ callTool: async (_: object) => answers.shift() }, { turn: turn(), ...WRITE })
      expect(await client.callTool({ name: 'pay' })).to.equal(ASKS)
      expect(replyOf(await client.callTool({ name: 'pay' })).text).to.equal('paid')
    })
  })

  it('lets the error pass by which a tool asks the user to go somewhere first', async () => {
    const error = protocolError(-32_042)
    const { a } = guardTools(
      {
        a: () => {
          throw error
        }
      },
      { turn: turn() }
    )
    expect(
      await Promise.resolve(a()).then(
        () => undefined,
        (thrown: unknown) => thrown
      )
    ).to.equal(error)
  })

  it('takes no other error of the protocol that a tool throws for proof, and does not run its write again', async () => {
    for (const [code, message] of [...INSIDE, [-32_602, 'Tool pay not found'] as const]) {
      const here = turn()
      let runs = 0
      const { pay } = guardTools(
        {
          pay: async (_: object, _extra: object) => {
            runs += 1
            throw protocolError(code, message)
          }
        },
        { turn: here, ...WRITE }
      )
      for (let i = 0; i < 3; i++) await pay({ a: 1 }, { signal: new AbortController().signal })
      expect([runs, here.calls[0]?.executed], message).to.deep.equal([1, 'unknown'])
    }
  })

  it('calls a callback without arguments with the extra alone', async () => {
    const seen: Array<unknown> = []
    const { a } = guardTools(
      {
        a: async (...given: ReadonlyArray<unknown>) => {
          seen.push(given.length, given[0])
          return { content: [] }
        }
      },
      { turn: turn() }
    )
    await a({ signal: new AbortController().signal, sessionId: 's' })
    await a({ mcpReq: { id: 1 } })
    expect(seen[0]).to.equal(1)
    expect(seen[1]).to.have.property('sessionId', 's')
    expect(seen.slice(2)).to.deep.equal([1, { mcpReq: { id: 1 } }])
  })

  /** A client as those of the SDK: `callTool` asks by `request`, and then checks the result that came. */
  const clientOf = (answer: () => unknown, check: (result: unknown) => unknown = (result) => result) => ({
    async callTool(params: { readonly name: string; readonly arguments?: unknown }) {
      return check(await this.request({ method: 'tools/call', params }))
    },
    async request(_: { readonly method: string; readonly params: object }): Promise<unknown> {
      return answer()
    }
  })
  const throwing = (thrown: unknown) => (): never => {
    throw thrown
  }
  const MISMATCHES = [
    protocolError(
      -32_602,
      "MCP error -32602: Structured content does not match the tool's output schema: data must have n"
    ),
    protocolError(-32_600, 'Tool a has an output schema but did not return structured content')
  ]

  it('says what a client throws as what it means', async () => {
    const cases: ReadonlyArray<readonly [unknown, string]> = [
      [protocolError(-32_001), 'timeout'],
      [protocolError('REQUEST_TIMEOUT'), 'timeout'],
      [protocolError(-32_000), 'tool_unavailable'],
      [protocolError('CONNECTION_CLOSED'), 'tool_unavailable'],
      [protocolError(-32_602, 'Tool a not found'), 'rejected_arguments'],
      [protocolError(-32_603), 'tool_threw'],
      ['text', 'tool_threw']
    ]
    for (const [thrown, code] of cases) {
      const client = guardTools(clientOf(throwing(thrown)), { turn: turn() })
      expect(JSON.parse(replyOf(await client.callTool({ name: 'a' })).text), String(thrown)).to.have.property(
        'code',
        code
      )
    }
  })

  const WRITES = { rules: { a: { effect: 'write' as const } } }

  it('takes the refusal of a call as proof that nothing ran, and that of its result as none', async () => {
    for (const [message, executed] of [
      ['Tool a not found', 'no'],
      ['Output validation error: Invalid structured content for tool a', 'unknown']
    ] as const) {
      const here = turn()
      const client = guardTools(clientOf(throwing(protocolError(-32_602, message))), { turn: here, ...WRITES })
      await client.callTool({ name: 'a' })
      expect(here.calls[0]?.executed, message).to.equal(executed)
    }
  })

  it("takes for the client's own check of a result only what it throws once the result came", async () => {
    const outcome = async (client: ReturnType<typeof clientOf>, params = { name: 'a' }) => {
      const here = turn()
      const guarded = guardTools(client, { turn: here, ...WRITES })
      const { code } = JSON.parse(replyOf(await guarded.callTool(params)).text) as { readonly code: string }
      return [code === 'schema_violation', here.calls[0]?.executed]
    }
    const said = { content: [], structuredContent: { state: 'odd' } }
    for (const thrown of MISMATCHES) {
      expect(await outcome(clientOf(() => said, throwing(thrown)))).to.deep.equal([true, 'yes'])
      // The server says it, or nobody knows who does.
      expect(await outcome(clientOf(throwing(thrown)))).to.deep.equal([false, 'unknown'])
      const plain = { callTool: async (_: object) => throwing(thrown)() } as unknown as ReturnType<typeof clientOf>
      expect(await outcome(plain)).to.deep.equal([false, 'unknown'])
      // A result that reports a failure makes nothing executed.
      const declined = { content: [], structuredContent: { status: 'declined' } }
      expect(await outcome(clientOf(() => declined, throwing(thrown)))).to.deep.equal([true, 'unknown'])
      const failed = { content: [{ type: 'text', text: 'declined' }], structuredContent: { n: 'x' }, isError: true }
      expect(await outcome(clientOf(() => failed, throwing(thrown)))).to.deep.equal([false, 'unknown'])
    }
    const refused = protocolError(-32_603, 'The output schema of this tool could not be loaded; the mail was not sent')
    const answers = [() => said, throwing(refused)]
    const client = clientOf(() => answers.shift()?.())
    const params = { name: 'a', arguments: {} }
    expect(await client.callTool(params)).to.equal(said)
    expect(await outcome(client, params)).to.deep.equal([false, 'unknown'])
  })

  it('throws what asks the user to go to an address first, and makes the write afterwards', async () => {
    const error = protocolError(-32_042, 'MCP error -32042: URL elicitation required')
    const answers = [throwing(error), () => asResult('paid')]
    const here = turn()
    const client = guardTools(
      clientOf(() => answers.shift()?.()),
      { turn: here, ...WRITES }
    )
    const thrown: unknown = await client.callTool({ name: 'a' }).catch((caught: unknown) => caught)
    expect(thrown).to.equal(error)
    expect(replyOf(await client.callTool({ name: 'a' })).text).to.equal('paid')
    expect(here.calls.map(({ executed }) => executed)).to.deep.equal(['no', 'yes'])
  })

  it('gives the client of either version its signal, and keeps its options', async () => {
    const given: Array<ReadonlyArray<unknown>> = []
    const first = guardTools(
      {
        callTool: async (_params: object, schema: unknown = 'default', options?: unknown) => {
          given.push([schema, options])
          return { content: [] }
        }
      },
      { turn: turn() }
    )
    const second = guardTools(
      {
        callTool: async (_params: object, options: unknown) => {
          given.push([options])
          return { content: [] }
        }
      },
      { turn: turn() }
    )
    await first.callTool({ name: 'a' })
    await first.callTool({ name: 'b' }, 'own', { timeout: 5 })
    await second.callTool({ name: 'a' }, { timeout: 5 })
    expect(
      given.map((args) => args.map((one) => (typeof one === 'object' && one !== null ? Object.keys(one) : one)))
    ).to.deep.equal([['default', ['signal']], ['own', ['timeout', 'signal']], [['timeout', 'signal']]])
  })
})

describe('guardTools, mcp, a client or a server again', () => {
  const turnsCounted = async (guard: (options: GuardToolsOptions) => unknown, pay: () => Promise<unknown>) => {
    const turns = [openTurn(), openTurn()]
    for (const each of turns) guard({ turn: each, ...WRITE })
    await pay()
    return turns.map(({ count }) => count)
  }

  it('counts by the turn of the run that guarded it last', async () => {
    const client = { callTool: async (_params: object) => asResult('paid') }
    const server = new LowLevelServer()
    expect(
      await turnsCounted(
        (options) => guardTools(client, options),
        () => client.callTool({ name: 'pay', arguments: {} })
      )
    ).to.deep.equal([0, 1])
    expect(
      await turnsCounted(
        (options) => guardTools(server, options),
        async () => {
          server.setRequestHandler('tools/list', () => ({ tools: [] }))
          server.setRequestHandler('tools/call', () => asResult('paid'))
          return server.call({ name: 'pay', input: {} })
        }
      )
    ).to.deep.equal([0, 1])
  })
})
