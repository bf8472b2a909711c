import { expect } from 'chai'
import { mkdtempSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeOf, openProxy, type Client } from '../client.js'
import { events, json, serve, usual, type Answer, type HttpServer } from './http-server.js'

const paramsOf = (body: string): unknown => (JSON.parse(body) as { readonly params: unknown }).params

const GO_ON = 'Go on with other work, use another tool, or tell the user.'
const UNKNOWN = 'It is unknown whether it was executed: verify with a read before doing anything else.'

const MODERN = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }

describe('guarded-call mcp, before a server over HTTP', () => {
  let server: HttpServer
  let client: Client
  const open = async (answer: Answer, options: ReadonlyArray<string> = [], env: Record<string, string> = {}) => {
    server = await serve(answer)
    client = openProxy(options, [server.url], { env })
    return client
  }
  afterEach(async () => {
    await client.stop()
    await server.close()
  })

  const begin = async (): Promise<void> => {
    await client.ask('initialize', { protocolVersion: '2025-11-25' })
    client.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
  }

  it('hands on what is fine byte for byte, in both directions', async () => {
    const answer =
      '{ "id": "a","jsonrpc":"2.0",\n "result": {"content":[ ], "structuredContent":{"n":12345678901234567890.0}} }'
    const call = '{"params":{"arguments":{ },"name":"spaced"}, "method":"tools/call","id":"a","jsonrpc":"2.0"}'
    await open(usual((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(answer)))
    client.write(`${call}\n`)
    await client.until(({ id }) => id === 'a')
    expect(client.lines).to.deep.equal([answer.replace('\n', ' ')])
    expect(server.asked.map(({ body }) => body)).to.include(call)
  })

  it('names the session and the revision from then on, and ends the session with its client', async () => {
    await open(usual(({ id }, response) => json(response, { id, result: {} })))
    await begin()
    await client.ask('ping')
    expect((await client.end()).code).to.equal(0)
    expect(new Set(server.asked.map(({ headers }) => headers['accept-encoding']))).to.deep.equal(new Set(['identity']))
    const said = server.asked.map(({ method, names, headers }) => [
      method,
      names,
      headers['mcp-session-id'],
      headers['mcp-protocol-version']
    ])
    expect(said.filter(([method]) => method !== 'GET')).to.deep.equal([
      ['POST', 'initialize', undefined, undefined],
      ['POST', 'notifications/initialized', 'session', '2025-11-25'],
      ['POST', 'ping', 'session', '2025-11-25'],
      ['DELETE', undefined, 'session', '2025-11-25']
    ])
  })

  it('sends the next message once the session has a name, or its beginning was cancelled', async () => {
    const begun: Array<() => void> = []
    await open((asked, response) => {
      const fine = usual(({ id }, other) => json(other, { id, result: {} }))
      if (asked.names !== 'initialize') return fine(asked, response)
      begun.push(() => fine(asked, response))
      if (begun.length === 2) begun[1]?.()
    })
    const write = (message: object) => client.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    write({ id: 'a', method: 'initialize' })
    write({ method: 'notifications/cancelled', params: { requestId: 'a' } })
    write({ id: 'b', method: 'initialize' })
    write({ id: 'c', method: 'ping' })
    await client.until(({ id }) => id === 'c')
    expect(server.asked.map(({ names, headers }) => [names, headers['mcp-session-id']])).to.deep.equal([
      ['initialize', undefined],
      ['notifications/cancelled', undefined],
      ['initialize', undefined],
      ['ping', 'session']
    ])
    expect((await client.end()).code).to.equal(0)
  })

  it('reads a body behind a byte order mark', async () => {
    await open(
      usual(({ id }, response) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(`\ufeff${JSON.stringify({ jsonrpc: '2.0', id, result: {} })}`)
      )
    )
    expect((await client.ask('ping')).result).to.deep.equal({})
  })

  it('reads a stream of events behind a byte order mark, however it is cut', async () => {
    await open(
      usual(({ id }, response) => {
        const bytes = Buffer.from(`\ufeffdata: ${JSON.stringify({ jsonrpc: '2.0', id, result: { a: '\ufeff' } })}\n\n`)
        events(response).write(bytes.subarray(0, 2), () => setTimeout(() => response.end(bytes.subarray(2)), 20))
      })
    )
    expect((await client.ask('ping')).result).to.deep.equal({ a: '\ufeff' })
  })

  it('reads each message of a body that is a list, as revision 2025-03-26 has it, byte for byte', async () => {
    const note = '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1.0}}'
    const answer = '{"jsonrpc":"2.0", "id":"a","result":{"content":[ ],"n":[12345678901234567890.0]}}'
    await open(
      usual((_, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(`[ ${note},\n ${answer} ]\n`)
      )
    )
    client.write('{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"any"}}\n')
    await client.until(({ id }) => id === 'a')
    expect(client.lines).to.deep.equal([note, answer])
  })

  it('guards what comes back, as of a command', async () => {
    await open(
      usual(({ id }, response) => json(response, { id, result: { content: [{ type: 'text', text: '{"total":12' }] } }))
    )
    const codes: Array<string | undefined> = []
    for (let i = 0; i < 4; i++) codes.push(codeOf(await client.call('cut')))
    expect(codes).to.deep.equal([...Array<string>(3).fill('truncated_response'), 'retry_budget_exceeded'])
  })

  it('reads answers from streams of events, and what comes of its own from another', async () => {
    await open(
      usual(({ method, id }, response) => {
        if (method === 'GET') {
          events(response).write('data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n')
          return
        }
        events(response).write(': a comment\n\nevent: other\ndata: not for us\n\n')
        response.write('data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info",\n')
        response.write('data: "data":"half"}}\n\n')
        response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [] } })}\n\n`)
      })
    )
    await begin()
    await client.until(({ method }) => method === 'notifications/tools/list_changed')
    expect((await client.call('any')).result).to.deep.equal({ content: [] })
    expect((await client.until(({ method }) => method === 'notifications/message')).params?.['data']).to.equal('half')
  })

  it('takes up a torn stream where it ended, and again where nothing came', async () => {
    let resumed = 0
    await open(
      usual(({ method, headers, id }, response) => {
        if (method === 'GET' && headers['last-event-id'] === undefined) return void response.writeHead(405).end()
        if (method === 'GET' && ++resumed === 1) return void events(response).end()
        if (method === 'GET')
          return void events(response).end(
            `id: 2\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: Number(headers['last-event-id']), result: { content: [] } })}\n\n`
          )
        events(response).write(`id: ${String(id)}\nretry: 10\ndata:\n\n`)
        setTimeout(() => response.destroy(), 20)
      })
    )
    await begin()
    expect((await client.call('slow')).result).to.deep.equal({ content: [] })
  })

  it('tells who waits that the answer broke off where it cannot be taken up', async () => {
    await open(
      usual((_, response) => {
        events(response).write(': begun\n\n')
        setTimeout(() => response.destroy(), 20)
      })
    )
    expect((await client.call('torn')).error).to.deep.include({
      code: -32_000,
      message: `The connection to the server broke off before its response. ${GO_ON}`
    })
  })

  it('names in headers what a request of revision 2026-07-28 asks for, and cancels by closing', async () => {
    const closed = new Set<unknown>()
    await open(
      usual(({ names, id }, response) => {
        if (names !== 'tools/call') return json(response, { id, result: {} })
        response.on('close', () => closed.add(id))
      })
    )
    void client.call('größe', {}, MODERN).catch(() => {})
    const call = (): (typeof server.asked)[number] | undefined =>
      server.asked.find(({ names }) => names === 'tools/call')
    while (call() === undefined) await client.ask('ping')
    client.write(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${String(call()?.id)}}}\n`)
    while (closed.size === 0) await client.ask('ping')
    const { 'mcp-method': method, 'mcp-name': name, 'mcp-protocol-version': revision } = call()?.headers ?? {}
    expect([method, name, revision]).to.deep.equal(['tools/call', '=?base64?Z3LDtsOfZQ==?=', '2026-07-28'])
    expect(server.asked.some(({ names }) => names === 'notifications/cancelled')).to.equal(false)
  })

  describe('whose tools mark arguments that headers repeat', () => {
    const listing =
      (tools: ReadonlyArray<object>, rest: Answer): Answer =>
      (asked, response) =>
        asked.names === 'tools/list'
          ? json(response, { id: asked.id, result: { tools } })
          : usual(rest)(asked, response)
    const named = (name: string, annotation: object, more: object = {}): object => ({
      name,
      inputSchema: { type: 'object', properties: { region: annotation } },
      ...more
    })
    const REGION = { type: 'string', 'x-mcp-header': 'Region' }
    const fine: Answer = ({ id }, response) => json(response, { id, result: { content: [] } })

    it('repeats them, though its client listed nothing, and the task that a request is about', async () => {
      await open(listing([named('pay', REGION)], fine))
      for (const region of ['eu', 'zürich', ' ', '', '=?base64?eA==?=', 7, true, null])
        await client.call('pay', { region }, MODERN)
      await client.call('pay', { region: 'eu' })
      for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel'])
        await client.ask(method, { taskId: 't 1', _meta: MODERN })
      const calls = server.asked.filter(({ names }) => names === 'tools/call')
      expect(calls.map(({ headers }) => headers['mcp-param-region'])).to.deep.equal([
        'eu',
        '=?base64?esO8cmljaA==?=',
        '=?base64?IA==?=',
        '=?base64??=',
        '=?base64?PT9iYXNlNjQ/ZUE9PT89?=',
        '7',
        'true',
        undefined,
        undefined
      ])
      const ofTasks = server.asked.filter(({ names = '' }) => names.startsWith('tasks/'))
      expect(ofTasks.map(({ headers }) => headers['mcp-name'])).to.deep.equal(['t 1', 't 1', 't 1'])
    })

    it('lets a write be called again that was refused for its headers, by what the server lists by then', async () => {
      const tools = [named('pay', {}, { annotations: { readOnlyHint: false } })]
      const mismatch = (status: number): Answer =>
        listing(tools, ({ id, headers }, response) => {
          if (headers['mcp-param-region'] === 'eu') return fine({ id } as never, response)
          tools[0] = named('pay', REGION, { annotations: { readOnlyHint: false } })
          response
            .writeHead(status, { 'content-type': 'application/json' })
            .end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_020, message: 'They disagree.' } }))
        })
      const pay = () => client.call('pay', { region: 'eu' }, MODERN)
      await open(mismatch(400), ['--trusted'])
      expect((await pay()).error).to.deep.equal({ code: -32_020, message: 'They disagree.' })
      expect((await pay()).result?.content).to.deep.equal([])
      expect(codeOf(await pay())).to.equal('retry_budget_exceeded')
    })

    it('does not, where a tool may have handed on that it was', async () => {
      const tools = [named('pay', {}, { annotations: { readOnlyHint: false } })]
      await open(
        listing(tools, ({ id }, response) =>
          json(response, { id, error: { code: -32_020, message: 'They disagree.' } })
        ),
        ['--trusted']
      )
      await client.call('pay', {}, MODERN)
      expect((await client.call('pay', {}, MODERN)).result?.content?.[0]?.text).to.include(UNKNOWN)
    })

    for (const [mode, revision, names] of [
      ['enforce', MODERN, ['fine']],
      ['observe', MODERN, ['fine', 'odd']],
      ['enforce', undefined, ['fine', 'odd']]
    ] as const)
      it(`lists ${names.length} of two tools, one of which marks them wrongly: ${mode}, revision ${revision === undefined ? '2025-11-25' : '2026-07-28'}`, async () => {
        await open(listing([named('fine', REGION), named('odd', { 'x-mcp-header': 'Region' })], fine), ['--mode', mode])
        const { result = {} } = await client.ask('tools/list', revision === undefined ? {} : { _meta: revision })
        const listed = result['tools'] as ReadonlyArray<{ readonly name: string }>
        expect(listed.map(({ name }) => name)).to.deep.equal(names)
        const told = 'clients over HTTP do not list the tool "odd": x-mcp-header stands at an argument'
        expect((await client.end()).stderr.includes(told)).to.equal(revision !== undefined)
      })
  })

  it('asks with the headers of its flags and its environment, which nobody is shown', async () => {
    await open(
      usual(({ id }, response) => json(response, { id, result: {} })),
      ['--header', 'Authorization: Bearer ${TOKEN}', '--header', 'X-Team: blue'],
      { TOKEN: 's3cret-canary' }
    )
    await client.ask('ping')
    const { authorization, 'x-team': team } = server.asked[0]?.headers ?? {}
    expect([authorization, team]).to.deep.equal(['Bearer s3cret-canary', 'blue'])
  })

  it('hands on a refusal in the words of the server', async () => {
    await open(
      usual(({ names }, response) => {
        response
          .writeHead(400, { 'content-type': 'application/json' })
          .end(`{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"No ${String(names)}."}}`)
      })
    )
    expect((await client.ask('server/discover')).error).to.deep.equal({ code: -32_601, message: 'No server/discover.' })
    await begin()
    expect((await client.ask('odd')).error?.message).to.equal('No odd.')
  })

  it('gives a response up at once whose stream the server does not take up again', async () => {
    for (const status of [400, 404, 405, 200]) {
      await open(
        usual(({ method }, response) => {
          if (method === 'GET') response.writeHead(status, { 'content-type': 'text/plain' }).end('no')
          else events(response).end('id: 1\ndata:\n\n')
        })
      )
      await client.ask('initialize', { protocolVersion: '2025-11-25' })
      const { error } = await client.call('pay')
      expect(error?.message).to.equal(
        status === 404
          ? `The server ended the session (404). ${UNKNOWN}`
          : `The connection to the server broke off before its response. The server does not take it up again (${status}). ${UNKNOWN}`
      )
      expect(error?.data).to.have.property('code', 'tool_unavailable')
      expect(server.asked.filter(({ method }) => method === 'GET').length).to.equal(1)
      await client.stop()
      await server.close()
    }
  })

  it('begins a session anew that its server has forgotten, as its client began it, and asks once more', async () => {
    let [sessions, pinned] = [0, 'Pays.']
    await open(
      ({ names, id, method, headers }, response) => {
        if (names === 'initialize')
          return json(
            response,
            { id, result: { protocolVersion: '2025-11-25' } },
            { 'mcp-session-id': `s${++sessions}` }
          )
        if (method !== 'POST') return void response.writeHead(405).end()
        if (headers['mcp-session-id'] !== `s${sessions}`) return void response.writeHead(404).end('gone')
        if (id === undefined) return void response.writeHead(202).end()
        if (names === 'tools/list')
          return json(response, { id, result: { tools: [{ name: 'pay', description: pinned }] } })
        json(response, { id, result: { content: [{ type: 'text', text: `paid in s${sessions}` }] } })
      },
      ['--pin', join(mkdtempSync(join(tmpdir(), 'pins-')), 'pins.json'), '--on-drift', 'refuse']
    )
    const forget = (): number => sessions++
    const paid = async (to: number) => (await client.call('pay', { to })).result?.content?.[0]?.text
    await begin()
    expect(await paid(1)).to.equal('paid in s1')
    forget()
    expect(await Promise.all([paid(2), paid(3)])).to.deep.equal(['paid in s3', 'paid in s3'])
    expect(server.asked.filter(({ names }) => names === 'initialize').map(({ body }) => paramsOf(body))).to.deep.equal(
      Array(2).fill({ protocolVersion: '2025-11-25' })
    )
    const latest = server.asked
      .filter(({ method, headers }) => method === 'POST' && headers['mcp-session-id'] === 's3')
      .map(({ names }) => names)
    expect(latest.slice(0, 2)).to.deep.equal(['notifications/initialized', 'tools/list'])
    expect(latest.filter((name) => name === 'tools/call').length).to.equal(2)
    expect(await paid(4)).to.equal('paid in s3')
    expect(client.lines.length).to.equal(5)
    pinned = 'Pays the server.'
    forget()
    const { error } = await client.call('pay', { to: 5 })
    expect(error?.message).to.include('not as it was accepted')
    expect(server.asked.filter(({ names, headers: { 'mcp-session-id': id } }) => names === 'tools/call' && id === 's5'))
      .to.be.empty
  })

  /** A server that names each session, and forgets those before the latest. */
  const forgetful =
    (initialize: (session: number) => object, rest: Answer, sessions = { latest: 0 }): Answer =>
    (asked, response) => {
      const { id, names, headers } = asked
      if (names === 'initialize') {
        const result = initialize(++sessions.latest)
        return json(response, { id, ...result }, { 'mcp-session-id': `s${sessions.latest}` })
      }
      if (headers['mcp-session-id'] !== `s${sessions.latest}`) return void response.writeHead(404).end('gone')
      usual(rest)(asked, response)
    }
  const BEGUN = { result: { protocolVersion: '2025-11-25' } }

  it('sets a new session as its client set the forgotten one: its level of logging, and its subscriptions', async () => {
    const sessions = { latest: 0 }
    await open(
      forgetful(
        () => BEGUN,
        ({ id }, response) => json(response, { id, result: { content: [] } }),
        sessions
      )
    )
    await begin()
    for (const level of ['info', 'debug']) await client.ask('logging/setLevel', { level })
    for (const uri of ['r://a', 'r://b']) await client.ask('resources/subscribe', { uri, _meta: { progressToken: 1 } })
    await client.ask('resources/unsubscribe', { uri: 'r://a' })
    sessions.latest += 1
    const lines = client.lines.length
    await client.call('pay')
    const set = server.asked.filter(
      ({ names, headers }) => headers['mcp-session-id'] === 's3' && /^(?:logging|resources)\//.test(names ?? '')
    )
    expect(set.map(({ names, body }) => [names, paramsOf(body)])).to.deep.equal([
      ['logging/setLevel', { level: 'debug' }],
      ['resources/subscribe', { uri: 'r://b' }]
    ])
    expect(client.lines.length).to.equal(lines + 1)
  })

  for (const options of [[], ['--mode', 'observe']])
    for (const when of ['before', 'while', 'after'])
      it(`gives each answer to the session that asked: ${when} another begins, ${options.at(-1) ?? 'enforce'}`, async () => {
        const sessions = { latest: 0 }
        const answers: Array<unknown> = []
        const running = new Map<string, ServerResponse>()
        const question = (to: string): string =>
          `{"id":0, "method":"elicitation/create","params":{"message":"pay ${to}?"},"jsonrpc":"2.0"}`
        const answered = (id: unknown, action: string): void =>
          client.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: { action } })}\n`)
        const pays = forgetful(
          () => BEGUN,
          ({ method, names, body, headers }, response) => {
            if (method !== 'POST') return void response.writeHead(405).end()
            if (names !== 'tools/call') {
              answers.push([headers['mcp-session-id'], JSON.parse(body)])
              response.writeHead(202).end()
              return void running.get('bob')?.end('data: {"jsonrpc":"2.0","id":3,"result":{"content":[]}}\n\n')
            }
            const { to } = (paramsOf(body) as { readonly arguments: { readonly to: string } }).arguments
            running.set(to, events(response))
            response.write(`data: ${question(to)}\n\n`)
          },
          sessions
        )
        await open(
          (asked, response) => {
            if (asked.names !== 'initialize' || sessions.latest === 0) return pays(asked, response)
            if (when === 'while') answered(0, 'accept')
            setTimeout(pays, 50, asked, response)
          },
          ['--trusted', ...options]
        )
        await begin()
        const alice = client.call('pay', { to: 'alice' })
        await client.until(({ method }) => method === 'elicitation/create')
        expect(client.lines).to.include(question('alice'))
        sessions.latest += 1
        if (when === 'before') answered(0, 'accept')
        const bob = client.call('pay', { to: 'bob' })
        const { id } = await client.until((one) => one.params?.['message'] === 'pay bob?')
        const over = client.lines.filter((line) => line.includes('"notifications/cancelled","params":{"requestId":0,'))
        expect(over.length).to.equal(when === 'before' ? 0 : 1)
        if (when === 'after') answered(0, 'accept')
        answered(id, 'decline')
        expect((await bob).result).to.deep.equal({ content: [] })
        expect(answers).to.deep.equal([['s3', { jsonrpc: '2.0', id: 0, result: { action: 'decline' } }]])
        running.get('alice')?.end()
        expect((await alice).error?.message).to.include('broke off')
        const { stderr } = await client.end()
        expect(stderr.includes('answers of the client to questions that were over: 1')).to.equal(when !== 'before')
      })

  it('goes on where one request is answered with 404 in a new session too', async () => {
    await open(
      forgetful(
        () => BEGUN,
        ({ body, id }, response) =>
          body.includes('missing')
            ? response.writeHead(404).end('Not found')
            : json(response, { id, result: { content: [{ type: 'text', text: 'fine' }] } })
      )
    )
    await begin()
    const { error } = await client.call('pay', { to: 'missing' })
    expect(error?.message).to.equal(`The server responded to this request with 404, in a new session too. ${UNKNOWN}`)
    expect(error?.data).to.deep.include({
      code: 'tool_unavailable',
      hint: UNKNOWN
    })
    expect(server.asked.filter(({ body }) => body.includes('missing')).length).to.equal(2)
    const [, other] = await Promise.all([client.call('pay', { to: 'missing', no: 2 }), client.call('pay', { to: 1 })])
    expect(other.result?.content?.[0]?.text).to.equal('fine')
    expect((await client.ask('ping')).error).to.equal(undefined)
    await begin()
    expect((await client.call('pay', { to: 2 })).result?.content?.[0]?.text).to.equal('fine')
    expect((await client.end()).code).to.equal(0)
  })

  it('takes a 404 that holds the response to its request for that response, in whatever type, and asks once', async () => {
    const said = { content: [{ type: 'text', text: 'The receipt was not found.' }], isError: true }
    const failed = { code: -32_603, message: 'Paid, but the session of the till was not found' }
    for (const body of [{ result: said }, { error: failed }])
      for (const type of ['application/json', 'text/html', 'text/event-stream']) {
        await open(
          forgetful(
            () => BEGUN,
            ({ id }, response) => {
              const text = JSON.stringify({ jsonrpc: '2.0', id, ...body })
              response
                .writeHead(404, { 'content-type': type })
                .end(type === 'text/event-stream' ? `data: ${text}\n\n` : text)
            }
          )
        )
        await begin()
        const { result, error } = await client.call('pay', { to: 1 })
        expect(error === undefined ? { result } : { error }, type).to.deep.equal(body)
        expect(server.asked.filter(({ names }) => names === 'tools/call').length, type).to.equal(1)
        await client.stop()
        await server.close()
      }
  })

  /** How often a call was made that a server with sessions answers so, with 404, in the first of them. */
  const timesMade = async (answer: object): Promise<number> => {
    let sessions = 0
    await open(({ names, id, method, headers }, response) => {
      if (names === 'initialize') return json(response, { id, ...BEGUN }, { 'mcp-session-id': `s${++sessions}` })
      if (method !== 'POST') return void response.writeHead(405).end()
      if (id === undefined) return void response.writeHead(202).end()
      if (names === 'tools/list') return json(response, { id, result: { tools: [] } })
      if (headers['mcp-session-id'] === 's2') return json(response, { id, result: { content: [] } })
      response
        .writeHead(404, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
    })
    await begin()
    await client.call('pay', { to: 1 })
    await client.stop()
    await server.close()
    return server.asked.filter(({ names }) => names === 'tools/call').length
  }

  it('begins a session anew by a 404 under the id of the request only where servers are known to write so', async () => {
    for (const answer of [
      { error: { code: -32_600, message: 'Session not found' } },
      { error: { code: -32_001, message: 'Session not found' } },
      {}
    ])
      expect(await timesMade(answer), JSON.stringify(answer)).to.equal(2)
    for (const [code, message] of [
      [-32_603, 'Session not found'],
      [-32_000, 'Session not found'],
      [-32_001, 'Session expired'],
      [-32_603, 'Your session has expired, please log in'],
      [-32_600, 'Invalid session'],
      [-32_001, 'Session not found: cs_1'],
      [-32_001, 'Not Found: Invalid or expired session ID']
    ] as const)
      expect(await timesMade({ error: { code, message } }), message).to.equal(1)
  })

  it('begins a session anew by what the SDKs write, under another id', async () => {
    for (const [id, code, message] of [
      [null, -32_001, 'Session not found'],
      ['server-error', -32_600, 'Session not found'],
      [null, -32_600, 'Not Found: Invalid or expired session ID'],
      [null, -32_600, 'Not Found: Session has been terminated'],
      ['', -32_600, 'Session not found or has expired.'],
      [undefined, -32_000, 'Session not found']
    ] as const)
      expect(await timesMade({ id, error: { code, message } }), message).to.equal(2)
  })

  it('tells those who wait where no other session begins, and tries again with the next request', async () => {
    const sessions = { latest: 0 }
    await open(
      forgetful(
        (session) => (session === 3 ? { error: { code: -32_603, message: 'Later.' } } : BEGUN),
        ({ id }, response) => json(response, { id, result: { content: [{ type: 'text', text: 'fine' }] } }),
        sessions
      )
    )
    await begin()
    await client.call('pay', { to: 1 })
    sessions.latest += 1
    const lost = await Promise.all([client.call('pay', { to: 2 }), client.call('pay', { to: 3 })])
    expect(lost.map(({ error }) => error?.message)).to.deep.equal(
      Array(2).fill(`The server ended the session (404). ${UNKNOWN}`)
    )
    expect((await client.call('pay', { to: 4 })).result?.content?.[0]?.text).to.equal('fine')
  })

  it('says of a write for which nobody listened that it was not executed, and sends it again', async () => {
    const answer = usual(({ id }, response) =>
      json(response, { id, result: { content: [{ type: 'text', text: 'paid' }] } })
    )
    await open(answer, ['--trusted'])
    await begin()
    const { port } = new URL(server.url)
    await server.close()
    const { error } = await client.call('pay', { to: 1 })
    expect(error?.message).to.match(/^Nobody listens at/)
    expect(error?.data).to.deep.include({
      code: 'tool_unavailable',
      hint: 'It was not executed: nothing happened. Go on with other work, use another tool, or tell the user.'
    })
    server = await serve(answer, Number(port))
    expect((await client.call('pay', { to: 1 })).result?.content?.[0]?.text).to.equal('paid')
    expect(codeOf(await client.call('pay', { to: 1 }))).to.equal('retry_budget_exceeded')
  })

  describe('says of a wrong address what to do', () => {
    const WRONG: ReadonlyArray<readonly [string, Answer, RegExp]> = [
      [
        'asks for a login',
        (_, response) => response.writeHead(401).end(),
        /asks for authorization \(401\)\. Give it a header, .*mcp-remote http/
      ],
      [
        'is not there',
        (_, response) => response.writeHead(404).end('<html>'),
        /does not speak Streamable HTTP at this path: it answered with 404\. The path is often \/mcp; .*mcp-remote/
      ],
      [
        'is of the older transport',
        (_, response) => response.writeHead(405).end(),
        /older HTTP\+SSE transport is reached with: guarded-call mcp -- npx -y mcp-remote http/
      ],
      [
        'is a web page',
        (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
        /it answered with text\/html\./
      ],
      [
        'is another',
        (_, response) => response.writeHead(308, { location: 'https://elsewhere.example/mcp' }).end(),
        /sends on to https:\/\/elsewhere\.example \(308\)\. Name that address/
      ],
      ['fails', (_, response) => response.writeHead(503).end(), /failed \(503\)\./]
    ]
    for (const [what, answer, words] of WRONG) {
      it(`that ${what}`, async () => {
        await open(answer)
        expect((await client.ask('initialize')).error?.message).to.match(words)
        const { code, stderr } = await client.ended
        expect(code).to.equal(1)
        expect(stderr).to.match(words)
      })
    }

    it('that nobody listens at', async () => {
      server = await serve(() => {})
      await server.close()
      client = openProxy([], [server.url])
      expect((await client.ask('initialize')).error?.message).to.match(
        /^Nobody listens at http:\S+ \(ECONNREFUSED\)\. Start the server/
      )
      expect((await client.ended).code).to.equal(1)
    })
  })
})

describe('an address on the command line', () => {
  const usage = async (words: ReadonlyArray<string>, options: ReadonlyArray<string> = []): Promise<string> => {
    const { code, stderr } = await openProxy(options, words).ended
    expect(code).to.equal(2)
    return stderr.trim()
  }

  it('is refused before anything starts where it is of another kind', async () => {
    expect(await usage(['ws://localhost:3000/mcp'])).to.equal(
      'error: ws:// is not an address of Streamable HTTP. Name one that begins with https:// or http://, or the command that starts the server.'
    )
    expect(await usage(['localhost:3000/mcp'])).to.equal(
      'error: localhost:3000/mcp looks like an address without its scheme. Name it with https:// or http://.'
    )
    expect(await usage(['http://127.0.0.1:1/mcp', '--mode', 'observe'])).to.equal(
      'error: An address takes no arguments, such as "--mode". Options of guarded-call stand before the --.'
    )
  })

  it('is not shown with what may be a secret', async () => {
    const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345'
    const url = 'http://127.0.0.1:1/mcp'
    for (const [words, options] of [
      [[`http://user:${secret}@:99999/mcp`], []],
      [[`http://127.0.0.1:99999/mcp?key=${secret}`], []],
      [[url, secret], []],
      [[`localhost:3000/mcp?token=${secret}`], []],
      [[url], ['--header', secret]]
    ] as const)
      expect(await usage(words, options), String(words))
        .to.match(/^error: /)
        .and.not.include(secret)
  })

  it('takes headers that can be sent, and no others', async () => {
    const url = ['http://127.0.0.1:1/mcp']
    expect(await usage(url, ['--header', 'Authorization: Bearer ${NO_SUCH_TOKEN}'])).to.equal(
      'error: The header Authorization needs the environment variable NO_SUCH_TOKEN, which holds nothing.'
    )
    expect(await usage(url, ['--header', 'Host: elsewhere.example'])).to.equal(
      "error: The header Host is the transport's own."
    )
    expect(await usage(url, ['--header', 'a b: c'])).to.equal('error: "a b" is not a header name.')
    expect(await usage(['node', 'server.js'], ['--header', 'a: b'])).to.equal(
      'error: --header is for servers at an address; a command has its environment.'
    )
  })
})
