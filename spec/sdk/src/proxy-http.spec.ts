/** The proxy over Streamable HTTP, with the official clients, in every revision. */
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from '@modelcontextprotocol/client'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as Http1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { expect } from 'chai'
import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { ownServer, proxied } from './support/proxied.js'

interface Result {
  readonly content?: ReadonlyArray<{ readonly text?: string }>
  readonly structuredContent?: unknown
  readonly isError?: boolean
}

type Call = (name: string, args?: Record<string, unknown>, onprogress?: (progress: unknown) => void) => Promise<Result>

interface AnyClient {
  readonly call: Call
  readonly list: () => Promise<{ readonly tools: ReadonlyArray<unknown> }>
  readonly revision: string | undefined
  readonly close: () => Promise<void>
}

const INFO = { name: 'specs', version: '1.0.0' }
const CAPABILITIES = { capabilities: { elicitation: {} } }
const TOKEN = 'correct horse'
const HEADERS = { requestInit: { headers: { authorization: `Bearer ${TOKEN}` } } }

const open1 = async (url: URL): Promise<AnyClient> => {
  const client = new Client1(INFO, CAPABILITIES)
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept' as const, content: {} }))
  const transport = new Http1(url, HEADERS)
  await client.connect(transport as Parameters<typeof client.connect>[0])
  return {
    call: async (name, args = {}, onprogress) =>
      (await client.callTool(
        { name, arguments: args },
        undefined,
        onprogress === undefined ? {} : { onprogress }
      )) as Result,
    list: () => client.listTools(),
    revision: transport.protocolVersion,
    close: async () => {
      await transport.terminateSession()
      await client.close()
    }
  }
}

const open2 =
  (options: ConstructorParameters<typeof Client2>[1] = {}) =>
  async (url: URL): Promise<AnyClient> => {
    const client = new Client2(INFO, { ...CAPABILITIES, ...options })
    client.setRequestHandler('elicitation/create', async () => ({ action: 'accept' as const, content: {} }))
    await client.connect(new Http2(url, HEADERS))
    return {
      call: async (name, args = {}, onprogress) =>
        (await client.callTool({ name, arguments: args }, onprogress === undefined ? {} : { onprogress })) as Result,
      list: () => client.listTools(),
      revision: client.getNegotiatedProtocolVersion(),
      close: () => client.close()
    }
  }

const CLIENTS: ReadonlyArray<readonly [string, (url: URL) => Promise<AnyClient>, 'sdk-1' | 'sdk-2', string]> = [
  ['client 1 and server 1', open1, 'sdk-1', '2025-11-25'],
  ['client 2 and server 1', open2(), 'sdk-1', '2025-11-25'],
  [
    'client 2 and server 1, revision 2025-06-18',
    open2({ supportedProtocolVersions: ['2025-06-18'] }),
    'sdk-1',
    '2025-06-18'
  ],
  [
    'client 2 and server 2, revision 2026-07-28',
    open2({ versionNegotiation: { mode: { pin: '2026-07-28' } } }),
    'sdk-2',
    '2026-07-28'
  ]
]

const serve = (name: 'sdk-1' | 'sdk-2' | 'shared'): ChildProcess => {
  const { command, args } = proxied(ownServer(name), '--http', '0', '--token-env', 'SPEC_MCP_TOKEN')
  return spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, SPEC_MCP_TOKEN: TOKEN } })
}

const urlOf = async (proxy: ChildProcess): Promise<URL> => {
  const url = await new Promise<string>((resolve, reject) => {
    let text = ''
    proxy.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      const found = /listening on (\S+)/.exec(text)?.[1]
      if (found !== undefined) resolve(found)
    })
    proxy.on('exit', () => reject(new Error(text)))
  })
  return new URL(url)
}

for (const [name, open, server, revision] of CLIENTS) {
  describe(`guarded-call mcp --http, ${name}`, () => {
    let client: AnyClient
    let proxy: ChildProcess
    before(async () => {
      proxy = serve(server)
      client = await open(await urlOf(proxy))
    })
    after(async () => {
      // A proxy that nobody reached must not keep the specs alive.
      const ended = new Promise((resolve) => proxy.on('exit', resolve))
      try {
        await (client as AnyClient | undefined)?.close()
      } finally {
        proxy.kill('SIGTERM')
      }
      await ended
    })

    it('lets them agree on their revision', () => {
      expect(client.revision).to.equal(revision)
    })

    it('hands on what is fine, progress and questions too', async () => {
      expect((await client.list()).tools).to.have.lengthOf(6)
      expect((await client.call('orders', { total: 12 })).structuredContent).to.deep.equal({ total: 12 })
      const seen: Array<unknown> = []
      await client.call('progress', {}, (progress) => {
        seen.push(progress)
        void client.call('orders')
      })
      expect(seen).to.deep.equal([{ progress: 1, total: 2 }])
      expect((await client.call('ask')).content?.[0]?.text).to.equal('accept')
    })

    it('ends the story of 17 calls after 3', async () => {
      const codes: Array<string> = []
      for (let i = 0; i < 17; i++) {
        const { content, isError } = await client.call('cut')
        expect(isError).to.equal(true)
        codes.push((JSON.parse(content?.[0]?.text ?? '') as { readonly code: string }).code)
      }
      expect(codes.filter((code) => code === 'truncated_response')).to.have.lengthOf(3)
    })
  })
}

describe('guarded-call mcp --http, several clients of revision 2026-07-28, which count from the same number', () => {
  let proxy: ChildProcess
  const clients: Array<Client2> = []
  const changes: Array<number> = []
  before(async () => {
    proxy = serve('shared')
    const url = await urlOf(proxy)
    for (let n = 0; n < 3; n++) {
      changes.push(0)
      const client = new Client2(INFO, {
        ...CAPABILITIES,
        versionNegotiation: { mode: { pin: '2026-07-28' } },
        listChanged: { tools: { debounceMs: 0, onChanged: () => (changes[n] = (changes[n] ?? 0) + 1) } }
      })
      client.setRequestHandler('elicitation/create', async () => ({ action: 'accept' as const, content: {} }))
      await client.connect(new Http2(url, HEADERS))
      clients.push(client)
    }
  })
  after(async () => {
    const ended = new Promise((resolve) => proxy.on('exit', resolve))
    await Promise.all(clients.map((client) => client.close())).finally(() => proxy.kill('SIGTERM'))
    await ended
  })

  it('tells each of them of a change that any of them made', async () => {
    for (const [n, client] of clients.entries()) {
      await client.callTool({ name: 'touch' })
      for (let tries = 0; tries < 100 && changes.some((seen) => seen <= n); tries++) await wait(20)
      expect(changes).to.deep.equal(clients.map(() => n + 1))
    }
  })

  it('goes on with what one of them was asked while the others wait', async () => {
    const texts = await Promise.all(
      clients.map(async (client, n) => {
        const { content } = (await client.callTool({ name: n === 1 ? 'pay' : 'slow' })) as Result
        return content?.[0]?.text
      })
    )
    expect(texts).to.deep.equal(['slow', 'paid', 'slow'])
  })
})
