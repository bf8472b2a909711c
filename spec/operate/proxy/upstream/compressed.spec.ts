/** Servers, and gateways before them, that compress what they were asked not to. */
import { expect } from 'chai'
import { brotliCompressSync, constants, createGzip, deflateSync, gzipSync } from 'node:zlib'
import type { ServerResponse } from 'node:http'
import { openProxy, type Client } from '../client.js'
import { serve, usual, type Answer, type HttpServer } from './http-server.js'

const RESULT = { content: [{ type: 'text', text: 'fine' }] }
const textOf = (id: unknown, result: object = RESULT): string => JSON.stringify({ jsonrpc: '2.0', id, result })

const MEBIBYTE = gzipSync(Buffer.alloc(1_048_576, ' '))

const COMPRESSED = { gzip: gzipSync, 'X-GZIP': gzipSync, deflate: deflateSync, br: brotliCompressSync } as const

describe('guarded-call mcp, before a server that compresses', () => {
  let server: HttpServer
  let client: Client
  const open = async (answer: Answer): Promise<void> => {
    server = await serve(answer)
    client = openProxy(['--timeout', '4000'], [server.url])
  }
  afterEach(async () => {
    await client.stop()
    await server.close()
  })

  const head = (response: ServerResponse, encoding: string, type = 'application/json'): ServerResponse =>
    response.writeHead(200, { 'content-type': type, 'content-encoding': encoding })

  for (const [encoding, compress] of Object.entries(COMPRESSED)) {
    it(`reads what came by ${encoding}`, async () => {
      await open(({ names, id }, response) =>
        id === undefined
          ? void response.writeHead(202).end()
          : head(response, encoding).end(
              compress(textOf(id, names === 'initialize' ? { protocolVersion: '2025-11-25' } : RESULT))
            )
      )
      await client.ask('initialize', { protocolVersion: '2025-11-25' })
      expect((await client.ask('ping')).result).to.deep.equal(RESULT)
    })

    it(`reads a stream of events that came by ${encoding}`, async () => {
      await open(
        usual(({ id }, response) =>
          head(response, encoding, 'text/event-stream').end(compress(`data: ${textOf(id)}\n\n`))
        )
      )
      expect((await client.ask('ping')).result).to.deep.equal(RESULT)
    })
  }

  it('gives each event as it comes, not once the stream has ended', async () => {
    await open(
      usual(({ id }, response) => {
        head(response, 'gzip', 'text/event-stream')
        const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH })
        gzip.pipe(response)
        gzip.write(`data: ${textOf(id)}\n\n`)
      })
    )
    expect((await client.ask('ping')).result).to.deep.equal(RESULT)
  })

  const bad: Record<
    string,
    { readonly answer: (id: unknown, response: ServerResponse) => unknown; readonly says: RegExp }
  > = {
    'names an encoding that it cannot read': {
      answer: (id, response) => head(response, 'zstd').end(textOf(id)),
      says: /compresses its responses \(zstd\)/
    },
    'names one that it cannot read, of events': {
      answer: (id, response) => head(response, 'gzip, br', 'text/event-stream').end(textOf(id)),
      says: /compresses its responses \(gzip, br\)/
    },
    'loses a response that is not compressed as it says': {
      answer: (id, response) => head(response, 'gzip').end(textOf(id)),
      says: /broke off/
    },
    'loses one that is longer than any message may be': {
      answer: (_, response) => head(response, 'gzip').end(Buffer.concat(Array<Buffer>(200).fill(MEBIBYTE))),
      says: /broke off/
    },
    'loses one whose end is missing': {
      answer: (id, response) => head(response, 'gzip').end(gzipSync(textOf(id)).subarray(0, -12)),
      says: /broke off/
    }
  }
  for (const [name, { answer, says }] of Object.entries(bad))
    it(`${name}, and goes on`, async () => {
      await open(
        usual(({ names, id }, response) =>
          names === 'bad' ? answer(id, response) : void head(response, 'gzip').end(gzipSync(textOf(id)))
        )
      )
      await client.ask('initialize', { protocolVersion: '2025-11-25' })
      expect((await client.ask('bad')).error?.message).to.match(says)
      expect((await client.ask('ping')).result).to.deep.equal(RESULT)
    })

  it('says of a first response in an encoding that cannot be read what is wrong with it', async () => {
    await open(({ id }, response) => head(response, 'zstd').end(textOf(id)))
    client.write('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}\n')
    const { stderr } = await client.ended
    expect(stderr).to.include('compresses its responses (zstd)')
    expect(stderr).not.to.include('does not speak')
  })
})
