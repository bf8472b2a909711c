/** The adapter with tools of LangChain in a `ToolNode` of LangGraph. */
import { AIMessage, ToolMessage } from '@langchain/core/messages'
import { DynamicStructuredTool, tool, type StructuredToolInterface } from '@langchain/core/tools'
import { ToolNode } from '@langchain/langgraph/prebuilt'
import { expect } from 'chai'
import { openTurn, ToolCallError } from 'guarded-call'
import { guardTools, toTools } from 'guarded-call/langchain'
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

const toolCall = ({ id, name, input }: Asked) => ({
  id,
  name,
  args: input as Record<string, unknown>,
  type: 'tool_call' as const
})

// Version 0.3 of LangChain writes JSON on several lines.
const onOneLine = (text: string): string => (text.startsWith('{\n') ? JSON.stringify(JSON.parse(text)) : text)

/** One step of an agent: the calls of a message, and the messages that answer them. */
const step = async (
  tools: ReadonlyArray<StructuredToolInterface>,
  asked: ReadonlyArray<Asked>
): Promise<ReadonlyArray<Reply>> => {
  const { messages } = (await new ToolNode([...tools]).invoke({
    messages: [new AIMessage({ content: '', tool_calls: asked.map(toolCall) })]
  })) as { readonly messages: ReadonlyArray<ToolMessage> }
  return messages.map(({ tool_call_id, content, status }) => ({
    id: tool_call_id,
    text: onOneLine(typeof content === 'string' ? content : JSON.stringify(content)),
    isError: status === 'error'
  }))
}

const ownTool = (name: string, run: PlainRun) =>
  tool((args, config: { readonly signal?: AbortSignal }) => run(args, { signal: config.signal }), {
    name,
    description: 'own',
    schema: z.record(z.string(), z.unknown())
  })

fromCallsConforms('LangGraph ToolNode', {
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
  answer: (calls, asked, run) => step(toTools(calls, { ...run, DynamicStructuredTool }), asked)
})

inPlaceConforms('LangGraph ToolNode', {
  ownOptions: ['throws'],
  guard: (tools, options) => {
    const guarded = guardTools(
      Object.entries(tools).map(([name, run]) => ownTool(name, run)),
      options
    )
    return async (asked) => (await step(guarded, [asked]))[0] ?? expect.fail('no reply')
  }
})

telemetryConforms('LangGraph ToolNode', {
  watch: async (tools, options, asked) => {
    const guarded = guardTools(
      Object.entries(tools).map(([name, run]) => ownTool(name, run)),
      options
    )
    const seen: Array<string> = []
    const callbacks = [
      {
        awaitHandlers: true,
        handleToolEnd: () => {
          seen.push('ended')
        },
        handleToolError: (error: Error) => {
          seen.push(error.message)
        }
      }
    ]
    for (const one of asked)
      await new ToolNode(guarded).invoke(
        { messages: [new AIMessage({ content: '', tool_calls: [toolCall(one)] })] },
        { callbacks }
      )
    return seen
  }
})

describe('LangGraph ToolNode', () => {
  it('gets the throws back that it asks for, with what the tool threw', async () => {
    const cause = new Error('Customer 9 does not exist')
    const own = ownTool('find', () => {
      throw cause
    })
    const node = new ToolNode(guardTools([own], { turn: openTurn(), throws: true }), { handleToolErrors: false })
    const messages = [new AIMessage({ content: '', tool_calls: [toolCall({ id: 'c1', name: 'find', input: {} })] })]
    const thrown: unknown = await node.invoke({ messages }).then(
      () => expect.fail('nothing was thrown'),
      (error: unknown) => error
    )
    expect(thrown).to.be.instanceOf(ToolCallError).and.include({ cause })
  })

  const search = cutSearch()
  const own = cutSearch()
  const kinds = {
    'guarded calls': {
      runs: search,
      make: () => toTools([searchOrders(search)], { turn: openTurn(), DynamicStructuredTool })
    },
    'tools that are there already': {
      runs: own,
      make: () =>
        guardTools([ownTool('search_orders', own)], { turn: openTurn(), rules: { search_orders: { output: Orders } } })
    }
  }
  for (const [kind, { runs, make }] of Object.entries(kinds)) {
    it(`ends the story of 17 calls after 3, with ${kind}`, async () => {
      const tools = make()
      const replies: Array<Reply> = []
      for (let i = 0; i < 17; i++)
        replies.push(...(await step(tools, [{ id: `c${i}`, name: 'search_orders', input: { status: 'open' } }])))
      expect(codesOf(replies.map(({ text }) => text))).to.deep.equal(STORY)
      expect(replies.every(({ isError }) => isError)).to.equal(true)
      expect(runs.calls).to.equal(3)
    })
  }
})
