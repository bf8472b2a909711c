/** The adapter with Google's ADK and GenAI SDK themselves. */
import { FunctionTool, type BaseTool } from '@google/adk'
import type { CallableTool } from '@google/genai'
import { expect } from 'chai'
import { expectTypeOf } from 'expect-type'
import * as t from 'io-ts'
import { guardedCall, openTurn } from 'guarded-call'
import type { ToolsUnderTest } from 'guarded-call/adapter'
import { guardTools, toCallableTool, toTools } from 'guarded-call/google'
import { z } from 'zod'
import { fromCallsConforms, inPlaceConforms, type Asked, type PlainRun } from './support/conformance.js'
import { runAgent, runLoop } from './support/google-model.js'
import { codesOf, cutSearch, Orders, searchOrders, STORY } from './support/orders.js'

const ownTool = (name: string, run: PlainRun, parameters: z.ZodObject = z.looseObject({})): FunctionTool<never> =>
  new FunctionTool({
    name,
    description: 'own',
    parameters,
    execute: (args: Record<string, unknown>) => run(args, { signal: undefined })
  }) as never

const seventeen: ReadonlyArray<ReadonlyArray<Asked>> = Array.from({ length: 17 }, (_, i) => [
  { id: `c${i}`, name: 'search_orders', input: { status: 'open' } }
])

expectTypeOf(toCallableTool([], { turn: openTurn() })).toExtend<CallableTool>()
expectTypeOf(toTools([], { turn: openTurn(), FunctionTool })).toExtend<Array<BaseTool>>()

fromCallsConforms('Google ADK', {
  ownOptions: ['FunctionTool'],
  seesMessages: false,
  answersUnknown: false,
  aborts: false,
  definitions: (calls) =>
    toTools(calls, { turn: openTurn(), FunctionTool }).map((tool) => {
      const { name = '', description, parametersJsonSchema } = tool._getDeclaration()
      return { name, description, schema: parametersJsonSchema }
    }),
  answer: (calls, asked, { signal: _, ...run }) => runAgent(toTools(calls, { ...run, FunctionTool }), [asked])
})

fromCallsConforms('Google GenAI', {
  ownOptions: ['leaveUnknown'],
  definitions: async (calls) => {
    const { functionDeclarations } = await toCallableTool(calls, { turn: openTurn() }).tool()
    return functionDeclarations.map(({ parametersJsonSchema: schema, ...definition }) => ({ ...definition, schema }))
  },
  answer: (calls, asked, run) => runLoop([toCallableTool(calls, run)], [asked])
})

const guarding =
  (parameters?: z.ZodObject): ToolsUnderTest['guard'] =>
  (tools, options) => {
    const guarded = guardTools(
      Object.entries(tools).map(([name, run]) => ownTool(name, run, parameters)),
      options
    )
    return async (asked) => (await runAgent(guarded, [[asked]]))[0] ?? expect.fail('no response')
  }

inPlaceConforms('Google ADK', {
  passesSignal: false,
  guard: guarding(),
  guardFilling: guarding(z.object({ q: z.string().trim().default('x') }))
})

describe('Google ADK', () => {
  it('ends the story of 17 calls after 3, from guarded calls and in place', async () => {
    const search = cutSearch()
    const made = toTools([searchOrders(search)], { turn: openTurn(), FunctionTool })
    expect(codesOf((await runAgent(made, seventeen)).map(({ text }) => text))).to.deep.equal(STORY)
    expect(search.calls).to.equal(3)
    const own = cutSearch()
    const guarded = guardTools([ownTool('search_orders', own)], {
      turn: openTurn(),
      rules: { search_orders: { output: Orders } }
    })
    expect(codesOf((await runAgent(guarded, seventeen)).map(({ text }) => text))).to.deep.equal(STORY)
    expect(own.calls).to.equal(3)
  })

  it("ends the story of 17 calls after 3, in the GenAI SDK's own loop", async () => {
    const search = cutSearch()
    const replies = await runLoop([toCallableTool([searchOrders(search)], { turn: openTurn() })], seventeen)
    expect(codesOf(replies.map(({ text }) => text))).to.deep.equal(STORY)
    expect(search.calls).to.equal(3)
  })

  it('answers each call once where it is not the only callable tool', async () => {
    const call = (name: string) => guardedCall({ name, effect: 'read', args: t.type({}), run: () => name }, t.string)
    const tools = ['a', 'b'].map((name) => toCallableTool([call(name)], { turn: openTurn(), leaveUnknown: true }))
    const replies = await runLoop(tools, [['b', 'a'].map((name) => ({ id: `c_${name}`, name, input: {} }))])
    expect(replies).to.deep.equal(['a', 'b'].map((text) => ({ id: `c_${text}`, text, isError: false })))
  })

  it("explains and counts what a tool's own schema refuses", async () => {
    const a = new FunctionTool({
      name: 'a',
      description: 'a',
      parameters: z.object({ q: z.string() }),
      execute: () => expect.fail('not run')
    })
    const wrong = Array.from({ length: 5 }, (_, i) => [{ id: `c${i}`, name: 'a', input: { q: i } }])
    const replies = await runAgent(guardTools([a], { turn: openTurn() }), wrong)
    expect(codesOf(replies.map(({ text }) => text))).to.deep.equal([
      ...Array<string>(3).fill('invalid_arguments'),
      ...Array<string>(2).fill('validation_cap_exceeded')
    ])
  })
})
