/** An MCP server over stdio: a search that some layer cuts, and a tool that says that it failed. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { cutSearch } from './orders.js'

const server = new McpServer({ name: 'shop', version: '1.0.0' })
server.registerTool('search_orders', { inputSchema: { status: z.string() } }, async () => ({
  content: [{ type: 'text', text: String(await cutSearch()()) }]
}))
server.registerTool('fail', { inputSchema: {} }, async () => ({
  content: [{ type: 'text', text: 'REAL CAUSE: auth failed' }],
  isError: true
}))
await server.connect(new StdioServerTransport())
