/** The proxy between the official clients and the official servers, over stdio, in every revision. */
import { Client as Client2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { expect } from 'chai'
import { ownServer, proxied, type Command } from './support/proxied.js'

interface Result {
  readonly content?: ReadonlyArray<{ readonly text?: string }>
  readonly structuredContent?: unknown
  readonly isError?: boolean
}

/** The part of both clients that the specs use. */
interface AnyClient {
  readonly callTool: (
    name: string,
    options?: {
      readonly arguments?: Record<string, unknown>
      readonly onProgress?: (progress: unknown) => void
      readonly signal?: AbortSignal
    }
  ) => Promise<Result>
  readonly listTools: () => Promise<{ readonly tools: ReadonlyArray<{ readonly name: string }> }>
  readonly readResource: (uri: string) => Promise<unknown>
  readonly getPrompt: (name: string) => Promise<unknown>
  readonly revision: () => string | undefined
  readonly close: () => Promise<void>
}

const INFO = { name: 'specs', version: '1.0.0' }
const CAPABILITIES = { capabilities: { elicitation: {} } }

const open1 = async (command: Command): Promise<AnyClient> => {
  const client = new Client1(INFO, CAPABILITIES)
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept' as const, content: {} }))
  const transport = new Stdio1({ ...command, stderr: 'ignore' })
  let revision: string | undefined
  await client.connect(
    Object.assign(transport, {
      setProtocolVersion: (version: string) => {
        revision = version
      }
    })
  )
  return {
    callTool: async (name, { arguments: args = {}, onProgress, signal } = {}) =>
      (await client.callTool({ name, arguments: args }, undefined, {
        ...(onProgress === undefined ? {} : { onprogress: onProgress }),
        ...(signal === undefined ? {} : { signal })
      })) as Result,
    listTools: () => client.listTools(),
    readResource: (uri) => client.readResource({ uri }),
    getPrompt: (name) => client.getPrompt({ name }),
    revision: () => revision,
    close: () => client.close()
  }
}

const open2 =
  (pin?: string) =>
  async (command: Command): Promise<AnyClient> => {
    const client = new Client2(INFO, {
      ...CAPABILITIES,
      ...(pin === undefined ? {} : { versionNegotiation: { mode: { pin } } })
    })
    client.setRequestHandler('elicitation/create', async () => ({ action: 'accept' as const, content: {} }))
    await client.connect(new Stdio2({ ...command, stderr: 'ignore' }))
    return {
      callTool: async (name, { arguments: args = {}, onProgress, signal } = {}) =>
        (await client.callTool(
          { name, arguments: args },
          {
            ...(onProgress === undefined ? {} : { onprogress: onProgress }),
            ...(signal === undefined ? {} : { signal })
          }
        )) as Result,
      listTools: () => client.listTools(),
      readResource: (uri) => client.readResource({ uri }),
      getPrompt: (name) => client.getPrompt({ name }),
      revision: () => client.getNegotiatedProtocolVersion(),
      close: () => client.close()
    }
  }

const PAIRS: ReadonlyArray<readonly [string, (command: Command) => Promise<AnyClient>, 'sdk-1' | 'sdk-2', string]> = [
  ['client 1 and server 1', open1, 'sdk-1', '2025-11-25'],
  ['client 1 and server 2', open1, 'sdk-2', '2025-11-25'],
  ['client 2 and server 1', open2(), 'sdk-1', '2025-11-25'],
  ['client 2 and server 2, revision 2026-07-28', open2('2026-07-28'), 'sdk-2', '2026-07-28']
]

const codeOf = ({ content, isError }: Result): string | undefined =>
  isError === true ? (JSON.parse(content?.[0]?.text ?? '') as { readonly code: string }).code : undefined

for (const [name, open, server, revision] of PAIRS) {
  describe(`guarded-call mcp, ${name}`, () => {
    let client: AnyClient
    before(async () => {
      client = await open(proxied(ownServer(server)))
    })
    after(() => client.close())

    it('lets them agree on their revision', () => {
      expect(client.revision()).to.equal(revision)
    })

    it('hands on what is fine, and what is no tool', async () => {
      const plain = await open(ownServer(server))
      try {
        expect(await client.listTools()).to.deep.equal(await plain.listTools())
        expect(await client.callTool('orders', { arguments: { total: 12 } })).to.deep.equal(
          await plain.callTool('orders', { arguments: { total: 12 } })
        )
        expect(await client.readResource('greeting://all')).to.deep.equal(await plain.readResource('greeting://all'))
        expect(await client.getPrompt('greet')).to.deep.equal(await plain.getPrompt('greet'))
      } finally {
        await plain.close()
      }
    })

    it('ends the story of 17 calls after 3', async () => {
      const codes: Array<string | undefined> = []
      for (let i = 0; i < 17; i++) codes.push(codeOf(await client.callTool('cut')))
      expect(codes.slice(0, 5)).to.deep.equal([
        'truncated_response',
        'truncated_response',
        'truncated_response',
        'retry_budget_exceeded',
        'retry_budget_exceeded'
      ])
    })

    it('hands on the cause of a failure', async () => {
      expect(await client.callTool('fail')).to.deep.include({
        content: [{ type: 'text', text: 'REAL CAUSE: auth failed' }],
        isError: true
      })
    })

    it('hands on progress', async () => {
      const seen: Array<unknown> = []
      await client.callTool('progress', {
        onProgress: (progress) => {
          seen.push(progress)
          void client.callTool('orders')
        }
      })
      expect(seen).to.deep.equal([{ progress: 1, total: 2 }])
    })

    // Server 2 asks by `input_required`, which the older revisions do not have.
    if (name !== 'client 1 and server 2') {
      it('lets the server ask its user', async () => {
        expect((await client.callTool('ask')).content?.[0]?.text).to.equal('accept')
      })
    }

    it('hands on that a call was cancelled', async () => {
      const controller = new AbortController()
      const waiting = client.callTool('wait', { signal: controller.signal }).then(
        () => 'answered',
        () => 'cancelled'
      )
      setTimeout(() => controller.abort(), 50)
      expect(await waiting).to.equal('cancelled')
      expect((await client.callTool('orders', { arguments: { total: 1 } })).structuredContent).to.deep.equal({
        total: 1
      })
    })
  })
}

describe('guarded-call mcp, revision 2025-06-18', () => {
  it('lets a client ask for it', async () => {
    const client = new Client2(INFO, { supportedProtocolVersions: ['2025-06-18'] })
    await client.connect(new Stdio2({ ...proxied(ownServer('sdk-1')), stderr: 'ignore' }))
    try {
      expect(client.getNegotiatedProtocolVersion()).to.equal('2025-06-18')
      await client.listTools()
      expect(codeOf((await client.callTool({ name: 'cut', arguments: {} })) as Result)).to.equal('truncated_response')
      expect(
        ((await client.callTool({ name: 'orders', arguments: { total: 2 } })) as Result).structuredContent
      ).to.deep.equal({ total: 2 })
    } finally {
      await client.close()
    }
  })
})
