/** The adapter with tasks of the official MCP SDK 1, which its oldest versions do not have. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTaskStore } from '@modelcontextprotocol/sdk/experimental/tasks/stores/in-memory.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { expect } from 'chai'
import { openTurn } from 'guarded-call'
import { guardTools, type GuardToolsOptions } from 'guarded-call/mcp'
import { z } from 'zod'

const INFO = { name: 'specs', version: '1.0.0' }

const textOf = (result: object): string => {
  const [block] = (result as CallToolResult).content
  return block?.type === 'text' ? block.text : ''
}

describe('MCP SDK 1, a tool that creates tasks', () => {
  const tasked = async (each: { readonly server?: GuardToolsOptions; readonly throws?: boolean }) => {
    const server = new McpServer(INFO, {
      capabilities: { tasks: { requests: { tools: { call: {} } } } },
      taskStore: new InMemoryTaskStore()
    })
    if (each.server !== undefined) guardTools(server, each.server)
    let paid = 0
    server.experimental.tasks.registerToolTask(
      'pay',
      { inputSchema: { order: z.number().default(1) }, annotations: { readOnlyHint: false } },
      {
        createTask: async (_, { taskStore }) => {
          if (each.throws === true) throw new Error('connect ECONNREFUSED 10.0.0.5:5432')
          const task = await taskStore.createTask({ ttl: 60_000, pollInterval: 5 })
          await taskStore.storeTaskResult(task.taskId, 'completed', { content: [{ type: 'text', text: `${++paid}` }] })
          return { task }
        },
        getTask: async (_, { taskId, taskStore }) => taskStore.getTask(taskId),
        getTaskResult: async (_, { taskId, taskStore }) => (await taskStore.getTaskResult(taskId)) as CallToolResult
      }
    )
    const client = new Client(INFO)
    const [here, there] = InMemoryTransport.createLinkedPair()
    await Promise.all([server.connect(there), client.connect(here)])
    await client.listTools()
    const last = async (args: Record<string, unknown>): Promise<string> => {
      let said = ''
      for await (const part of client.experimental.tasks.callToolStream({ name: 'pay', arguments: args })) {
        if (part.type === 'result') said = textOf(part.result)
        if (part.type === 'error') said = part.error.message
      }
      return said
    }
    return { last, paid: () => paid }
  }

  it('is a write where it says so, once, and its client reads why', async () => {
    const { last, paid } = await tasked({ server: { turn: openTurn() } })
    expect(await last({})).to.equal('1')
    const refusal = (await last({ order: 1 })).replace('MCP error -32603: ', '')
    expect(JSON.parse(refusal)).to.include({ code: 'retry_budget_exceeded' })
    expect(paid()).to.equal(1)
  })

  it('hides what it throws', async () => {
    const { last } = await tasked({ server: { turn: openTurn() }, throws: true })
    const said = await last({})
    expect(said).to.include('"code":"tool_unavailable"').and.not.to.include('10.0.0.5')
  })
})
