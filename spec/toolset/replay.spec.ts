/** Where a write ran before, its response is given again exactly, or it is said that it ran: never another value. */
import { expect } from 'chai'
import * as t from 'io-ts'
import { openSession, openTurn } from '../../lib/guard/session.js'
import { memoryLedger } from '../../lib/stores/memory-ledger.js'
import { guardFunctions } from '../../lib/toolset/guard-functions.js'
import type { ToolRule } from '../../lib/toolset/rules.js'

class Order {
  #id = 17
  get id(): number {
    return this.#id
  }
}
class Row {
  constructor(readonly id: number) {}
}
class Money {
  constructor(readonly cents: bigint) {}
  toJSON(): string {
    return `EUR ${this.cents}`
  }
}
const withSymbol = { id: 17, [Symbol('tag')]: 1 }
const withHidden = Object.defineProperty({ id: 17 }, '_request', { value: 'r1', enumerable: false })

type Made = () => unknown

// JSON, and what its form in a ledger keeps exactly besides.
const EXACT: Readonly<Record<string, Made>> = {
  text: () => 'paid',
  'text of JSON': () => '{"id":17} ',
  object: () => ({ id: 17, lines: [{ sku: 'A-1' }, null], note: '' }),
  null: () => null,
  nothing: () => undefined,
  'a field without a value': () => ({ id: 17, note: undefined }),
  date: () => ({ at: new Date(0) }),
  bytes: () => new Uint8Array([255, 0, 17]),
  'bytes of text': () => new TextEncoder().encode('hello'),
  'bytes in a field': () => ({ pdf: new Uint8Array([1, 2]) }),
  bigint: () => ({ id: 17n }),
  'no number': () => ({ a: NaN, b: -0 }),
  'what nobody sees': () => withHidden
}

const OTHER: Readonly<Record<string, Made>> = {
  map: () => new Map([['id', 17]]),
  set: () => new Set([17]),
  'a map in a field': () => ({ rows: new Map([['id', 17]]) }),
  'private fields': () => new Order(),
  class: () => new Row(17),
  'a class with toJSON': () => new Money(5n),
  url: () => new URL('https://shop.example/orders/17'),
  buffer: () => Buffer.from('{"id":17}'),
  'bytes of a buffer': () => new TextEncoder().encode('hello').buffer,
  'a regular expression': () => /17/,
  form: () => new URLSearchParams('id=17'),
  file: () => new Blob(['17']),
  'a symbol as a key': () => withSymbol,
  'an array with more than elements': () => Object.assign([17], { count: 1 }),
  'an array with a hole': () => {
    const holey = [1]
    holey[2] = 3
    return holey
  },
  method: () => ({ id: 17, refund: () => {} })
}

// What they hold, only code of theirs would say.
const UNSEEN: ReadonlySet<string> = new Set(['method', 'private fields', 'a regular expression', 'file'])

const deliveries = (make: Made, rule: ToolRule = {}) => {
  const ledger = memoryLedger()
  let runs = 0
  const pay = async (_args: object): Promise<unknown> => {
    runs += 1
    return make()
  }
  const turn = () => openSession({ ledger, logger: false }).openTurn({ id: 'job-17' })
  const deliver = async () =>
    guardFunctions({ pay }, { turn: turn(), rules: { pay: { effect: 'write', ...rule } } })
      .pay({})
      .catch(({ message }: Error) => ({ error: JSON.parse(message) as Record<string, unknown> }))
  return { deliver, runs: () => runs }
}

describe('the replay of a function under a ledger', () => {
  for (const [name, make] of Object.entries(EXACT))
    it(`is what the first delivery returned: ${name}`, async () => {
      const { deliver, runs } = deliveries(make)
      const first = await deliver()
      const again = await deliver()
      expect(runs()).to.equal(1)
      expect(first).to.deep.equal(make())
      expect(again).to.deep.equal(first)
      if (typeof first === 'object' && first !== null)
        expect(Object.getPrototypeOf(again)).to.equal(Object.getPrototypeOf(first))
    })

  for (const [name, make] of Object.entries(OTHER))
    it(`is no other value where data do not hold all of it: ${name}`, async () => {
      const { deliver, runs } = deliveries(make)
      const first = await deliver()
      expect((first as { readonly error?: { readonly executed?: unknown } }).error?.['executed']).to.equal(undefined)
      const { error } = (await deliver()) as { readonly error: Record<string, unknown> }
      expect(runs()).to.equal(1)
      // What cannot be judged at all is unknown, as without a replay.
      if (UNSEEN.has(name)) expect(error['code']).to.be.oneOf(['incomplete_response', 'outcome_unknown'])
      else {
        expect(error).to.include({ error_class: 'partial_data', code: 'incomplete_response' })
        expect(error['detail']).to.match(
          /^Operation [0-9a-f]{32} of pay was executed before, and its response was not kept\.$/
        )
        expect(error['hint']).to.match(/^It was executed: do not repeat it/)
      }
      expect(error).not.to.have.property('data')
    })

  it('is what the `output` of a rule makes of the data, whatever they were read from', async () => {
    const output = t.strict({ id: t.number })
    for (const [make, made] of [
      [() => Buffer.from('{"id":17,"token":"dropped"}'), { id: 17 }],
      [() => new TextEncoder().encode('{"id":17,"token":"dropped"}').buffer, { id: 17 }],
      [() => new Row(17), { id: 17 }],
      [() => ({ id: 17, token: 'dropped' }), { id: 17 }],
      [() => new Response('{"id":17,"token":"dropped"}'), { id: 17 }],
      [() => '{"id":17,"token":"dropped"}', '{"id":17}']
    ] as const) {
      const { deliver, runs } = deliveries(make, { output })
      expect([await deliver(), await deliver(), runs()]).to.deep.equal([made, made, 1])
    }
  })
})

describe('the refused repeat of a function, in a turn', () => {
  const repeated = async (make: Made): Promise<Record<string, unknown>> => {
    const { pay } = guardFunctions(
      { pay: async (_args: object): Promise<unknown> => make() },
      { turn: openTurn({ logger: false }), rules: { pay: { effect: 'write' } } }
    )
    await pay({})
    return pay({}).then(
      () => expect.fail('ran again'),
      ({ message }: Error) => JSON.parse(message) as Record<string, unknown>
    )
  }

  it('carries the response where that is data', async () => {
    for (const [make, data] of [
      [() => ({ id: 17, at: new Date(0) }), { id: 17, at: '1970-01-01T00:00:00.000Z' }],
      [() => 'paid', 'paid'],
      [() => Buffer.from('{"id":17}'), '{"id":17}']
    ] as const) {
      const error = await repeated(make)
      expect(error['data']).to.deep.equal(data)
      expect(error['hint']).to.include('`data` is its response. Use that.')
    }
  })

  for (const name of ['map', 'set', 'a map in a field', 'form', 'class', 'a class with toJSON', 'url'])
    it(`says that it ran, and shows no part of it as all: ${name}`, async () => {
      const error = await repeated(OTHER[name] ?? expect.fail(name))
      expect(error).to.include({ code: 'retry_budget_exceeded' }).and.not.to.have.property('data')
      expect(error['hint'])
        .to.match(/It was executed/)
        .and.not.to.match(/`data`/)
    })

  for (const name of ['private fields', 'a regular expression', 'file'])
    it(`says that nobody knows, where only code would tell: ${name}`, async () => {
      const error = await repeated(OTHER[name] ?? expect.fail(name))
      expect(error).not.to.have.property('data')
      expect(error['hint']).not.to.match(/It was executed/)
    })
})
