import { expect } from 'chai'
import * as t from 'io-ts'
import { z } from 'zod'
import { guardTools } from '../../lib/adapters/mcp/index.js'
import { openSession, openTurn } from '../../lib/guard/session.js'
import { resultHandles } from '../../lib/results/index.js'
import type { GuardToolsOptions } from '../../lib/toolset/in-place.js'
import { asResult, INSIDE, LowLevelServer, McpServer, protocolError, replyOf, WRITE } from './mcp-servers.js'

const turn = openTurn

describe('guardTools, an mcp server', () => {
  const served = (options: Partial<GuardToolsOptions> = {}): McpServer => {
    const server = guardTools(new McpServer(), { turn: turn(), ...options })
    server.registerTool('a', { annotations: { readOnlyHint: true } }, () => asResult({ n: 1 }))
    server.registerTool('pay', { annotations: { readOnlyHint: false } }, () => {
      throw new Error('lost')
    })
    return server
  }
  const call = async (server: McpServer, name: string, input: unknown = {}) =>
    replyOf(await server.server.call({ name, input }))

  it('guards every tool that is registered afterwards', async () => {
    expect(await call(served({ rules: { a: { output: t.type({ n: t.string }) } } }), 'a')).to.have.property(
      'isError',
      true
    )
    expect((await call(served(), 'a')).text).to.equal('{"n":1}')
  })

  it('lets nothing reach the model of what a tool throws, of which the server makes a result', async () => {
    const server = served()
    expect(JSON.parse((await call(server, 'pay')).text)).to.deep.include({
      code: 'tool_threw',
      detail: 'The tool threw an Error.'
    })
    server
      .registerTool('b', {}, () => 1)
      .update({
        callback: () => {
          throw new Error('lost')
        }
      })
    expect(JSON.parse((await call(server, 'b')).text)).to.deep.include({
      code: 'tool_threw',
      detail: 'The tool threw an Error.'
    })
  })

  it('takes the word of a tool that it writes', async () => {
    const server = served()
    expect(JSON.parse((await call(server, 'pay')).text))
      .to.have.property('hint')
      .that.matches(/^It is unknown whether it was executed/)
    expect((await call(server, 'pay')).text).to.include('retry_budget_exceeded')
  })

  it('knows what the server itself refuses, and counts it', async () => {
    const server = served()
    const codes = []
    for (let i = 0; i < 4; i++)
      codes.push((JSON.parse((await call(server, 'none')).text) as { readonly code: string }).code)
    expect(codes).to.deep.equal(['unknown_tool', 'unknown_tool', 'unknown_tool', 'retry_budget_exceeded'])
    expect(JSON.parse((await call(server, 'a', 5)).text)).to.include({
      code: 'invalid_arguments',
      detail:
        'The arguments do not fit the tool. The tool says: "Input validation error: Invalid arguments for tool a: expected object".'
    })
  })

  it('takes no error of the protocol that a tool throws for proof, and does not run its write again', async () => {
    for (const [code, message] of INSIDE) {
      let runs = 0
      const pay = () => {
        runs += 1
        throw protocolError(code, message)
      }
      const [registered, handled] = [turn(), turn()]
      const server = guardTools(new McpServer(), { turn: registered, ...WRITE })
      server.registerTool('pay', {}, pay)
      const lowLevel = guardTools(new LowLevelServer(), { turn: handled, ...WRITE })
      lowLevel.setRequestHandler('tools/call', pay)
      for (let i = 0; i < 3; i++) {
        await server.server.call({ name: 'pay', input: {} })
        await lowLevel.call({ name: 'pay', input: {} })
      }
      expect(runs, message).to.equal(2)
      expect([registered, handled].map(({ calls }) => calls[0]?.executed)).to.deep.equal(['unknown', 'unknown'])
    }
  })

  it('keeps what a session redacts in the data of a failure out of its words', async () => {
    const data = { error: 'Ada Lovelace is booked', customer: 'Ada Lovelace' }
    const text = (...texts: ReadonlyArray<string>) => texts.map((one) => ({ type: 'text', text: one }))
    for (const failed of [
      { content: text(JSON.stringify(data)) },
      { content: text(data.error), structuredContent: data },
      { content: text(`Error: ${data.error}`, JSON.stringify({ customer: data.customer })) },
      { content: text(data.error), structuredContent: { body: JSON.stringify(data) } },
      { content: text(`Error executing tool pay: ${JSON.stringify(data)}`) }
    ]) {
      const without = (value: unknown): unknown =>
        JSON.parse(JSON.stringify(value, (key, each: unknown) => (key === 'customer' ? undefined : each)))
      const own = openSession({ logger: false, redact: without }).openTurn()
      const server = guardTools(new McpServer(), { turn: own, ...WRITE })
      server.registerTool('pay', {}, () => ({ ...failed, isError: true }))
      const { content } = (await server.server.call({ name: 'pay', input: {} })) as { content: ReadonlyArray<unknown> }
      expect(JSON.stringify(content), JSON.stringify(failed)).to.include('is booked').and.not.include('Lovelace')
    }
  })

  it('takes for proof nothing that a tool, or a handler of its author, hands on of another server', async () => {
    const words = [
      'MCP error -32602: Tool audit not found',
      'MCP error -32602: Tool pay not found',
      'Tool pay disabled',
      'Input validation error: Invalid arguments for tool pay: id: expected number',
      'Invalid arguments for tool audit: id'
    ]
    for (const text of words) {
      let runs = 0
      const pay = () => {
        runs += 1
        return { content: [{ type: 'text', text }], isError: true }
      }
      const [registered, handled, replaced] = [turn(), turn(), turn()]
      const server = guardTools(new McpServer(), { turn: registered, ...WRITE })
      server.registerTool('pay', {}, pay)
      const lowLevel = guardTools(new LowLevelServer(), { turn: handled, ...WRITE })
      lowLevel.setRequestHandler('tools/call', pay)
      const own = guardTools(new McpServer(), { turn: replaced, ...WRITE })
      own.registerTool('pay', {}, pay)
      own.server.setRequestHandler('tools/call', pay)
      for (let i = 0; i < 3; i++)
        for (const each of [server.server, lowLevel, own.server]) await each.call({ name: 'pay', input: {} })
      expect(runs, text).to.equal(3)
      expect([registered, handled, replaced].map(({ calls }) => calls[0]?.executed)).to.deep.equal([
        'unknown',
        'unknown',
        'unknown'
      ])
    }
  })

  it('takes for proof what a registered tool only says in the words of its server as little', async () => {
    const here = turn()
    const server = guardTools(new McpServer(), { turn: here, ...WRITE })
    server.registerTool('pay', {}, () => {
      throw protocolError(-32_602, 'MCP error -32602: Tool pay not found')
    })
    await server.server.call({ name: 'pay', input: {} })
    expect(here.calls[0]?.executed).to.equal('unknown')
  })

  it('lets the refusal of a low-level server pass, and counts it', async () => {
    const error = protocolError(-32_602, 'Unknown tool: pay')
    const here = turn()
    const server = guardTools(new LowLevelServer(), { turn: here, ...WRITE })
    server.setRequestHandler('tools/call', () => {
      throw error
    })
    const asked = () =>
      server.call({ name: 'pay', input: {} }).then(
        () => 'refused',
        (thrown: unknown) => thrown
      )
    expect([await asked(), await asked(), await asked(), await asked()]).to.deep.equal([error, error, error, 'refused'])
    expect(here.calls[0]?.executed).to.equal('no')
  })

  /** A tool whose server makes its arguments by a schema, as the SDK does. */
  const filling = (validate: (given: Record<string, unknown>) => unknown) => {
    const here = turn()
    const got: Array<unknown> = []
    const inputSchema = { '~standard': { version: 1, vendor: 'specs', validate } }
    const server = guardTools(new McpServer(), { turn: here })
    server.registerTool('pay', { inputSchema, annotations: { readOnlyHint: false } }, async (given) => {
      const { value } = (await validate(given as Record<string, unknown>)) as { readonly value: unknown }
      got.push(value)
      return asResult('paid')
    })
    return { got, pay: (input: unknown) => call(server, 'pay', input), here }
  }

  it('tells calls apart by what the tool gets, whatever was sent', async () => {
    const { got, pay, here } = filling(({ order, cents = 500, due }) => ({
      value: { order, cents, due: new Date(due as string) }
    }))
    const due = '2026-01-02'
    const same = [
      { order: 1, due },
      { order: 1, cents: 500, due },
      { due, order: 1, cents: 500, note: 'x' }
    ]
    for (const input of same) await pay(input)
    expect(got.length).to.equal(1)
    for (const input of [
      { order: 1, due, cents: 501 },
      { order: 1, due: '2026-01-03' }
    ])
      await pay(input)
    expect(got.length).to.equal(3)
    expect(here.calls[0]).to.have.property('args').that.includes({ order: 1, cents: 500 })
  })

  it('hands on what was sent, of which the server makes it', async () => {
    const { got, pay } = filling(({ n }) => ({ value: { n: Number(n) * 2 } }))
    await pay({ n: 2 })
    expect(got).to.deep.equal([{ n: 4 }])
  })

  it('goes by what was sent where the tool gets other arguments each time, or its schema takes time', async () => {
    let serial = 0
    const makers: ReadonlyArray<(given: Record<string, unknown>) => unknown> = [
      ({ order, key = `k${++serial}` }) => ({ value: { order, key } }),
      async ({ order, cents = 500 }) => ({ value: { order, cents } })
    ]
    for (const maker of makers) {
      const { got, pay } = filling(maker)
      for (let i = 0; i < 3; i++) await pay({ order: 1 })
      expect(got.length).to.equal(1)
    }
  })

  it('knows one call alone of a tool without a schema, which gets no arguments', async () => {
    const server = guardTools(new McpServer(), { turn: turn(), ...WRITE })
    let runs = 0
    server.registerTool('pay', {}, () => asResult(`${++runs}`))
    for (const input of [{}, { order: 1 }, { order: 2 }]) await call(server, 'pay', input)
    expect(runs).to.equal(1)
  })

  it('refuses who asked for a task in an error, since a client reads no result in its place', async () => {
    const server = guardTools(new LowLevelServer(), { turn: turn(), ...WRITE })
    server.setRequestHandler('tools/call', () => ({ task: { taskId: '1' } }))
    const pay = () => server.handlers.get('tools/call')?.({ params: { name: 'pay', task: {} } }, {}) as Promise<unknown>
    expect(await pay()).to.deep.equal({ task: { taskId: '1' } })
    const thrown: unknown = await pay().catch((caught: unknown) => caught)
    expect(JSON.parse((thrown as Error).message)).to.include({ code: 'retry_budget_exceeded' })
  })

  it('keeps the rule and the declarations of a tool that gets another name', async () => {
    const server = guardTools(new McpServer(), { turn: turn() })
    let runs = 0
    const run = () => asResult(`${++runs}`)
    const tool = server.registerTool('pay', { annotations: { readOnlyHint: false } }, run)
    tool.update({ name: 'pay_now', callback: run })
    for (let i = 0; i < 2; i++) await call(server, 'pay_now')
    expect(runs).to.equal(1)
  })

  it("lists no schema of what a rule's `output` may make something else of, which clients would check it by", async () => {
    const output = z.object({ tx: z.number() })
    const server = guardTools(new LowLevelServer(), {
      turn: turn(),
      rules: { pay: { output }, look: { output: false } }
    })
    const listed = (name: string) => ({ name, inputSchema: {}, outputSchema: { type: 'object', required: ['trace'] } })
    const given = { tools: ['pay', 'look', 'other'].map(listed), nextCursor: 'more' }
    server.setRequestHandler('tools/list', () => given)
    server.setRequestHandler('tools/call', () => ({ content: [], structuredContent: { tx: 9, trace: 'abc' } }))
    expect(await server.handlers.get('tools/list')?.({}, {})).to.deep.equal({
      ...given,
      tools: [{ name: 'pay', inputSchema: {} }, listed('look'), listed('other')]
    })
    expect(await server.call({ name: 'pay', input: {} })).to.deep.include({ structuredContent: { tx: 9 } })
  })

  describe('with handles', () => {
    const rows = Array.from({ length: 5_000 }, (_, id) => ({ id }))
    const listing = (pages: ReadonlyArray<object>) => {
      const server = guardTools(new LowLevelServer(), { turn: turn(), results: resultHandles() })
      let page = 0
      server.setRequestHandler('tools/list', () => pages[page++])
      server.setRequestHandler('tools/call', () => asResult({ rows }))
      return { server, list: async () => server.handlers.get('tools/list')?.({}, {}) }
    }
    const TOOL = { name: 'list_rows', inputSchema: { type: 'object' } }

    it('lists the tool that reads them behind the last page, and no schema that they would be checked by', async () => {
      const outputSchema = { type: 'object' }
      const { list } = listing([{ tools: [{ ...TOOL, outputSchema }], nextCursor: 'more' }, { tools: [TOOL] }])
      expect(await list()).to.deep.equal({ tools: [TOOL], nextCursor: 'more' })
      const { tools } = (await list()) as { readonly tools: ReadonlyArray<{ readonly name: string }> }
      expect(tools.map(({ name }) => name)).to.deep.equal(['list_rows', 'read_result'])
    })

    it('lists it once where the server has it already, and everything as it is where there are no handles', async () => {
      const { list } = listing([{ tools: [TOOL, { ...TOOL, name: 'read_result' }] }])
      expect(await list())
        .to.have.property('tools')
        .with.lengthOf(2)
      const plain = guardTools(new LowLevelServer(), { turn: turn() })
      const listed = { tools: [{ ...TOOL, outputSchema: {} }] }
      plain.setRequestHandler('tools/list', () => listed)
      expect(plain.handlers.get('tools/list')?.({}, {})).to.equal(listed)
    })

    it('reads them', async () => {
      const { server } = listing([])
      const { text } = replyOf(await server.call({ name: 'list_rows', input: {} }))
      const { ref } = JSON.parse(text) as { readonly ref: string }
      const read = replyOf(await server.call({ name: 'read_result', input: { ref, path: 'rows[7]' } }))
      expect(JSON.parse(read.text)).to.deep.include({ value: { id: 7 } })
    })
  })

  it('fails loudly where an option names no tool', async () => {
    const thrown: unknown = await call(served({ rules: { delete: { effect: 'write' } } }), 'a').then(
      () => undefined,
      (error: unknown) => error
    )
    expect(thrown).to.be.instanceOf(TypeError)
    expect((thrown as Error).message).to.equal('Expected `rules` to name tools that are there; there is no `delete`.')
  })

  it('refuses a server whose tools are there already', () => {
    const server = new LowLevelServer()
    server.setRequestHandler('tools/list', () => ({ tools: [] }))
    expect(guardTools(server, { turn: turn() })).to.equal(server)
    server.setRequestHandler('tools/call', () => asResult('x'))
    expect(() => guardTools(server, { turn: turn() })).to.throw(
      TypeError,
      'Expected `server` to be guarded before its tools are registered.'
    )
  })

  it('knows the method by the schema of its request, whichever zod made it, and leaves other methods alone', async () => {
    for (const method of [
      { value: 'tools/call' },
      { _def: { value: 'tools/call' } },
      { _def: { values: ['tools/call'] } }
    ]) {
      const opened = turn()
      const server = guardTools(new LowLevelServer(), { turn: opened })
      server.setRequestHandler({ shape: { method } }, () => asResult('x'))
      server.setRequestHandler('ping', () => 'pong')
      expect(await call({ server } as McpServer, 'a')).to.include({ text: 'x' })
      expect(opened.count).to.equal(1)
      expect(server.handlers.get('ping')?.({}, {})).to.equal('pong')
    }
  })
})
