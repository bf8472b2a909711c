/** The adapter with Strands Agents itself. */
import * as strands from '@strands-agents/sdk'
import { expect } from 'chai'
import { openTurn } from 'guarded-call'
import type { ToolsUnderTest } from 'guarded-call/adapter'
import { guardTools, toTools } from 'guarded-call/strands'
import { z } from 'zod'
import { fromCallsConforms, inPlaceConforms, type Asked, type PlainRun } from './support/conformance.js'
import { codesOf, cutSearch, Orders, searchOrders, STORY } from './support/orders.js'
import { runAgent } from './support/strands-model.js'

const ownTool = (name: string, run: PlainRun) =>
  new strands.FunctionTool({
    name,
    description: 'own',
    callback: (input, context) => run(input as Record<string, unknown>, { signal: context.cancelSignal }) as never
  })

const seventeen: ReadonlyArray<ReadonlyArray<Asked>> = Array.from({ length: 17 }, (_, i) => [
  { id: `c${i}`, name: 'search_orders', input: { status: 'open' } }
])

fromCallsConforms('Strands Agents', {
  ownOptions: ['strands'],
  seesMessages: false,
  answersUnknown: false,
  aborts: false,
  definitions: (calls) =>
    toTools(calls, { turn: openTurn(), strands }).map(({ name, description, toolSpec }) => ({
      name,
      description,
      schema: toolSpec.inputSchema
    })),
  answer: (calls, asked, { signal: _, ...run }) => runAgent(toTools(calls, { ...run, strands }), [asked])
})

const fillingTool: typeof ownTool = (name, run) =>
  strands.tool({
    name,
    description: 'own',
    inputSchema: z.object({ q: z.string().trim().default('x') }),
    callback: (input) => run(input, { signal: undefined }) as never
  }) as never

const guarding =
  (make: typeof ownTool): ToolsUnderTest['guard'] =>
  (tools, options) => {
    const guarded = guardTools(
      Object.entries(tools).map(([name, run]) => make(name, run)),
      { ...options, strands }
    )
    return async (asked) => (await runAgent(guarded, [[asked]]))[0] ?? expect.fail('no result')
  }

inPlaceConforms('Strands Agents', {
  ownOptions: ['strands'],
  seesValues: false,
  guard: guarding(ownTool),
  guardFilling: guarding(fillingTool)
})

describe('Strands Agents', () => {
  it('ends the story of 17 calls after 3, from guarded calls and in place', async () => {
    const search = cutSearch()
    const made = toTools([searchOrders(search)], { turn: openTurn(), strands })
    expect(codesOf((await runAgent(made, seventeen)).map(({ text }) => text))).to.deep.equal(STORY)
    expect(search.calls).to.equal(3)
    const own = cutSearch()
    const guarded = guardTools([ownTool('search_orders', own)], {
      turn: openTurn(),
      strands,
      rules: { search_orders: { output: Orders } }
    })
    expect(codesOf((await runAgent(guarded, seventeen)).map(({ text }) => text))).to.deep.equal(STORY)
    expect(own.calls).to.equal(3)
  })

  it("explains and counts what a tool's own schema refuses", async () => {
    const a = strands.tool({
      name: 'a',
      description: 'a',
      inputSchema: z.object({ q: z.string() }),
      callback: () => expect.fail('not run')
    })
    const wrong = Array.from({ length: 5 }, (_, i) => [{ id: `c${i}`, name: 'a', input: { q: i } }])
    const replies = await runAgent(guardTools([a], { turn: openTurn(), strands }), wrong)
    expect(codesOf(replies.map(({ text }) => text))).to.deep.equal([
      ...Array<string>(3).fill('invalid_arguments'),
      ...Array<string>(2).fill('validation_cap_exceeded')
    ])
  })
})
