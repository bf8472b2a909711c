/**
 * Servers at an address that mean harm, or are out of order: nobody waits for ever, and nobody is asked without end.
 */
import { expect } from 'chai'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as passed } from 'node:timers/promises'
import { startServer } from '../../../../lib/operate/proxy/upstream/upstream.js'
import { codeOf, openProxy, repeated, type Client } from '../client.js'
import { events, json, serve, usual, type Answer, type HttpServer } from './http-server.js'

const GO_ON = 'Go on with other work, use another tool, or tell the user.'
const INITIALIZED = '{"jsonrpc":"2.0","method":"notifications/initialized"}\n'

describe('guarded-call mcp, before a hostile address', () => {
  let server: HttpServer
  let client: Client
  const open = async (answer: Answer, options: ReadonlyArray<string> = []) => {
    server = await serve(answer)
    client = openProxy(options, [server.url])
    return client
  }
  afterEach(async () => {
    await client.stop()
    await server.close()
  })

  it('makes no write again, in no later turn, that failed with a status of 500 or more, whatever the body says', async () => {
    for (const [status, most] of [
      [500, 1],
      [503, 1],
      [429, 2]
    ] as const) {
      const error = { code: -32_000, message: 'Not enough stock' }
      await open(
        usual(({ id }, response) =>
          response
            .writeHead(status, { 'content-type': 'application/json' })
            .end(JSON.stringify({ jsonrpc: '2.0', id, error }))
        ),
        ['--trusted', '--quiet-gap', '1']
      )
      await client.ask('initialize')
      expect((await client.call('pay')).error, String(status)).to.deep.equal(error)
      await passed(20)
      await client.call('pay')
      expect(server.asked.filter(({ names }) => names === 'tools/call').length, String(status)).to.equal(most)
      await client.stop()
      await server.close()
    }
  })

  const NO_REVISIONS: ReadonlyArray<unknown> = [
    '2025-06-18\r\nEvil: 1',
    '2026-07-28\u2028é😀',
    '2025-11-25 ',
    '\u0000',
    '',
    'x'.repeat(65),
    'x'.repeat(1_000_000),
    20_251_125,
    null,
    { toString: 'x' }
  ]

  it('names to it no revision that no header can hold, whoever made it up', async () => {
    let protocolVersion: unknown
    await open((asked, response) =>
      asked.names === 'initialize'
        ? json(response, { id: asked.id, result: { protocolVersion } })
        : usual(({ id }, rest) => json(rest, { id, result: { content: [] } }))(asked, response)
    )
    const named = async (): Promise<unknown> => {
      expect((await client.call('any')).result).to.deep.equal({ content: [] })
      return server.asked.at(-1)?.headers['mcp-protocol-version']
    }
    for (const revision of NO_REVISIONS) {
      protocolVersion = revision
      await client.ask('initialize')
      expect(await named(), JSON.stringify(revision)?.slice(0, 80)).to.equal(undefined)
      await client.call('any', {}, { 'io.modelcontextprotocol/protocolVersion': revision })
      expect(server.asked.at(-1)?.headers).to.not.have.any.keys('mcp-protocol-version', 'mcp-method', 'evil')
    }
    for (const revision of ['2025-11-25', '!', '~'.repeat(64)]) {
      protocolVersion = revision
      await client.ask('initialize')
      expect(await named()).to.equal(revision)
    }
    // Only its own answer to `initialize` agrees on one.
    await client.call('any', {}, { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' })
    expect(server.asked.at(-1)?.headers['mcp-protocol-version']).to.equal('2026-07-28')
    expect(await named()).to.equal('~'.repeat(64))
  })

  it('serves the other clients of the process where one names an odd revision', async () => {
    await open(
      usual(({ id }, response) => json(response, { id, result: { content: [] } })),
      ['--http', '0']
    )
    const url = await client.told(/listening on (\S+)/)
    const ask = async (revision: unknown): Promise<unknown> => {
      const params = {
        name: 'any',
        arguments: { revision },
        _meta: { 'io.modelcontextprotocol/protocolVersion': revision }
      }
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(revision === '2026-07-28' ? repeated({ method: 'tools/call', params }) : {})
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
        signal: AbortSignal.timeout(5_000)
      })
      return ((await response.json()) as { readonly result: unknown }).result
    }
    for (const revision of [...NO_REVISIONS, '2026-07-28'])
      expect(await ask(revision), JSON.stringify(revision)?.slice(0, 80)).to.deep.equal({ content: [] })
  })

  it('is not waited for where it never answers a notification', async () => {
    await open((asked, response) => {
      if (asked.method === 'POST' && asked.id === undefined) return
      usual(({ id }, rest) => json(rest, { id, result: { content: [] } }))(asked, response)
    })
    await client.ask('initialize')
    client.write(INITIALIZED)
    expect((await client.call('any')).result).to.deep.equal({ content: [] })
    expect(server.asked.map(({ names }) => names)).to.deep.equal([
      'initialize',
      'notifications/initialized',
      'tools/list',
      'tools/call'
    ])
  })

  it('is not asked again and again for a stream that it ends at once, whatever wait it names', async () => {
    const warned: Array<string> = []
    const onWarning = ({ name }: Error): void => void warned.push(name)
    process.on('warning', onWarning)
    for (const retry of ['0', '1', '99999999999', '9'.repeat(400), '-1', 'x']) {
      await open(
        usual((_, response) =>
          events(response).end(
            `id: 1\nretry: ${retry}\ndata: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info"}}\n\n`
          )
        )
      )
      await client.ask('initialize')
      client.write(INITIALIZED)
      await client.until(({ method }) => method === 'notifications/message')
      void client.call('any').catch(() => {})
      await passed(100)
      expect(server.asked.filter(({ method }) => method === 'GET').length, retry).to.equal(1)
      expect(server.asked.filter(({ names }) => names === 'tools/call').length, retry).to.equal(1)
      await client.stop()
      await server.close()
    }
    process.off('warning', onWarning)
    expect(warned).to.deep.equal([])
  })

  it('leaves nobody waiting where it sends another message in place of the response', async () => {
    const OTHERS: ReadonlyArray<(id: unknown) => string> = [
      (id) => `{"jsonrpc":"2.0","id":"${String(id)}","result":{"content":[]}}`,
      () => '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}',
      () => '[]',
      (id) => `[{"jsonrpc":"2.0","id":"${String(id)}","result":{}},{"jsonrpc":"2.0","method":"notifications/message"}]`,
      (id) => `[[{"jsonrpc":"2.0","id":${String(id)},"result":{"content":[]}}]]`,
      () => '{"jsonrpc":"2.0","method":"notifications/message"}'
    ]
    let other = OTHERS[0]
    await open(
      usual(({ id }, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(other?.(id)))
    )
    for (const one of OTHERS) {
      other = one
      expect((await client.call(`any_${OTHERS.indexOf(one)}`)).error).to.deep.include({
        code: -32_000,
        message: `The server sent something else in place of its response. ${GO_ON}`
      })
    }
  })

  it('says of a write whose response is lost that nobody knows whether it ran, however it was lost', async () => {
    const html = { 'content-type': 'text/html' }
    const typed = { 'content-type': 'application/json' }
    const LOSSES: ReadonlyArray<(response: ServerResponse) => unknown> = [
      (response) => response.destroy(),
      (response) => response.socket?.end('hello\r\n\r\n'),
      (response) => response.socket?.end('HTTP/1.1 200 OK\r\nx: \u0001\r\n\r\n'),
      (response) => response.socket?.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{'),
      (response) => response.writeHead(302, { location: 'https://elsewhere.example/' }).end(),
      (response) => response.writeHead(401).end(),
      (response) => response.writeHead(429).end(),
      (response) => response.writeHead(502, html).end('<html>'),
      (response) => response.writeHead(202).end(),
      (response) => response.writeHead(200, html).end('<html>'),
      (response) => response.writeHead(200, typed).end('{"js'),
      (response) => response.writeHead(200, typed).end('{"jsonrpc":"2.0","id":"1","result":{"content":[]}}'),
      (response) => events(response).end('data: {"jsonrpc":"2.0","method":"notifications/message"}\n\n')
    ]
    let lose = LOSSES[0]
    await open(usual((_, response) => void lose?.(response)))
    await client.ask('tools/list')
    for (const one of LOSSES) {
      lose = one
      const { error } = await client.call('pay', { one: String(one) })
      expect(error?.data, String(one)).to.deep.include({
        code: 'tool_unavailable',
        hint: 'It is unknown whether it was executed: verify with a read before doing anything else.'
      })
      expect(error?.message, String(one)).to.not.include('could not be reached')
    }
  })

  describe('shows nothing of an address but its origin', () => {
    const SECRET = 'a1b2c3'
    const shownBy = async (answer: Answer): Promise<{ readonly message: string; readonly origin: string }> => {
      server = await serve(usual(answer))
      const { origin } = new URL(server.url)
      client = openProxy([], [`${origin}/api/s/${SECRET}/mcp?key=${SECRET}#${SECRET}`])
      await client.ask('initialize')
      const { error } = await client.call('any')
      await client.stop()
      expect(JSON.stringify(error) + (await client.ended).stderr).to.not.include(SECRET)
      await server.close()
      return { message: error?.message ?? '', origin }
    }

    it('whatever status it answers with', async () => {
      for (const status of [202, 302, 400, 401, 403, 404, 405, 429, 500, 503]) {
        const { message } = await shownBy((_, response) => response.writeHead(status, { location: SECRET }).end())
        expect(message, String(status)).to.match(status === 404 ? /^The server responded to this/ : /^http:\S+\d /)
      }
      for (const type of ['text/html', 'text/plain'])
        expect(
          (await shownBy((_, response) => response.writeHead(200, { 'content-type': type }).end())).message
        ).to.match(/^http:\S+\d does not speak Streamable HTTP/)
    })

    it('that it has, before it answered anything', async () => {
      for (const status of [301, 401, 404, 405, 429, 503]) {
        server = await serve((_, response) => response.writeHead(status, { location: `/s/${SECRET}` }).end())
        client = openProxy([], [`${new URL(server.url).origin}/s/${SECRET}/mcp`])
        const { error } = await client.ask('initialize')
        expect(JSON.stringify(error) + (await client.ended).stderr, String(status)).to.not.include(SECRET)
        await server.close()
      }
    })

    it('that it sends on to', async () => {
      for (const [location, shown] of [
        [`https://login.example/sign/${SECRET}?state=${SECRET}#${SECRET}`, 'https://login.example'],
        [`https://user:${SECRET}@login.example:8443/`, 'https://login.example:8443'],
        [`/other/${SECRET}?token=${SECRET}`, 'another path of its own'],
        [`app:${SECRET}`, 'another kind of address'],
        [`http://[${SECRET}`, 'nowhere']
      ] as const) {
        const { message, origin } = await shownBy((_, response) => response.writeHead(307, { location }).end())
        expect(message).to.equal(`${origin} sends on to ${shown} (307). Name that address, if you trust it. ${GO_ON}`)
      }
    })
  })

  it('keeps no stream that goes on after the response, and hands on what comes just behind it', async () => {
    let closed: Promise<unknown> | undefined
    await open(
      usual(({ id }, response) => {
        closed = once(response, 'close')
        events(response).write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [] } })}\n\n`)
        setTimeout(() => response.write('data: {"jsonrpc":"2.0","method":"notifications/message"}\n\n'), 10)
      })
    )
    expect((await client.call('any')).result).to.deep.equal({ content: [] })
    await client.until(({ method }) => method === 'notifications/message')
    await closed
  })

  it('keeps no connection of a call that was given up', async () => {
    const closed: Array<unknown> = []
    await open(
      usual(({ names, id }, response) => {
        if (names === 'ping') return json(response, { id, result: {} })
        response.on('close', () => closed.push(id))
        if (names === 'tools/call') events(response).write(': begun\n\n')
      }),
      ['--timeout', '100']
    )
    await client.ask('initialize')
    expect(codeOf(await client.call('any'))).to.equal('timeout')
    while (closed.length === 0) await client.ask('ping')
    const cancelled = server.asked.find(({ names }) => names === 'notifications/cancelled')
    expect(JSON.parse(cancelled?.body ?? '{}')).to.deep.nested.include({ 'params.requestId': closed[0] })
  })
})

describe('startServer', () => {
  it('answers, and goes on, where a request cannot be sent at all', async () => {
    const lines: Array<string> = []
    const ended = new Promise((resolve) => {
      const { input } = startServer(
        { kind: 'address', url: new URL('http://127.0.0.1:1/mcp'), headers: { 'x-odd': 'a\r\nb' } },
        {
          onLine: (line) => lines.push(line.toString()),
          onStatus: () => {},
          mirroredBy: () => [],
          onLost: (id) => lines.push(String(id)),
          onRenewed: (_, again) => again(),
          onEnd: (why) => resolve(why)
        }
      )
      input.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n', () => {
        input.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
      })
    })
    expect(await ended).to.equal('http://127.0.0.1:1 could not be reached (ERR_INVALID_CHAR).')
    expect(lines).to.deep.equal([])
  })
})
