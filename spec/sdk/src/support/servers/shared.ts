/** A server made with version 2 of the official SDK whose clients share what it holds in its memory. */
import { createRequestStateCodec, inputRequired, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { behaviour } from './behaviour.js'

const codec = createRequestStateCodec({ key: randomBytes(32) })

serveStdio(() => {
  const server = new McpServer(
    { name: 'shared', version: '1.0.0' },
    { capabilities: { tools: { listChanged: true } }, requestState: { verify: codec.verify } }
  )
  server.registerTool('touch', { inputSchema: z.object({}) }, async () => {
    server.sendToolListChanged()
    return behaviour.said('touched')
  })
  server.registerTool('slow', { inputSchema: z.object({}) }, async () => {
    await wait(500)
    return behaviour.said('slow')
  })
  server.registerTool('pay', { inputSchema: z.object({}) }, async (_args, { mcpReq }) => {
    if (mcpReq.inputResponses !== undefined) return behaviour.said('paid')
    return inputRequired({
      requestState: await codec.mint({}),
      inputRequests: {
        sure: inputRequired.elicit({ message: 'Sure?', requestedSchema: { type: 'object', properties: {} } })
      }
    })
  })
  return server
})
