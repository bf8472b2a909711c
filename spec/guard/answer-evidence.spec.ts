/** What answers prove of a write: those that cannot be read whole, that JSON does not show, and that hold an Error. */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { Readable } from 'node:stream'
import { admitsFailure } from '#core/failure'
import { failed, guardedCall, guardFunctions, incomplete, openTurn, schemaMismatch } from '../../lib/index.js'
import { executedBy } from '../helpers/executed-by.js'
const ENVELOPES = [
  '{"ok":false,"error":"card declined"}',
  '{"error":{"code":"card_declined","message":"Your card was declined."}}',
  '{"success":false,"message":"Insufficient funds"}',
  '{"isError":true,"content":[{"type":"text","text":"declined"}]}',
  '{"errors":[{"message":"Insufficient stock"}],"data":null}'
]

const WRAPS: Readonly<Record<string, (envelope: string) => string>> = {
  'a trailing comma': (one) => one.replace(/\}$/, ',}'),
  'other words after it': (one) => `${one} ok`,
  'a second value': (one) => `${one}${one}`,
  'a fence': (one) => `\`\`\`json\n${one}\n\`\`\``,
  JSONP: (one) => `cb(${one});`,
  'a prefix against hijacking': (one) => `)]}',\n${one}`,
  'a line of a log': (one) => `2026-01-01 INFO calling bank\n${one}`,
  'lines of JSON': (one) => `{"event":"start"}\n${one}\n{"event":"end"}`,
  'an event stream': (one) => `data: {"p":1}\n\ndata: ${one}\n\n`,
  'a part of several': (one) => `--b\r\nContent-Type: application/json\r\n\r\n${one}\r\n--b--`,
  chunks: (one) => `24\r\n${one}\r\n0\r\n\r\n`,
  Python: (one) => one.replaceAll('"', "'").replaceAll('false', 'False').replaceAll('null', 'None'),
  'a comment': (one) => `${one} // c`,
  'a control character': (one) => one.replace('declined', 'dec\u0001lined')
}

describe('the answer of a tool that answers when its work is done', () => {
  for (const [name, wrap] of Object.entries(WRAPS)) {
    it(`proves no write where it reports a failure in ${name}`, async () => {
      for (const envelope of ENVELOPES) expect(await executedBy(wrap(envelope)), envelope).to.equal('unknown')
    })
    if (name !== 'Python')
      it(`proves none where a codec takes ${name} as text`, async () => {
        for (const envelope of ENVELOPES)
          expect(await executedBy(wrap(envelope), t.string), envelope).to.equal('unknown')
      })
  }

  it('proves no write where nothing but an error without words came, as `str()` of some exceptions is', async () => {
    for (const silent of ['{"error":""}', '{"error":{}}', '{"error":{"message":""}}', '{"error":"None"}'])
      expect(await executedBy(silent, t.unknown), silent).to.equal('unknown')
    for (const fine of ['{"error":null}', '{"error":"","id":7}', '{"ok":true,"error":""}', '{"errors":[]}'])
      expect(await executedBy(fine, t.unknown), fine).to.equal('yes')
  })

  it('proves no write wherever it is cut', async () => {
    for (const envelope of [...ENVELOPES, '{"id":"p1","total":12}'])
      for (let length = 1; length < envelope.length; length++)
        expect(await executedBy(envelope.slice(0, length)), envelope.slice(0, length)).to.equal('unknown')
  })

  const WHOLE = JSON.stringify({
    id: 'or_1',
    items: Array.from({ length: 40 }, (_, i) => ({ sku: `S${i}`, name: `A thing, number ${i}`, qty: 1 })),
    status: 'failed',
    error: 'payment declined'
  })
  const FIELDS = [
    'body',
    'text',
    'data',
    'response',
    'result',
    'output',
    'content',
    'message',
    'payload',
    'raw',
    'reply'
  ]

  it('proves no write where JSON in a field, or behind words, was cut', async () => {
    const cut = WHOLE.slice(0, 500)
    const pretty = JSON.stringify(JSON.parse(WHOLE), null, 2).slice(0, 500)
    const texts = [cut, pretty, `${cut}… [truncated]`, `[${cut}`, `HTTP 200: ${cut}`, `Response: ${pretty}`]
    const answers = texts.flatMap((text) => [
      ...FIELDS.map((field) => ({ status: 200, [field]: text })),
      { id: 'or_1', body: text },
      [200, text],
      { content: [{ type: 'text', text }] },
      { response: { status: 200, lines: [text] } },
      text
    ])
    answers.push(`Ordered.\nThe service said: ${cut}`, "Result: {'success': False}", 'Response: {', 'Response: {"i')
    for (const answer of answers)
      expect(await executedBy(answer, t.unknown), JSON.stringify(answer).slice(0, 80)).to.equal('unknown')
  })

  it('is judged by JSON that is whole in a field, or behind words', async () => {
    const judged = async (json: string): Promise<ReadonlyArray<unknown>> => {
      const answers = [
        ...FIELDS.map((field) => ({ status: 200, [field]: json })),
        `HTTP 200: ${json}`,
        `Response: ${json}`,
        `Ordered.\nResponse: ${json}\nThanks`,
        { status: 200, body: `${json}\n${json}` },
        { content: [{ type: 'text', text: `Result: ${json}` }] }
      ]
      const found = new Set<unknown>()
      for (const answer of answers) found.add(await executedBy(answer, t.unknown))
      return [...found]
    }
    expect(await judged('{"id":"ch_1","total":12}')).to.deep.equal(['yes'])
    expect(await judged('{"id":"ch_1","status":"failed"}')).to.deep.equal(['unknown'])
    expect(await judged('{"affectedRows":0}')).to.deep.equal(['unknown'])
    expect(await judged('[{"sku":"A","error":"no stock"}]')).to.deep.equal(['unknown'])
  })

  it('proves the write beside braces that are no JSON', async () => {
    const code = 'function pay() {\n  const order = {"id": 1}\n  return send({"order": order})\n}'
    for (const text of [
      'Dear {name}, your order {id} is here.',
      'Saved the draft of a note that has {curly} words.',
      code,
      `     1\t${code.replaceAll('\n', '\n     2\t')}`,
      'The file was edited: a { color: red }'
    ])
      for (const answer of [text, { id: 'n1', body: text }, { status: 200, content: text }])
        expect(await executedBy(answer, t.unknown), JSON.stringify(answer)).to.equal('yes')
    for (const body of ['[[Orders]] links to this page, and [[Bills]] too.', '[x] paid on Monday\n[ ] not shipped yet'])
      expect(await executedBy({ id: 'n1', body }, t.unknown), body).to.equal('yes')
  })

  it('proves no write where its bytes are no text', async () => {
    expect(await executedBy(new Uint8Array([0xff, 0xfe, 0x00, 0xd8]))).to.equal('unknown')
  })

  it('proves the write in words that came whole, and where nothing came', async () => {
    for (const answer of ['Order placed.', 'OK', '']) expect(await executedBy(answer), answer).to.equal('yes')
    expect(await executedBy('{"id":"p1"}')).to.equal('yes')
    expect(await executedBy({ id: 'p1' })).to.equal('yes')
  })
})

describe('an Error that a tool returns', () => {
  const declined = new Error('declined')
  class PaymentError extends Error {}
  const HOLDING: Readonly<Record<string, () => unknown>> = {
    itself: () => declined,
    'of a class': () => new PaymentError('declined'),
    'before null': () => [declined, null],
    'after null': () => [null, declined],
    'as a field': () => ({ error: declined }),
    'beside data': () => ({ data: null, failure: { cause: declined } }),
    'in a settled row': () => Promise.allSettled([Promise.resolve(1), Promise.reject(declined)]),
    'in a Map': () => new Map([['a', declined]]),
    'in a Set of a field': () => ({ sent: 1, failed: new Set([declined]) }),
    'of an instance': () => Object.assign(new (class Sent {})(), { failed: [declined] }),
    'behind many': () => [...Array.from({ length: 999 }, (_, id) => ({ id })), declined],
    'deep down': () => Array.from({ length: 18 }).reduce<unknown>((of) => ({ of }), declined)
  }
  for (const [name, answer] of Object.entries(HOLDING)) {
    it(`proves no write: ${name}`, async () => {
      for (const output of [undefined, t.unknown, t.array(t.unknown)]) {
        const turn = openTurn({ logger: false })
        const tools = guardFunctions(
          { pay: async () => answer() },
          { turn, rules: { pay: { effect: 'write', ...(output === undefined ? {} : { output }) } } }
        )
        await tools.pay().catch(() => undefined)
        expect(turn.calls[0]?.executed).to.equal('unknown')
      }
    })
  }

  it('is handed on unchanged, and leaves other answers a proof', async () => {
    const turn = openTurn({ logger: false })
    const answers = [declined, [null, { id: 1 }], { warnings: ['slow'] }, [{ status: 'fulfilled', value: 1 }]]
    const { pay } = guardFunctions(
      { pay: async (n: number) => answers[n] },
      { turn, rules: { pay: { effect: 'write' } } }
    )
    for (const [n, answer] of answers.entries()) expect(await pay(n)).to.equal(answer)
    expect(turn.calls.map(({ executed }) => executed)).to.deep.equal(['unknown', 'yes', 'yes', 'yes'])
  })
})

describe('work that goes on, and a response that JSON does not show', () => {
  const read = async (): Promise<Response> => {
    const response = new Response('{"error":"declined"}', { status: 500 })
    await response.text()
    return response
  }
  class Declined {
    readonly #isOk = false
    isOk(): boolean {
      return this.#isOk
    }
  }
  class WrittenLeft {
    constructor(readonly held: unknown) {}
    toJSON(): unknown {
      return this.held
    }
    either(left: (held: unknown) => unknown): unknown {
      return left(this.held)
    }
  }
  const states = new WeakMap<object, boolean>()
  class DeclinedOfOld {
    constructor() {
      states.set(this, false)
    }
  }
  // The rows of a statement, as postgres.js makes them
  class Statement extends Array<unknown> {}
  const statementOf = (count: number | null, ...rows: ReadonlyArray<unknown>): unknown =>
    Object.defineProperties(Statement.from(rows), {
      count: { value: count },
      state: { value: { status: 'I', pid: 17, secret: 99 } },
      command: { value: 'UPDATE' },
      columns: { value: [{ name: 'id', parser: undefined }] },
      statement: { value: { name: '', string: "insert into log values ('failed')" } }
    })
  const declined = new Error('declined')
  // A message of google-protobuf: what its fields mean, code alone says.
  const messageWith = (name: string): unknown => {
    class Reply {
      readonly array = [1, false]
    }
    Object.defineProperty(Reply.prototype, name, { value: () => false })
    return new Reply()
  }
  const OPEN: Readonly<Record<string, () => unknown>> = {
    'a function': () => () => 17,
    'a generator': () =>
      (function* () {
        yield 17
      })(),
    'an asynchronous generator': () =>
      (async function* () {
        yield 17
      })(),
    'a stream of Node': () => Readable.from(['17']),
    'a promise in a field': () => ({ id: 17, done: new Promise(() => {}) }),
    'a promise in a Map': () => new Map([['a', Promise.resolve(17)]]),
    'a Response that was read': read,
    'a Response in a list': () => [new Response('{"error":"declined"}', { status: 500 })],
    'a Response in a field': () => ({ response: new Response('{}', { status: 500 }), at: 1 }),
    'an instance with private fields': () => new Declined(),
    'one of an older runtime': () => new DeclinedOfOld(),
    'one of a subclass, in a list': () => [new (class extends Declined {})()],
    'one whose class computes its status': () =>
      new (class Payment {
        readonly id = 17
        get status(): string {
          return 'failed'
        }
      })(),
    'a Left whose methods tell it': () =>
      new (class Left {
        readonly value = { account: 'acc-9' }
        isLeft(): boolean {
          return true
        }
      })(),
    'a Left that writes itself as what it holds': () => new WrittenLeft('sold out'),
    'one in a field': () => ({ order: new WrittenLeft({ account: 'acc-9' }) }),
    'a Nothing that writes itself as null': () => [new (class Nothing extends WrittenLeft {})(null)],
    'a Result of closures that writes itself': () => ({ unwrap: () => 17, toJSON: () => 'sold out' }),
    'one that is closures': () => ({ isErr: () => true, isOk: () => false }),
    'one that is folded': () => ({ result: { fold: (no: () => unknown) => no() } }),
    'one whose class inherits a getter': () =>
      new (class extends class {
        get isSuccess(): boolean {
          return false
        }
      } {
        readonly id = 17
      })(),
    'an observable that nobody subscribed to': () =>
      new (class Observable {
        subscribe(): number {
          return 17
        }
      })(),
    'one that holds what it would do': () =>
      new (class Request {
        readonly url = 'https://x.example'
        readonly send = (): number => 17
      })(),
    'an effect that nobody ran, as its toJSON says': () => ({ toJSON: () => ({ _id: 'Effect', _op: 'Async' }) }),
    'a None of Effect': () => ({ _id: 'Option', _tag: 'None' }),
    'a program that a signal ended, or a code, without its output': () => ({ code: 137, signal: null }),
    'one whose class computes a field': () =>
      new (class Entity {
        readonly rows = [1]
        get total(): number {
          return this.rows.length
        }
      })(),
    'one whose getter says of a field what it means': () =>
      new (class Payment {
        readonly _status = 51
        get status(): string {
          return this._status === 51 ? 'declined' : 'paid'
        }
      })(),
    'one whose getter returns a field of another name': () =>
      new (class Payment {
        readonly a = false
        get approved(): boolean {
          return this.a
        }
      })(),
    'one with a field that is not enumerable': () =>
      Object.defineProperty(new (class Payment {})(), 'status', { value: 'declined' }),
    'a list of a class that tells it': () =>
      new (class Rows extends Array<unknown> {
        get ok(): boolean {
          return false
        }
      })(),
    'a list of a class with private fields': () =>
      new (class Rows extends Array<unknown> {
        readonly #ok = false
        isEvery(): boolean {
          return this.#ok
        }
      })(),
    'a list with a state': () => Object.assign([], { status: 'failed' }),
    'a list with an error': () => ({ rows: Object.assign([1], { error: declined }) }),
    'a list with a count of nothing, as postgres.js makes one': () => statementOf(0),
    'one in a record': () => ({ result: statementOf(0) }),
    'one with fields under symbols': () => Object.assign(new (class Answer {})(), { size: 0, [Symbol('status')]: 402 }),
    'a form that says no': () => new URLSearchParams('ACK=Failure&L_LONGMESSAGE0=Transaction+declined'),
    'a form in a field': () => ({ answer: new URLSearchParams('status=declined') }),
    'a failed record in a Map': () => new Map([['a', { error: 'declined' }]]),
    'a failure in words in a Set': () => ({ answers: new Set(['Error: declined']) })
  }
  for (const [name, answer] of Object.entries(OPEN))
    it(`proves no write: ${name}`, async () => {
      for (const output of [undefined, t.unknown, t.UnknownRecord]) {
        const turn = openTurn({ logger: false })
        const rules = { pay: { effect: 'write', ...(output === undefined ? {} : { output }) } } as const
        const tools = guardFunctions({ pay: async () => answer() }, { turn, rules })
        await tools.pay().catch(() => undefined)
        expect(turn.calls[0]?.executed).to.equal('unknown')
      }
    })

  it('is what a method that asks tells', async () => {
    const asking = `approved completed done errors errorMessage failed get getErrors getResponseCode getState getStatus
      getSuccess get_status hasError isPaid paymentStatus rejected responseCode state succeeded wasSuccessful`.split(
      /\s+/
    )
    for (const name of asking) {
      expect(await executedBy(messageWith(name), t.unknown), name).to.equal('unknown')
      expect(await executedBy([{ reply: messageWith(name) }], t.unknown), name).to.equal('unknown')
    }
    for (const name of ['addRow', 'cancel', 'clone', 'encode', 'proceed', 'save', 'ship', 'toString'])
      expect(await executedBy(messageWith(name), t.unknown), name).to.equal('yes')
  })

  it('is none in instances and collections that are done', async () => {
    const turn = openTurn({ logger: false })
    class Order {
      readonly [Symbol.toStringTag] = 'Order'
      readonly #total: number
      constructor(readonly id: number) {
        this.#total = 12
      }
      toJSON(): object {
        return { id: this.id, total: this.#total }
      }
    }
    // A document of mongoose, a number of decimal.js, a moment, an id of BSON
    class Document {
      readonly id = 1
      get errors(): undefined {
        return undefined
      }
      get(): number {
        return this.id
      }
      isModified(): boolean {
        return false
      }
      isZero(): boolean {
        return false
      }
      isValid(): boolean {
        return true
      }
      map(): number {
        return 1
      }
      toJSON(): unknown {
        return { id: this.id }
      }
    }
    class Entity {
      readonly rows = [1]
      readonly status = 'paid'
      readonly paid = true
      readonly _total = 12
      get total(): number {
        return this._total
      }
      getStatus(): string {
        return this.status
      }
      isPaid(): boolean {
        return this.paid
      }
      getRow(at: number): number | undefined {
        return this.rows[at]
      }
      cancel(): void {
        this.rows.pop()
      }
    }
    // Headers of axios
    class HeadersOfAxios {
      readonly etag = '1'
      get toJSON(): () => object {
        return () => ({ etag: this.etag })
      }
      hasEtag(): boolean {
        return true
      }
    }
    const answers = [
      new Map([['a', { id: 1 }]]),
      new Set(['sent']),
      new URL('https://x.example'),
      new URLSearchParams('ACK=Success&TRANSACTIONID=17'),
      { undo: () => 1 },
      { _id: 'Option', _tag: 'Some', value: 1 },
      { code: 0, signal: null },
      new Order(1),
      new Document(),
      [{ saved: new Document() }],
      { saved: new Entity(), at: new Date(0), headers: new Headers({ etag: '1' }) },
      { id: 1, [Symbol('meta')]: 2 },
      new (class Rows extends Array<unknown> {})(),
      { status: 200, headers: new HeadersOfAxios(), data: { id: 1 } },
      statementOf(1),
      statementOf(null),
      statementOf(1, { id: 17 }),
      /o(r)der/.exec('order'),
      Object.defineProperty({ id: 1 }, 'lastResponse', { value: { statusCode: 200 } })
    ]
    const { pay } = guardFunctions(
      { pay: async (n: number): Promise<unknown> => answers[n] },
      { turn, rules: { pay: { effect: 'write' } } }
    )
    for (const [n] of answers.entries()) await pay(n)
    expect(turn.calls.map(({ executed }) => executed)).to.deep.equal(answers.map(() => 'yes'))
  })
})

describe('a refusal or a part that a tool returns', () => {
  const no = (): unknown => failed(schemaMismatch({ code: 'no_fee', detail: 'No fee.' }), { executed: 'no' })
  const part = (value: unknown) => (): unknown => incomplete(value, { detail: 'The stream broke.' })
  const ANSWERS: Readonly<Record<string, () => unknown>> = {
    'a refusal in a list': () => [no()],
    'one in a field': () => ({ id: 17, fee: no() }),
    'one in a Map': () => new Map([['a', no()]]),
    'a Left in a list': () => [E.right(1), E.left(schemaMismatch({ code: 'no_fee', detail: 'No fee.' }))],
    'a Left in a field': () => ({ id: 17, fee: E.left('No fee.') }),
    'a part of nothing': part([]),
    'a part that is null': part(null),
    'a part that began': part([{ line: 'starting' }])
  }
  for (const [name, answer] of Object.entries(ANSWERS))
    it(`proves no write: ${name}`, async () => {
      const turn = openTurn({ logger: false })
      const tools = guardFunctions({ pay: async () => answer() }, { turn, rules: { pay: { effect: 'write' } } })
      await tools.pay().catch(() => undefined)
      const post = guardedCall({ name: 'post', effect: 'write', run: async () => answer() }, t.unknown)
      await turn.run(post({}))
      expect(turn.calls.map(({ executed }) => executed)).to.deep.equal(['unknown', 'unknown'])
    })

  it('leaves one a proof where all went well, or the tool responds when it is done', async () => {
    const turn = openTurn({ logger: false })
    const rights = [E.right(1), { _tag: 'Left', left: 3, right: 4 }]
    const write = { effect: 'write', respondsWhenDone: true } as const
    await turn.run(guardedCall({ name: 'pay', effect: 'write', run: () => rights }, t.unknown)({}))
    await turn.run(guardedCall({ ...write, name: 'post', run: part([{ id: 1 }]) }, t.unknown)({}))
    const { send } = guardFunctions({ send: async () => part([{ id: 1 }])() }, { turn, rules: { send: write } })
    await send().catch(() => undefined)
    expect(turn.calls.map(({ executed }) => executed)).to.deep.equal(['yes', 'yes', 'yes'])
  })
})

describe('data of another language, and documents in a field', () => {
  it('prove no write where they say no, or nobody reads them', async () => {
    for (const answer of [
      "{'success': False, 'reason': 'no funds'}",
      "Calling bank\n{'success': False}",
      "{ ok: false, reason: 'no funds' }",
      "[['order', None]]",
      { content: [{ type: 'text', text: "{'success': False}" }] },
      { status: 200, data: '<r><status>failed</status></r>' },
      { status: 200, body: '<?xml version="1.0"?><reply><error>declined</error></reply>' },
      { status: 200, data: 'ACK=Failure&L_ERRORCODE0=10001' },
      { id: 17, truncated: true },
      { paid: 1, timedOut: true }
    ])
      expect(await executedBy(answer, t.unknown), JSON.stringify(answer)).to.equal('unknown')
  })

  it('are none in JSON, records and pages', async () => {
    for (const answer of [
      { status: 200, data: '<r><status>done</status></r>' },
      { status: 200, data: 'ACK=Success&TRANSACTIONID=17' },
      { id: 17, content: '<p>What to do when your payment failed</p>' },
      { id: 17, truncated: false }
    ])
      expect(await executedBy(answer, t.unknown), JSON.stringify(answer)).to.equal('yes')
  })

  it('are none in lines of a log', () => {
    for (const text of ['[12:30:01] Order 17 created', '[INFO] done: 17', 'Order {17} created', '{"id":1}\n{"id":2}'])
      expect(admitsFailure(text), text).to.equal(false)
    expect(admitsFailure("{'id': 17}")).to.equal(true)
  })
})

describe('a bare value', () => {
  it('proves as a text of JSON what it proves itself, also in a text of MCP', async () => {
    for (const value of [null, 0, 1, 404, true, false, '']) {
      const text = JSON.stringify(value)
      const answers = [text, ` ${text}\n`, JSON.stringify(text), { content: [{ type: 'text', text }] }]
      for (const answer of [value, ...answers])
        expect(await executedBy(answer, t.unknown), JSON.stringify(answer)).to.equal(
          value === false ? 'unknown' : 'yes'
        )
    }
  })
})

describe('JSON that was written as JSON again', () => {
  const twice = (data: unknown): string => JSON.stringify(JSON.stringify(data))
  const thrice = (data: unknown): string => JSON.stringify(twice(data))
  it('proves no write where it says no, wherever it stands', async () => {
    for (const failure of [{ success: false }, { id: 7, status: 'failed' }, { error: 'declined' }])
      for (const text of [twice(failure), thrice(failure)])
        for (const answer of [text, JSON.stringify(text), { id: 1, result: text }, [text], `ok\n${text}`])
          expect(await executedBy(answer, t.unknown), JSON.stringify(answer)).to.equal('unknown')
    expect(await executedBy(twice('Error: mailbox unavailable'), t.unknown)).to.equal('unknown')
  })
  it('proves one where it says nothing of the kind', async () => {
    for (const text of [twice({ id: 7, status: 'sent' }), thrice({ id: 7 }), twice('Order 7 was placed'), '"', '"{"'])
      for (const answer of [{ id: 1, result: text }, [text]])
        expect(await executedBy(answer, t.unknown), JSON.stringify(answer)).to.equal('yes')
  })
})
