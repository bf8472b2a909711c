/** Writes that ran in an earlier delivery, with the SDKs themselves: each is handed what it was handed first. */
import { createMCPClient } from '@ai-sdk/mcp'
import { AIMessage, ToolMessage } from '@langchain/core/messages'
import { tool, type StructuredToolInterface } from '@langchain/core/tools'
import { Command } from '@langchain/langgraph'
import { ToolNode } from '@langchain/langgraph/prebuilt'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import * as strandsSdk from '@strands-agents/sdk'
import { generateText, stepCountIs } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { expect } from 'chai'
import { createAgent, createMiddleware, FakeToolCallingModel } from 'langchain'
import { memoryLedger, openSession, type Turn } from 'guarded-call'
import { guardTools as guardAiSdk } from 'guarded-call/ai-sdk'
import { guardMiddleware, guardTools as guardLangChain } from 'guarded-call/langchain'
import { guardTools as guardMcp } from 'guarded-call/mcp'
import { guardTools as guardStrands } from 'guarded-call/strands'
import { z } from 'zod'

const rules = { pay: { effect: 'write' } } as const

interface Options {
  readonly turn: Turn
  readonly rules: typeof rules
}

/** What two deliveries of a job came to. */
const twice = async <A>(deliver: (options: Options) => Promise<A>): Promise<readonly [A, A]> => {
  const ledger = memoryLedger()
  const options = () => ({ turn: openSession({ ledger, logger: false }).openTurn({ id: 'job-17' }), rules })
  return [await deliver(options()), await deliver(options())]
}

const counting = () => {
  let runs = 0
  return { next: () => (runs += 1), runs: () => runs }
}

const IMAGE = { type: 'image', data: 'aGk=', mimeType: 'image/png' } as const

describe('the replay of a write, MCP', () => {
  const connected = async (server: McpServer): Promise<Client> => {
    const client = new Client({ name: 'c', version: '1' })
    const [here, there] = InMemoryTransport.createLinkedPair()
    await Promise.all([server.connect(there), client.connect(here)])
    return client
  }

  for (const side of ['server', 'client'] as const)
    it(`is the result of the first run, of a guarded ${side}`, async () => {
      const counted = counting()
      const replies = await twice(async (options) => {
        const server = new McpServer({ name: 's', version: '1' })
        if (side === 'server') guardMcp(server, options)
        server.registerTool('pay', { description: 'pays', inputSchema: {} }, async () => ({
          content: [{ type: 'text', text: `paid ${counted.next()}` }, IMAGE],
          _meta: { receipt: 17 }
        }))
        const client = await connected(server)
        if (side === 'client') guardMcp(client, options)
        return client.callTool({ name: 'pay', arguments: {} })
      })
      expect(counted.runs()).to.equal(1)
      expect(replies[0].content).to.deep.equal([{ type: 'text', text: 'paid 1' }, IMAGE])
      expect(replies[1]).to.deep.equal(replies[0])
    })

  it('is an output that the AI SDK hands its model, of the tools of its own client', async () => {
    const counted = counting()
    const outputs = await twice(async (options) => {
      const server = new McpServer({ name: 's', version: '1' })
      server.registerTool('pay', { description: 'pays', inputSchema: {} }, async () => ({
        content: [{ type: 'text', text: `paid ${counted.next()}` }]
      }))
      const [here, there] = InMemoryTransport.createLinkedPair()
      await server.connect(there)
      const client = await createMCPClient({ transport: here })
      const prompts: Array<ReadonlyArray<{ readonly content: unknown }>> = []
      const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } } as never
      const model = new MockLanguageModelV3({
        doGenerate: async ({ prompt }) => {
          prompts.push(prompt)
          return prompts.length === 1
            ? {
                content: [{ type: 'tool-call', toolCallId: '1', toolName: 'pay', input: '{}' }],
                finishReason: { unified: 'tool-calls', raw: undefined },
                usage,
                warnings: []
              }
            : {
                content: [{ type: 'text', text: 'done' }],
                finishReason: { unified: 'stop', raw: undefined },
                usage,
                warnings: []
              }
        }
      })
      const tools = guardAiSdk(await client.tools(), options)
      await generateText({ model, tools: tools as never, prompt: 'pay', stopWhen: stepCountIs(3) as never })
      return prompts[1]?.at(-1)?.content
    })
    expect(counted.runs()).to.equal(1)
    expect(JSON.stringify(outputs[0])).to.include('paid 1')
    expect(outputs[1]).to.deep.equal(outputs[0])
  })
})

describe('the replay of a write, LangChain', () => {
  const fields = { name: 'pay', description: 'pays', schema: z.object({}) }
  const call = { name: 'pay', args: {}, id: 'c1', type: 'tool_call' } as const

  const messagesOf = (messages: ReadonlyArray<unknown>): ReadonlyArray<object> =>
    messages
      .filter((one) => ToolMessage.isInstance(one))
      .map((one) => {
        const { content, artifact, status, tool_call_id, name } = one as ToolMessage
        return { content, artifact: artifact as unknown, status, tool_call_id, name }
      })

  const throughNode = (made: () => StructuredToolInterface) =>
    twice(async (options) => {
      const node = new ToolNode([...guardLangChain([made()], options)])
      const out = (await node.invoke({ messages: [new AIMessage({ content: '', tool_calls: [call] })] })) as
        { readonly messages: ReadonlyArray<unknown> } | ReadonlyArray<unknown>
      return Array.isArray(out) ? out : messagesOf((out as { readonly messages: ReadonlyArray<unknown> }).messages)
    })

  const throughAgent = (made: () => StructuredToolInterface) =>
    twice(async (options) => {
      const model = new FakeToolCallingModel({ toolCalls: [[call], []] })
      const middleware = [createMiddleware(guardMiddleware(options) as never)]
      const agent = createAgent({ model, tools: [made()], middleware })
      const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'pay' }] })
      return messagesOf(messages)
    })

  const blocks = [
    { type: 'text', text: 'chart' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } }
  ]

  for (const [way, through] of [
    ['tools of a ToolNode', throughNode],
    ['the middleware of an agent', throughAgent]
  ] as const) {
    it(`is the message of the first run: ${way}`, async () => {
      const counted = counting()
      const made: ReadonlyArray<() => StructuredToolInterface> = [
        () => tool(async () => `paid ${counted.next()}`, fields),
        () =>
          tool(async () => [`paid ${counted.next()}`, { receipt: { id: 17 } }], {
            ...fields,
            responseFormat: 'content_and_artifact'
          }),
        () =>
          tool(async () => {
            counted.next()
            return blocks as never
          }, fields)
      ]
      for (const one of made) {
        const [first, again] = await through(one)
        expect(first[0]).to.include({ status: 'success', tool_call_id: 'c1', name: 'pay' })
        expect(again).to.deep.equal(first)
      }
      expect(counted.runs()).to.equal(made.length)
    })

    it(`is no text where it was a command: ${way}`, async () => {
      const counted = counting()
      const replies = await through(() =>
        tool(async () => {
          counted.next()
          return new Command({
            update: { messages: [new ToolMessage({ content: 'shipped', tool_call_id: 'c1', name: 'pay' })] }
          }) as never
        }, fields)
      )
      expect(counted.runs()).to.equal(1)
      expect(JSON.stringify(replies[0])).to.include('shipped')
      const { status, content } = replies[1][0] as ToolMessage
      expect(status).to.equal('error')
      expect(JSON.parse(content as string)).to.include({ code: 'incomplete_response' })
    })
  }
})

describe('the replay of a write, Strands Agents', () => {
  it('is the result of the first run, for its own call', async () => {
    for (const answer of ['paid', { total: 1 }, [1, 2]]) {
      const counted = counting()
      const results = await twice(async (options) => {
        const pay = new strandsSdk.FunctionTool({
          name: 'pay',
          description: 'pays',
          callback: () => {
            counted.next()
            return answer as never
          }
        })
        const [guarded = expect.fail('no tool')] = guardStrands([pay], { ...options, strands: strandsSdk })
        const toolUse = { name: 'pay', toolUseId: `u${counted.runs()}`, input: {} }
        const stream = (guarded as typeof pay).stream({ toolUse, agent: {} } as never)
        for (let part = await stream.next(); ; part = await stream.next()) if (part.done === true) return part.value
      })
      expect(counted.runs()).to.equal(1)
      expect(results[1]).to.be.instanceOf(strandsSdk.ToolResultBlock)
      expect(results.map(({ toolUseId }) => toolUseId)).to.deep.equal(['u0', 'u1'])
      expect(results[1].content).to.deep.equal(results[0].content)
      expect(results[1].content[0]).to.be.instanceOf(answer === 'paid' ? strandsSdk.TextBlock : strandsSdk.JsonBlock)
    }
  })
})
