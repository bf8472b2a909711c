/** A server made with version 1 of the official SDK, on its standard streams. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { behaviour } from './behaviour.js'

const server = new McpServer({ name: 'sdk-1', version: '1.0.0' })
server.registerTool(
  'orders',
  { inputSchema: { total: z.unknown().optional() }, outputSchema: { total: z.number() } },
  async ({ total }) => behaviour.orders(total)
)
server.registerTool('cut', { inputSchema: {} }, async () => behaviour.cut())
server.registerTool('fail', { inputSchema: {}, outputSchema: { total: z.number() } }, async () => behaviour.fail())
server.registerTool('progress', { inputSchema: {} }, async (_args, { _meta, sendNotification }) => {
  const progressToken = _meta?.progressToken
  if (progressToken !== undefined)
    await sendNotification({ method: 'notifications/progress', params: { progressToken, progress: 1, total: 2 } })
  return behaviour.done()
})
server.registerTool('ask', { inputSchema: {} }, async () => {
  const { action } = await server.server.elicitInput({
    message: 'Sure?',
    requestedSchema: { type: 'object', properties: {} }
  })
  return behaviour.said(action)
})
server.registerTool('wait', { inputSchema: {} }, (_args, { signal }) => behaviour.wait(signal))
server.registerResource('greeting', 'greeting://all', {}, async (uri) => ({
  contents: [{ uri: uri.href, text: 'hello' }]
}))
server.registerPrompt('greet', {}, () => ({
  messages: [{ role: 'user', content: { type: 'text', text: 'Greet me.' } }]
}))
await server.connect(new StdioServerTransport())
