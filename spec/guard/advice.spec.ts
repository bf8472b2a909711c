/** What an engine is advised to do with a turn, and what its redeliveries mean to the loop detector. */
import { expect } from 'chai'
import * as t from 'io-ts'
import {
  AgainError,
  failed,
  guardedCall,
  memoryLedger,
  openSession,
  partialData,
  semanticGarbage,
  throwIfAgain,
  type Ledger,
  type SessionOptions,
  type Tool,
  type Turn
} from '../../lib/index.js'
import type { TurnAdvice } from '../../lib/guard/advice.js'
import { expectRight } from '../helpers/either.js'

const ARGS = { sku: 'canary' }

const never = (): Promise<unknown> => new Promise(() => {})

const tool = (run: (n: number) => unknown = (n) => `{"id":${n}}`, more: Partial<Tool<unknown>> = {}) => {
  const ids: Array<string> = []
  const call = guardedCall(
    {
      name: 'order',
      effect: 'write',
      timeoutMs: 15,
      ...more,
      run: (_args, { operationId }) => run(ids.push(operationId))
    },
    t.unknown
  )
  return { call, ids }
}

const jobs = (options: SessionOptions = {}) => {
  const ledger = options.ledger ?? memoryLedger()
  return { ledger, open: (id = 'job'): Turn => openSession({ ...options, ledger }).openTurn({ id }) }
}

const KEEP: TurnAdvice = { do: 'keep' }

const down = (): never => {
  throw new Error('down')
}
const BROKEN: Ledger = { begin: down, settle: down }

/** Its leases last for as long as they are said to. */
const leasing = (ledger: Ledger, leaseMs: number): Ledger => ({
  begin: (turnId, key, asked) => ledger.begin(turnId, key, { ...asked, leaseMs }),
  settle: () => undefined
})

describe('turn.advice', () => {
  it('is to keep what is known: executed, not executed, replayed, refused', async () => {
    const no = failed(semanticGarbage({ code: 'closed', detail: 'Closed.' }), { executed: 'no' })
    const { open } = jobs()
    expect(open().advice()).to.deep.equal(KEEP)
    for (const [name, run] of [
      ['a', undefined],
      ['b', () => no],
      ['c', () => failed(partialData({ code: 'tool_unavailable', detail: 'Down.' }), { executed: 'no' })]
    ] as const) {
      const turn = open()
      for (const _ of [1, 2, 3, 4, 5]) await turn.run(tool(run, { name }).call(ARGS))
      expect(turn.advice(), name).to.deep.equal(KEEP)
      const again = open()
      await again.run(tool(run, { name }).call(ARGS))
      expect(again.advice(), name).to.deep.equal(KEEP)
    }
  })

  const unknown: ReadonlyArray<readonly [string, Partial<Tool<unknown>>, number, RegExp]> = [
    ['that can be verified, after its time', { verify: () => 'unknown' }, 15, /can be verified\.$/],
    [
      'whose service knows the key, soon',
      { idempotency: { key: () => 'k', forMs: 60_000 } },
      5_000,
      /may be made again under its name\.$/
    ],
    ['that its author gives back, soon', { transient: () => true }, 5_000, /may be made again under its name\.$/],
    ['that only a person can settle, later', {}, 60_000, /until a person says whether it was executed\.$/],
    [
      'whose service knows the key no longer by then',
      { idempotency: { key: () => 'k', forMs: 4_000 } },
      60_000,
      /until a person says whether it was executed\.$/
    ],
    [
      'whose service knows the key no longer by then, and that can be verified',
      { idempotency: { key: () => 'k', forMs: 10 }, verify: () => 'unknown' },
      15,
      /can be verified\.$/
    ],
    [
      'whose key fits no header',
      { idempotency: { key: () => '', forMs: 60_000 } },
      60_000,
      /until a person says whether it was executed\.$/
    ]
  ]
  for (const [what, more, afterMs, why] of unknown)
    it(`is to come again for an unknown outcome ${what}`, async () => {
      const { open } = jobs()
      const { call, ids } = tool(never, more)
      for (const turn of [open(), open()]) {
        await turn.run(call(ARGS))
        const advice = turn.advice()
        expect({ ...advice, why: '' }).to.deep.equal({ do: 'again', afterMs, why: '' })
        expect(advice.do === 'again' && advice.why)
          .to.match(why)
          .and.include(`Operation ${ids[0]} of order`)
          .and.not.include('canary')
        turn.close()
        expect(turn.advice()).to.deep.equal(advice)
      }
    })

  for (const [how, more, runs] of [
    ['under its key', { idempotency: { key: () => 'k', forMs: 600_000 } }, 3],
    // Who gave it back the second time was not heard: `verify` decides.
    ['because its author gave it back', { transient: () => true }, 2]
  ] as const)
    it(`is to come again once no request that was made again ${how} may still arrive`, async () => {
      let now = 1e12
      const clock = (): number => now
      const session: SessionOptions = { ledger: memoryLedger({ clock }), clock, logger: false }
      const { call, ids } = tool(down, { ...more, verify: () => 'unknown' })
      const deliver = async (): Promise<ReadonlyArray<unknown>> => {
        const turn = openSession(session).openTurn({ id: 'job' })
        await turn.run(call(ARGS))
        const advice = turn.advice()
        if (advice.do === 'again') now += advice.afterMs
        return [ids.length, advice]
      }
      await deliver()
      const why = `Operation ${ids[0]} of order is unknown, and its lease lasts.`
      expect(await deliver()).to.deep.equal([2, { do: 'again', afterMs: 30_015, why }])
      expect((await deliver())[0]).to.equal(runs)
    })

  it('is to come again soon for as long as the service knows the key, however often its job was delivered', async () => {
    let now = 1e12
    const clock = (): number => now
    const session: SessionOptions = { ledger: memoryLedger({ clock }), clock, logger: false }
    const { call, ids } = tool(down, {
      idempotency: { key: (_args, { operationId }) => operationId, forMs: 1_800_000 }
    })
    for (const [at, runs, again] of [
      [0, 1, true],
      [1_000_000, 2, true],
      [1_796_000, 3, false],
      [1_900_000, 3, false],
      [100_000_000, 3, false]
    ] as const) {
      now = 1e12 + at
      const turn = openSession(session).openTurn({ id: 'job' })
      await turn.run(call(ARGS))
      const advice = turn.advice()
      expect([ids.length, advice.do === 'again' && advice.afterMs]).to.deep.equal([runs, again ? 5_000 : 60_000])
    }
  })

  it('waits for the lease that another process holds, by the clock of the ledger', async () => {
    const { ledger, open } = jobs()
    const dying = tool(never)
    void openSession({ ledger: leasing(ledger, 2_000) })
      .openTurn({ id: 'job' })
      .run(dying.call(ARGS))
    const turn = open()
    await turn.run(tool().call(ARGS))
    const advice = turn.advice()
    expect(advice.do === 'again' && advice.afterMs)
      .to.be.above(1_000)
      .and.at.most(2_000)
    expect(advice.do === 'again' && advice.why).to.match(/runs elsewhere, or its process died/)
  })

  it('waits for a whole lease where the ledger does not say how much of it is left', async () => {
    const ledger: Ledger = { begin: () => ({ is: 'running', attempt: 1 }), settle: () => undefined }
    const turn = jobs({ ledger }).open()
    await turn.run(tool().call(ARGS))
    expect(turn.advice()).to.deep.include({ do: 'again', afterMs: 30_015 })
  })

  it('is to come again where the ledger was down, and nothing ran', async () => {
    const turn = jobs({ ledger: BROKEN }).open()
    const { call, ids } = tool()
    await turn.run(call(ARGS))
    const why = 'order was not run: the store or ledger cannot be used (Error: down).'
    expect([turn.advice(), ids]).to.deep.equal([{ do: 'again', afterMs: 5_000, why }, []])
  })

  it('is to come again where a store was down and refused', async () => {
    const store = { append: down, close: down }
    const turn = jobs({ store, onStoreError: 'refuse' }).open()
    await turn.run(tool(undefined, { name: 'list', effect: 'read' }).call(ARGS))
    expect(turn.advice()).to.deep.include({ do: 'again', afterMs: 5_000 })
  })

  it('goes by the last word on each operation, and by the longest wait', async () => {
    let lost = true
    const flaky = tool((n) => (lost ? never() : n), { name: 'flaky', idempotency: { key: () => 'k', forMs: 60_000 } })
    const plain = tool(never)
    const turn = jobs().open()
    await turn.run(plain.call(ARGS))
    await turn.run(flaky.call(ARGS))
    expect(turn.advice()).to.deep.include({ afterMs: 60_000 })
    const one = jobs().open()
    await one.run(flaky.call(ARGS))
    expect(one.advice()).to.deep.include({ do: 'again', afterMs: 5_000 })
    lost = false
    expectRight(await one.run(flaky.call(ARGS)))
    expect(one.advice()).to.deep.equal(KEEP)
  })

  it('is to keep what a turn without a ledger came to: whoever runs it again would repeat its writes', async () => {
    const turn = openSession({ store: { append: down, close: down } }).openTurn({ id: 'job' })
    await turn.run(tool(never).call(ARGS))
    await openSession().openTurn().run(tool(never).call(ARGS))
    expect(turn.advice()).to.deep.equal(KEEP)
  })
})

describe('throwIfAgain', () => {
  it('throws the advice to come again, and lets the rest pass', async () => {
    const { open } = jobs({ ledger: BROKEN })
    const turn = open()
    expect(throwIfAgain(turn)).to.equal(undefined)
    await turn.run(tool().call(ARGS))
    try {
      throwIfAgain(turn)
      expect.fail('it passed')
    } catch (error) {
      expect(error).to.be.an.instanceOf(AgainError)
      expect(error).to.include({
        name: 'AgainError',
        afterMs: 5_000,
        message: 'order was not run: the store or ledger cannot be used (Error: down).'
      })
    }
  })

  it('throws what an engine is told its wait by', async () => {
    class RetryAfterError extends Error {
      constructor(
        message: string,
        readonly retryAfter: number
      ) {
        super(message)
      }
    }
    const turn = jobs({ ledger: BROKEN }).open()
    await turn.run(tool().call(ARGS))
    expect(() => throwIfAgain(turn, ({ why, afterMs }) => new RetryAfterError(why, afterMs)))
      .to.throw(RetryAfterError)
      .with.property('retryAfter', 5_000)
  })

  it('ends with a known outcome, delivery after delivery', async () => {
    const { open } = jobs()
    const { call, ids } = tool((n) => (n < 3 ? never() : '{"id":1}'), {
      idempotency: { key: () => 'k', forMs: 60_000 }
    })
    let deliveries = 0
    for (let again = true; again; deliveries++) {
      const turn = open()
      await turn.run(call(ARGS))
      again = turn.advice().do === 'again'
    }
    expect([deliveries, new Set(ids).size, ids.length]).to.deep.equal([3, 1, 3])
  })
})

describe('the loop detector under a ledger', () => {
  const unavailable = failed(partialData({ code: 'tool_unavailable', detail: 'Down.' }), { executed: 'no' })

  const codesOf = async (
    turns: ReadonlyArray<Turn>,
    call: ReturnType<typeof tool>['call'],
    args = [ARGS] as ReadonlyArray<unknown>
  ) => {
    const codes: Array<string> = []
    for (const turn of turns)
      for (const each of args) {
        const result = await turn.run(call(each))
        codes.push(result._tag === 'Left' ? result.left.code : 'right')
      }
    return codes
  }

  it('refuses no job of a worker for what others met', async () => {
    const session = openSession({ ledger: memoryLedger() })
    const { call } = tool(() => unavailable)
    const turns = Array.from({ length: 12 }, (_, i) => session.openTurn({ id: `job-${i}` }))
    expect(await codesOf(turns, call)).to.deep.equal(Array(12).fill('tool_unavailable'))
  })

  it('takes no redelivery of a job for a loop, whatever its order', async () => {
    const session = openSession({ ledger: memoryLedger() })
    const read = tool(() => '{"id":1}', { name: 'read', effect: 'read' })
    const pay = tool(never, { name: 'pay' })
    const codes = new Set<string>()
    for (let delivery = 0; delivery < 6; delivery++) {
      const turn = session.openTurn({ id: 'job' })
      for (const code of await codesOf([turn], read.call, [{ id: 1 }, { id: 2 }])) codes.add(code)
      for (const code of await codesOf([turn], pay.call, [{ id: 1 }, { id: 2 }])) codes.add(code)
    }
    expect([...codes]).to.deep.equal(['right', 'timeout', 'outcome_unknown'])
  })

  it('still finds the loop of one run, in the next process too', async () => {
    const { call } = tool(() => unavailable)
    const orders = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, i) => ({ sku: String(from + i) }))
    const ledger = memoryLedger()
    const here = openSession({ ledger })
    const first = here.openTurn({ id: 'job' })
    expect(await codesOf([first], call, orders(1, 4))).to.deep.equal(Array(4).fill('tool_unavailable'))
    const state = JSON.parse(JSON.stringify(here.save())) as unknown
    const there = openSession({ ledger, state })
    expect(await codesOf([there.openTurn({ id: 'job' })], call, orders(5, 6))).to.deep.equal([
      'tool_unavailable',
      'loop_detected'
    ])
    expect(await codesOf([there.openTurn({ id: 'other' })], call, orders(6, 6))).to.deep.equal(['tool_unavailable'])
  })

  it('counts no outcome that is unknown still', async () => {
    const { open } = jobs()
    const { call } = tool(never)
    const orders = Array.from({ length: 8 }, (_, i) => ({ sku: String(i) }))
    await Promise.all(orders.map((order) => open().run(call(order))))
    expect(await codesOf([open()], call, orders)).to.deep.equal(Array(8).fill('outcome_unknown'))
  })

  it('is that of the session without one', async () => {
    const session = openSession()
    const { call } = tool(() => unavailable)
    const turns = Array.from({ length: 4 }, () => session.openTurn())
    expect(await codesOf(turns, call)).to.include('loop_detected')
  })
})
