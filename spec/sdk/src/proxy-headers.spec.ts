/** What revision 2026-07-28 repeats in headers, between official clients and servers with the proxy in between. */
import { Client, StreamableHTTPClientTransport as Http } from '@modelcontextprotocol/client'
import { StdioClientTransport as Stdio } from '@modelcontextprotocol/client/stdio'
import { createMcpHandler, McpServer, Server } from '@modelcontextprotocol/server'
import { expect } from 'chai'
import type { ChildProcess } from 'node:child_process'
import { createServer, type IncomingMessage, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { atAddress, served } from './support/proxied.js'
import { LISTENING, startUntil } from './support/started.js'

const ANY = z.looseObject({})
const ANNOTATED = {
  region: z.string().meta({ 'x-mcp-header': 'Region' }),
  n: z.number().int().optional().meta({ 'x-mcp-header': 'N' }),
  urgent: z.boolean().optional().meta({ 'x-mcp-header': 'Urgent' })
}

const ran: Array<unknown> = []

const tools = (): McpServer => {
  const server = new McpServer({ name: 'tools', version: '1.0.0' })
  server.registerTool(
    'write',
    {
      inputSchema: z.object({ ...ANNOTATED, query: z.string() }),
      annotations: { readOnlyHint: false, destructiveHint: true }
    },
    async (args) => {
      ran.push(args)
      return { content: [{ type: 'text', text: 'written' }] }
    }
  )
  return server
}

const withOdd = (): McpServer => {
  const server = tools()
  server.registerTool(
    'odd',
    { inputSchema: z.object({ share: z.number().meta({ 'x-mcp-header': 'Share' }) }) },
    async () => ({ content: [{ type: 'text', text: 'odd' }] })
  )
  return server
}

const tasks = (): Server => {
  const extensions = { 'io.modelcontextprotocol/tasks': {} }
  const server = new Server({ name: 'tasks', version: '1.0.0' }, { capabilities: { tools: {}, extensions } })
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel'])
    server.setRequestHandler(method, { params: ANY, result: ANY }, async ({ taskId }) => ({ taskId }))
  return server
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = ''
  for await (const text of request.setEncoding('utf8')) body += String(text)
  return body
}

/** Serves one of them at an address. */
const listen = async (make: () => McpServer | Server): Promise<HttpServer> => {
  const { fetch } = createMcpHandler(make)
  const server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', headers } = request
      const body = await bodyOf(request)
      const answered = await fetch(
        new Request('http://127.0.0.1/mcp', {
          method,
          headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
          ...(method === 'POST' ? { body } : {})
        })
      )
      response.writeHead(answered.status, Object.fromEntries(answered.headers)).end(await answered.text())
    })()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return server
}

const started: Array<ChildProcess> = []

/** By which ways a client reaches the server. */
const WAYS: Readonly<Record<string, (url: string, mode: string) => Promise<Http | Stdio>>> = {
  directly: async (url) => new Http(new URL(url)),
  'over stdio': async (url, mode) => new Stdio({ ...atAddress(url, ...mode.split(' ')), stderr: 'ignore' }),
  'over HTTP': async (url, mode) => {
    const proxy = served({ command: url, args: [] }, ...mode.split(' '))
    return new Http(new URL(await startUntil(proxy, {}, LISTENING, started)))
  }
}

describe('guarded-call mcp, before an official server over HTTP of revision 2026-07-28', () => {
  const servers: Array<HttpServer> = []
  const clients: Array<Client> = []
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close()
    for (const proxy of started.splice(0)) proxy.kill()
    for (const server of servers.splice(0)) (server.closeAllConnections(), server.close())
  })

  const reach = async (make: () => McpServer | Server, way: keyof typeof WAYS, mode: string): Promise<Client> => {
    const server = await listen(make)
    servers.push(server)
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
    const client = new Client(
      { name: 'specs', version: '1.0.0' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } }
    )
    clients.push(client)
    await client.connect(await (WAYS[way] as (typeof WAYS)[string])(url, mode))
    return client
  }

  for (const way of Object.keys(WAYS))
    for (const mode of ['--mode enforce --trusted', '--mode observe']) {
      it(`calls what marks arguments, though nobody listed it before: ${way}, ${mode}`, async () => {
        ran.length = 0
        const calls = [
          { region: 'eu', query: '1' },
          { region: 'zürich ', n: 42, urgent: true, query: '2' },
          { region: '', n: -1, urgent: false, query: '3' }
        ]
        const client = await reach(tools, way, mode)
        for (const args of calls) {
          const { content } = await client.callTool({ name: 'write', arguments: args })
          expect(content).to.deep.equal([{ type: 'text', text: 'written' }])
        }
        expect(ran).to.deep.equal(calls)
      })

      it(`says which task a request is about: ${way}, ${mode}`, async () => {
        const client = await reach(tasks, way, mode)
        for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel'])
          expect(await client.request({ method, params: { taskId: 'tâche' } }, ANY)).to.include({ taskId: 'tâche' })
      })
    }

  for (const way of Object.keys(WAYS))
    it(`lists no tool that marks them wrongly: ${way}`, async () => {
      const { tools: listed } = await (await reach(withOdd, way, '--mode enforce')).listTools()
      expect(listed.map(({ name }) => name)).to.deep.equal(['write'])
    })
})
