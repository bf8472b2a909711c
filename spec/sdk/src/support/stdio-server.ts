/** An MCP server over stdio: a search that some layer cuts, and a tool that says that it failed. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { cutAt, misbehaving } from 'guarded-call/testing'
import { z } from 'zod'

// Not the one of the conformance suite, which takes long to load: a client waits for its server for five seconds.
const search = misbehaving(
  async () => ({ orders: Array.from({ length: 200 }, (_, id) => ({ id, total: id * 1.5 })) }),
  cutAt(4096)
)

const server = new McpServer({ name: 'shop', version: '1.0.0' })
server.registerTool('search_orders', { inputSchema: { status: z.string() } }, async () => ({
  content: [{ type: 'text', text: String(await search()) }]
}))
server.registerTool('fail', { inputSchema: {} }, async () => ({
  content: [{ type: 'text', text: 'REAL CAUSE: auth failed' }],
  isError: true
}))
await server.connect(new StdioServerTransport())
