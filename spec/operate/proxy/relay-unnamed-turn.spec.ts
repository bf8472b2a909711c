/** Where a turn of a client that names none begins and ends. */
import { expect } from 'chai'
import { resultHandles } from '../../../lib/results/index.js'
import { codeOf } from './client.js'
import { line, openRelay, until } from './open-relay.js'

describe('Relay, in a turn that nobody names', () => {
  const PAY = { name: 'pay', annotations: { readOnlyHint: false } }
  const LOOK = { name: 'look', annotations: { readOnlyHint: true } }
  const quiet = (settings: Parameters<typeof openRelay>[0] = {}) => {
    const time = { now: 0 }
    const opened = openRelay({ trusted: true, clock: () => time.now, ...settings })
    opened.list([PAY, LOOK])
    const sent = (): number => opened.toServer.filter(({ method }) => method === 'tools/call').length
    /** What becomes of a call that is made so long after all before. */
    const later = (name: string, ms: number): string | undefined => {
      time.now += ms
      const before = sent()
      opened.call(name)
      return sent() > before ? 'sent' : codeOf(opened.last())
    }
    return { ...opened, time, later }
  }
  const GAP = 120_001
  /** A call of a later turn, and its response. */
  const another = (opened: ReturnType<typeof quiet>): void => {
    expect(opened.later('look', GAP)).to.equal('sent')
    opened.answer(opened.toServer.at(-1)?.id ?? '', opened.text('a'))
  }
  const cancel = ({ relay }: ReturnType<typeof openRelay>, requestId: number): void =>
    relay.fromClient(line({ method: 'notifications/cancelled', params: { requestId } }))

  it('goes on while a call is open, however long that takes, and for the gap after its end', () => {
    const opened = quiet()
    const id = opened.call('pay')
    expect(opened.later('pay', 10 * GAP)).to.equal('retry_budget_exceeded')
    opened.time.now += GAP
    opened.answer(id, opened.text('paid'))
    expect(opened.later('pay', GAP - 1)).to.equal('retry_budget_exceeded')
    expect(opened.later('pay', GAP)).to.equal('sent')
    expect(opened.relay.guard.turns).to.equal(2)
  })

  it('goes on while the client asks for a kept result, a refused tool or the state of a task', () => {
    const asks: Record<string, (opened: ReturnType<typeof quiet>) => void> = {
      'a kept result': ({ call }) => void call('read_result', { arguments: { ref: 'a' } }),
      'a tool that is no more as it was': ({ call }) => void call('look'),
      'a task': (opened) => {
        opened.relay.fromClient(line({ id: 'poll', method: 'tasks/get', params: { taskId: 't' } }))
        opened.answer('poll', { taskId: 't', status: 'working' })
      }
    }
    for (const [name, ask] of Object.entries(asks)) {
      const pin = { accepted: undefined, onDrift: 'refuse', accept: () => true } as const
      const opened = quiet({ results: resultHandles(), pin })
      opened.list([PAY, { ...LOOK, description: 'It looks elsewhere.' }])
      opened.answer(opened.call('pay'), opened.text('paid'))
      for (let i = 0; i < 3; i++) {
        opened.time.now += GAP - 1
        ask(opened)
      }
      expect(opened.later('pay', GAP - 1), name).to.equal('retry_budget_exceeded')
      expect(opened.later('pay', GAP), name).to.equal('sent')
      opened.relay.close()
    }
  })

  it('does not hold it against a read that a person stopped it before, which brought nothing', () => {
    const [all, three, one] = ([5, 3, 1] as const).map((n) =>
      Array.from({ length: 5 }, (_, i) => (i < n ? 'sent' : 'retry_budget_exceeded'))
    )
    for (const [reason, name, expected] of [
      ['user', 'look', all],
      ['AbortError: This operation was aborted', 'get_other', all],
      ['McpError: MCP error -32001: Request timed out', 'look', three],
      ['context deadline exceeded', 'look', three],
      [undefined, 'look', three],
      ['user', 'pay', one]
    ] as const) {
      const opened = quiet()
      const became = (expected ?? []).map((_, requestId) => {
        const sent = opened.later(name, 0)
        opened.relay.fromClient(
          line({ method: 'notifications/cancelled', params: { requestId: requestId + 1, reason } })
        )
        return sent
      })
      expect(became, `${name} ${reason}`).to.deep.equal(expected)
      opened.relay.close()
    }
  })

  it('ends after a task, which goes on by itself', () => {
    const opened = quiet()
    opened.answer(opened.call('look'), { task: { taskId: 't' } })
    opened.later('look', GAP)
    expect(opened.relay.guard.turns).to.equal(2)
  })

  const failed = (words: string) => ({ content: [{ type: 'text', text: words }], isError: true })
  const BROKE_OFF = [
    'fetch failed',
    'The operation was aborted due to timeout',
    'HTTP 502: Bad Gateway',
    'HTTP 504: Gateway Timeout',
    'Request timed out',
    'MCP error -32000: Connection closed',
    'Error executing tool pay: The read operation timed out',
    'Service Unavailable',
    'socket hang up',
    // Of clients of HTTP, and of servers that hide or lose the words of what they caught.
    "Error calling tool 'pay': Server disconnected without sending a response.",
    "Error calling tool 'pay': Response payload is not completed: <TransferEncodingError: 400>",
    "Error calling tool 'pay': IncompleteRead(6 bytes read)",
    "Error calling tool 'pay': ",
    "Error calling tool 'pay'",
    'Post "https://api.example.com/orders": EOF',
    'write tcp 10.0.0.2:41242->140.82.121.6:443: write: broken pipe',
    'curl: (52) Empty reply from server',
    'An error occurred while sending the request.',
    'Failed to fetch',
    'Process exited with signal SIGKILL',
    'Order 7',
    "Client error '409 Conflict' for url 'https://api.example.com/orders'",
    'Error executing tool pay: 409 Conflict',
    "Did not observe any item or terminal signal within 20000ms in 'source(MonoCreate)'",
    'Transaction was not mined within 750 seconds'
  ]

  it('makes no write again of which nobody knows whether it ran, however many gaps pass', async () => {
    const unknown: Record<string, (opened: ReturnType<typeof quiet>, id: number) => unknown> = {
      'timed out': ({ relay }, id) => until(() => relay.owed.has(id)),
      cancelled: cancel,
      lost: ({ relay }, id) => relay.lost(id, 'It broke off.'),
      'a task': ({ answer }, id) => answer(id, { task: { taskId: 't' } }),
      unreadable: ({ answer }, id) => answer(id, []),
      'a text that is none': ({ answer }, id) => answer(id, { content: [{ type: 'text', text: null }] }),
      'a block that is none': ({ answer }, id) => answer(id, { content: ['paid'] }),
      cut: ({ answer, text }, id) => answer(id, text('{"paid":')),
      'an error with a status of failure': ({ relay }, id) => {
        relay.responded(id, 502)
        relay.fromServer(line({ id, error: { code: -32_000, message: 'The charge was not made.' } }))
      },
      'a failure in a body': ({ answer }, id) =>
        answer(id, { content: [], structuredContent: { error: 'upstream request timeout' } }),
      'an error without words': ({ answer, text }, id) => answer(id, text('{"error":""}')),
      'a state of failure': ({ answer, text }, id) => answer(id, text('{"status":"failed"}')),
      'a text of one': ({ answer, text }, id) => answer(id, text('Error: Request timed out'))
    }
    for (const words of BROKE_OFF) {
      unknown[words] = ({ answer }, id) => answer(id, failed(words))
      unknown[`${words} (-32603)`] = ({ relay }, id) =>
        relay.fromServer(line({ id, error: { code: -32_603, message: words } }))
    }
    for (const [name, end] of Object.entries(unknown)) {
      const opened = quiet({ timeoutMs: 10 })
      const id = opened.call('pay')
      await end(opened, id)
      expect(
        [GAP - 1, GAP, GAP].map((ms) => opened.later('pay', ms)),
        name
      ).to.deep.equal(Array(3).fill('retry_budget_exceeded'))
      expect(opened.last().result?.content?.[0]?.text, name).to.include('erify with a read')
      expect(opened.relay.guard.turns, name).to.equal(3)
      expect(opened.later('look', 0), name).to.equal('sent')
      opened.relay.close()
    }
  })

  it('makes no write again whose response came when its client had gone', () => {
    const opened = quiet()
    const id = opened.call('pay')
    opened.client.isHeard = false
    opened.answer(id, opened.text('paid'))
    opened.client.isHeard = true
    expect([GAP, GAP].map((ms) => opened.later('pay', ms))).to.deep.equal(Array(2).fill('retry_budget_exceeded'))
    expect(opened.last().result?.content?.[0]?.text).to.include('It was executed')
  })

  it('makes a write again after the gap of which the server said what became of it', () => {
    const own = [
      'The card expired.',
      'Card declined',
      'Not enough stock',
      'Out of stock',
      'The flight is full',
      'Could not find order 7',
      '429 Too Many Requests',
      'Account locked'
    ]
    const error = (message: string) => ({ error: { code: -32_603, message } })
    for (const said of [
      { result: { content: [] } },
      ...own.map((words) => ({ result: failed(words) })),
      ...own.map(error)
    ])
      for (const quoteErrors of [true, false]) {
        const opened = quiet({ tools: new Map([['pay', { quoteErrors }]]) })
        const id = opened.call('pay')
        opened.relay.responded(id, 404)
        opened.relay.fromServer(line({ id, ...said }))
        expect(opened.later('pay', GAP), `${JSON.stringify(said)} ${quoteErrors}`).to.equal('sent')
      }
  })

  it('makes a write again after the gap whose end its client read of a task, in whichever order and turn', () => {
    const ask = ({ relay }: ReturnType<typeof quiet>, method: string): string => {
      relay.fromClient(line({ id: method, method, params: { taskId: 't' } }))
      return method
    }
    const status = (more: object) => (opened: ReturnType<typeof quiet>) =>
      opened.answer(ask(opened, 'tasks/get'), { taskId: 't', status: 'failed', ...more })
    const result = (words: string) => (opened: ReturnType<typeof quiet>) =>
      opened.answer(ask(opened, 'tasks/result'), failed(words))
    const none = status({})
    const no = result('card declined')
    const paid = (opened: ReturnType<typeof quiet>): void =>
      opened.answer(ask(opened, 'tasks/result'), opened.text('paid'))
    const over = (more: object) => (opened: ReturnType<typeof quiet>) =>
      opened.answer(ask(opened, 'tasks/get'), { taskId: 't', ...more })
    /** Its connection is gone while that comes. */
    const unheard = (part: typeof paid) => (opened: ReturnType<typeof quiet>) => {
      opened.client.isHeard = false
      part(opened)
      opened.client.isHeard = true
    }
    const noticed = (opened: ReturnType<typeof quiet>): void =>
      opened.relay.fromServer(
        line({
          method: 'notifications/tasks/status',
          params: { taskId: 't', status: 'completed', result: { content: [] } }
        })
      )
    const rows = [
      ['nothing', [], 'retry_budget_exceeded'],
      ['nothing of its response', [unheard(paid)], 'retry_budget_exceeded'],
      ['nothing of its response, twice', [unheard(paid), unheard(paid)], 'retry_budget_exceeded'],
      ['nothing of its status', [unheard(status({ statusMessage: 'card declined' }))], 'retry_budget_exceeded'],
      ['nothing that the server said of its own', [unheard(noticed)], 'retry_budget_exceeded'],
      ['its response at the second request', [unheard(paid), paid], 'sent'],
      ['its result at the second request', [unheard(no), no], 'sent'],
      ['its response, of which a status told nobody', [unheard(over({ status: 'completed' })), paid], 'sent'],
      ['its response, that a notification told nobody', [unheard(noticed), paid], 'sent'],
      ['its response in a notification', [noticed], 'sent'],
      ['its response', [paid], 'sent'],
      ['its status, and its response', [over({ status: 'completed' }), paid], 'sent'],
      ['its response within its status', [over({ status: 'completed', result: { content: [] } })], 'sent'],
      ['that it was cancelled', [over({ status: 'cancelled' })], 'retry_budget_exceeded'],
      ['its result', [no], 'sent'],
      ['its status', [status({ statusMessage: 'card declined' })], 'sent'],
      ['its error', [status({ error: { code: -32_603, message: 'card declined' } })], 'sent'],
      ['its status, which says nothing, and its result', [none, none, no], 'sent'],
      ['its result and its status', [no, none], 'sent'],
      ['a status that says nothing', [none, none], 'retry_budget_exceeded'],
      ['a status that says nothing, and a lost result', [none, result('fetch failed')], 'retry_budget_exceeded'],
      [
        'a status that says no, and a lost result',
        [status({ statusMessage: 'card declined' }), result('fetch failed')],
        'retry_budget_exceeded'
      ]
    ] as const
    for (const [name, parts, expected] of rows)
      for (const [before, between] of [
        [0, 0],
        [1, 0],
        [3, 0],
        [0, 1],
        [1, 2]
      ] as const) {
        const opened = quiet()
        const turns = (times: number): void => {
          for (let i = 0; i < times; i++) another(opened)
        }
        opened.answer(opened.call('pay'), { task: { taskId: 't' } })
        turns(before)
        for (const [at, read] of parts.entries()) {
          if (at > 0) turns(between)
          read(opened)
        }
        const said = `${name}, ${before} turns later, ${between} between`
        if (between === 0) expect(opened.later('pay', 0), said).to.equal('retry_budget_exceeded')
        expect(opened.later('pay', GAP), said).to.equal(expected)
        expect(opened.later('look', 0), said).to.equal('sent')
        opened.relay.close()
      }
  })

  it('makes a write again after the gap whose end the client read that made it, not another of the same server', () => {
    const end = { taskId: 't', status: 'completed', result: { content: [] } }
    const declined = { taskId: 't', status: 'failed', statusMessage: 'card declined' }
    const rows = [
      [[], end, 'retry_budget_exceeded'],
      [['b'], end, 'retry_budget_exceeded'],
      [['b', 'b'], end, 'retry_budget_exceeded'],
      [['b'], declined, 'retry_budget_exceeded'],
      [['a'], end, 'sent'],
      [['a'], declined, 'sent'],
      [['b', 'a'], end, 'sent'],
      [['a', 'b'], end, 'sent'],
      [['b', 'a'], declined, 'sent']
    ] as const
    for (const [readers, told, expected] of rows)
      for (const isNotice of [false, true]) {
        const { relay, answer, time, toServer, last } = quiet()
        const call = (id: number): unknown => {
          const sent = toServer.length
          const params = { name: 'pay', arguments: {} }
          relay.fromClient(line({ id, method: 'tools/call', params }), { caller: 'a', id })
          return toServer.length > sent ? 'sent' : codeOf(last())
        }
        call(1)
        answer(1, { task: { taskId: 't' } })
        for (const [at, caller] of readers.entries()) {
          const [id, method] = [10 + at, isNotice ? 'subscriptions/listen' : 'tasks/get']
          relay.fromClient(line({ id, method, params: { taskId: 't' } }), { caller, id })
          if (isNotice) relay.fromServer(line({ method: 'notifications/tasks', params: told }), id)
          else answer(id, told)
        }
        time.now += GAP
        expect(call(2), `${readers.join()} ${told.status} ${isNotice}`).to.equal(expected)
        relay.close()
      }
  })

  it('says of each write of earlier turns that nobody knows whether it ran', () => {
    const opened = quiet()
    for (const n of [1, 2, 3]) {
      cancel(opened, opened.call('pay', { arguments: { n } }))
      another(opened)
    }
    for (const n of [1, 2, 3]) {
      opened.call('pay', { arguments: { n } })
      expect(opened.last().result?.content?.[0]?.text).to.include('erify with a read')
    }
  })

  describe('where many clients share a server', () => {
    const shared = () => {
      const opened = quiet()
      let ids = 0
      const asked = (name: string, caller: string): number | undefined => {
        const before = opened.toServer.length
        const asker = { caller, id: ++ids }
        const params = { name, arguments: {} }
        opened.relay.fromClient(line({ id: `c${ids}`, method: 'tools/call', params }), asker)
        return opened.toServer.length > before ? ids : undefined
      }
      const others = (n: number, from = 0): void => {
        for (let i = from; i < from + n; i++) opened.answer(`c${asked('look', `other ${i}`)}`, opened.text('a'))
      }
      return { ...opened, asked, others }
    }
    type Opened = ReturnType<typeof shared>
    const ends: Record<string, (opened: Opened, id: number) => void> = {
      ran: ({ answer, text }, id) => answer(`c${id}`, text('paid')),
      'is in flight': () => {},
      'was cancelled': ({ relay }, id) =>
        relay.fromClient(line({ method: 'notifications/cancelled', params: { requestId: `c${id}` } })),
      'is a task': ({ answer }, id) => answer(`c${id}`, { task: { taskId: 't' } }),
      'broke off': ({ answer }, id) => answer(`c${id}`, failed('fetch failed'))
    }
    for (const [name, end] of Object.entries(ends))
      it(`runs no write twice that ${name}, however many of them came in between`, () => {
        const opened = shared()
        end(opened, opened.asked('pay', 'ada') ?? 0)
        for (const from of [0, 250]) {
          opened.others(250, from)
          expect(opened.asked('pay', 'ada')).to.equal(undefined)
        }
        opened.time.now += GAP
        opened.others(250)
        if (name === 'ran') expect(opened.asked('pay', 'ada')).to.be.a('number')
        else expect(opened.asked('pay', 'ada')).to.equal(undefined)
        expect(opened.asked('pay', 'eve')).to.be.a('number')
        opened.relay.close()
      })

    it('knows the end of a task that its client read in between', () => {
      const opened = shared()
      ends['is a task']?.(opened, opened.asked('pay', 'ada') ?? 0)
      opened.others(250)
      opened.relay.fromClient(line({ id: 'r', method: 'tasks/result', params: { taskId: 't' } }))
      opened.answer('r', opened.text('paid'))
      expect(opened.asked('pay', 'ada')).to.equal(undefined)
      opened.time.now += GAP
      expect(opened.asked('pay', 'ada')).to.be.a('number')
      opened.relay.close()
    })
  })

  it('lets none of more such writes than a turn keeps apart run again', () => {
    const opened = quiet()
    const pay = (n: number): void => {
      const before = opened.toServer.length
      const id = opened.call('pay', { arguments: { n } })
      if (opened.toServer.length > before) cancel(opened, id)
    }
    for (const from of [0, 600]) {
      for (let n = from; n < from + 600; n++) pay(n)
      another(opened)
    }
    const sent = opened.toServer.length
    for (let n = 1_199; n >= 0; n--) pay(n)
    expect(opened.toServer.length).to.equal(sent)
  })

  it('runs a write that asked for input first, however long its user takes to answer, and whether or not', () => {
    const asks = { resultType: 'input_required', inputRequests: {}, requestState: 's' }
    for (const ms of [0, GAP - 1, GAP, 10 * GAP])
      for (const answered of [{}, { inputResponses: {}, requestState: 's' }]) {
        const opened = quiet()
        const { answer, call, text, time } = opened
        for (let dismissed = 0; dismissed < 5; dismissed++) answer(call('pay'), asks)
        time.now += ms
        const id = call('pay', answered)
        expect(opened.toServer.at(-1)?.id, `${ms}`).to.equal(id)
        // Of those that run, there is one.
        for (const again of [{}, { inputResponses: {}, requestState: 's' }]) {
          call('pay', again)
          expect(codeOf(opened.last()), `${ms} in flight`).to.equal('retry_budget_exceeded')
        }
        answer(id, text('paid'))
        expect(opened.later('pay', 0), `${ms} paid`).to.equal('retry_budget_exceeded')
      }
  })

  it('forgets a write of unknown outcome where the client begins a new session', () => {
    const opened = quiet()
    cancel(opened, opened.call('pay'))
    opened.relay.fromClient(line({ id: 'again', method: 'initialize' }))
    expect(opened.later('pay', 0)).to.equal('sent')
  })
})
