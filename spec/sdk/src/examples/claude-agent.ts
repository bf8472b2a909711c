/**
 * Claude Agent SDK: every MCP tool of an agent, guarded by hooks. The binary at its other end, which knows the model,
 * is scripted here.
 */
import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk'
import { openTurn } from 'guarded-call'
import { guardHooks } from 'guarded-call/claude-agent'
import { z } from 'zod'
import { ScriptedCli } from '../support/scripted-cli.js'
import { ARGS, Orders, QUESTION, searchOrders, tell, TIMES } from './support/shop.js'

const server = createSdkMcpServer({
  name: 'shop',
  tools: [
    tool('search_orders', 'Finds orders.', { status: z.string() }, async ({ status }) => ({
      content: [{ type: 'text', text: searchOrders(status) }]
    }))
  ]
})

const hooks = guardHooks({ turn: openTurn(), rules: { mcp__shop__search_orders: { output: Orders } } })

// -- a model that asks again and again

const cli = new ScriptedCli({
  server: 'shop',
  steps: Array.from({ length: TIMES }, (_, i) => [{ id: `toolu_${i}`, name: 'search_orders', input: ARGS }])
})
const scripted = { pathToClaudeCodeExecutable: 'scripted', spawnClaudeCodeProcess: cli.spawn }

const messages: Array<string> = []
for await (const message of query({ prompt: QUESTION, options: { mcpServers: { shop: server }, hooks, ...scripted } }))
  messages.push(message.type)

tell(cli.replies.map(({ text }) => text))
