/** Writes that said no: which of them may be made again, how often, and what the refusal of the others says. */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  failed,
  guardedCall,
  incomplete,
  memoryLedger,
  openSession,
  openTurn,
  type BudgetStore,
  type GuardedCall,
  type SessionOptions,
  type Tool,
  type Turn
} from '../../lib/index.js'
import { expectLeft } from '../helpers/either.js'
import { memoryStore } from '../stores/memory-store.js'

const PEDAL = 'Error: The brake pedal needs to be pressed before the engine is started.'

const thrown = (error: unknown) => (): never => {
  throw error
}

const program = (stderr: string, end: object = {}) =>
  thrown(
    Object.assign(new Error(`Command failed: pay\n${stderr}`), { code: 1, stdout: '', stderr: `${stderr}\n`, ...end })
  )

/** A shop whose tool answers in turn, and then as at the end. */
const writing = (answers: ReadonlyArray<() => unknown>, traits: Partial<Tool<unknown>> = {}) => {
  const ran: Array<string> = []
  const run = (): unknown => {
    ran.push('pay')
    return (answers[Math.min(ran.length, answers.length) - 1] as () => unknown)()
  }
  const pay = guardedCall<unknown, unknown>({ name: 'pay', effect: 'write', run, ...traits }, t.unknown)
  const note = guardedCall<unknown, unknown>({ name: 'note', effect: 'write', run: () => 'noted' }, t.unknown)
  const look = guardedCall<unknown, unknown>({ name: 'look', effect: 'read', run: () => '1' }, t.unknown)
  return { pay, note, look, ran }
}

let notes = 0
/** Pays and notes in turn, and counts how often it was paid. */
const paidIn = async (turn: Turn, { pay, note, ran }: ReturnType<typeof writing>, times = 8): Promise<number> => {
  for (let i = 0; i < times; i++) {
    await turn.run(pay({ n: 1 }))
    await turn.run(note({ n: (notes += 1) }))
  }
  return ran.length
}

const quiet = (options: SessionOptions = {}) => openSession({ loop: false, logger: false, ...options })
const turnOf = (options: SessionOptions = {}): Turn => quiet(options).openTurn()

describe('a write that said no', () => {
  it('runs again once another call wrote: the engine starts after the pedal was pressed', async () => {
    let pressed = false
    const car = <A>(name: string, run: () => unknown, codec: t.Type<A>) =>
      guardedCall({ name, effect: 'write', run }, codec)
    const start = car('startEngine', () => (pressed ? 'started' : PEDAL), t.string)
    const press = car('pressBrakePedal', () => ((pressed = true), 'pressed'), t.string)
    const turn = openTurn()
    expect(await turn.run(start())).to.deep.equal(E.right(PEDAL))
    expect(expectLeft(await turn.run(start())).code).to.equal('retry_budget_exceeded')
    await turn.run(press())
    expect(await turn.run(start())).to.deep.equal(E.right('started'))
    await turn.run(car('note', () => 'ok', t.string)())
    expect(expectLeft(await turn.run(start())).code).to.equal('retry_budget_exceeded')
  })

  it('runs at most three times, whatever else is written in between', async () => {
    expect(await paidIn(turnOf(), writing([() => PEDAL]))).to.equal(3)
    expect(await paidIn(turnOf({ budget: { read: 2 } }), writing([() => PEDAL]))).to.equal(2)
    expect(await paidIn(turnOf({ budget: { read: 1 } }), writing([() => PEDAL]))).to.equal(1)
    const turn = turnOf()
    const shop = writing([() => PEDAL])
    await paidIn(turn, shop, 3)
    expect(expectLeft(await turn.run(shop.pay({ n: 1 }))).detail).to.match(
      /^The same call of pay was asked for 4 times in this turn and at most 3 are allowed; /
    )
    const soft = (): unknown => failed({ code: 'busy', detail: 'Busy.' }, { executed: 'no' })
    expect(await paidIn(turnOf(), writing([soft, () => PEDAL]))).to.equal(3)
  })

  it('runs once where something was done beside it, however it says so', async () => {
    const error = 'The e-mail address must be confirmed first'
    const came: Readonly<Record<string, (body: object) => () => unknown>> = {
      'is returned': (body) => () => body,
      'is thrown': thrown,
      'is the body of an error': (data) => thrown(Object.assign(new Error('422'), { response: { status: 422, data } })),
      'is the text of that body': (data) =>
        thrown(Object.assign(new Error('422'), { response: { status: 422, data: JSON.stringify(data) } })),
      'is quoted by an error': (data) => thrown(new Error(`HTTP 422: ${JSON.stringify(data)}`)),
      'is a Response': (data) => () => Response.json(data, { status: 422 })
    }
    for (const [how, answer] of Object.entries(came)) {
      expect(await paidIn(turnOf(), writing([answer({ error })])), how).to.equal(3)
      for (const done of [
        { executed: true },
        { charge: { status: 'succeeded' } },
        { succeeded: 1, failed: 1 },
        { created: ['a'], failed: ['b'] },
        { order_created: true },
        { note: 'Order 17 was created' }
      ])
        expect(
          await paidIn(turnOf(), writing([answer({ ok: false, ...done, error })])),
          `${how} ${JSON.stringify(done)}`
        ).to.equal(1)
    }
  })

  it('is read by its words alone, returned, thrown or as an error', async () => {
    for (const [words, times] of [
      ['Posted, channel is locked now', 1],
      ['Uploaded, thumbnail not allowed', 1],
      ['Channel is locked now', 3]
    ] as const)
      for (const answer of [() => `Error: ${words}`, thrown(new Error(words)), () => ({ error: words })])
        expect(await paidIn(turnOf(), writing([answer])), words).to.equal(times)
  })

  it('is read of words that say no, and of no others', async () => {
    for (const [words, times] of [
      ['The repository is archived', 3],
      ['cant_kick_self', 3],
      ['Order 7', 1],
      ['exit status 2', 1],
      ['Error calling tool pay', 1],
      ['Empty reply from server', 1],
      ['Response payload is not completed', 1],
      // What was tried is no reason, nor is the name of a tool.
      ['Failed to create order: The card has expired', 3],
      ['Error executing tool pay: Order 7 not found', 3],
      ['Error executing tool update_permission', 1],
      ['Tool create_if_not_exists failed', 1],
      ['Error adding required field: ', 1],
      ['Failed to resolve conflict', 1]
    ] as const)
      for (const answer of [() => ({ error: words }), () => ({ ok: false, message: words })])
        expect(await paidIn(turnOf(), writing([answer])), words).to.equal(times)
  })

  it('is not read of a response that the tool itself cannot read, when it has paid', async () => {
    for (const [words, times] of [
      ['Failed to create order: Expecting value: line 1 column 1 (char 0)', 1],
      ["Error: invalid literal for int() with base 10: 'order-17'", 1],
      ['The server returned an invalid response', 1],
      ["Response is missing required field 'id'", 1],
      ['1 validation error for OrderResponse', 1],
      ['Invalid input: [{"code":"invalid_type","path":["assignee"],"message":"Expected object, received null"}]', 1],
      ['Parse Error: Invalid header value char', 1],
      ['gzip: invalid header', 1],
      ['Missing Authentication header', 3]
    ] as const)
      for (const answer of [() => `Error: ${words}`, () => ({ error: words })])
        expect(await paidIn(turnOf(), writing([answer])), words).to.equal(times)
  })

  it('is not read of a validator, whose refusal may be of a response', async () => {
    for (const [words, times] of [
      // Ajv
      ['/amount must be number', 1],
      ['response/amount must be number', 1],
      ['order/items/0/qty must be >= 1', 1],
      ['must be string', 1],
      ['response must match pattern "^py_"', 1],
      ['/state must be equal to one of the allowed values', 1],
      // ArkType, TypeBox, Zod, Effect
      ['amount must be a number (was a string)', 1],
      ['total must be positive (was -5)', 1],
      ['/total: Expected required property', 1],
      ['/total: Expected number', 1],
      ['Expected string length greater or equal to 3', 1],
      ['Invalid string: must start with "py_"', 1],
      ['Invalid option: expected one of "paid"|"open"', 1],
      ['Too small: expected number to be >0', 1],
      ['String must contain at least 1 character(s)', 1],
      ['Expected string, actual 5', 1],
      // class-validator, Laravel, Pydantic, Go
      ['email must be an email', 1],
      ['items.0.qty must not be less than 1', 1],
      ['status must be one of the following values: paid, open', 1],
      ['amount must be a number conforming to the specified constraints', 1],
      ['The amount field must be an integer.', 1],
      ['Input should be a valid integer', 1],
      ['json: cannot unmarshal string into Go struct field Charge.amount of type int', 1],
      // A precondition is of an act, or of a value.
      ['The card must be verified first', 3],
      ['The account must be activated', 3],
      ['card must be verified', 3],
      ['order.17 must be paid first', 3],
      ['acme/web must be archived before', 3],
      ['acme/web is locked', 3],
      ['The amount must be at least 5', 3],
      ['The quantity must be below 499', 3],
      ['Customer must be a member of the club', 3],
      ['The expected date must be later', 3],
      ['The status must be one of draft, sent and paid', 3]
    ] as const)
      for (const answer of [thrown(new Error(words)), () => ({ error: words })])
        expect(await paidIn(turnOf(), writing([answer])), words).to.equal(times)
  })

  it('is read in a sentence that its codec takes, as servers send it without a mark', async () => {
    for (const [words, times] of [
      ['Card declined', 3],
      ['Order 7 not found', 3],
      ['Not allowed', 3],
      ['Order 7 was placed, but the mail could not be sent', 1]
    ] as const)
      expect(await paidIn(turnOf(), writing([() => words])), words).to.equal(times)
  })

  it('is freed by a declared write alone that was asked for after it had settled, and ran', async () => {
    const freedBy = async (between: (turn: Turn, shop: ReturnType<typeof writing>) => Promise<unknown>) => {
      const shop = writing([() => PEDAL])
      const turn = turnOf()
      await turn.run(shop.pay({ n: 1 }))
      await between(turn, shop)
      const before = shop.ran.length
      await turn.run(shop.pay({ n: 1 }))
      return shop.ran.length > before
    }
    const call = (tool: Partial<Tool<unknown>>) =>
      guardedCall<unknown, unknown>({ name: 'other', effect: 'write', run: () => '1', ...tool }, t.unknown)({})
    expect(await freedBy(async () => undefined)).to.equal(false)
    expect(await freedBy((turn, { look }) => turn.run(look({})))).to.equal(false)
    expect(await freedBy((turn, { pay }) => turn.run(pay({ n: 1 })))).to.equal(false)
    expect(
      await freedBy((turn) => turn.run(call({ run: () => failed({ code: 'x', detail: 'X.' }, { executed: 'no' }) })))
    ).to.equal(false)
    expect(await freedBy((turn) => turn.run(call({})))).to.equal(true)
    expect(await freedBy((turn) => turn.run(call({ idempotent: true })))).to.equal(true)
    expect(await freedBy((turn) => turn.run(call({ run: thrown(new Error('?')) })))).to.equal(true)
    expect(await freedBy((turn, { pay }) => turn.run(pay({ n: 2 })))).to.equal(true)
  })

  it('is not freed by a write that was asked for before it had settled', async () => {
    let finish = (_: string): void => {}
    const slow = guardedCall(
      { name: 'slow', effect: 'write', run: () => new Promise<string>((resolve) => (finish = resolve)) },
      t.unknown
    )
    const { pay, ran } = writing([() => PEDAL])
    const turn = turnOf()
    const running = turn.run(slow())
    await turn.run(pay({ n: 1 }))
    finish('1')
    await running
    await turn.run(pay({ n: 1 }))
    expect(ran).to.have.length(1)
  })

  it('may be thrown, and may be the answer that its codec refuses', async () => {
    for (const answer of [
      thrown(new Error('The account is locked.')),
      thrown(new Error('Insufficient funds')),
      thrown(new Error('You can’t order while a parcel waits.')),
      thrown(new Error('No such customer')),
      () => ({ error: 'The account is locked.' }),
      () => new Response('{"error":"The account is locked"}', { status: 422 }),
      () => new Response('{"error":"The account is locked"}', { headers: { 'content-type': 'application/json' } })
    ])
      expect(await paidIn(turnOf(), writing([answer])), String(answer)).to.equal(3)
    const shop = writing([])
    const strict = guardedCall(
      { name: 'pay', effect: 'write', run: () => (shop.ran.push('pay'), PEDAL) },
      t.type({ id: t.number })
    ) as unknown as GuardedCall<unknown, unknown>
    expect(await paidIn(turnOf(), { ...shop, pay: strict })).to.equal(3)
  })

  // The wrong ones cost money.
  const NEVER: Readonly<Record<string, () => unknown>> = {
    'that took too long': () => new Promise(() => {}),
    'that was executed': () => '{"id":1}',
    'that threw a timeout': thrown(Object.assign(new Error('must wait'), { name: 'TimeoutError' })),
    'that threw an abort': thrown(Object.assign(new Error('rejected first'), { name: 'AbortError' })),
    'whose connection broke': thrown(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
    'whose cause is a broken connection': thrown(
      new Error('The card was declined', { cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }) })
    ),
    'whose response its own schema refused': thrown(
      Object.assign(new Error('order.id: Invalid input: expected string'), { name: 'ZodError' })
    ),
    'whose response Joi, Yup, Mongoose or class-validator refused': thrown(
      Object.assign(new Error('The url is required'), { name: 'ValidationError' })
    ),
    'whose response Superstruct refused': thrown(
      Object.assign(new Error('At path: url -- Expected a string, but received: undefined'), { name: 'StructError' })
    ),
    'whose response was refused by whoever lists issues with paths': thrown(
      Object.assign(new Error('The url is required'), { details: [{ message: 'is required', path: ['url'] }] })
    ),
    'that wraps a validator’s words in its own error': thrown(new Error('"url" is required')),
    'that returned a validator’s words': () => ({ error: 'url is a required field' }),
    'that returned those of Mongoose': () => ({ error: 'Receipt validation failed: url: Path `url` is required.' }),
    'whose program had printed something': program('receipt not allowed', { stdout: 'charged 40.00\n' }),
    'whose program had printed something beside its error': program('charged 40.00\nreceipt not allowed'),
    'whose program had printed something before it named its error': program(
      'web created\nError from server (Forbidden): services is forbidden: not allowed'
    ),
    'that threw what a program had printed, all of it': thrown(new Error('INSERT 0 1\nERROR:  the order is locked')),
    'that returned all of it': () => ({ ok: false, error: 'web created\nError: services are not allowed' }),
    'that returned all of it as an error of MCP': () => ({
      isError: true,
      content: [{ type: 'text', text: 'web created\nError: services are not allowed' }]
    }),
    'whose error keeps what was printed': thrown(
      Object.assign(new Error('The order is locked'), { stdout: 'charged 40.00\n' })
    ),
    'whose error keeps what was printed under other names': thrown(
      Object.assign(new Error('The order is locked'), { output: 'charged 40.00' })
    ),
    'whose error keeps both outputs as one': thrown(
      Object.assign(new Error('The order is locked'), { all: 'charged 40.00\nThe order is locked' })
    ),
    'whose error holds a Map of what was done': thrown(
      Object.assign(new Error('The order is locked'), { done: new Map([['debit', { id: 'b1', seat: 1 }]]) })
    ),
    'whose program was ended': program('the cache is locked', { killed: true, code: null, signal: 'SIGTERM' }),
    'whose cause is a program that was ended': thrown(
      new Error('The cache is locked', { cause: Object.assign(new Error('x'), { signal: 'SIGKILL', code: null }) })
    ),
    'whose program ran out of time': thrown(
      Object.assign(new Error('The cache is locked'), { timedOut: true, stdout: '', stderr: 'the cache is locked' })
    ),
    'whose error holds what was booked': thrown(
      Object.assign(new Error('Seat 3 is locked'), { booked: [{ id: 'b1', seat: 1 }] })
    ),
    'whose error counts what was done, deeper': thrown(
      Object.assign(new Error('Seat 3 is locked'), { details: { partial: { inserted: 2 } } })
    ),
    'whose error keeps its status behind a getter': thrown(
      Object.defineProperty(new Error('Seat 3 is locked'), 'status', { get: () => 503 })
    ),
    'whose error is of a class that keeps its body behind one': thrown(
      new (class extends Error {
        get body(): unknown {
          return { booked: [1] }
        }
      })('Seat 3 is locked')
    ),
    'whose error keeps the body of its response behind one': thrown(
      Object.assign(new Error('Seat 3 is locked'), {
        response: new (class {
          status = 422
          get body(): unknown {
            return { booked: [1] }
          }
        })()
      })
    ),
    'whose cause keeps its output behind one': thrown(
      new Error('Seat 3 is locked', {
        cause: new (class extends Error {
          get stdout(): string {
            return 'booked seat 1'
          }
        })('x')
      })
    ),
    'whose program lacks a module': program("ModuleNotFoundError: No module named 'mailer'"),
    'whose program may not run another': program('mail: permission denied'),
    'of whose errors the second broke off': thrown(
      new AggregateError(
        [new Error('The card was declined'), Object.assign(new Error('x'), { code: 'ECONNRESET' })],
        'The card was declined'
      )
    ),
    'that says of a notice that it was not sent': thrown(
      new Error('Unable to send confirmation email: limit exceeded')
    ),
    'whose response its own JSON Schema refused': thrown(new Error("data must have required property 'id'")),
    'that threw a bug': thrown(new TypeError('Cannot read properties of undefined: must be set first')),
    'whose cause is a bug': thrown(new Error('The card was declined', { cause: new SyntaxError('x') })),
    'that returned a bug of its server': () => ({
      error: "TypeError: Cannot read properties of undefined (reading 'id')"
    }),
    'that returned a result of which its server says that it does not fit': () => ({
      error: 'MCP error -32602: Output validation error: Invalid structured content for tool pay'
    }),
    'that returned a name of another language’s bug': () => ({ error: 'java.lang.NullPointerException' }),
    'that returned no words of it': () => ({ error: 'Error executing tool pay: ' }),
    'that returned the word for a failure': () => ({ ok: false, error: 'failed' }),
    'that threw without a word of no': thrown(new Error('It broke.')),
    'that threw a status alone': thrown(
      Object.assign(new Error('Request failed with status code 404'), { status: 404 })
    ),
    'that threw a 500 with words': thrown(Object.assign(new Error('The card was declined'), { status: 500 })),
    'that threw a 409 and its body': thrown(new Error('409 {"message":"The order is locked"}')),
    'that threw a 409 behind its words': thrown(new Error('The order is locked (409)')),
    'that threw a 409 as JSON': thrown(new Error('{"statusCode":409,"message":"The order is locked"}')),
    'that wraps the line of its deed': thrown(new Error('The card was\ncharged, but the address must be valid')),
    'that threw a 409 with words': thrown(Object.assign(new Error('The order already exists'), { status: 409 })),
    'that answered 503': () => new Response('{"error":"The card must be checked first"}', { status: 503 }),
    'that answered 409': () => new Response('{"error":"It already exists"}', { status: 409 }),
    'that answered a status alone': () => new Response(null, { status: 422 }),
    'that says that it timed out': () => ({ error: 'The payment timed out before it was confirmed' }),
    'that says that it was throttled': () => ({ error: 'Too many requests: wait first' }),
    'whose answer was cut': () => '{"error":"The account is lock',
    'that does not know': thrown(new Error('Payment status cannot be determined')),
    'that did not get there': () => ({ error: 'Cannot reach the bank' }),
    'that did not find what it made': thrown(new Error('Could not find the new charge')),
    'that lacks something at a later step': thrown(new Error('Receipt template not found')),
    'that lacks a table': thrown(
      Object.assign(new Error('relation "audit_b" does not exist'), { code: '42P01', severity: 'ERROR' })
    ),
    'with rows beside the errors': () => ({ errors: [{ message: 'Row 2 is locked' }], data: { rows: [{ id: 1 }] } })
  }
  for (const [which, answer] of Object.entries(NEVER))
    it(`never runs again ${which}`, async () => {
      const shop = writing([answer], { timeoutMs: 20 })
      expect(await paidIn(turnOf(), shop, 3)).to.equal(1)
    })

  it('is spent by a run that ends otherwise', async () => {
    expect(
      await paidIn(turnOf(), writing([() => PEDAL, () => new Promise(() => {}), () => PEDAL], { timeoutMs: 20 }))
    ).to.equal(2)
    expect(await paidIn(turnOf(), writing([() => PEDAL, () => '1', () => PEDAL]))).to.equal(2)
  })

  it('is never freed with a maxIdenticalCalls of its own, and under a ledger', async () => {
    expect(await paidIn(turnOf(), writing([() => PEDAL], { maxIdenticalCalls: 1 }))).to.equal(1)
    expect(await paidIn(turnOf(), writing([() => PEDAL], { maxIdenticalCalls: 2 }))).to.equal(2)
    const turn = quiet({ ledger: memoryLedger() }).openTurn({ id: 'job' })
    expect(await paidIn(turn, writing([() => PEDAL]))).to.equal(1)
  })

  it('is the same operation under the same key, and stays unknown whatever refusal it brings', async () => {
    const ids: Array<string> = []
    const answers = [PEDAL, failed({ code: 'closed', detail: 'Closed.' }, { executed: 'no' })]
    const pay = guardedCall<unknown, unknown>(
      {
        name: 'pay',
        effect: 'write',
        run: (_, { operationId }) => (ids.push(operationId), answers.shift())
      },
      t.unknown
    )
    const turn = turnOf()
    await paidIn(turn, { ...writing([]), pay })
    expect([ids.length, new Set(ids).size]).to.deep.equal([2, 1])
    expect(turn.outcomes()[0]).to.include({ tool: 'pay', executed: 'unknown' })
  })

  it('is freed after the turn went on elsewhere, unless it is not known there that it was a report', async () => {
    const goneOn = async (change: (event: Record<string, unknown>) => void): Promise<number> => {
      const session = quiet()
      const shop = writing([() => PEDAL])
      await session.openTurn({ id: 'run' }).run(shop.pay({ n: 1 }))
      const state = JSON.parse(JSON.stringify(session.save())) as {
        turns: [{ events: Array<Record<string, unknown>> }]
      }
      state.turns[0].events.forEach(change)
      const turn = quiet({ state }).openTurn({ id: 'run' })
      await turn.run(shop.note({ n: 1 }))
      return paidIn(turn, shop)
    }
    expect(await goneOn(() => {})).to.equal(3)
    expect(await goneOn((event) => delete event['report'])).to.equal(1)
  })

  describe('over a shared store', () => {
    const sharing = (store: BudgetStore) => quiet({ store }).openTurn({ id: 'shared' })

    it('is freed by another process, and runs three times in all', async () => {
      const store = memoryStore()
      const [here, there] = [sharing(store), sharing(store)]
      const shop = writing([() => PEDAL])
      await here.run(shop.pay({ n: 1 }))
      await there.run(shop.pay({ n: 1 }))
      expect(shop.ran).to.have.length(1)
      await there.run(shop.note({ n: 0 }))
      await here.run(shop.pay({ n: 1 }))
      expect(shop.ran).to.have.length(2)
      await paidIn(there, shop)
      await paidIn(here, shop)
      expect(shop.ran).to.have.length(3)
    })

    it('is not run again by a store that lost its memory', async () => {
      const store = memoryStore()
      const turn = sharing(store)
      const shop = writing([() => PEDAL])
      await turn.run(shop.pay({ n: 1 }))
      await store.close('shared')
      await turn.run(shop.pay({ n: 1 }))
      expect(shop.ran).to.have.length(1)
    })
  })
})

describe('the refusal of a repeat', () => {
  const refusals = async (answer: () => unknown, effect: 'read' | 'write' = 'read', times = 3) => {
    const turn = turnOf()
    const one = guardedCall<unknown, unknown>({ name: 'one', effect, run: answer }, t.unknown)
    for (let i = 0; i < (effect === 'read' ? 3 : 1); i++) await turn.run(one({}))
    const found = []
    for (let i = 0; i < times; i++) found.push(expectLeft(await turn.run(one({}))))
    return found
  }

  it('names a report of a failure, never calls it valid, and does not say to use it', async () => {
    for (const effect of ['read', 'write'] as const)
      for (const answer of [
        PEDAL,
        { error: 'No such file' },
        'Error: the account is locked',
        { success: false, message: 'Declined' }
      ]) {
        const [first, second] = await refusals(() => answer, effect)
        expect(first?.detail).to.match(/the last response was a report of a failure/)
        expect(first?.data).to.deep.equal(answer)
        for (const each of [first, second]) {
          expect(each?.detail).to.not.match(/valid/)
          expect(each?.hint).to.not.match(/use that/i)
        }
      }
    const [valid] = await refusals(() => '{"id":1}')
    expect(valid).to.deep.include({ data: { id: 1 } })
    expect([valid?.detail, valid?.hint].join(' ')).to.match(/the last response was valid.*Use that\./)
  })

  it('says to do first what the response names, where it names something', async () => {
    for (const answer of [() => PEDAL, thrown(new Error('You must log in before you order.'))])
      for (const each of await refusals(answer, 'write')) expect(each.hint).to.match(/Do first what its response names/)
    for (const each of await refusals(() => ({ error: 'No such file' }))) expect(each.hint).to.not.match(/first/)
  })

  it('puts nothing first of a write that may have run', async () => {
    const broken = Object.assign(new Error('Something must be wrong here.'), { status: 500 })
    for (const each of await refusals(thrown(broken), 'write')) {
      expect(each.hint).to.match(/verify with a read/i)
      expect(each.hint).to.not.match(/Do first/)
    }
    for (const each of await refusals(() => ({ status: 500, error: 'Something must be wrong here.' }), 'write'))
      expect(each.hint).to.not.match(/Do first/)
  })

  it('says of a write what became of it, each time', async () => {
    const told = async (answer: () => unknown): Promise<ReadonlyArray<boolean>> => {
      const words = /executed|whether it ran|use that|the data of its first refusal|response was valid/i
      return (await refusals(answer, 'write', 12)).map(({ detail, hint }) => words.test(`${detail} ${hint}`))
    }
    const answers: ReadonlyArray<() => unknown> = [
      () => '{"id":1}',
      () => PEDAL,
      () => ({ error: 'No such file' }),
      () => JSON.stringify('x'.repeat(20_000)),
      () => JSON.stringify('x'.repeat(70_000)),
      () => '<html>',
      () => failed({ code: 'closed', detail: 'Closed.', hint: null }, { executed: 'yes' }),
      () => failed({ code: 'closed', detail: 'Closed.', hint: null }, { executed: 'no' }),
      () => incomplete({ id: 1 }, { code: 'closed', detail: 'Closed.', hint: null }),
      thrown(new Error('You must log in before you order.')),
      thrown(new Error('broken pipe'))
    ]
    for (const answer of answers) {
      const all = await told(answer)
      expect(all.length).to.be.at.least(3)
      expect(all, String(answer)).to.deep.equal(all.map(() => true))
    }
  })

  it('has from the second on at most 160 characters in detail and hint, with the count and one move', async () => {
    const long = 'x'.repeat(400)
    const answers: ReadonlyArray<() => unknown> = [
      () => '{"id":1}',
      () => PEDAL,
      () => JSON.stringify('x'.repeat(20_000)),
      () => '<html>',
      thrown(new Error('The account is locked.')),
      () => failed({ code: 'a_code_of_the_authors_own_that_is_rather_long_indeed', detail: long, hint: long })
    ]
    for (const effect of ['read', 'write'] as const)
      for (const answer of answers) {
        const [, ...later] = await refusals(answer, effect, 12)
        for (const [i, { code, detail, hint }] of later.entries()) {
          expect(code).to.equal('retry_budget_exceeded')
          expect(`${detail}${hint}`.length).to.be.at.most(160)
          expect(detail).to.match(new RegExp(`^Asked for ${i + (effect === 'read' ? 5 : 3)} times; not run\\.`))
          expect(hint).to.match(/^[A-Z].*\.$/)
        }
      }
  })
})
