/**
 * The adapter with the agents of version 0.3 of LangChain, which have no middleware and give a tool's text to the model
 * as an observation.
 */
import { DynamicStructuredTool, tool, type StructuredToolInterface } from '@langchain/core/tools'
import { RunnableLambda } from '@langchain/core/runnables'
import { expect } from 'chai'
import { openTurn } from 'guarded-call'
import { guardTools, toTools } from 'guarded-call/langchain'
import { z } from 'zod'
import { codesOf, cutSearch, Orders, searchOrders, STORY } from '../support/orders.js'

interface Executed {
  readonly intermediateSteps: ReadonlyArray<{ readonly observation: string }>
}

type Executor = new (options: object) => { readonly invoke: (input: object) => Promise<Executed> }

// Version 1 has no such module.
const AGENTS: string = 'langchain/agents'
const { AgentExecutor } = (await import(AGENTS)) as { readonly AgentExecutor: Executor }

/** Asks for the same call seventeen times, and then ends. */
const run = async (tools: ReadonlyArray<StructuredToolInterface>): Promise<ReadonlyArray<string>> => {
  const agent = new RunnableLambda({
    func: ({ steps }: { readonly steps: ReadonlyArray<unknown> }) =>
      steps.length < STORY.length
        ? { tool: 'search_orders', toolInput: { status: 'open' }, log: '' }
        : { returnValues: { output: 'done' }, log: '' }
  })
  const executor = new AgentExecutor({ agent, tools, maxIterations: 30, returnIntermediateSteps: true })
  const { intermediateSteps } = await executor.invoke({ input: 'go' })
  return intermediateSteps.map(({ observation }) => observation)
}

describe('LangChain 0.3, an agent', () => {
  it('ends the story of 17 calls after 3, from guarded calls and in place', async () => {
    const search = cutSearch()
    const made = toTools([searchOrders(search)], { turn: openTurn(), DynamicStructuredTool })
    expect(codesOf(await run(made))).to.deep.equal(STORY)
    expect(search.calls).to.equal(3)
    const own = cutSearch()
    const search_orders = tool(own, {
      name: 'search_orders',
      description: 'Finds orders.',
      schema: z.object({ status: z.string() })
    })
    const guarded = guardTools([search_orders], { turn: openTurn(), rules: { search_orders: { output: Orders } } })
    expect(codesOf(await run(guarded))).to.deep.equal(STORY)
    expect(own.calls).to.equal(3)
  })
})
