import { expect } from 'chai'
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { openFolder } from '../cli/command.js'
import { codeOf, openProxy, PEER, type Reply } from './client.js'
import { call, eventsIn, MODERN, opener, replyIn, TOKEN, type Answer } from './http-door.js'

describe('guarded-call mcp, over HTTP', () => {
  const open = opener()

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
    const { ask, initialize, proxy } = await open()
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
      const { ask, proxy } = await open(options, [process.execPath, '-e', server], { cwd: folder.path })
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

  it('makes no write again after the gap whose client broke off while it waited: for the list, or the call', async () => {
    const tools = [{ name: 'pay', annotations: { readOnlyHint: false } }]
    for (const slow of ['tools/list', 'tools/call']) {
      const server = `
        let paid = 0
        require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
          const { id, method } = JSON.parse(line)
          if (method === 'tools/call') paid += 1
          const result = method === 'tools/list' ? { tools: ${JSON.stringify(tools)} } : { content: [], paid }
          const respond = () => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
          if (id !== undefined) setTimeout(respond, method === '${slow}' ? 300 : 0)
        })`
      const { ask, url, proxy, initialize } = await open(
        ['--trusted', '--quiet-gap', '200'],
        [process.execPath, '-e', server]
      )
      const session = await initialize()
      const headers = { 'content-type': 'application/json', ...session }
      const sent = request(url, { method: 'POST', headers }).on('error', () => {})
      sent.end(JSON.stringify({ jsonrpc: '2.0', ...call(1, 'pay') }))
      await pause(150)
      sent.destroy()
      await pause(800)
      const { paid } = replyIn(await ask({ id: 2, method: 'ping' }, session)).result as { readonly paid?: number }
      expect(paid, slow).to.equal(1)
      expect(codeOf(replyIn(await ask(call(3, 'pay'), session))), slow).to.equal('retry_budget_exceeded')
      await proxy.stop()
    }
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
})
