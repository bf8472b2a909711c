/** The insides of both versions of the official MCP SDK. */
import { Client as Client2, InMemoryTransport as Transport2 } from '@modelcontextprotocol/client'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTaskStore } from '@modelcontextprotocol/sdk/experimental/tasks/stores/in-memory.js'
import { InMemoryTransport as Transport1 } from '@modelcontextprotocol/sdk/inMemory.js'
import { Server as LowLevel1 } from '@modelcontextprotocol/sdk/server/index.js'
import { McpServer as Server1 } from '@modelcontextprotocol/sdk/server/mcp.js'
import { CallToolRequestSchema, ElicitRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { McpServer as Server2, Server as LowLevel2 } from '@modelcontextprotocol/server'
import { expect } from 'chai'
import { z } from 'zod'
import * as insides from '../../../../built/lib/adapters/mcp/sdk-insides.js'
import { isRefusedByServer } from '../../../../built/lib/toolset/mcp-refusals.js'
import { holdsInsides } from '../support/insides.js'

const INFO = { name: 'specs', version: '1.0.0' }
const TOOLS = { capabilities: { tools: {} } }
const ELICITS = { capabilities: { elicitation: {} } }

/** The part of clients and servers of both versions that the specs use. */
interface AnyClient {
  readonly callTool: (...args: ReadonlyArray<unknown>) => Promise<unknown>
  readonly listTools: () => Promise<unknown>
  request: (...args: ReadonlyArray<unknown>) => Promise<unknown>
}

type Run = (...given: ReadonlyArray<unknown>) => unknown

type SetHandler = (method: unknown, handler: Run) => void

interface AnyServer {
  readonly server: { setRequestHandler: SetHandler }
  readonly registerTool: (name: string, config: object, run: Run) => { readonly disable: () => void }
}

interface Version {
  readonly server: () => AnyServer
  /** A low-level server with these handlers. */
  readonly lowLevel: (listTools: Run, callTool: Run) => unknown
  readonly connect: (server: unknown, elicited?: Run) => Promise<AnyClient>
}

const VERSIONS: Readonly<Record<'1' | '2', Version>> = {
  '1': {
    server: () => new Server1(INFO) as unknown as AnyServer,
    lowLevel: (listTools, callTool) => {
      const server = new LowLevel1(INFO, TOOLS)
      server.setRequestHandler(ListToolsRequestSchema, listTools as never)
      server.setRequestHandler(CallToolRequestSchema, callTool as never)
      return server
    },
    connect: async (server, elicited) => {
      const [here, there] = Transport1.createLinkedPair()
      const client = new Client1(INFO, ELICITS)
      if (elicited !== undefined) client.setRequestHandler(ElicitRequestSchema, elicited as never)
      await Promise.all([(server as LowLevel1).connect(there), client.connect(here)])
      return client as unknown as AnyClient
    }
  },
  '2': {
    server: () => new Server2(INFO) as unknown as AnyServer,
    lowLevel: (listTools, callTool) => {
      const server = new LowLevel2(INFO, TOOLS)
      server.setRequestHandler('tools/list', listTools as never)
      server.setRequestHandler('tools/call', callTool as never)
      return server
    },
    connect: async (server, elicited) => {
      const [here, there] = Transport2.createLinkedPair()
      const client = new Client2(INFO, ELICITS)
      if (elicited !== undefined) client.setRequestHandler('elicitation/create', elicited as never)
      await Promise.all([(server as LowLevel2).connect(there), client.connect(here)])
      return client as unknown as AnyClient
    }
  }
}

const inBoth = (
  sentence: string,
  run: (version: Version, name: '1' | '2') => Promise<void>
): Readonly<Record<string, () => Promise<void>>> =>
  Object.fromEntries(
    (['1', '2'] as const).map((name) => [`${sentence} (version ${name})`, () => run(VERSIONS[name], name)])
  )

const thrownBy = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => expect.fail('nothing was thrown'),
    (thrown: unknown) => thrown
  )

const saidBy = (thrown: unknown): readonly [unknown, string] => {
  const { code, message } = thrown as { readonly code: unknown; readonly message: string }
  return [code, message]
}

const textOf = (result: unknown): string => {
  const { content, isError } = result as {
    readonly content: ReadonlyArray<{ readonly text?: string }>
    readonly isError?: boolean
  }
  return isError === true ? (content[0]?.text ?? '') : expect.fail('no error')
}

/** Remembers the handler that a server sets for `tools/call`, and the method as it was given. */
const watch = (server: AnyServer, wrap: (handler: Run) => Run): Array<unknown> => {
  const methods: Array<unknown> = []
  const set = server.server.setRequestHandler.bind(server.server)
  server.server.setRequestHandler = (method, handler) => {
    methods.push(insides.methodOf(method))
    set(method, insides.methodOf(method) === 'tools/call' ? wrap(handler) : handler)
  }
  return methods
}

const OUTPUT = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }

holdsInsides('mcp', insides, {
  optionsAt: inBoth('is the place where a client takes the signal', async ({ server, connect }) => {
    const slow = server()
    slow.registerTool('a', {}, () => new Promise(() => {}))
    const client = await connect(slow)
    const aborted = new AbortController()
    const rest: Array<unknown> = [undefined, undefined].slice(0, insides.optionsAt(client.callTool))
    const thrown = thrownBy(client.callTool({ name: 'a', arguments: {} }, ...rest, { signal: aborted.signal }))
    aborted.abort(new Error('enough'))
    expect(String(await thrown)).to.include('enough')
  }),

  methodOf: inBoth('is the method that an McpServer sets its handlers for', async ({ server }) => {
    const own = server()
    const methods = watch(own, (handler) => handler)
    own.registerTool('a', {}, () => ({ content: [] }))
    expect(methods).to.include.members(['tools/list', 'tools/call'])
  }),

  requestOf: {
    'is that of a tool that creates a task, too (version 1; version 2 has none)': async () => {
      const { connect } = VERSIONS['1']
      const own = new Server1(INFO, {
        capabilities: { tasks: { requests: { tools: { call: {} } } } },
        taskStore: new InMemoryTaskStore()
      })
      const seen: Array<object | undefined> = []
      watch(own as unknown as AnyServer, (run) => (...given) => {
        seen.push(insides.requestOf(given))
        return run(...given)
      })
      own.experimental.tasks.registerToolTask(
        'a',
        { inputSchema: {}, execution: { taskSupport: 'optional' } },
        {
          createTask: async (...given) => {
            seen.push(insides.requestOf(given))
            const { taskStore } = given[1]
            const task = await taskStore.createTask({ pollInterval: 1 })
            await taskStore.storeTaskResult(task.taskId, 'completed', { content: [] })
            return { task }
          },
          getTask: async (_, { taskId, taskStore }) => taskStore.getTask(taskId),
          getTaskResult: async () => ({ content: [] })
        }
      )
      await (await connect(own)).callTool({ name: 'a', arguments: {} })
      expect(seen).to.have.length(2)
      expect(seen[0]).to.be.instanceOf(Object).and.to.equal(seen[1])
    },
    ...inBoth('is one object for the handler and the tool that it runs', async ({ server, connect }) => {
      const own = server()
      const seen: Array<object | undefined> = []
      const seeing =
        (run: Run): Run =>
        (...given) => {
          seen.push(insides.requestOf(given))
          return run(...given)
        }
      watch(own, seeing)
      const answer = seeing(() => ({ content: [] }))
      own.registerTool('plain', {}, answer)
      own.registerTool('schema', { inputSchema: z.object({ q: z.string() }) }, answer)
      const client = await connect(own)
      await client.callTool({ name: 'plain', arguments: {} })
      await client.callTool({ name: 'schema', arguments: { q: 'x' } })
      const [first, second, third, fourth] = seen
      expect(seen).to.have.length(4)
      expect(first).to.be.instanceOf(Object)
      expect(second).to.equal(first)
      expect(third).to.be.instanceOf(Object).and.not.to.equal(first)
      expect(fourth).to.equal(third)
    })
  },

  refusalIn: {
    ...inBoth('knows arguments that the schema refuses', async ({ server, connect }) => {
      const own = server()
      own.registerTool('a', { inputSchema: z.object({ q: z.string() }) }, () => ({ content: [] }))
      const refused = await (await connect(own)).callTool({ name: 'a', arguments: { q: 5 } })
      expect(insides.refusalIn(textOf(refused), 'a')).to.equal('invalid_arguments')
    }),
    'knows tools that are not there or disabled (version 1; version 2 answers with an error of the protocol)':
      async () => {
        const { server, connect } = VERSIONS['1']
        const own = server()
        own.registerTool('a', {}, () => ({ content: [] })).disable()
        const client = await connect(own)
        for (const name of ['a', 'none'])
          expect(insides.refusalIn(textOf(await client.callTool({ name, arguments: {} })), name)).to.equal(
            'unknown_tool'
          )
      },
    'knows the error of the protocol for a tool that is not there (version 2)': async () => {
      const { server, connect } = VERSIONS['2']
      const own = server()
      own.registerTool('a', {}, () => ({ content: [] }))
      const thrown = await thrownBy((await connect(own)).callTool({ name: 'none', arguments: {} }))
      expect(isRefusedByServer(...saidBy(thrown), 'none')).to.equal(true)
    },
    ...inBoth(
      'knows no refusal in the same code from inside of a tool, whose client answered what does not fit',
      async ({ lowLevel, connect }) => {
        const server = lowLevel(
          () => ({ tools: [{ name: 'a', inputSchema: { type: 'object' } }] }),
          async () => {
            await (server as LowLevel1).elicitInput({
              message: 'Receipt to?',
              requestedSchema: { type: 'object', properties: { email: { type: 'string' } }, required: ['email'] }
            })
            return { content: [] }
          }
        )
        const client = await connect(server, () => ({ action: 'accept', content: { email: 5 } }))
        const [code, says] = saidBy(await thrownBy(client.callTool({ name: 'a', arguments: {} })))
        expect(code).to.equal(-32_602)
        expect(isRefusedByServer(code, says, 'a')).to.equal(false)
      }
    ),
    'knows no refusal in the words of a tool': () => {
      expect(insides.refusalIn('REAL CAUSE: auth failed', 'a')).to.equal(undefined)
    }
  },

  isOutputMismatch: inBoth('knows a result that does not fit the declared schema', async ({ lowLevel, connect }) => {
    const answers: Array<Run> = [
      () => ({ content: [], structuredContent: { n: 'none' } }),
      () => ({ content: [] }),
      () => {
        throw Object.assign(new Error('No such tool'), { code: -32_602 })
      }
    ]
    const server = lowLevel(
      () => ({ tools: [{ name: 'a', inputSchema: { type: 'object' }, outputSchema: OUTPUT }] }),
      () => answers.shift()?.()
    )
    const client = await connect(server)
    await client.listTools()
    const came: Array<unknown> = []
    const request = client.request.bind(client)
    client.request = async (...given) => {
      const result = await request(...given)
      came.push((given[0] as { readonly params: unknown }).params)
      return result
    }
    for (const known of [true, true, false]) {
      const params = { name: 'a', arguments: {} }
      const thrown = await thrownBy(client.callTool(params))
      expect(insides.isOutputMismatch(thrown)).to.equal(known)
      expect(came.map((one) => one === params)).to.deep.equal(known ? [true] : [])
      came.length = 0
    }
  })
})
