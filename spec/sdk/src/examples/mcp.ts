/** MCP: what a server answers, guarded in one line before anybody reads it. */
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { McpServer } from '@modelcontextprotocol/server'
import { openTurn } from 'guarded-call'
import { guardTools } from 'guarded-call/mcp'
import { z } from 'zod'
import { ARGS, Orders, searchOrders, tell, TIMES } from './support/shop.js'

const client = guardTools(new Client({ name: 'agent', version: '1.0.0' }), {
  turn: openTurn(),
  rules: { search_orders: { output: Orders } }
})

// -- somebody else's server

const server = new McpServer({ name: 'shop', version: '1.0.0' })
server.registerTool(
  'search_orders',
  { description: 'Finds orders.', inputSchema: z.object({ status: z.string() }) },
  async ({ status }) => ({ content: [{ type: 'text', text: searchOrders(status) }] })
)
const [here, there] = InMemoryTransport.createLinkedPair()
await Promise.all([server.connect(there), client.connect(here)])

// -- a model that asks again and again

const texts: Array<string> = []
for (let i = 0; i < TIMES; i++) {
  const {
    content: [block],
    isError
  } = await client.callTool({ name: 'search_orders', arguments: ARGS })
  if (isError === true && block?.type === 'text') texts.push(block.text)
}
await client.close()

tell(texts)
