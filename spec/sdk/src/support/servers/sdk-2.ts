/** A server made with version 2 of the official SDK, on its standard streams: of both eras. */
import { acceptedContent, inputRequired, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'
import { behaviour } from './behaviour.js'

serveStdio(() => {
  const server = new McpServer({ name: 'sdk-2', version: '1.0.0' })
  server.registerTool(
    'orders',
    { inputSchema: z.object({ total: z.unknown().optional() }), outputSchema: z.object({ total: z.number() }) },
    async ({ total }) => behaviour.orders(total)
  )
  server.registerTool('cut', { inputSchema: z.object({}) }, async () => behaviour.cut())
  server.registerTool('fail', { inputSchema: z.object({}), outputSchema: z.object({ total: z.number() }) }, async () =>
    behaviour.fail()
  )
  server.registerTool('progress', { inputSchema: z.object({}) }, async (_args, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    if (progressToken !== undefined)
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 1, total: 2 } })
    return behaviour.done()
  })
  server.registerTool('ask', { inputSchema: z.object({}) }, async (_args, { mcpReq }) => {
    const answered = acceptedContent(mcpReq.inputResponses, 'sure', z.object({}))
    if (answered !== undefined) return behaviour.said('accept')
    return inputRequired({
      inputRequests: {
        sure: inputRequired.elicit({ message: 'Sure?', requestedSchema: { type: 'object', properties: {} } })
      }
    })
  })
  server.registerTool('wait', { inputSchema: z.object({}) }, (_args, { mcpReq }) => behaviour.wait(mcpReq.signal))
  server.registerResource('greeting', 'greeting://all', {}, async (uri) => ({
    contents: [{ uri: uri.href, text: 'hello' }]
  }))
  server.registerPrompt('greet', {}, () => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'Greet me.' } }]
  }))
  return server
})
