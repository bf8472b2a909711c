import { expect } from 'chai'
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { openFolder, type CommandOptions } from '../cli/command.js'
import { codeOf, openProxy, PEER, repeated, type Asked, type Client, type Reply } from './client.js'
import { events as openEvents, serve, usual } from './upstream/http-server.js'

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

const TOKEN = 'correct horse'

/** A proxy over HTTP, and requests with whatever headers. */
const listen = async (
  options: ReadonlyArray<string> = [],
  server: ReadonlyArray<string> = [process.execPath, PEER],
  at: CommandOptions = {}
) => {
  const proxy = openProxy(['--http', '0', ...options], server, at)
  const url = await proxy.told(/listening on (\S+)/)
  const send = (
    method: string,
    body: string | undefined,
    headers: Readonly<Record<string, string>> = {},
    path = '/mcp'
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = request(
        new URL(path, url),
        {
          method,
          headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers }
        },
        (response) => {
          let text = ''
          response
            .setEncoding('utf8')
            .on('data', (chunk: string) => {
              text += chunk
            })
            .on('error', reject)
            .on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
        }
      )
      sent.on('error', reject).end(body)
    })
  const ask = (message: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    send('POST', JSON.stringify({ jsonrpc: '2.0', ...message }), { ...repeated(message as Asked), ...headers })
  const initialize = async (): Promise<Readonly<Record<string, string>>> => {
    const { headers } = await ask({ id: 0, method: 'initialize', params: {} })
    return { 'mcp-session-id': String(headers['mcp-session-id']) }
  }
  return { proxy, url, send, ask, initialize }
}

const call = (id: number | string, name: string, args: object = {}, meta?: object): object => ({
  id,
  method: 'tools/call',
  params: { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) }
})

const eventsIn = ({ text }: Answer): ReadonlyArray<Reply> =>
  [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data as string) as Reply)
// What the server says of its own before its answer makes a stream of it: the answer comes last.
const replyIn = (answer: Answer): Reply => eventsIn(answer).at(-1) ?? (JSON.parse(answer.text) as Reply)

const MODERN = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }

describe('guarded-call mcp, over HTTP', () => {
  let proxy: Client
  const open = async (...args: Parameters<typeof listen>) => {
    const opened = await listen(...args)
    proxy = opened.proxy
    return opened
  }
  afterEach(() => proxy.stop())

  it('reads a body that is longer than a message may be to its end, and answers', async function () {
    this.timeout(60_000)
    const { send } = await open()
    const { status, text } = await send('POST', 'x'.repeat(129 * 1024 * 1024))
    expect(status).to.equal(413)
    expect(JSON.parse(text)).to.have.nested.property('error.message', 'A message may have at most 134217728 bytes.')
  })

  it('reads a body behind a byte order mark, and refuses a call without an id and a path that is none', async () => {
    const { send, url } = await open()
    const post = async (body: string) => {
      const { status, text } = await send('POST', body)
      return [status, (JSON.parse(text) as Reply).error?.message]
    }
    expect(await post('\ufeff{"jsonrpc":"2.0","id":1,"method":"initialize"}')).to.deep.equal([200, undefined])
    expect(await post('{"jsonrpc":"2.0","method":"tools/call","params":{"name":"echo"}}')).to.deep.equal([
      400,
      'A tools/call must have an id.'
    ])
    const odd = request({ port: new URL(url).port, host: '127.0.0.1', method: 'POST', path: '//' }).end()
    const [{ statusCode }] = (await once(odd, 'response')) as [IncomingMessage]
    expect(statusCode).to.equal(404)
  })

  it("turns away other hosts' names, pages of other sites and strangers", async () => {
    const { ask, send, url } = await open(['--token-env', 'MCP_TOKEN'], undefined, { env: { MCP_TOKEN: TOKEN } })
    const authorization = `Bearer ${TOKEN}`
    const { port, host } = new URL(url)
    const status = async (headers: Readonly<Record<string, string>>): Promise<number> =>
      (await ask({ id: 0, method: 'initialize' }, headers)).status
    expect(await status({ authorization })).to.equal(200)
    for (const good of [
      { origin: 'http://localhost:5173' },
      { host: `localhost:${port}`, origin: `http://${host}` },
      { host: `[::1]:${port}` }
    ])
      expect(await status({ authorization, ...good }), JSON.stringify(good)).to.equal(200)
    for (const bad of [
      { host: 'evil.example' },
      { host: `evil.example:${port}` },
      { host: '127.0.0.1:1' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost.evil.example' }
    ]) {
      expect(await status({ authorization, ...bad }), JSON.stringify(bad)).to.equal(403)
    }
    for (const authorized of [{}, { authorization: 'Bearer wrong' }, { authorization: TOKEN }])
      expect(await status(authorized as Readonly<Record<string, string>>)).to.equal(401)
    expect((await send('GET', undefined, {})).headers['www-authenticate']).to.equal('Bearer')
  })

  it('serves no page of another port without a token, and no body that a page may send unasked', async () => {
    const { ask } = await open()
    const status = async (headers: Readonly<Record<string, string>>): Promise<number> =>
      (await ask({ id: 0, method: 'initialize' }, headers)).status
    expect(await status({ origin: 'http://localhost:5173' })).to.equal(403)
    for (const type of [
      'text/plain',
      'application/jsonp',
      'application/x-www-form-urlencoded',
      'text/plain, application/json'
    ])
      expect(await status({ 'content-type': type }), type).to.equal(415)
    expect(await status({ 'content-type': 'Application/JSON; charset=utf-8' })).to.equal(200)
  })

  it('guards the calls of a session, each with its own server and count', async () => {
    const { ask, initialize } = await open()
    const [one, two] = [await initialize(), await initialize()]
    const codes: Array<string | undefined> = []
    for (let i = 1; i <= 4; i++) codes.push(codeOf(replyIn(await ask(call(i, 'cut'), one))))
    expect(codes).to.deep.equal([
      'truncated_response',
      'truncated_response',
      'truncated_response',
      'retry_budget_exceeded'
    ])
    expect(codeOf(replyIn(await ask(call(1, 'cut'), two)))).to.equal('truncated_response')
    const { stderr } = (await proxy.stop()) as { readonly stderr: string }
    expect(stderr).to.include('enforce: 5 calls of 1 tool in 2 turns, 5 refused\n')
  })

  it('judges each session by what its own server lists, and holds all against what was accepted', async () => {
    // Its tool is described, and answers, as the session says.
    const server = `
      let says
      require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, method, params } = JSON.parse(line)
        if (method === 'initialize') says = params.says
        const schema = { type: 'object', properties: { [says]: { type: 'number' } }, required: [says] }
        const tools = [{ name: 'total', inputSchema: { type: 'object' }, outputSchema: schema }]
        const result = { tools, content: [], structuredContent: { [says]: 1 } }
        if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
      })`
    const folder = openFolder()
    for (const [options, code] of [
      [[], undefined],
      [['--pin', 'pins.json', '--on-drift', 'refuse'], 'denied']
    ] as const) {
      const { ask } = await open(options, [process.execPath, '-e', server], { cwd: folder.path })
      const session = async (says: string) => {
        const { headers } = await ask({ id: 0, method: 'initialize', params: { says } })
        const id = { 'mcp-session-id': String(headers['mcp-session-id']) }
        await ask({ id: 1, method: 'tools/list' }, id)
        return async () => codeOf(replyIn(await ask(call(2, 'total'), id)))
      }
      const [first, other, third] = [await session('cents'), await session('euros'), await session('cents')]
      expect([await first(), await other(), await third()]).to.deep.equal([undefined, code, undefined])
      await proxy.stop()
    }
    folder.remove()
  })

  it('does not run a write again in the turn that its host names, in whichever session, alive or ended', async () => {
    const { ask, send, initialize } = await open(['--trusted'])
    const turn = { 'io.github.guarded-call/turn': 'turn 1' }
    const pay = async (session: Readonly<Record<string, string>>, meta: object, name = 'delete') =>
      replyIn(await ask(call(1, name, { n: 1 }, meta), session))
    const [first, second] = [await initialize(), await initialize()]
    await ask({ id: 2, method: 'tools/list' }, first)
    expect(codeOf(await pay(first, turn))).to.equal(undefined)
    expect(codeOf(await pay(second, turn))).to.equal('retry_budget_exceeded')
    await send('DELETE', undefined, first)
    expect(codeOf(await pay(await initialize(), turn))).to.equal('retry_budget_exceeded')
    expect(codeOf(await pay({}, { ...MODERN, ...turn }))).to.equal('retry_budget_exceeded')
    // Another turn, or one without a name, is another one.
    for (const meta of [{}, { 'io.github.guarded-call/turn': 'turn 2' }])
      expect(codeOf(await pay(await initialize(), meta))).to.equal(undefined)
  })

  it('says of a write that a session left open that nobody knows whether it ran', async () => {
    const { ask, send, initialize } = await open(['--trusted'], [process.execPath, PEER, '--hang'])
    const turn = { 'io.github.guarded-call/turn': 1 }
    const first = await initialize()
    await ask({ id: 2, method: 'tools/list' }, first)
    const hung = ask(call(1, 'delete', {}, turn), first)
    await ask(call(3, 'echo', {}), first)
    await send('DELETE', undefined, first)
    await hung
    const again = replyIn(await ask(call(1, 'delete', {}, turn), await initialize()))
    expect(again.result?.content?.[0]?.text).to.include('It is unknown whether it was executed')
  })

  it('streams what comes before the answer', async () => {
    const { ask, initialize } = await open()
    const session = await initialize()
    const answer = await ask(call(1, 'slow', {}, { progressToken: 'p' }), session)
    expect(answer.headers['content-type']).to.equal('text/event-stream')
    const events = eventsIn(answer)
    expect(events[0]?.params).to.deep.equal({ progressToken: 'p', progress: 1 })
    expect(events.at(-1)?.result?.content?.[0]?.text).to.equal('at last')
  })

  it('names the session too where the server speaks before it answers', async () => {
    const { ask } = await open([], [process.execPath, PEER, '--greet'])
    const answer = await ask({ id: 0, method: 'initialize', params: {} })
    expect(eventsIn(answer).map(({ method, id }) => method ?? id)).to.deep.equal(['notifications/message', 0])
    const session = { 'mcp-session-id': String(answer.headers['mcp-session-id']) }
    expect(replyIn(await ask(call(1, 'echo', { a: 1 }), session)).result?.content?.[0]?.text).to.equal('{"a":1}')
  })

  it('ends the server of a session whose client breaks off before it has one', async () => {
    const listener = createServer().listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const heard = async (): Promise<string | undefined> => {
      const [{ url: path }, response] = (await once(listener, 'request')) as [IncomingMessage, ServerResponse]
      response.end()
      return path
    }
    const server = `
      const say = (word) => require('node:http').get('http://127.0.0.1:${(listener.address() as AddressInfo).port}/' + word)
      process.stdin.on('data', () => say('asked')).on('end', () => say('ended'))`
    const { url } = await open([], [process.execPath, '-e', server])
    const sent = request(url, { method: 'POST', headers: { 'content-type': 'application/json' } })
    const asked = heard()
    sent.on('error', () => {}).end(JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} }))
    expect(await asked).to.equal('/asked')
    const ended = heard()
    sent.destroy()
    expect(await ended).to.equal('/ended')
    listener.closeAllConnections()
    listener.close()
  })

  it('tells who waits that the session was ended', async () => {
    const { ask, send, initialize } = await open()
    const session = await initialize()
    const waiting = ask(call(1, 'hang'), session)
    // A server reads its messages in their order: the call has reached it.
    await ask(call(2, 'echo'), session)
    expect((await send('DELETE', undefined, session)).status).to.equal(204)
    expect(replyIn(await waiting).error).to.deep.include({
      code: -32_000,
      message: 'The server was asked to stop. The server of this tool is gone. Use another tool, or tell the user.'
    })
  })

  it('hands what belongs to no request to the stream of the session', async () => {
    const { ask, send, initialize } = await open()
    const session = await initialize()
    const stream = send('GET', undefined, session)
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
    expect((await send('GET', undefined, session)).status).to.equal(409)
    expect((await ask({ method: 'notifications/roots/list_changed' }, session)).status).to.equal(202)
    expect(replyIn(await ask(call(1, 'echo', { a: 1 }), session)).result?.content?.[0]?.text).to.equal('{"a":1}')
    expect((await send('DELETE', undefined, session)).status).to.equal(204)
    expect(eventsIn(await stream).map(({ params }) => params?.['data'])).to.deep.equal([
      'notifications/roots/list_changed'
    ])
    expect((await ask(call(2, 'echo'), session)).status).to.equal(404)
  })

  it('keeps what a server sends of its own until its session has a stream', async () => {
    const { ask, initialize, url } = await open()
    const [first, second] = [await initialize(), await initialize()]
    for (const session of [first, second]) await ask({ method: 'notifications/initialized' }, session)
    // Once another server has started, these have sent theirs.
    await initialize()
    const stream = await fetch(url, { headers: { accept: 'text/event-stream', ...first } })
    const reader = stream.body?.getReader()
    expect(String(Buffer.from((await reader?.read())?.value ?? ''))).to.include('"notifications/initialized"')
    await reader?.cancel()
    const answer = await ask(call(1, 'echo'), second)
    expect(eventsIn(answer).map(({ method, id }) => method ?? id)).to.deep.equal(['notifications/message', 1])
  })

  it('tells a server that asks while no client is there', async () => {
    const server = `
      // In one write: a later call, which would have a stream, comes after both.
      const send = (...messages) =>
        process.stdout.write(messages.map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n').join(''))
      let told
      require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, method, error } = JSON.parse(line)
        if (id === 'asked') told = error
        else if (method === 'tools/list') send({ id, result: { tools: [] } })
        else send({ id, result: { content: [], structuredContent: { told } } }, { id: 'asked', method: 'roots/list' })
      })`
    const { ask } = await open([], [process.execPath, '-e', server])
    await ask(call(1, 'any', {}, MODERN))
    expect(replyIn(await ask(call(2, 'any', { n: 2 }, MODERN))).result?.['structuredContent']).to.deep.equal({
      told: { code: -32_000, message: 'No stream of the client is open.' }
    })
  })

  describe('that shares a server which names no request in what it logs', () => {
    // Each call logs once at its start, unless it asks for none, and once before its response.
    const SERVER = `
      const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
      const log = (data) => send({ method: 'notifications/message', params: { level: 'info', data } })
      require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, method, params } = JSON.parse(line)
        if (method === 'tools/list') return send({ id, result: { tools: [] } })
        if (method === undefined || method === 'notifications/cancelled') return
        if (method === 'subscriptions/listen') return setTimeout(() => send({ method: 'notifications/cancelled', params: { requestId: id } }), 300)
        const { who, ms = 0, after, asks } = params.arguments
        log('for ' + who)
        if (asks) send({ id: 'asked', method: 'elicitation/create', params: { message: 'of ' + who } })
        setTimeout(() => {
          log('still for ' + who)
          send({ id, result: { content: [{ type: 'text', text: who + ' ' + process.pid }] } })
          if (after) log('after ' + who)
        }, ms)
      })`
    const start = () => open([], [process.execPath, '-e', SERVER])
    const of = (id: number, who: string, level?: string, more: object = {}): object =>
      call(
        id,
        'any',
        { who, ...more },
        {
          ...MODERN,
          'io.modelcontextprotocol/clientInfo': { name: who },
          ...(level === undefined ? {} : { 'io.modelcontextprotocol/logLevel': level })
        }
      )
    const logsIn = (answer: Answer) =>
      eventsIn(answer).flatMap(({ method, params }) => (method === undefined ? [] : [params?.['data'] ?? method]))
    const pidIn = (answer: Answer) => replyIn(answer).result?.content?.[0]?.text.split(' ')[1]

    it('hands a log to the request that asked for logs, whoever else asks at the same time', async () => {
      const { ask } = await start()
      const ms = 150
      const answers = await Promise.all([
        ask(of(1, 'Ada', 'debug', { ms })),
        ask(of(2, 'Bo', 'debug', { ms })),
        ask(of(3, 'Cy', undefined, { ms })),
        ask(of(4, 'Ada', 'debug', { ms }))
      ])
      expect(answers.map(logsIn)).to.deep.equal(
        ['Ada', 'Bo', undefined, 'Ada'].map((who) => (who === undefined ? [] : [`for ${who}`, `still for ${who}`]))
      )
    })

    it('hands none to a request that asked for none, nor to the next client what was logged too late', async () => {
      const { ask } = await start()
      const first = await ask(of(1, 'Ada', 'debug', { after: true }))
      const [second, third, fourth] = [
        await ask(of(2, 'Bo', 'debug')),
        await ask(of(3, 'Cy')),
        await ask(of(4, 'Bo', 'debug'))
      ]
      expect([first, second, third, fourth].map(logsIn)).to.deep.equal([
        ['for Ada', 'still for Ada'],
        ['for Bo', 'still for Bo'],
        [],
        ['for Bo', 'still for Bo']
      ])
      expect(pidIn(second)).not.to.equal(pidIn(first))
      expect(pidIn(fourth)).to.equal(pidIn(second))
    })

    it('runs all of them where there are more than servers, and hands on no log that may be of another', async () => {
      const { ask } = await start()
      const names = Array.from({ length: 20 }, (_, n) => `client-${n}`)
      const answers = await Promise.all(names.map((who, n) => ask(of(n, who, 'debug', { ms: 1_500 }))))
      expect(answers.map(({ status }) => status)).to.deep.equal(Array(20).fill(200))
      answers.forEach((answer, n) => {
        const own = [`for ${names[n]}`, `still for ${names[n]}`]
        expect(own).to.include.members([...logsIn(answer)])
      })
    }).timeout(20_000)

    it('hands nobody what the server asks, and the end of a subscription to whoever subscribed', async () => {
      const { ask, url } = await start()
      const subscription = { jsonrpc: '2.0', id: 9, method: 'subscriptions/listen', params: { _meta: MODERN } }
      const headers = { 'content-type': 'application/json', accept: 'text/event-stream', ...repeated(subscription) }
      const listening = fetch(url, { method: 'POST', headers, body: JSON.stringify(subscription) })
      // The newest request, to which nothing of this belongs, is a call.
      await wait(50)
      const asked = await ask(of(1, 'Ada', undefined, { asks: true, ms: 600 }))
      expect(eventsIn(asked)).to.deep.equal([])
      const reader = (await listening).body?.getReader()
      const ended = String(Buffer.from((await reader?.read())?.value ?? ''))
      expect(ended).to.include('notifications/cancelled').and.to.include('"requestId":9}')
      await reader?.cancel()
    })

    it('ends the subscriptions of a client that gets a server to itself, and of no other', async () => {
      const { ask, url } = await start()
      await ask(of(1, 'Bo'))
      const listenTo = async (who: string): Promise<string> => {
        const meta = { ...MODERN, 'io.modelcontextprotocol/clientInfo': { name: who } }
        const message = { jsonrpc: '2.0', id: 9, method: 'subscriptions/listen', params: { _meta: meta } }
        const headers = { 'content-type': 'application/json', accept: 'text/event-stream', ...repeated(message) }
        const { body } = await fetch(url, { method: 'POST', headers, body: JSON.stringify(message) })
        const reader = body?.getReader()
        const first = String(Buffer.from((await reader?.read())?.value ?? ''))
        await reader?.cancel()
        return first
      }
      const streams = ['Ada', 'Bo'].map(listenTo)
      await wait(50)
      await ask(of(2, 'Ada', 'debug'))
      // The server says of what is left that it ended, after 300 ms.
      const [ada, bo] = await Promise.all(streams)
      expect(ada).to.equal('')
      expect(bo).to.include('notifications/cancelled')
    })

    it('runs all that such a client asks in one server, and all that others ask in another', async () => {
      const { ask } = await start()
      const pids: Array<string | undefined> = []
      for (const [who, level] of [
        ['Ada', 'debug'],
        ['Bo', undefined],
        ['Ada', undefined],
        ['Cy', undefined],
        ['Ada', 'debug'],
        ['Bo', 'debug'],
        ['Bo', undefined],
        ['Cy', undefined]
      ] as const)
        pids.push(pidIn(await ask(of(1, who, level))))
      const [ada, others, , , , bo] = pids
      expect(pids).to.deep.equal([ada, others, ada, others, ada, bo, bo, others])
      expect(new Set([ada, others, bo]).size).to.equal(3)
    })
  })

  it('takes requests of the revision without sessions, whatever ids they share', async () => {
    const { ask } = await open()
    const answers = await Promise.all([1, 2, 3].map((n) => ask(call(0, n === 1 ? 'late' : 'echo', { n }, MODERN))))
    expect(answers.map((answer) => replyIn(answer).result?.content?.[0]?.text)).to.deep.equal([
      'too late',
      '{"n":2}',
      '{"n":3}'
    ])
    const codes: Array<string | undefined> = []
    for (let i = 0; i < 4; i++) codes.push(codeOf(replyIn(await ask(call(i, 'cut', {}, MODERN)))))
    expect(codes.at(-1)).to.equal('retry_budget_exceeded')
    const mismatch = await ask(call(1, 'echo', {}, MODERN), { 'mcp-method': 'tools/list' })
    expect([mismatch.status, replyIn(mismatch).error?.code]).to.deep.equal([400, -32_020])
  })

  it('hands a long response whole to a client that reads it late, and answers others meanwhile', async () => {
    const { url, ask } = await open()
    const length = 20_000_000
    const asked = { jsonrpc: '2.0', ...call(1, 'huge', { length }, MODERN) }
    const sent = request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...repeated(asked as Asked) }
    }).end(JSON.stringify(asked))
    const [late] = (await once(sent, 'response')) as [IncomingMessage]
    await wait(1_500)
    expect(replyIn(await ask(call(1, 'echo', { n: 2 }, MODERN))).result?.content?.[0]?.text).to.equal('{"n":2}')
    let read = 0
    for await (const chunk of late) read += (chunk as Buffer).length
    expect(read).to.be.above(length)
  })

  it('runs requests of all ids in one server, and hands each client its own progress, end and changes', async () => {
    // It responds once 40 are open, the last first.
    const SERVER = `
      const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
      const open = []
      require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, method, params } = JSON.parse(line)
        if (method === 'tools/list') return send({ id, result: { tools: [] } })
        if (id !== undefined) open.unshift({ id, method, params })
        if (open.length < 40) return
        for (const { id, method, params } of open.splice(0)) {
          const subscriptionId = { 'io.modelcontextprotocol/subscriptionId': id }
          if (method === 'tools/call') send({ method: 'notifications/progress', params: { progressToken: params._meta.progressToken, progress: params.arguments.n } })
          else send({ method: 'notifications/tools/list_changed', params: { _meta: { ...subscriptionId, n: params.n } } })
          send({ id, result: method === 'tools/call' ? { content: [{ type: 'text', text: params.arguments.n + ' ' + process.pid }] } : { pid: process.pid, n: params.n, _meta: subscriptionId } })
        }
      })`
    const { send } = await open([], [process.execPath, '-e', SERVER])
    const ids = ['0', '1', '"1"', '1.0', '12345678901234567890', '"listen:0"', '"\\u0031"', '-1']
    const requests = Array.from({ length: 40 }, (_, n) => {
      const id = ids[n % ids.length] as string
      const meta = { ...MODERN, 'io.modelcontextprotocol/clientInfo': { name: `client-${n % 3}` } }
      const message =
        n % 2 === 0
          ? { method: 'subscriptions/listen', params: { n, _meta: meta } }
          : {
              method: 'tools/call',
              params: { name: 'any', arguments: { n }, _meta: { ...meta, progressToken: 'TOKEN' } }
            }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 'ID', ...message })
        .replace('"ID"', id)
        .replace('"TOKEN"', id)
      return { n, id, method: message.method, body, headers: repeated(message) }
    })
    const answers = await Promise.all(requests.map(({ body, headers }) => send('POST', body, headers)))
    const pids = new Set<string | undefined>()
    answers.forEach((answer, at) => {
      const { n, id, method } = requests[at] as (typeof requests)[number]
      const [own, end, ...more] = [...answer.text.matchAll(/^data: (.*)$/gm)].map(([, data]) => data as string)
      const reply = replyIn(answer)
      pids.add(reply.result?.['pid']?.toString() ?? reply.result?.content?.[0]?.text.split(' ')[1])
      const subscriptionId = `"io.modelcontextprotocol/subscriptionId":${id}`
      expect([answer.status, more, own]).to.deep.equal([
        200,
        [],
        method === 'tools/call'
          ? `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${id},"progress":${n}}}`
          : `{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{${subscriptionId},"n":${n}}}}`
      ])
      expect(end).to.include(`{"jsonrpc":"2.0","id":${id},`)
      expect(end).to.include(method === 'tools/call' ? `"text":"${n} ` : `"n":${n},"_meta":{${subscriptionId}}`)
    })
    expect([...pids]).to.have.lengthOf(1)
  })

  it('hands what comes in the stream of a response of an address to whoever waits for that response', async () => {
    const streams = new Map<unknown, ServerResponse>()
    const server = await serve(
      usual(({ id }, response) => {
        streams.set(id, openEvents(response))
        if (streams.size < 2) return
        const event = (message: object): string => `data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`
        for (const [of, to] of streams) to.write(event({ method: 'notifications/message', params: { of } }))
        for (const [of, to] of streams) to.end(event({ id: of, result: { content: [] } }))
      })
    )
    const { ask } = await open([], [server.url])
    const answers = await Promise.all([1, 2].map((id) => ask(call(id, 'any', {}, MODERN))))
    expect(answers.map(eventsIn).map((all) => all.map(({ params, id }) => params?.['of'] ?? id))).to.deep.equal([
      [1, 1],
      [2, 2]
    ])
    await server.close()
  })

  it('counts for each client of that revision by itself: by its token and its name, whichever connection it comes by', async () => {
    const { ask } = await open()
    const codesOf = async (
      name: string,
      headers: Readonly<Record<string, string>>
    ): Promise<ReadonlyArray<string | undefined>> => {
      const meta = { ...MODERN, 'io.modelcontextprotocol/clientInfo': { name, version: '1.0.0' } }
      const codes: Array<string | undefined> = []
      for (let i = 0; i < 4; i++) codes.push(codeOf(replyIn(await ask(call(i, 'cut', {}, meta), headers))))
      return codes
    }
    const refused = [...Array<string>(3).fill('truncated_response'), 'retry_budget_exceeded']
    for (const authorization of ['Bearer one', 'Bearer two', undefined])
      for (const name of ['ann', 'bob'])
        expect(await codesOf(name, { connection: 'close', ...(authorization && { authorization }) })).to.deep.equal(
          refused
        )
  })

  it('cancels what a client of that revision does not wait for', async () => {
    const { ask, url } = await open()
    const hang = call(5, 'hang', {}, MODERN)
    const headers = { 'content-type': 'application/json', ...repeated(hang) }
    const sent = request(url, { method: 'POST', headers }).on('error', () => {})
    sent.end(JSON.stringify({ jsonrpc: '2.0', ...hang }))
    await ask(call(6, 'echo', {}, MODERN))
    sent.destroy()
    expect(replyIn(await ask(call(7, 'echo', { n: 7 }, MODERN))).result?.content?.[0]?.text).to.equal('{"n":7}')
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
    const { stderr } = (await proxy.stop()) as { readonly stderr: string }
    expect(stderr).to.match(/hang +1 call; given up by the client: 1\n/)
  })

  it('gives nobody the late answer to a request of another client that has the same id', async () => {
    const { ask, url } = await open(['--timeout', '1500'])
    const late = (n: number): string =>
      JSON.stringify({ jsonrpc: '2.0', ...call(5, 'late', { n }, { ...MODERN, progressToken: 5 }) })
    const sent = request(url, { method: 'POST', headers: { 'content-type': 'application/json' } }).on('error', () => {})
    sent.end(late(1))
    await ask(call(6, 'echo', {}, MODERN))
    sent.destroy()
    await new Promise((resolve) => {
      setTimeout(resolve, 30)
    })
    const other = await ask(call(5, 'hang', { n: 2 }, { ...MODERN, progressToken: 5 }))
    expect(other.text).not.to.include('too late')
    expect(codeOf(replyIn(other))).to.equal('timeout')
    expect(replyIn(await ask(call(5, 'echo', { n: 3 }, MODERN))).result?.content?.[0]?.text).to.equal('{"n":3}')
  })

  it('takes an id again, however often clients gave it up', async () => {
    const server = await serve(
      usual(({ id, body }, response) => {
        if (body.includes('echo'))
          openEvents(response).end(`data: {"jsonrpc":"2.0","id":${String(id)},"result":{}}\n\n`)
      })
    )
    const { ask, url } = await open([], [server.url])
    const asked = (): number => server.asked.filter(({ names }) => names === 'hang').length
    for (let n = 0; n < 20; n++) {
      const sent = request(url, { method: 'POST', headers: { 'content-type': 'application/json' } })
      sent
        .on('error', () => {})
        .end(JSON.stringify({ jsonrpc: '2.0', id: 5, method: 'hang', params: { _meta: MODERN } }))
      // Bounded: where the request is turned away, no server is asked.
      for (let waits = 0; asked() === n && waits < 200; waits++)
        await new Promise((resolve) => {
          setTimeout(resolve, 2)
        })
      sent.destroy()
      // A request of another id is served once the proxy has seen that.
      await ask({ id: 100 + n, method: 'echo', params: { _meta: MODERN } })
    }
    const answer = await ask({ id: 5, method: 'echo', params: { _meta: MODERN } })
    expect([answer.status, replyIn(answer).result]).to.deep.equal([200, {}])
    await server.close()
  })

  it('answers whoever waits for what it cancels, though no response may come, and refuses an id that is taken', async () => {
    const { ask, initialize } = await open()
    const session = await initialize()
    const waiting = ask(call(1, 'hang'), session)
    await ask(call(2, 'echo'), session)
    const taken = await ask(call(1, 'echo'), session)
    expect([taken.status, replyIn(taken).error?.message]).to.deep.equal([
      400,
      'Another request with this id waits for its response.'
    ])
    expect((await ask({ method: 'notifications/cancelled', params: { requestId: 1 } }, session)).status).to.equal(202)
    const { status, text } = await waiting
    expect([status, text]).to.deep.equal([200, ''])
    // Its response may still come.
    expect(replyIn(await ask(call(1, 'echo', { n: 1 }), session)).error?.code).to.equal(-32_600)
    expect(replyIn(await ask(call(3, 'echo', { n: 3 }), session)).result?.content?.[0]?.text).to.equal('{"n":3}')
  })

  it('takes a message in many lines for one', async () => {
    const { send, initialize } = await open()
    const session = await initialize()
    const body = JSON.stringify({ jsonrpc: '2.0', ...call(1, 'echo', { text: 'a\nb' }) }, null, 2)
    expect(replyIn(await send('POST', body, session)).result?.content?.[0]?.text).to.equal('{"text":"a\\nb"}')
  })

  it('says what it does not take', async () => {
    const { ask, send } = await open()
    const status = async (answer: Promise<Answer>): Promise<number> => (await answer).status
    expect(await status(send('POST', '{'))).to.equal(400)
    expect(await status(send('POST', '[]'))).to.equal(400)
    expect(await status(ask(call(1, 'echo')))).to.equal(400)
    expect(await status(ask({ method: 'notifications/cancelled' }))).to.equal(202)
    expect(await status(ask(call(1, 'echo'), { 'mcp-session-id': 'unknown' }))).to.equal(404)
    expect(await status(send('GET', undefined))).to.equal(405)
    expect(await status(send('DELETE', undefined))).to.equal(400)
    expect(await status(send('GET', undefined, { 'mcp-session-id': 'unknown' }))).to.equal(404)
    expect(await status(send('PUT', '{}'))).to.equal(405)
    expect(await status(send('POST', '{}', {}, '/other'))).to.equal(404)
  })

  it('refuses an id that its reader would take for another one, in a session or without', async () => {
    const { send, ask, initialize } = await open()
    const session = await initialize()
    const odd = '{"jsonrpc":"2.0","id":1.00000000000000000001,"method":"ping","params":{}}'
    for (const headers of [session, { 'mcp-protocol-version': '2026-07-28' }]) {
      const { status, text } = await send('POST', odd, headers)
      expect([status, (JSON.parse(text) as Reply).id, (JSON.parse(text) as Reply).error?.code]).to.deep.equal([
        400,
        null,
        -32_600
      ])
    }
    expect(replyIn(await ask(call(1, 'echo', { n: 1 }), session)).result?.content?.[0]?.text).to.equal('{"n":1}')
  })

  it('tells who waits that a server died, and goes on with others', async () => {
    const { ask, initialize } = await open()
    const session = await initialize()
    expect(replyIn(await ask(call(1, 'die'), session)).error?.message).to.match(
      /^The server ended with exit code 7\. The server of this tool is gone\./
    )
    expect((await ask(call(2, 'echo'), session)).status).to.equal(404)
    expect((await initialize())['mcp-session-id']).to.be.a('string')
  })

  it('ends where its port is taken, or its token is missing', async () => {
    const { url } = await open()
    const taken = openProxy(['--http', new URL(url).port])
    expect(await taken.ended).to.deep.include({ code: 1 })
    const tokenless = openProxy(['--http', '0', '--token-env', 'NO_SUCH_TOKEN'])
    expect(await tokenless.ended).to.deep.include({
      code: 2,
      stderr: 'error: The environment variable NO_SUCH_TOKEN holds no token.\n'
    })
  })

  describe('by revision 2026-07-28, which has no sessions', () => {
    it('refuses a request whose headers and body disagree, and one that does not name its revision', async () => {
      const { ask, send } = await open()
      const echo = call(1, 'echo', {}, MODERN)
      const found: Array<unknown> = []
      for (const headers of [
        { 'mcp-protocol-version': '2025-11-25' },
        { 'mcp-method': 'tools/list' },
        { 'mcp-name': 'delete' },
        { 'mcp-name': '=?base64?ZWNobw==?=' }
      ] as ReadonlyArray<Readonly<Record<string, string>>>) {
        const answer = await ask(echo, headers)
        found.push([answer.status, replyIn(answer).id, replyIn(answer).error?.code])
      }
      const bare = await send('POST', JSON.stringify({ jsonrpc: '2.0', ...echo }))
      found.push([bare.status, replyIn(bare).id, replyIn(bare).error])
      const unnamed = await ask({ id: 2, method: 'tools/list' }, { 'mcp-protocol-version': '2026-07-28' })
      found.push([unnamed.status, replyIn(unnamed).id, replyIn(unnamed).error])
      expect(found).to.deep.equal([
        [400, 1, -32020],
        [400, 1, -32020],
        [400, 1, -32020],
        [200, 1, undefined],
        [
          400,
          1,
          {
            code: -32020,
            message: 'The header mcp-protocol-version is missing, or says something else than the body.'
          }
        ],
        [400, 2, { code: -32602, message: 'The params have no _meta with io.modelcontextprotocol/protocolVersion.' }]
      ])
    })

    it('refuses a call whose headers do not repeat the arguments that its tool marks', async () => {
      const { ask } = await open()
      const found: Array<unknown> = []
      for (const [args, headers] of [
        [{ region: 'eu' }, {}],
        [{ region: 'eu' }, { 'mcp-param-region': 'us' }],
        [{ region: 'zürich' }, { 'mcp-param-region': '=?base64?esO8cmljaA?=' }],
        [{ region: '42' }, { 'mcp-param-region': '42.0' }],
        [{ count: 42 }, { 'mcp-param-count': '43' }],
        [{ region: 'eu' }, { 'mcp-param-region': 'eu' }],
        [{ region: 'zürich' }, { 'mcp-param-region': '=?base64?esO8cmljaA==?=' }],
        [{ count: 42 }, { 'mcp-param-count': '42.0' }],
        [{ region: null }, { 'mcp-param-region': 'us' }],
        [{}, {}]
      ] as ReadonlyArray<readonly [object, Readonly<Record<string, string>>]>) {
        const answer = await ask(call(1, 'echo', args, MODERN), headers)
        found.push([answer.status, replyIn(answer).error?.code ?? replyIn(answer).result?.content?.[0]?.text])
      }
      expect(found).to.deep.equal([
        ...Array<unknown>(5).fill([400, -32_020]),
        [200, '{"region":"eu"}'],
        [200, '{"region":"zürich"}'],
        [200, '{"count":42}'],
        [200, '{"region":null}'],
        [200, '{}']
      ])
    })

    it('gives an error of the protocol the status that the revision asks for', async () => {
      const { ask, initialize } = await open()
      const capable = { ...MODERN, 'io.modelcontextprotocol/clientCapabilities': {} }
      const statusOf = async (code: number, meta?: object, headers?: Readonly<Record<string, string>>) =>
        (await ask({ id: code, method: `error ${code}`, params: { _meta: meta } }, headers)).status
      expect([
        await statusOf(-32601, capable),
        await statusOf(-32602, capable),
        await statusOf(-32602, MODERN),
        await statusOf(-32020, capable),
        await statusOf(-32021, capable),
        await statusOf(-32022, capable),
        await statusOf(-32603, capable),
        await statusOf(-32601, undefined, await initialize())
      ]).to.deep.equal([404, 200, 400, 400, 400, 400, 200, 200])
    })
  })
})
