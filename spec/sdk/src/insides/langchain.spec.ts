/** The insides of LangChain and LangGraph. */
import { AIMessage, ToolMessage } from '@langchain/core/messages'
import { RunnableLambda } from '@langchain/core/runnables'
import { DynamicStructuredTool, tool } from '@langchain/core/tools'
import { Command, GraphInterrupt, interrupt, MemorySaver, ParentCommand, Send } from '@langchain/langgraph'
import { loadMcpTools } from '@langchain/mcp-adapters'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { expect } from 'chai'
import { createAgent, createMiddleware, FakeToolCallingModel, type AgentMiddleware } from 'langchain'
import { z } from 'zod'
import * as insides from '../../../../built/lib/adapters/langchain/sdk-insides.js'
import { holdsInsides } from '../support/insides.js'

const toolCall = (args: object) => ({ id: 'c1', name: 'a', args: { ...args }, type: 'tool_call' as const })

const toolOf = (run: (args: { readonly q: string }) => unknown = ({ q }) => `got ${q}`) =>
  tool(run as () => string, { name: 'a', description: 'a', schema: z.object({ q: z.string().trim() }) })

const thrownBy = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => expect.fail('nothing was thrown'),
    (thrown: unknown) => thrown
  )

const runAgent = async (own: ReturnType<typeof toolOf>, args: object, middleware: Array<AgentMiddleware> = []) => {
  const model = new FakeToolCallingModel({ toolCalls: [[toolCall(args)], []] })
  const agent = createAgent({ model, tools: [own], middleware, checkpointer: new MemorySaver() })
  await agent.invoke({ messages: [{ role: 'user', content: 'go' }] }, { configurable: { thread_id: '1' } })
}

holdsInsides('langchain', insides, {
  isOpenTool: {
    'knows a structured tool from a runnable that is one': () => {
      expect(insides.isOpenTool(toolOf())).to.equal(true)
      const made = new DynamicStructuredTool({ name: 'a', description: 'a', schema: {}, func: () => 'x' } as never)
      expect(insides.isOpenTool(made)).to.equal(true)
      const runnable = RunnableLambda.from(() => 'x').asTool({ name: 'a', schema: z.object({}) })
      expect(insides.isOpenTool(runnable)).to.equal(false)
    }
  },

  withRun: {
    'runs with checked input, a manager and the configuration, and makes the message': async () => {
      const given: Array<unknown> = []
      const { signal } = new AbortController()
      const own = insides.withRun(toolOf(), (args, manager, config) => {
        given.push(args, typeof (manager as { readonly handleToolEvent?: unknown } | undefined)?.handleToolEvent)
        given.push(config?.toolCall?.id, config?.signal === signal)
        return 'ran'
      })
      const message: unknown = await own.invoke(toolCall({ q: ' x ' }), {
        signal,
        callbacks: [{ handleToolStart: () => {} }]
      })
      expect(given).to.deep.equal([{ q: 'x' }, 'function', 'c1', true])
      expect(ToolMessage.isInstance(message) ? [message.content, message.tool_call_id] : []).to.deep.equal([
        'ran',
        'c1'
      ])
    },
    'is what a tool runs by itself': async () => {
      const own = toolOf()
      expect(insides.isOpenTool(own) ? await own._call({ q: 'x' }, undefined, {}) : 'nothing').to.equal('got x')
    }
  },

  withRunOfAnything: {
    'runs with input that the schema refuses': async () => {
      const given: Array<unknown> = []
      const own = insides.withRunOfAnything(toolOf(), (args) => {
        given.push(args)
        return 'ran'
      })
      await own.invoke(toolCall({ q: 5 }))
      expect(given).to.deep.equal([{ q: 5 }])
    }
  },

  isParsingError: {
    'knows what is thrown for input that the schema refuses': async () => {
      expect(insides.isParsingError(await thrownBy(toolOf().invoke(toolCall({ q: 5 }))))).to.equal(true)
      const failing = toolOf(() => {
        throw new Error('x')
      })
      expect(insides.isParsingError(await thrownBy(failing.invoke(toolCall({ q: 'x' }))))).to.equal(false)
    }
  },

  isInvocationError: {
    'knows what an agent throws for it': async () => {
      const seen: Array<unknown> = []
      const watching = createMiddleware({
        name: 'watching',
        wrapToolCall: async (request, handler) => {
          try {
            return await handler(request)
          } catch (thrown) {
            seen.push([{ q: 5 }, { q: 'x' }].map((args) => insides.isInvocationError(thrown, args)))
            return new ToolMessage({ content: 'x', tool_call_id: 'c1' })
          }
        }
      })
      await runAgent(toolOf(), { q: 5 }, [watching])
      const failing = toolOf(() => {
        throw new Error('x')
      })
      await runAgent(failing, { q: 'x' }, [watching])
      await runAgent(
        toolOf(() => toolOf().invoke({ q: 5 } as never)),
        { q: 'x' },
        [watching]
      )
      expect(seen).to.deep.equal([
        [true, false],
        [false, false],
        [true, false]
      ])
    }
  },

  toolsInPlaceOf: {
    'reads the names of the tools that are there, where an agent has none of this name': async () => {
      const seen: Array<unknown> = []
      const watching = createMiddleware({
        name: 'watching',
        wrapToolCall: async (request, handler) => {
          const answer = await handler(request)
          const { name } = request.toolCall
          if (ToolMessage.isInstance(answer)) seen.push([name, insides.toolsInPlaceOf(name, answer)])
          return answer
        }
      })
      const model = new FakeToolCallingModel({
        toolCalls: [[{ ...toolCall({}), name: 'c' }], [{ ...toolCall({ q: 'x' }), id: 'c2' }], []]
      })
      const tools = [toolOf(), tool(() => 'x', { name: 'b', description: 'b', schema: z.object({}) })]
      const agent = createAgent({ model, tools, middleware: [watching] })
      await agent.invoke({ messages: [{ role: 'user', content: 'go' }] })
      expect(seen).to.deep.equal([
        ['c', ['a', 'b']],
        ['a', undefined]
      ])
    }
  },

  endsAsError: {
    'tells callbacks of an error in the place of an end, of that run alone': async () => {
      const seen: Array<unknown> = []
      const callbacks = [
        {
          awaitHandlers: true,
          handleToolEnd: () => {
            seen.push('ended')
          },
          handleToolError: (error: unknown) => {
            seen.push(error)
          }
        }
      ]
      const failure = new Error('x')
      const failing = insides.withRun(toolOf(), (_, manager) => {
        insides.endsAsError(manager, failure)
        return 'failed'
      })
      const message: unknown = await failing.invoke(toolCall({ q: 'x' }), { callbacks })
      await toolOf().invoke(toolCall({ q: 'x' }), { callbacks })
      expect(seen).to.deep.equal([failure, 'ended'])
      expect(ToolMessage.isInstance(message) && message.content).to.equal('failed')
      // Nobody watches.
      expect(await failing.invoke({ q: 'x' })).to.equal('failed')
    }
  },

  isToolException: {
    'knows what a tool of an MCP server throws, and finds the words of the server': async () => {
      const server = new McpServer({ name: 'specs', version: '1.0.0' })
      server.registerTool('a', {}, () => ({ content: [{ type: 'text', text: 'no such order' }], isError: true }))
      const client = new Client({ name: 'specs', version: '1.0.0' })
      const [here, there] = InMemoryTransport.createLinkedPair()
      await Promise.all([server.connect(there), client.connect(here)])
      const [own] = await loadMcpTools('shop', client)
      const thrown = await thrownBy(own?.invoke({}) ?? expect.fail('no tool'))
      expect(insides.isToolException(thrown) ? thrown.message : '').to.include('no such order')
      expect(insides.isToolException(new Error('no such order'))).to.equal(false)
    }
  },

  isToolMessage: {
    'tells what a tool answers a call with from other messages': async () => {
      expect(insides.isToolMessage(await toolOf().invoke(toolCall({ q: 'x' })))).to.equal(true)
      expect(insides.isToolMessage(new AIMessage('x'))).to.equal(false)
    }
  },

  messageWith: {
    'is a message whose other fields are written, too': () => {
      const message = new ToolMessage({ content: 's3cret', tool_call_id: 'c1' })
      const other = insides.messageWith(message, { content: 'x', status: 'error' })
      expect(ToolMessage.isInstance(other)).to.equal(true)
      expect(other).to.include({ content: 'x', status: 'error' })
      const written = JSON.stringify(other)
      expect(written).to.include('"status":"error"').and.not.to.include('s3cret')
      expect(JSON.stringify(message)).to.include('s3cret')
    }
  },

  isCommand: {
    'tells a command from what else a graph is given': () => {
      expect(insides.isCommand(new Command({ update: {} }))).to.equal(true)
      expect(insides.isCommand(new Send('a', {}))).to.equal(false)
    }
  },

  isBubbleUp: {
    'knows the throw of an interrupt': async () => {
      const seen: Array<unknown> = []
      const asking = toolOf(() => {
        try {
          return interrupt('may I?') as unknown
        } catch (thrown) {
          seen.push(insides.isBubbleUp(thrown))
          throw thrown
        }
      })
      await runAgent(asking, { q: 'x' })
      expect(seen).to.deep.equal([true])
      expect(insides.isBubbleUp(new Error('x'))).to.equal(false)
    }
  },

  isParentCommand: {
    'knows the throw of a command of the parent graph, and no interrupt': () => {
      const isCommand = [
        new ParentCommand(new Command({ graph: Command.PARENT, goto: 'next' })),
        new GraphInterrupt([]),
        new Error('x')
      ].map(insides.isParentCommand)
      expect(isCommand).to.deep.equal([true, false, false])
    }
  }
})
