/** The adapter with Mastra itself: agents, approvals and suspended runs. */
import { Agent, type ToolsInput } from '@mastra/core/agent'
import { Mastra } from '@mastra/core'
import { InMemoryStore } from '@mastra/core/storage'
import { createTool } from '@mastra/core/tools'
import { expect } from 'chai'
import { expectTypeOf } from 'expect-type'
import * as t from 'io-ts'
import { memoryLedger, openSession, openTurn } from 'guarded-call'
import type { ToolsUnderTest } from 'guarded-call/adapter'
import { guardTools, toTools } from 'guarded-call/mastra'
import { z } from 'zod'
import { fromCallsConforms, inPlaceConforms, type Asked, type PlainRun, type Reply } from './support/conformance.js'
import { repliesIn, scripted, type Steps } from './support/mastra-model.js'
import { codesOf, cutSearch, Orders, searchOrders, STORY } from './support/orders.js'

// -- runs of an agent

const run = async (tools: ToolsInput, steps: Steps, provider?: string): Promise<ReadonlyArray<Reply>> => {
  const model = scripted(steps, provider)
  const agent = new Agent({ id: 'orders', name: 'orders', instructions: 'Help.', model, tools })
  expect((await agent.generate('go', { maxSteps: 30 })).text).to.equal('done')
  return repliesIn(model.prompts.at(-1) ?? [])
}

const seventeen: Steps = Array.from({ length: 17 }, (_, i) => [
  { id: `c${i}`, name: 'search_orders', input: { status: 'open' } }
])

const ANY = z.record(z.string(), z.unknown())
const FILLING = z.object({ q: z.string().trim().default('x') })

const ownTool = (id: string, plain: PlainRun, inputSchema: typeof ANY | typeof FILLING) =>
  createTool({
    id,
    description: 'own',
    inputSchema: inputSchema as typeof ANY,
    execute: async (input, context) => plain(input, { signal: context.abortSignal })
  })

// -- types

expectTypeOf(toTools([], { turn: openTurn() })).toExtend<ToolsInput>()
const typed = {
  weather: createTool({
    id: 'weather',
    description: 'w',
    inputSchema: z.object({ city: z.string() }),
    execute: async ({ city }) => ({ city, degrees: 22 })
  })
}
expectTypeOf(guardTools(typed, { turn: openTurn() })).toEqualTypeOf(typed)

// -- what is promised

fromCallsConforms('Mastra', {
  seesMessages: false,
  answersUnknown: false,
  aborts: false,
  definitions: (calls) =>
    Object.entries(toTools(calls, { turn: openTurn() })).map(([name, { description, inputSchema }]) => ({
      name,
      description,
      schema: inputSchema['~standard'].jsonSchema.input({ target: 'draft-07' })
    })),
  answer: (calls, asked, options) => run(toTools(calls, options), [asked])
})

const guarding =
  (schema: typeof ANY | typeof FILLING): ToolsUnderTest['guard'] =>
  (tools, options) => {
    const guarded = guardTools(
      Object.fromEntries(Object.entries(tools).map(([name, plain]) => [name, ownTool(name, plain, schema)])),
      options
    )
    return async (asked) => (await run(guarded, [[asked]]))[0] ?? expect.fail('no result')
  }

inPlaceConforms('Mastra', { guard: guarding(ANY), guardFilling: guarding(FILLING) })

describe('Mastra', () => {
  const asked: Asked = { id: 'c1', name: 'a', input: { q: 'x' } }
  const strict = (execute: () => unknown, more: object = {}) =>
    createTool({
      id: 'own-a',
      description: 'a',
      inputSchema: z.object({ q: z.string() }),
      execute: async () => execute(),
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
    const search_orders = createTool({
      id: 'search',
      description: 'Finds orders.',
      inputSchema: z.object({ status: z.string() }),
      execute: search
    })
    const replies = await run(
      guardTools({ search_orders }, { turn: openTurn(), rules: { search_orders: { output: Orders } } }),
      seventeen
    )
    expect(codesOf(replies.map(({ text }) => text))).to.deep.equal(STORY)
    expect(replies.every(({ isError }) => isError)).to.equal(true)
    expect(search.calls).to.equal(3)
  })

  for (const provider of ['scripted', 'openai', 'google', 'anthropic']) {
    it(`counts and explains what the tool's own schema refuses, with a model of ${provider}`, async () => {
      const turn = openTurn()
      const nested = createTool({
        id: 'a',
        description: 'a',
        inputSchema: z.object({ q: z.string(), page: z.object({ size: z.number() }).optional() }),
        execute: async () => 'never'
      })
      const wrong: Steps = Array.from({ length: 5 }, (_, i) => [
        { ...asked, id: `c${i}`, input: { q: 5, page: { size: 'big' } } }
      ])
      const replies = await run(guardTools({ a: nested }, { turn }), wrong, provider)
      expect(codesOf(replies.map(({ text }) => text))).to.deep.equal([
        'invalid_arguments',
        'invalid_arguments',
        'invalid_arguments',
        'retry_budget_exceeded',
        'retry_budget_exceeded'
      ])
      expect(JSON.parse(replies[0]?.text ?? ''))
        .to.have.property('detail')
        .that.matches(/^- 'q': .*string.*; - 'page\.size': .*number/)
      expect(replies.every(({ isError }) => isError)).to.equal(true)
    })
  }

  it('hands a tool its input as its schema makes it', async () => {
    const seen: Array<unknown> = []
    const a = createTool({
      id: 'a',
      description: 'a',
      inputSchema: z.object({ q: z.string().trim(), n: z.number().default(5) }),
      execute: async (input) => {
        seen.push(input)
        return 'ok'
      }
    })
    await run(guardTools({ a }, { turn: openTurn() }), [[{ ...asked, input: { q: ' x ' } }]])
    expect(seen).to.deep.equal([{ q: 'x', n: 5 }])
  })

  it('says of an answer against the declared schema that nobody knows whether the tool did its work', async () => {
    const outputSchema = z.object({ id: z.string(), status: z.literal('succeeded') })
    for (const answer of [
      ...['requires_action', 'requires_payment_method', 'canceled', 's3cret'].map((status) => ({ id: 'pi_1', status })),
      { pay: false },
      { items: [{ status: 'sent' }, { status: 'failed' }] },
      'Not paid',
      null
    ]) {
      const turn = openTurn()
      const a = strict(() => answer, { outputSchema })
      const [reply] = await run(guardTools({ a }, { turn, rules: { a: { effect: 'write' } } }), [[asked]])
      expect(JSON.parse(reply?.text ?? ''), JSON.stringify(answer))
        .to.include({ code: 'schema_violation' })
        .and.to.have.property('hint')
        .that.matches(/^It is unknown whether/)
      expect(reply?.text).not.to.include('s3cret')
      expect(turn.outcomes().map(({ executed }) => executed)).to.deep.equal(['unknown'])
    }
  })

  it('runs a write once whose input Mastra repairs to that of the one before, under a ledger too', async () => {
    const inputSchema = z.object({
      id: z.number(),
      note: z.string().optional(),
      kept: z.string().nullish(),
      items: z.array(z.string()).default(['a'])
    })
    const times = async (second: object): Promise<number> => {
      let ran = 0
      const a = createTool({ id: 'a', description: 'a', inputSchema, execute: async () => ++ran })
      const turn = openSession({ logger: false, ledger: memoryLedger() }).openTurn({ id: 'job' })
      const tools = guardTools({ a }, { turn, rules: { a: { effect: 'write' } } })
      await run(tools, [[{ ...asked, input: { id: 7 } }], [{ ...asked, id: 'c2', input: { id: 7, ...second } }]])
      return ran
    }
    for (const same of [{}, { note: null }, { items: '["a"]' }, { items: null }, { other: 1 }])
      expect(await times(same), JSON.stringify(same)).to.equal(1)
    for (const other of [{ kept: null }, { note: 'x' }, { items: '["b"]' }])
      expect(await times(other), JSON.stringify(other)).to.equal(2)
  })

  it('takes the errors of another tool that a tool hands on for none of its own', async () => {
    const schema = z.object({ id: z.number() })
    const audit = createTool({ id: 'audit', description: 'a', inputSchema: schema, execute: async () => 'never' })
    const price = createTool({
      id: 'price',
      description: 'p',
      inputSchema: z.looseObject({}),
      outputSchema: schema,
      execute: async () => ({ id: 'n/a' }) as never
    })
    for (const inner of [audit, price]) {
      const turn = openTurn()
      let runs = 0
      const pay = createTool({
        id: 'pay',
        description: 'Pays.',
        inputSchema: z.object({ to: z.string() }),
        execute: async (input, context) => {
          runs++
          return inner.execute?.(input as never, context as never)
        }
      })
      const plain = { id: 'pay', description: 'Pays.', execute: pay.execute }
      for (const own of [pay, plain] as ReadonlyArray<typeof pay>) {
        const tools = guardTools({ pay: own }, { turn, rules: { pay: { effect: 'write' } } })
        await run(
          tools,
          ['c1', 'c2'].map((id) => [{ id, name: 'pay', input: { to: 'ada' } }])
        )
        expect([runs, turn.calls[0]?.executed], inner.id).to.deep.equal([1, 'unknown'])
      }
    }
  })

  it('runs a write once', async () => {
    let runs = 0
    const a = strict(() => {
      runs++
      throw new Error('busy')
    })
    await run(guardTools({ a }, { turn: openTurn(), rules: { a: { effect: 'write' } } }), [
      [asked],
      [{ ...asked, id: 'c2' }]
    ])
    expect(runs).to.equal(1)
  })

  const stored = (tools: ToolsInput, steps: Steps) => {
    const model = scripted(steps)
    const agent = new Agent({ id: 'orders', name: 'orders', instructions: 'Help.', model, tools })
    return {
      model,
      agent: new Mastra({ agents: { orders: agent }, storage: new InMemoryStore(), logger: false }).getAgent('orders')
    }
  }

  it('lets a tool suspend its run, and go on with what it was told', async () => {
    let runs = 0
    const a = createTool({
      id: 'a',
      description: 'a',
      inputSchema: z.object({ q: z.string() }),
      suspendSchema: z.object({ question: z.string() }),
      resumeSchema: z.object({ by: z.string() }),
      execute: async (_, context) => {
        runs++
        const { resumeData, suspend } = context.agent ?? expect.fail('no agent')
        return resumeData === undefined ? suspend({ question: 'may I?' }) : { approved: resumeData.by }
      }
    })
    const turn = openTurn()
    const { model, agent } = stored(
      guardTools({ a }, { turn, rules: { a: { effect: 'write', output: t.type({ approved: t.string }) } } }),
      [[asked]]
    )
    const first = await agent.generate('go', { maxSteps: 5 })
    expect(first.finishReason).to.equal('suspended')
    const second = await agent.resumeGenerate({ by: 'Ada' }, { runId: first.runId ?? '', toolCallId: 'c1' })
    expect(second.text).to.equal('done')
    expect(repliesIn(model.prompts.at(-1) ?? [])).to.deep.equal([
      { id: 'c1', text: '{"approved":"Ada"}', isError: false }
    ])
    expect(runs).to.equal(2)
  })

  it('waits for an approval, and goes on with it', async () => {
    let runs = 0
    const a = strict(
      () => {
        runs++
        return 'paid'
      },
      { requireApproval: true }
    )
    const turn = openTurn()
    const { model, agent } = stored(guardTools({ a }, { turn, rules: { a: { effect: 'write' } } }), [[asked]])
    const first = await agent.generate('go', { maxSteps: 5 })
    expect([first.finishReason, runs]).to.deep.equal(['suspended', 0])
    await agent.approveToolCallGenerate({ runId: first.runId ?? '', toolCallId: 'c1' })
    expect(repliesIn(model.prompts.at(-1) ?? []).map(({ text }) => text)).to.deep.equal(['paid'])
    expect([runs, turn.count]).to.deep.equal([1, 1])
  })
})
