import { expect } from 'chai'
import { once } from 'node:events'
import { request, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf, repeated, type Asked } from './client.js'
import { events as openEvents, serve, usual } from './upstream/http-server.js'
import { call, eventsIn, MODERN, opener, replyIn, type Answer } from './http-door.js'

describe('guarded-call mcp, over HTTP by revision 2026-07-28, which has no sessions', () => {
  const open = opener()

  describe('that shares a server which names no request in what it logs', () => {
    // Each call logs once at its start and once before its response: of those that did not ask for it, only a rude one.
    const SERVER = `
      const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
      require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, method, params } = JSON.parse(line)
        if (method === 'tools/list') return send({ id, result: { tools: [] } })
        if (method === undefined || method === 'notifications/cancelled') return
        if (method === 'subscriptions/listen') return setTimeout(() => send({ method: 'notifications/cancelled', params: { requestId: id } }), 300)
        const { who, ms = 0, after, asks, isPolite } = params.arguments
        const log = (data) => {
          if (isPolite && !params._meta['io.modelcontextprotocol/logLevel']) return
          send({ method: 'notifications/message', params: { level: 'info', data } })
        }
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

    it('hands on every log of a request, whatever its client asks beside it, gives up, or asks in between', async () => {
      const { ask, url } = await start()
      const plain = (ms: number) => of(2, 'Ada', undefined, { ms, isPolite: true })
      const build = (ms: number) => ask(of(1, 'Ada', 'debug', { ms }))
      const all = ['for Ada', 'still for Ada']
      const alone = await build(0)
      const server = pidIn(alone)
      const [logged, beside] = await Promise.all([build(300), wait(100).then(() => ask(plain(500)))])
      expect([logsIn(logged), logsIn(beside)]).to.deep.equal([all, []])
      const [longer, within] = await Promise.all([ask(plain(500)), wait(100).then(() => build(200))])
      expect([logsIn(longer), logsIn(within)]).to.deep.equal([[], all])
      const leaving = new AbortController()
      const [kept] = await Promise.all([
        build(600),
        wait(100).then(async () => {
          const message = { jsonrpc: '2.0', ...plain(5_000) }
          const headers = { 'content-type': 'application/json', ...repeated(message as Asked) }
          const { signal } = leaving
          const left = fetch(url, { method: 'POST', headers, body: JSON.stringify(message), signal }).catch(() => {})
          await wait(100)
          leaving.abort()
          await left
        })
      ])
      const next = await build(0)
      expect([kept, next].map(logsIn)).to.deep.equal([all, all])
      // All in one server, which has the client's state.
      expect([logged, beside, longer, within, kept, next].map(pidIn)).to.deep.equal(Array(6).fill(server))
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
      const infos = [
        { name, version: '1.0.0', icons: [{ src: 'a:b', theme: 'dark' }] },
        { icons: [{ theme: 'dark', src: 'a:b' }], version: '1.0.0', name }
      ]
      const codes: Array<string | undefined> = []
      for (let i = 0; i < 4; i++) {
        const meta = { ...MODERN, 'io.modelcontextprotocol/clientInfo': infos[i % 2] }
        codes.push(codeOf(replyIn(await ask(call(i, 'cut', {}, meta), headers))))
      }
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
    const { ask, url, proxy } = await open()
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
