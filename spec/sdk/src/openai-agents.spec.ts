/** The adapter with OpenAI's Agents SDK itself: runs of agents with its scripted model. */
import { fileURLToPath } from 'node:url'
import {
  Agent,
  InputGuardrailTripwireTriggered,
  MCPServerStdio,
  Runner,
  tool,
  ToolGuardrailFunctionOutputFactory,
  defineToolOutputGuardrail,
  type FunctionTool,
  type Tool
} from '@openai/agents'
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing'
import { expect } from 'chai'
import { expectTypeOf } from 'expect-type'
import * as t from 'io-ts'
import { openTurn } from 'guarded-call'
import { guardMcpServer, guardTools, toTools } from 'guarded-call/openai-agents'
import { resultHandles } from 'guarded-call/results'
import { z } from 'zod'
import {
  fromCallsConforms,
  inPlaceConforms,
  telemetryConforms,
  type Asked,
  type PlainRun,
  type Reply
} from './support/conformance.js'
import { codesOf, cutSearch, Orders, searchOrders, STORY } from './support/orders.js'
import { watchSpans } from './support/spans.js'

// -- a scripted model

type Steps = ReadonlyArray<ReadonlyArray<Asked>>

const modelOf = (steps: Steps): ScriptedModel =>
  new ScriptedModel([
    ...steps.map((asked) =>
      asked.map(({ id, name, input }) =>
        functionCall(name, typeof input === 'string' ? input : JSON.stringify(input), { callId: id })
      )
    ),
    [assistantMessage('done')]
  ])

const agentOf = (tools: ReadonlyArray<Tool>, steps: Steps, more: object = {}) =>
  new Agent({ name: 'orders', model: modelOf(steps), tools: [...tools], ...more })

const runner = new Runner({ tracingDisabled: true })

interface OutputItem {
  readonly type: string
  readonly rawItem: { readonly callId?: string; readonly output?: unknown }
}

const textOf = (output: unknown): string =>
  typeof output === 'string' ? output : (output as { readonly text: string }).text

const repliesIn = (items: ReadonlyArray<unknown>): ReadonlyArray<Reply> =>
  (items as ReadonlyArray<OutputItem>)
    .filter(({ type }) => type === 'tool_call_output_item')
    .map(({ rawItem: { callId = null, output } }) => ({ id: callId, text: textOf(output), isError: null }))

const run = async (tools: ReadonlyArray<Tool>, steps: Steps): Promise<ReadonlyArray<Reply>> =>
  repliesIn((await runner.run(agentOf(tools, steps), 'go', { maxTurns: 30 })).newItems)

const seventeen: Steps = Array.from({ length: 17 }, (_, i) => [
  { id: `c${i}`, name: 'search_orders', input: { status: 'open' } }
])

const plainTool = (name: string, plain: PlainRun): FunctionTool =>
  tool({
    name,
    description: 'own',
    strict: false,
    parameters: { type: 'object', properties: {}, required: [], additionalProperties: true },
    execute: (args, _, details) => plain(args as Record<string, unknown>, { signal: details?.signal }),
    errorFunction: null
  })

// -- types

expectTypeOf(toTools([], { turn: openTurn() })).toExtend<Array<Tool>>()
const typed = [
  tool({
    name: 'weather',
    description: 'w',
    parameters: z.object({ city: z.string() }),
    execute: ({ city }) => `22 degrees in ${city}`
  })
] as const
expectTypeOf(guardTools(typed, { turn: openTurn() })).toEqualTypeOf(typed)

// -- what is promised

fromCallsConforms('OpenAI Agents', {
  seesMessages: false,
  answersUnknown: false,
  aborts: false,
  definitions: (calls) =>
    toTools(calls, { turn: openTurn() }).map(({ name, description, parameters }) => ({
      name,
      description,
      schema: parameters
    })),
  answer: (calls, asked, options) => run(toTools(calls, options), [asked])
})

inPlaceConforms('OpenAI Agents', {
  ownOptions: ['substitutes'],
  guard: (tools, options) => {
    const guarded = guardTools(
      Object.entries(tools).map(([name, plain]) => plainTool(name, plain)),
      options
    )
    return async (asked) => (await run(guarded, [[asked]]))[0] ?? expect.fail('no output')
  }
})

telemetryConforms('OpenAI Agents', {
  watch: async (tools, options, asked) => {
    const guarded = guardTools(
      Object.entries(tools).map(([name, plain]) => plainTool(name, plain)),
      options
    )
    const { spans, stop } = watchSpans()
    await new Runner().run(
      agentOf(
        guarded,
        asked.map((one) => [one])
      ),
      'go',
      { maxTurns: 30 }
    )
    stop()
    return spans.map(({ error }) => (error === null ? 'ended' : JSON.stringify(error)))
  }
})

describe('OpenAI Agents', () => {
  it('gets images and files as such, where what is long becomes a handle', async () => {
    const data = 'A'.repeat(60_000)
    const answers = [
      { type: 'image', image: { data, mediaType: 'image/png' } },
      { type: 'file', file: { data, mediaType: 'application/pdf', filename: 'a.pdf' } }
    ]
    for (const answer of answers) {
      const own = tool({
        name: 'a',
        description: 'a',
        parameters: z.object({}),
        execute: () => answer,
        errorFunction: null
      })
      const tools = guardTools([own], { turn: openTurn(), results: resultHandles() })
      const { newItems } = await runner.run(agentOf(tools, [[{ id: 'c1', name: 'a', input: {} }]]), 'go')
      const output = (newItems as ReadonlyArray<OutputItem>).find(({ type }) => type === 'tool_call_output_item')
      expect(output).to.have.nested.property('rawItem.output[0].type', `input_${answer.type}`)
    }
  })

  const asked: Asked = { id: 'c1', name: 'a', input: { q: 'x' } }
  const strict = (execute: () => unknown, more: object = {}) =>
    tool({
      name: 'a',
      description: 'a',
      parameters: z.object({ q: z.string() }),
      execute,
      errorFunction: null,
      ...more
    })

  it('ends the story of 17 calls after 3', async () => {
    const search = cutSearch()
    const replies = await run(toTools([searchOrders(search)], { turn: openTurn() }), seventeen)
    expect(codesOf(replies.map(({ text }) => text))).to.deep.equal(STORY)
    expect(search.calls).to.equal(3)
  })

  it('ends it for tools that are there already', async () => {
    const search = cutSearch()
    const own = tool({
      name: 'search_orders',
      description: 'Finds orders.',
      parameters: z.object({ status: z.string() }),
      execute: search,
      errorFunction: null
    })
    const replies = await run(
      guardTools([own], { turn: openTurn(), rules: { search_orders: { output: Orders } } }),
      seventeen
    )
    expect(codesOf(replies.map(({ text }) => text))).to.deep.equal(STORY)
    expect(search.calls).to.equal(3)
  })

  it('sees what a tool threw, whatever its `errorFunction` makes of that', async () => {
    const functions = [null, undefined, () => 'The bank is temporarily unavailable.', async () => 'Ask support.']
    for (const errorFunction of functions)
      for (const more of [{}, { timeoutMs: 5_000 }]) {
        const turn = openTurn({ logger: false })
        const own = strict(
          () => {
            throw new Error('socket hang up')
          },
          { errorFunction, ...more }
        )
        const [reply] = await run(guardTools([own], { turn, rules: { a: { effect: 'write' } } }), [[asked]])
        expect(JSON.parse(reply?.text ?? '')).to.have.property('error_class')
        expect(turn.calls.map(({ executed }) => executed)).to.deep.equal(['unknown'])
        const paid = strict(() => 'paid', { errorFunction, ...more })
        expect((await run(guardTools([paid], { turn: openTurn() }), [[asked]]))[0]?.text).to.equal('paid')
      }
  })

  it("counts and explains what the tool's own schema refuses", async () => {
    const wrong: Steps = Array.from({ length: 5 }, (_, i) => [{ ...asked, id: `c${i}`, input: { q: 5 } }])
    const replies = await run(guardTools([strict(() => 'never')], { turn: openTurn() }), wrong)
    expect(codesOf(replies.map(({ text }) => text))).to.deep.equal([
      'invalid_arguments',
      'invalid_arguments',
      'invalid_arguments',
      'validation_cap_exceeded',
      'validation_cap_exceeded'
    ])
    expect(JSON.parse(replies[0]?.text ?? '')).to.include({
      detail: "- 'q': expected string, got number",
      hint: 'Correct the arguments that are named and call again.'
    })
  })

  it('asks for no more than the SDK does: what has a default, may be null or is not known', async () => {
    const seen: Array<unknown> = []
    const own = tool({
      name: 'a',
      description: 'a',
      parameters: z.object({
        q: z.string(),
        days: z.number().default(3),
        unit: z.enum(['c', 'f']).nullable().optional()
      }),
      execute: (args) => {
        seen.push(args)
        return 'x'
      },
      errorFunction: null
    })
    const plain = tool({
      name: 'b',
      description: 'b',
      parameters: {
        type: 'object',
        properties: { q: { type: 'string' }, unit: { type: 'string', enum: ['c', 'f'] } },
        required: ['q'],
        additionalProperties: false
      } as never,
      execute: (args) => {
        seen.push(args)
        return 'x'
      },
      errorFunction: null
    })
    const guarded = guardTools([own, plain], { turn: openTurn() })
    const inputs: ReadonlyArray<readonly [string, object]> = [
      ['a', { q: 'x', days: 1, unit: null }],
      ['a', { q: 'y' }],
      ['a', { q: 'z', more: 1 }],
      ['b', { q: 'x', unit: null }],
      ['b', { q: 'y' }],
      ['b', { q: 'z', unit: 'C' }]
    ]
    const steps: Steps = inputs.map(([name, input], i) => [{ id: `c${i}`, name, input }])
    const replies = await run(guarded, steps)
    expect(replies.slice(0, 5).map(({ text }) => text)).to.deep.equal(Array(5).fill('x'))
    expect(JSON.parse(replies[5]?.text ?? '')).to.deep.include({
      code: 'invalid_arguments',
      hint: 'Call again with unit=c.',
      next: { tool: 'b', args: { q: 'z', unit: 'c' } }
    })
    const bare: Array<unknown> = []
    const watched = seen.splice(0)
    await run([own, plain], steps.slice(0, 5))
    bare.push(...seen)
    expect(watched).to.deep.equal(bare)
  })

  it('says what a refinement refuses where the SDK is told not to keep it to itself', async () => {
    process.env['OPENAI_AGENTS_DONT_LOG_TOOL_DATA'] = '0'
    try {
      const parameters = z.object({ q: z.string().refine((q) => q !== 'x', 'is taken') })
      const [reply] = await run(guardTools([strict(() => 'never', { parameters })], { turn: openTurn() }), [[asked]])
      expect(JSON.parse(reply?.text ?? '')).to.have.property('detail', "- 'q': is taken")
    } finally {
      delete process.env['OPENAI_AGENTS_DONT_LOG_TOOL_DATA']
    }
  })

  it('knows that a tool failed although the SDK swallowed it', async () => {
    const swallowing = tool({
      name: 'a',
      description: 'a',
      parameters: z.object({ q: z.string() }),
      execute: () => {
        throw new Error('s3cret')
      }
    })
    const [reply] = await run(guardTools([swallowing], { turn: openTurn() }), [[asked]])
    expect(JSON.parse(reply?.text ?? '')).to.include({ code: 'tool_threw', detail: 'The tool reports that it failed.' })
  })

  it('answers with a substitute that the SDK accepts for the declared schema', async () => {
    const outputSchema = z.object({
      orders: z.array(z.object({ id: z.number() })).nullable(),
      problem: z.string().nullable()
    })
    let runs = 0
    const own = strict(
      () => {
        runs++
        return { orders: 'none', problem: null }
      },
      { outputSchema }
    )
    const [guarded] = guardTools([own], {
      turn: openTurn(),
      substitutes: { a: ({ code }) => ({ orders: null, problem: code }) }
    })
    if (guarded === undefined) return expect.fail('no tool')
    const steps = [
      ...Array.from({ length: 5 }, (_, i) => [{ ...asked, id: `c${i}` }]),
      [{ ...asked, id: 'c5', input: '{"q":' }]
    ]
    const replies = await run([guarded], steps)
    const outputs = replies.map(({ text }) => outputSchema.parse(JSON.parse(text)))
    expect(outputs.map(({ problem }) => problem)).to.deep.equal([
      ...Array<string>(3).fill('schema_violation'),
      'retry_budget_exceeded',
      'retry_budget_exceeded',
      'invalid_arguments'
    ])
    expect(runs).to.equal(3)

    const [wrong] = guardTools([own], { turn: openTurn(), substitutes: { a: () => ({ none: true }) } })
    const thrown: unknown = await run([wrong ?? expect.fail('no tool')], [[asked]]).then(
      () => undefined,
      (error: unknown) => error
    )
    expect((thrown as Error).message).to.include('Invalid output for function tool')
  })

  it('takes the errors of another tool that a tool calls for none of its own', async () => {
    const audit = strict(() => 'never', { name: 'audit', parameters: z.object({ id: z.number() }) })
    const getPrice = strict(() => ({ cents: 'n/a' }), {
      name: 'get_price',
      parameters: z.object({}),
      outputSchema: z.object({ cents: z.number() })
    })
    for (const inner of [audit, getPrice]) {
      for (const forwards of [false, true]) {
        const turn = openTurn()
        let runs = 0
        const own = tool({
          name: 'a',
          description: 'a',
          parameters: z.object({ q: z.string() }),
          errorFunction: null,
          execute: async (_, context, details) => {
            runs++
            return inner.invoke(context as never, '{"q":"x"}', forwards ? details : undefined)
          }
        })
        const guarded = guardTools([own], { turn, rules: { a: { effect: 'write' } } })
        await run(guarded, [[asked], [{ ...asked, id: 'c2' }]])
        expect([runs, turn.calls[0]?.executed], inner.name).to.deep.equal([1, 'unknown'])
      }
    }
  })

  it('waits for an approval, and goes on with it', async () => {
    let runs = 0
    const turn = openTurn()
    const [guarded] = guardTools(
      [
        strict(
          () => {
            runs++
            return 'paid'
          },
          { needsApproval: true }
        )
      ],
      { turn, rules: { a: { effect: 'write' } } }
    )
    const agent = agentOf([guarded ?? expect.fail('no tool')], [[asked]])
    const first = await runner.run(agent, 'go')
    expect(first.interruptions).to.have.length(1)
    expect(runs).to.equal(0)
    first.state.approve(first.interruptions[0] ?? expect.fail('no interruption'))
    const second = await runner.run(agent, first.state)
    expect(second.finalOutput).to.equal('done')
    expect(repliesIn(second.newItems).map(({ text }) => text)).to.deep.equal(['paid'])
    expect([runs, turn.count]).to.deep.equal([1, 1])
  })

  it('lets no default of a schema slip past an approval', async () => {
    const paid: Array<number> = []
    const seen: Array<unknown> = []
    const pay = tool({
      name: 'a',
      description: 'a',
      parameters: z.object({ amount: z.number().default(1000) }),
      errorFunction: null,
      needsApproval: async (_, args) => {
        seen.push(args)
        return args.amount > 100
      },
      execute: ({ amount }) => {
        paid.push(amount)
        return 'paid'
      }
    })
    const agent = agentOf(guardTools([pay], { turn: openTurn() }), [
      [{ ...asked, input: {} }],
      [{ ...asked, id: 'c2', input: { amount: 5 } }],
      [{ ...asked, id: 'c3', input: { amount: 1000 } }]
    ])
    const { interruptions, newItems } = await runner.run(agent, 'go')
    const [first, second] = repliesIn(newItems)
    expect(JSON.parse(first?.text ?? '')).to.include({
      code: 'invalid_arguments',
      hint: 'Call again with every argument, each in its final form.'
    })
    expect(second?.text).to.equal('paid')
    expect(interruptions.map(({ rawItem }) => (rawItem as { readonly callId?: string }).callId)).to.deep.equal(['c3'])
    expect(paid).to.deep.equal([5])
    expect(seen).to.deep.include({ amount: 1000 })
  })

  it('lets a guardrail of an agent that a tool runs stop the run', async () => {
    const inner = agentOf([], [], {
      name: 'inner',
      inputGuardrails: [{ name: 'no', execute: async () => ({ tripwireTriggered: true, outputInfo: {} }) }]
    })
    const own = strict(async () => (await runner.run(inner, 'go')).finalOutput)
    const thrown: unknown = await run(guardTools([own], { turn: openTurn() }), [[asked]]).then(
      () => undefined,
      (error: unknown) => error
    )
    expect((thrown as { readonly error: unknown }).error).to.be.instanceOf(InputGuardrailTripwireTriggered)
  })

  it("hands the answer to the tool's own guardrails when it has been judged", async () => {
    const seen: Array<unknown> = []
    const guardrail = defineToolOutputGuardrail({
      name: 'watch',
      run: async ({ output }) => {
        seen.push(output)
        return ToolGuardrailFunctionOutputFactory.allow()
      }
    })
    await run(
      guardTools([strict(() => ({ n: 1, token: 'x' }), { outputGuardrails: [guardrail] })], {
        turn: openTurn(),
        rules: { a: { output: t.strict({ n: t.number }) } }
      }),
      [[asked]]
    )
    expect(seen).to.deep.equal([{ n: 1 }])
  })

  it('leaves an agent alone that is a tool, whose approvals the SDK finds by its identity', async () => {
    let runs = 0
    const [pay] = guardTools(
      [
        strict(
          () => {
            runs++
            return 'paid'
          },
          { needsApproval: true }
        )
      ],
      { turn: openTurn(), rules: { a: { effect: 'write' } } }
    )
    const inner = agentOf([pay ?? expect.fail('no tool')], [[asked]], { name: 'inner' })
    const outer = agentOf(
      guardTools([inner.asTool({ toolName: 'inner', toolDescription: 'pays' })], { turn: openTurn() }),
      [[{ id: 'o1', name: 'inner', input: { input: 'pay' } }]]
    )
    const first = await runner.run(outer, 'go')
    first.state.approve(first.interruptions[0] ?? expect.fail('no interruption'))
    expect(repliesIn((await runner.run(outer, first.state)).newItems).map(({ text }) => text)).to.deep.equal(['done'])
    expect(runs).to.equal(1)
  })
})

describe('OpenAI Agents, an MCP server', () => {
  const serve = async (
    guard: (server: MCPServerStdio) => MCPServerStdio,
    steps: Steps
  ): Promise<ReadonlyArray<string>> => {
    const server = guard(
      new MCPServerStdio({
        name: 'shop',
        // Five seconds by default, in which a busy machine starts no process.
        clientSessionTimeoutSeconds: 60,
        command: process.execPath,
        args: [fileURLToPath(new URL('support/stdio-server.js', import.meta.url))]
      })
    )
    await server.connect()
    try {
      const agent = new Agent({ name: 'orders', model: modelOf(steps), mcpServers: [server] })
      const { newItems } = await runner.run(agent, 'go', { maxTurns: 30 })
      return (newItems as unknown as ReadonlyArray<OutputItem>)
        .filter(({ type }) => type === 'tool_call_output_item')
        .map(({ rawItem: { output } }) => {
          const [part = output] = Array.isArray(output) ? (output as ReadonlyArray<unknown>) : []
          return textOf(part)
        })
    } finally {
      await server.close()
    }
  }
  const failing: Steps = [[{ id: 'c1', name: 'fail', input: {} }]]

  it('ends the story of 17 calls after 3', async () => {
    const turn = openTurn()
    const texts = await serve(
      (server) => guardMcpServer(server, { turn, rules: { search_orders: { output: Orders } } }),
      seventeen
    )
    expect(codesOf(texts)).to.deep.equal(STORY)
    expect(turn.calls.filter(({ executed }) => executed === 'yes')).to.have.length(3)
  })

  it('tells the model that a tool failed, which the SDK does not', async () => {
    expect(await serve((server) => server, failing)).to.deep.equal(['REAL CAUSE: auth failed'])
    const [text = ''] = await serve((server) => guardMcpServer(server, { turn: openTurn() }), failing)
    expect(JSON.parse(text)).to.include({
      code: 'unauthorized',
      detail: 'The tool reports that it failed. The tool says: "REAL CAUSE: auth failed".'
    })
  })
})
