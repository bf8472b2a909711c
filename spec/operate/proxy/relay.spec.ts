import { expect } from 'chai'
import * as t from 'io-ts'
import { TURN_KEY, type RuleCode, type ToolRules } from '../../../lib/operate/proxy/settings.js'
import { codeOf, type Reply } from './client.js'
import { line, openRelay } from './open-relay.js'

const NUMBER = { name: 'n', outputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } }

const UNKNOWN = 'It is unknown whether it was executed: verify with a read before doing anything else.'

describe('Relay', () => {
  it('asks for the tools once where the client did not, page by page, and keeps the answers to itself', () => {
    const { toClient, toServer, call, answer, last } = openRelay()
    const id = call('n', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', other: 1 } })
    const [asked] = toServer
    expect(asked).to.deep.include({
      method: 'tools/list',
      params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }
    })
    // The call waits until it is known what it is.
    answer(asked?.id as string, { tools: [], nextCursor: 'more' })
    expect(toServer.length).to.equal(2)
    expect(toServer[1]?.params).to.deep.include({ cursor: 'more' })
    answer(toServer[1]?.id as string, { tools: [NUMBER] })
    expect(toServer[2]?.id).to.equal(id)
    expect(toClient).to.deep.equal([])
    answer(id, { content: [], structuredContent: { n: 'none' } })
    expect(toClient.length).to.equal(1)
    expect(codeOf(last())).to.equal('schema_violation')
    expect(last().result?.['resultType']).to.equal('complete')
    call('n')
    call('never heard of')
    expect(toServer.slice(3).map(({ method }) => method)).to.deep.equal(['tools/call', 'tools/call'])
  })

  it('asks nothing where the client did, and again where the list has changed', () => {
    const { relay, toServer, call, list, listed } = openRelay()
    list([NUMBER])
    call('n')
    expect(toServer.map(({ method }) => method)).to.deep.equal(['tools/list', 'tools/call'])
    relay.fromServer(line({ method: 'notifications/tools/list_changed' }))
    call('n', { arguments: { page: 2 } })
    listed([NUMBER])
    expect(toServer.slice(2).map(({ method }) => method)).to.deep.equal(['tools/list', 'tools/call'])
  })

  it('hears that the list has changed while nobody waits for anything', () => {
    const { relay, toServer, call, list, listed } = openRelay()
    list([NUMBER])
    expect(relay.waiting).to.equal(0)
    relay.fromServer(line({ method: 'notifications/tools/list_changed' }))
    call('n')
    listed([NUMBER])
    expect(toServer.map(({ method }) => method)).to.deep.equal(['tools/list', 'tools/list', 'tools/call'])
  })

  it('lets a poll whose answers change go on, and ends one whose answers do not', () => {
    const { call, answer, text, list, last } = openRelay()
    list([{ name: 'status', annotations: { readOnlyHint: true } }])
    for (let i = 0; i < 10; i++) {
      answer(call('status'), text(`at ${i} %`))
      expect(codeOf(last()), `${i}`).to.equal(undefined)
    }
    for (let i = 0; i < 3; i++) answer(call('status'), text('stuck'))
    expect(codeOf(last())).to.equal(undefined)
    call('status')
    expect(codeOf(last())).to.equal('retry_budget_exceeded')
  })

  it('ends a poll in a row at its 21st call, whatever came back, and begins anew after another call', () => {
    const { call, answer, text, list, last } = openRelay()
    list(['status', 'look'].map((name) => ({ name, annotations: { readOnlyHint: true } })))
    const poll = (times: number): void => {
      for (let i = 0; i < times; i++) answer(call('status'), text(`at ${i} %`))
      expect(codeOf(last())).to.equal(undefined)
    }
    poll(20)
    call('status')
    expect(codeOf(last())).to.equal('retry_budget_exceeded')
    answer(call('look'), text('fine'))
    poll(20)
  })

  it('counts each turn apart, and failing loops across turns', () => {
    const { call, answer, list, last } = openRelay()
    list([])
    const ask = (turn: string, isError: boolean): string => {
      const id = call('a', { _meta: { [TURN_KEY]: turn } })
      if (last().id !== id) answer(id, { content: [{ type: 'text', text: 'no such host' }], isError })
      return last().result?.content?.[0]?.text ?? ''
    }
    for (const turn of ['1', '2', '3', '4', '5']) expect(ask(turn, false)).to.equal('no such host')
    for (const turn of ['6', '7', '8']) expect(ask(turn, true)).to.equal('no such host')
    expect(ask('9', true)).to.include('loop_detected')
  })

  it('lets a file be read after others that the server keeps back', () => {
    const { call, answer, list, toServer } = openRelay()
    list([{ name: 'read_text_file', annotations: { readOnlyHint: true } }])
    for (let i = 0; i < 6; i++) {
      const text = `Access denied - path outside allowed directories: /etc/x${i} not in /srv`
      answer(call('read_text_file', { arguments: { path: `/etc/x${i}` } }), {
        content: [{ type: 'text', text }],
        isError: true
      })
    }
    call('read_text_file', { arguments: { path: '/srv/a' } })
    expect(toServer.filter(({ method }) => method === 'tools/call').length).to.equal(7)
  })

  it('takes a call that goes on with what its client collected for the same call', () => {
    const { call, answer, list, text, last } = openRelay({ budget: { read: 1 } })
    list([])
    answer(call('buy'), { resultType: 'input_required', inputRequests: { confirm: {} }, requestState: 's' })
    expect(last().result?.['resultType']).to.equal('input_required')
    answer(call('buy', { inputResponses: { confirm: {} }, requestState: 's' }), text('bought'))
    expect(last().result?.content?.[0]?.text).to.equal('bought')
    call('buy')
    expect(codeOf(last())).to.equal('retry_budget_exceeded')
    expect(last().result?.content?.[0]?.text).to.include('the last response was valid')
  })

  it('counts what only claims to go on with a call: each response that asks for more is gone on with once', () => {
    const { call, answer, list, text, last } = openRelay({ trusted: true })
    list([{ name: 'w', annotations: { readOnlyHint: false } }])
    const goesOn = { requestState: 's' }
    const asks = { resultType: 'input_required', inputRequests: {}, requestState: 's' }
    const first = call('w')
    call('w', goesOn)
    expect(codeOf(last()), 'while it runs').to.equal('retry_budget_exceeded')
    answer(first, asks)
    const second = call('w', goesOn)
    call('w', goesOn)
    expect(codeOf(last()), 'while it goes on').to.equal('retry_budget_exceeded')
    answer(second, asks)
    answer(call('w', goesOn), text('done'))
    expect(last().result?.content?.[0]?.text).to.equal('done')
    call('w', goesOn)
    expect(codeOf(last()), 'once it is done').to.equal('retry_budget_exceeded')
    // Whatever another turn, or another process, began is counted here as a call of its own.
    answer(call('w', { arguments: { n: 2 }, ...goesOn }), text('done'))
    call('w', { arguments: { n: 2 }, ...goesOn })
    expect(codeOf(last()), 'with nothing before it').to.equal('retry_budget_exceeded')
  })

  it('takes nothing for the continuation of a task, which goes on by itself', () => {
    const { call, answer, list, last } = openRelay({ trusted: true })
    list([{ name: 'w', annotations: { readOnlyHint: false } }])
    const tasks = [
      { task: { taskId: 't' } },
      { resultType: 'task', taskId: 't' },
      { resultType: 'input_required', task: { taskId: 't' } },
      { resultType: 'unknown' }
    ]
    for (const [n, task] of tasks.entries()) {
      answer(call('w', { arguments: { n } }), task)
      for (const goesOn of [{ requestState: 's' }, { inputResponses: {} }]) {
        call('w', { arguments: { n }, ...goesOn })
        expect(codeOf(last()), JSON.stringify(task)).to.equal('retry_budget_exceeded')
      }
    }
  })

  describe('of a read whose response is more than what is judged', () => {
    const asked = (results: ReadonlyArray<object>) => {
      const opened = openRelay()
      opened.list([{ name: 'look', annotations: { readOnlyHint: true } }])
      for (const result of results) opened.answer(opened.call('look'), result)
      const id = opened.call('look')
      const { id: of, result } = opened.last()
      const text = result?.content?.[0]?.text
      return of !== id ? 'sent' : (JSON.parse(text ?? '') as { readonly data?: unknown; readonly hint: string })
    }
    const text = { type: 'text', text: 'Took a screenshot.' }
    const image = (data: string): object => ({ type: 'image', data, mimeType: 'image/png' })
    const link = { type: 'resource_link', uri: 'file:///b', name: 'b' }
    const resource = { type: 'resource', resource: { uri: 'file:///a', text: 'BODY' } }
    const structuredContent = { id: 1, rows: ['x'] }
    const copies = ['{"rows": ["x"], "id": 1}', '["x"]', 'x'].map((copy) => ({ type: 'text', text: copy }))
    const rows: Record<string, readonly [result: object, data: unknown]> = {
      'an image': [{ content: [text, image('aW1n')] }, [text, image('aW1n')]],
      'a resource and a link': [{ content: [text, resource, link] }, [text, resource, link]],
      'a resource alone': [{ content: [resource] }, [resource]],
      'a text beside structured content': [
        { content: [...copies, text], structuredContent },
        { content: [text], structuredContent }
      ],
      'copies of the structured content': [{ content: copies, structuredContent }, structuredContent]
    }
    for (const [name, [result, data]] of Object.entries(rows))
      it(`hands all of it over with the refusal: ${name}`, () => {
        expect(asked([result, result, result])).to.deep.include({
          data,
          hint: 'This call was made before in this turn: `data` is its response. Use that.'
        })
      })

    it('hands nothing over where all of it is too long', () => {
      const long = { content: [text, image('a'.repeat(20_000))] }
      const refusal = asked([long, long, long])
      expect(refusal).not.to.have.property('data')
      expect((refusal as { readonly hint: string }).hint).to.include(
        'in an earlier message and cannot be repeated here'
      )
    })

    it('is news where another part of it has changed', () => {
      expect(asked(['a', 'b', 'c', 'd', 'e'].map((data) => ({ content: [text, image(data)] })))).to.equal('sent')
    })
  })

  describe('of a call that became a task', () => {
    const PAY = { name: 'pay', annotations: { readOnlyHint: false } }
    const REPORT = { name: 'report', annotations: { readOnlyHint: true } }
    const began = (name: string) => {
      const opened = openRelay({ trusted: true })
      opened.list([PAY, REPORT])
      let tasks = 0
      const begin = (): string => {
        opened.answer(opened.call(name), { task: { taskId: `t${++tasks}`, status: 'working' } })
        return `t${tasks}`
      }
      const ask = (method: string, taskId: string): string => {
        const id = `${method} ${taskId}`
        opened.relay.fromClient(line({ id, method, params: { taskId } }))
        return id
      }
      const again = (): string => {
        opened.call(name)
        return opened.last().result?.content?.[0]?.text ?? 'sent'
      }
      return { ...opened, begin, ask, again }
    }

    it('refuses another one in an error, which the client of a task reads', () => {
      const { begin, call, last } = began('pay')
      begin()
      call('pay', { task: { ttl: 60_000 } })
      const { result, error } = last()
      expect([result, error?.code]).to.deep.equal([undefined, -32603])
      expect(JSON.parse(error?.message ?? '')).to.include({ code: 'retry_budget_exceeded' })
    })

    it('counts what its client reads of the task as the response: a poll of jobs goes on while they bring news', () => {
      const { begin, ask, answer, text, again, last } = began('report')
      for (let i = 0; i < 6; i++) {
        answer(ask('tasks/result', begin()), text(`as of second ${i}`))
        expect(last().result?.content?.[0]?.text).to.equal(`as of second ${i}`)
      }
      for (let i = 0; i < 2; i++) answer(ask('tasks/result', begin()), text('as of second 5'))
      expect(JSON.parse(again())).to.include({ code: 'retry_budget_exceeded', data: 'as of second 5' })
    })

    const ends: Record<string, (opened: ReturnType<typeof began>, taskId: string) => void> = {
      'the response to tasks/result': ({ ask, answer, text }, taskId) =>
        answer(ask('tasks/result', taskId), text('paid')),
      'that to tasks/get, which holds it': ({ ask, answer, text }, taskId) =>
        answer(ask('tasks/get', taskId), { resultType: 'complete', taskId, status: 'completed', result: text('paid') }),
      'a notification, which holds it': ({ relay, text }, taskId) =>
        relay.fromServer(
          line({ method: 'notifications/tasks', params: { taskId, status: 'completed', result: text('paid') } })
        )
    }
    for (const [name, end] of Object.entries(ends))
      it(`ends with ${name}: a write ran, and its refusal holds that`, () => {
        const opened = began('pay')
        const taskId = opened.begin()
        expect(opened.again()).to.include('still running')
        end(opened, taskId)
        const refusal = opened.again()
        expect(refusal).to.include('"data":"paid"')
        expect(refusal).not.to.match(/still run/)
      })

    const unknown: Record<string, (opened: ReturnType<typeof began>, taskId: string) => void> = {
      'it was cancelled': ({ ask, answer }, taskId) =>
        answer(ask('tasks/cancel', taskId), { taskId, status: 'cancelled' }),
      'it failed': ({ ask, answer }, taskId) =>
        answer(ask('tasks/get', taskId), { taskId, status: 'failed', error: { code: -32603, message: 'Declined.' } }),
      'it failed, of which no more is asked': ({ ask, answer }, taskId) =>
        answer(ask('tasks/get', taskId), { taskId, status: 'failed', statusMessage: 'Declined.' }),
      'the server does not know it': ({ ask, relay }, taskId) => {
        const id = ask('tasks/result', taskId)
        relay.fromServer(line({ id, error: { code: -32602, message: 'Failed to retrieve task: Task not found' } }))
      },
      'the server was asked too often': ({ ask, relay }, taskId) => {
        const id = ask('tasks/result', taskId)
        relay.fromServer(line({ id, error: { code: -32000, message: 'Too many requests' } }))
      }
    }
    for (const [name, end] of Object.entries(unknown))
      it(`leaves unknown what became of a write where ${name}, and makes it no more`, () => {
        const opened = began('pay')
        end(opened, opened.begin())
        const refusal = opened.again()
        expect(refusal).to.include('unknown whether it was executed')
        expect(refusal).not.to.match(/still run/)
      })

    it('goes on while the task does', () => {
      const opened = began('pay')
      const taskId = opened.begin()
      opened.answer(opened.ask('tasks/get', taskId), { taskId, status: 'working' })
      opened.answer(opened.ask('tasks/result', 'another'), opened.text('paid'))
      expect(opened.again()).to.include('still running')
    })
  })

  describe('before its server has listed its tools', () => {
    const PAY = { name: 'pay', annotations: { readOnlyHint: false } }
    const SLOW = { ...PAY, name: 'get_paid' }
    const made = ({ toServer }: ReturnType<typeof openRelay>): number =>
      toServer.filter(({ method }) => method === 'tools/call').length
    const asked = ({ toServer }: ReturnType<typeof openRelay>): number =>
      toServer.filter(({ method }) => method === 'tools/list').length

    it('holds calls back, so that none is a write that nobody guards', () => {
      const opened = openRelay({ trusted: true })
      const first = opened.call('pay')
      opened.call('pay')
      expect([made(opened), opened.relay.waiting]).to.deep.equal([0, 2])
      opened.listed([PAY])
      expect(made(opened)).to.equal(1)
      expect(codeOf(opened.last())).to.equal('retry_budget_exceeded')
      opened.answer(first, opened.text('paid'))
      expect(opened.relay.waiting).to.equal(0)
    })

    it('drops a call that its client cancels, which never ran, and answers it where the server ends', () => {
      const opened = openRelay({ trusted: true })
      const id = opened.call('pay')
      opened.relay.fromClient(line({ method: 'notifications/cancelled', params: { requestId: id } }))
      const next = opened.call('pay', { arguments: { n: 2 } })
      opened.relay.serverGone('It ended.')
      expect(made(opened)).to.equal(0)
      expect(opened.toClient.map(({ id: of, error }) => [of, error?.message])).to.deep.equal([
        [next, 'It ended. Nothing was sent to it.']
      ])
      expect(opened.relay.waiting).to.equal(0)
    })

    it('refuses another request with the id of a call that is held back', () => {
      const opened = openRelay()
      const id = opened.call('pay')
      opened.relay.fromClient(line({ id, method: 'ping' }))
      expect(opened.last().error?.code).to.equal(-32_600)
    })

    it('asks again at the next call where the list failed, and makes no write twice meanwhile', () => {
      for (const fail of [
        ({ relay }: ReturnType<typeof openRelay>, id: string) =>
          relay.fromServer(line({ id, error: { code: -32_603, message: 'no' } })),
        ({ relay }: ReturnType<typeof openRelay>, id: string) => relay.lost(id, 'It broke off.')
      ]) {
        const opened = openRelay({ trusted: true })
        const id = opened.call('pay')
        fail(opened, String(opened.toServer[0]?.id))
        expect([made(opened), asked(opened)]).to.deep.equal([1, 1])
        opened.relay.lost(id, 'It broke off.')
        expect(opened.last().error?.data).to.deep.include({ hint: UNKNOWN })
        opened.call('pay')
        expect(asked(opened)).to.equal(2)
        fail(opened, String(opened.toServer.at(-1)?.id))
        expect(codeOf(opened.last())).to.equal('retry_budget_exceeded')
        opened.call('pay')
        opened.listed([PAY])
        expect([made(opened), codeOf(opened.last())]).to.deep.equal([1, 'retry_budget_exceeded'])
      }
    })

    it('says what became of a write that was listed as one while it ran', () => {
      const opened = openRelay({ trusted: true })
      opened.list([{ name: 'get_paid', annotations: { readOnlyHint: true } }])
      const id = opened.call('get_paid')
      opened.list([SLOW])
      opened.relay.lost(id, 'It broke off.')
      expect(opened.last().error?.data).to.deep.include({ hint: UNKNOWN })
    })
  })

  it('hands on elicitation by URL and tasks as they are, in both directions', () => {
    const { relay, lines, toServer } = openRelay()
    const fromServer = [
      {
        id: 9,
        method: 'elicitation/create',
        params: { mode: 'url', elicitationId: 'e', url: 'https://a.example/', message: 'Sign in.' }
      },
      { method: 'notifications/elicitation/complete', params: { elicitationId: 'e' } },
      { method: 'notifications/tasks/status', params: { taskId: 't', status: 'working' } },
      { id: 1, result: { taskId: 't', status: 'completed', ttl: null } },
      { id: 2, result: { tasks: [] } }
    ].map(line)
    const fromClient = [
      { id: 9, result: { action: 'accept' } },
      { id: 1, method: 'tasks/get', params: { taskId: 't' } },
      { id: 2, method: 'tasks/list', params: {} }
    ]
    relay.fromServer(fromServer[0] as Buffer)
    for (const message of fromClient) relay.fromClient(line(message))
    for (const message of fromServer.slice(1)) relay.fromServer(message)
    expect(lines).to.deep.equal(fromServer.map(String))
    expect(toServer).to.deep.equal(fromClient.map((message) => ({ jsonrpc: '2.0', ...message })))
  })

  it('forgets a call that its client cancelled, and what still comes', () => {
    const { relay, toClient, call, answer, list, text } = openRelay()
    list([])
    const id = call('a')
    relay.fromClient(line({ method: 'notifications/cancelled', params: { requestId: id } }))
    expect(relay.waiting).to.equal(0)
    answer(id, text('{"cut'))
    expect(toClient.length).to.equal(1)
    expect(relay.guard.summary.lines(1).slice(1)).to.deep.equal([
      '  a  1 call; given up by the client: 1',
      '  responses that no request waited for: 1'
    ])
  })

  it('goes by the words that tools guarded in place have', () => {
    const tools = new Map<string, ToolRules>([
      ['mail', { effect: 'write', identity: ['to', 'subject'], transient: ['rate_limited'] }],
      ['list', { effect: 'read', narrow: 'Ask for one status at a time.' }],
      ['find', { effect: 'read', output: t.type({ n: t.number }), alternatives: ['grep', 'list'] }]
    ])
    const { call, answer, list, text, last } = openRelay({ tools, loop: false })
    list([{ name: 'mail' }, { name: 'list' }, { name: 'find' }])
    const hint = (): unknown => (JSON.parse(last().result?.content?.[0]?.text ?? '') as { readonly hint: unknown }).hint

    const mail = { to: 'ada', subject: 'Hello' }
    answer(call('mail', { arguments: { ...mail, body: 'Dear Ada' } }), text('Rate limit exceeded'))
    answer(call('mail', { arguments: { ...mail, body: 'Ada!' } }), text('sent'))
    expect(last().result).to.deep.equal(text('sent'))
    call('mail', { arguments: { ...mail, body: 'Ada?' } })
    expect(codeOf(last())).to.equal('executed_with_other_arguments')
    call('mail', { arguments: { ...mail, body: 'Ada!' } })
    expect(codeOf(last())).to.equal('retry_budget_exceeded')
    answer(call('mail', { arguments: { ...mail, to: 'bob' } }), text('sent to bob'))
    expect(last().result).to.deep.equal(text('sent to bob'))
    // By none of the names, each is an order of its own.
    for (const user of ['ada', 'bob']) {
      answer(call('mail', { arguments: { user } }), text(`sent to ${user}`))
      expect(last().result).to.deep.equal(text(`sent to ${user}`))
    }

    answer(call('list'), text('{"rows":[1,'))
    expect(hint()).to.equal('Ask for one status at a time.')
    answer(call('find'), text('<!doctype html><title>Log in</title>'))
    expect(hint()).to.include('use list,')
  })

  it('refuses a write whose identity throws, gives nothing or is async, as tools guarded in place do', () => {
    const identities: ReadonlyArray<RuleCode> = [
      ({ order }: { readonly order: { readonly id: string } }) => order.id,
      ({ order }: { readonly order?: { readonly id: string } }) => order?.id,
      ({ to }: { readonly to: string }) => Promise.resolve(to),
      () => ({ to: null })
    ]
    for (const identity of identities)
      for (const mode of ['enforce', 'observe'] as const) {
        const tools = new Map<string, ToolRules>([['pay', { effect: 'write', identity }]])
        const { relay, call, toServer, list, last } = openRelay({ tools, mode })
        list([{ name: 'pay' }])
        call('pay', { arguments: { to: 'ada', n: 1 } })
        call('pay', { arguments: { to: 'ada', n: 2 } })
        const sent = toServer.filter(({ method }) => method === 'tools/call').length
        expect(sent, String(identity)).to.equal(mode === 'enforce' ? 0 : 2)
        if (mode === 'enforce') expect(codeOf(last())).to.equal('check_threw')
        expect(relay.guard.summary.lines(1).join()).to.match(/refused: check_threw 2/)
      }
    // By names, all arguments of a call count that holds none of them, null or not there.
    const tools = new Map<string, ToolRules>([['pay', { effect: 'write', identity: ['to'] }]])
    const { call, toServer, list } = openRelay({ tools })
    list([{ name: 'pay' }])
    for (const args of [{ to: null }, { to: null }, {}, {}]) call('pay', { arguments: args })
    expect(toServer.filter(({ method }) => method === 'tools/call').length).to.equal(2)
  })

  it('counts arguments that are too long for the guard all the same', () => {
    const { call, toServer, list, last } = openRelay()
    list([])
    for (let i = 0; i < 4; i++) call('write', { arguments: { text: 'x'.repeat(1_500_000) } })
    expect(toServer.filter(({ method }) => method === 'tools/call').length).to.equal(3)
    expect(codeOf(last())).to.equal('retry_budget_exceeded')
  })

  it('takes answers that are deeper than any stack', () => {
    const { relay, toClient, toServer, call, list } = openRelay()
    list([NUMBER])
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const answerDeep = (id: number): void =>
      relay.fromServer(
        Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":{"n":${deep}}}}\n`)
      )
    answerDeep(call('n'))
    expect(codeOf(toClient.at(-1) as Reply)).to.equal('too_deep')
    answerDeep(call('free'))
    expect(toClient.at(-1)?.result?.isError).to.equal(undefined)
    relay.fromClient(
      Buffer.from(
        `{"jsonrpc":"2.0","id":"deep","method":"tools/call","params":{"name":"free","arguments":{"a":${deep}}}}\n`
      )
    )
    expect([toServer.at(-1)?.id, toClient.length]).to.deep.equal(['deep', 3])
  })

  it('tells loops apart by arguments that count', () => {
    const { call, answer, list, last } = openRelay({ loop: { ignoreArgs: ['at'] } })
    list([])
    for (let at = 0; at < 3; at++)
      answer(call('a', { arguments: { at } }), { content: [{ type: 'text', text: 'no such host' }], isError: true })
    call('a', { arguments: { at: 3 } })
    expect(codeOf(last())).to.equal('loop_detected')
  })

  it('tells repeats apart by what counts of an answer', () => {
    const { call, answer, list, last } = openRelay({ loop: { ignoreResultFields: ['ms'] } })
    list([])
    for (let ms = 0; ms < 3; ms++)
      answer(call('a'), { content: [{ type: 'text', text: JSON.stringify({ state: 'queued', ms }) }] })
    call('a')
    expect(codeOf(last())).to.equal('retry_budget_exceeded')
  })

  it('tells repeats apart by all of a response but what does not count, and hands all of it over', () => {
    const { call, answer, list, last } = openRelay({ loop: { ignoreResultFields: ['ms'] } })
    list([{ name: 'look', annotations: { readOnlyHint: true } }])
    const shown = (ms: number, data: string) => [
      { type: 'text', text: JSON.stringify({ state: 'shown', ms }) },
      { type: 'image', data, mimeType: 'image/png' }
    ]
    for (let ms = 0; ms < 5; ms++) answer(call('look'), { content: shown(ms, `image${ms}`) })
    for (let ms = 5; ms < 7; ms++) answer(call('look'), { content: shown(ms, 'image4') })
    call('look')
    expect(codeOf(last())).to.equal('retry_budget_exceeded')
    expect(JSON.parse(last().result?.content?.[0]?.text ?? '')).to.deep.include({ data: shown(6, 'image4') })
  })

  it('tells of each refusal when, of what, and why, without a value', () => {
    const [told, noted]: [Array<string>, Array<string>] = [[], []]
    const now = (): number => Date.UTC(2026, 0, 2, 3, 4, 5, 6)
    for (const mode of ['enforce', 'observe'] as const) {
      const { call, answer, list, text } = openRelay({
        mode,
        now,
        tell: (one) => told.push(one),
        note: (one) => noted.push(one)
      })
      list([])
      answer(call('read', { arguments: { path: '/etc/s3cret-canary' } }), text('{"total":12'))
    }
    const saying = (verb: string): string =>
      `2026-01-02T03:04:05.006Z read {path: 18 characters} ${verb}: truncated_response: The response ends after 11 bytes inside total (a number).`
    expect([told, noted]).to.deep.equal([[saying('refused')], [saying('would have been refused')]])
  })

  it('shows no name of a tool that may be a secret', () => {
    const name = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz'
    const told: Array<string> = []
    const pin = { accepted: new Map(), onDrift: 'warn' as const, accept: () => true }
    const { relay, call, answer, list, text } = openRelay({ tell: (said) => told.push(said), pin })
    list([{ name, outputSchema: { type: 'nonsense' } }])
    answer(call(name), text('1'))
    told.push(...relay.guard.summary.lines(1))
    expect(told.length).to.be.above(3)
    expect(told.join('\n')).not.to.include(name.slice(0, 20))
  })

  it('tells once of a schema that cannot be used', () => {
    const told: Array<string> = []
    const { call, list } = openRelay({ tell: (one) => told.push(one) })
    list([{ name: 'odd', outputSchema: { $ref: 'https://elsewhere.example/schema' } }])
    call('odd')
    call('odd')
    expect(told.length).to.equal(1)
    expect(told[0]).to.match(
      /^the output schema of "odd" cannot be used, and its results pass unchecked: Expected `schema`/
    )
  })
})
