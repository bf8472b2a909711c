/**
 * Servers that break the protocol, with the official clients behind the proxy: nobody reads what was not asked for, or
 * not judged.
 */
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as Http1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect } from 'chai'
import type { ChildProcess } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { atAddress, proxied, served, type Command } from './support/proxied.js'
import { LISTENING, startUntil } from './support/started.js'
import { CUT, linesFor, OWN, textResult, type Asked } from './support/told-lines.js'

// -- clients, and where they find the server

interface Result {
  readonly isError?: boolean
  readonly content?: ReadonlyArray<{ readonly text?: string; readonly resource?: { readonly text?: string } }>
}

interface AnyClient {
  readonly tell: (...lines: ReadonlyArray<string>) => Promise<Result>
  readonly close: () => Promise<void>
}

type Place = { readonly command: Command } | { readonly url: string }

const INFO = { name: 'specs', version: '1.0.0' }

const CLIENTS: Readonly<Record<string, (place: Place) => Promise<AnyClient>>> = {
  'client 1': async (place) => {
    const client = new Client1(INFO)
    const transport =
      'url' in place ? new Http1(new URL(place.url)) : new Stdio1({ ...place.command, stderr: 'ignore' })
    await client.connect(transport as Parameters<typeof client.connect>[0])
    return {
      tell: async (...lines) => (await client.callTool({ name: 'tell', arguments: { lines } })) as Result,
      close: () => client.close()
    }
  },
  'client 2': async (place) => {
    const client = new Client2(INFO)
    await client.connect(
      'url' in place ? new Http2(new URL(place.url)) : new Stdio2({ ...place.command, stderr: 'ignore' })
    )
    return {
      tell: async (...lines) => (await client.callTool({ name: 'tell', arguments: { lines } })) as Result,
      close: () => client.close()
    }
  }
}

const SERVER: Command = {
  command: process.execPath,
  args: [fileURLToPath(new URL('support/servers/as-told.js', import.meta.url))]
}

/** The same server over HTTP: whatever it says of a request comes in one stream of events. */
const listen = async (): Promise<{ readonly server: Server; readonly url: string }> => {
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      if (request.method !== 'POST') return void response.writeHead(405).end()
      const lines = linesFor(JSON.parse(body) as Asked)
      if (lines.length === 0) return void response.writeHead(202).end()
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(lines.map((line) => `data: ${line}\n\n`).join(''))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` }
}

// -- what the server says before its own answer

const answer = (id: string, result = textResult(CUT)): string => `{"jsonrpc":"2.0","id":${id},"result":${result}}`

const HALF = textResult(CUT).slice(1)

/** What a client reads of each behind the proxy, and whether it reads the half document where nobody stands between. */
const LINES: Readonly<Record<string, readonly [line: string, read: string, isTaken: boolean]>> = {
  'an id as a text': [answer('"ID"'), OWN, true],
  'an id in another notation': [answer('"HEX"'), OWN, true],
  'an id with white space': [answer('" ID\\n"'), OWN, true],
  'an id with an exponent': [answer('"IDe0"'), OWN, true],
  'an id in a list': [answer('[ID]'), OWN, false],
  'no id': [`{"jsonrpc":"2.0","result":{${HALF}}`, OWN, false],
  'the id null': [answer('null'), OWN, false],
  'a batch': [`[${answer('ID')}]`, OWN, false],
  'two messages in a line': [`${answer('7')}${answer('ID')}`, OWN, false],
  'a method beside the result': [
    `{"jsonrpc":"2.0","id":ID,"method":"notifications/message","result":{${HALF}}`,
    'schema_violation',
    false
  ],
  'an error beside the result': [
    `{"jsonrpc":"2.0","id":ID,"error":{"code":-32000,"message":"failed"},"result":{${HALF}}`,
    'schema_violation',
    false
  ],
  ...Object.fromEntries(
    ['"error":null', '"elapsedMs":3', '"params":{}', '"method":null', '"method":5', '"__proto__":{"a":1}'].map(
      (field) => [
        `${field} beside the result`,
        [`{"jsonrpc":"2.0","id":ID,${field},"result":{${HALF}}`, 'truncated_response', false]
      ]
    )
  ),
  ...Object.fromEntries(
    [
      '5',
      'null',
      '[]',
      '{"progressToken":{}}',
      '{"progressToken":1.5}',
      '{"io.modelcontextprotocol/related-task":5}'
    ].map((meta) => [`the _meta ${meta}`, [answer('ID', `{"_meta":${meta},${HALF}`), 'truncated_response', false]])
  ),
  ...Object.fromEntries(
    ['1e300', '9007199254740993'].map((code) => [
      `the error code ${code}`,
      [`{"jsonrpc":"2.0","id":ID,"error":{"code":${code},"message":"failed"}}`, 'schema_violation', false]
    ])
  ),
  'a request for input beside content': [
    answer('ID', `{"resultType":"input_required",${HALF}`),
    'truncated_response',
    true
  ],
  'a task beside content': [answer('ID', `{"task":{"taskId":"t"},${HALF}`), 'truncated_response', true],
  'structured content beside content': [answer('ID', `{"structuredContent":{},${HALF}`), 'truncated_response', true],
  'a resource': [
    answer('ID', JSON.stringify({ content: [{ type: 'resource', resource: { uri: 'file:///a.json', text: CUT } }] })),
    'truncated_response',
    true
  ],
  'another text beside it': [
    answer('ID', JSON.stringify({ content: [CUT, ''].map((text) => ({ type: 'text', text })) })),
    'truncated_response',
    true
  ]
}

/** The text that a client reads, or the code of its refusal. */
const read = async (client: AnyClient, ...lines: ReadonlyArray<string>): Promise<string> => {
  const { content = [], isError } = await client.tell(...lines)
  const [{ text = '', resource } = {}] = content
  return isError === true ? (JSON.parse(text) as { readonly code: string }).code : (resource?.text ?? text)
}

const WAYS: Readonly<Record<string, (url: string, started: Array<ChildProcess>) => Promise<Place>>> = {
  'over stdio': async () => ({ command: proxied(SERVER) }),
  'over HTTP': async (_url, started) => ({ url: await startUntil(served(SERVER), {}, LISTENING, started) }),
  'before an address': async (url) => ({ command: atAddress(url) }),
  'over HTTP, before an address': async (url, started) => ({
    url: await startUntil(atAddress(url, '--http', '0'), {}, LISTENING, started)
  })
}

describe("the proxy's door", function () {
  this.timeout(60_000)

  const started: Array<ChildProcess> = []
  let http: Awaited<ReturnType<typeof listen>>
  before(async () => {
    http = await listen()
  })
  after(() => {
    http.server.close()
    http.server.closeAllConnections()
  })
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGTERM')
  })

  for (const [i, [name, open]] of Object.entries(CLIENTS).entries()) {
    for (const [k, [where, way]] of Object.entries(WAYS).entries()) {
      // Each client and each way, but not every pair of them.
      if (process.env['TIER'] === 'short' && (i + k) % 2 === 1) continue
      it(`lets ${name} read nothing that was not judged, ${where}`, async () => {
        const client = await open(await way(http.url, started))
        try {
          for (const [what, [line, expected]] of Object.entries(LINES)) {
            expect(await read(client, line), what).to.equal(expected)
            // Whatever comes after its response, the next call has one of its own.
            for (const after of [answer('ID'), answer('"ID"')])
              expect(await read(client, answer('ID', textResult(what)), after), what).to.equal(what)
          }
        } finally {
          await client.close()
        }
      })
    }
  }

  it('stands where the official clients would take such a response', async () => {
    for (const open of Object.values(CLIENTS)) {
      const client = await open({ command: SERVER })
      try {
        for (const [what, [line, , isTaken]] of Object.entries(LINES))
          // Of some, client 2 says at once that it cannot read them.
          expect(await read(client, line).catch(() => OWN), what).to.equal(isTaken ? CUT : OWN)
      } finally {
        await client.close()
      }
    }
  })
})
