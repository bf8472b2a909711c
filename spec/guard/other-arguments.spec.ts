/** An order that was placed with other arguments: what the model and `outcomes()` are told is true of what ran. */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  failed,
  guardedCall,
  guardFunctions,
  memoryLedger,
  openSession,
  openTurn,
  schemaMismatch,
  semanticGarbage,
  type Ledger,
  type Tool,
  type Turn
} from '../../lib/index.js'
import { expectLeft } from '../helpers/either.js'
import { memoryStore } from '../stores/memory-store.js'

interface Order {
  readonly order: string
  readonly cents: number
}

const Paid = t.type({ paid: t.number })

/** A service that takes payments, and the tool that asks it: an order is the same, whatever it costs. */
const shop = (run: (order: Order) => unknown = ({ cents }) => ({ paid: cents }), more: Partial<Tool<Order>> = {}) => {
  const ran: Array<number> = []
  const ids: Array<string> = []
  const pay = guardedCall<Order, { paid: number }>(
    {
      name: 'pay',
      effect: 'write',
      timeoutMs: 15,
      identity: ({ order }) => order,
      ...more,
      run: (args, { operationId }) => {
        ran.push(args.cents)
        ids.push(operationId)
        return run(args)
      }
    },
    Paid
  )
  return { ran, ids, pay: (cents: number) => pay({ order: '17', cents }) }
}

const executedOtherwise = (data?: unknown, otherwise = '') => ({
  ...schemaMismatch({
    code: 'executed_with_other_arguments',
    detail: `The same order ran before with other arguments; these did not run. ${data === undefined ? otherwise : '`data` is its answer.'}`,
    hint: otherwise.includes('cannot be shown')
      ? 'The first call stands. Do not call again; tell the user that it was not changed.'
      : 'The first call stands. Do not call again: use its answer, or tell the user that it was not changed.'
  }),
  ...(data === undefined ? {} : { data })
})

const unknownOtherwise = (operationId: string) =>
  schemaMismatch({
    code: 'outcome_unknown',
    detail: `Operation ${operationId} of pay began earlier with other arguments, and nobody knows how it ended; these did not run.`,
    hint: 'It is unknown whether it was executed: verify with a read before doing anything else.'
  })

const never = (): Promise<unknown> => new Promise(() => {})
const no = (): unknown => failed(semanticGarbage({ code: 'closed', detail: 'Closed.' }), { executed: 'no' })

const outcomesOf = (turn: Turn) => turn.outcomes().map(({ args, executed, code }) => [args, executed, code])

/** Where the second call is made: in the same turn, or by a job that is delivered again, over a ledger. */
const PLACES: Readonly<Record<string, () => readonly [first: Turn, second: Turn]>> = {
  'in one turn': () => {
    const turn = openSession().openTurn({ id: 'job' })
    return [turn, turn]
  },
  'in one turn, over a ledger': () => {
    const turn = openSession({ ledger: memoryLedger() }).openTurn({ id: 'job' })
    return [turn, turn]
  },
  'by a job that is delivered again': () => {
    const ledger: Ledger = memoryLedger()
    const open = () => openSession({ ledger }).openTurn({ id: 'job' })
    return [open(), open()]
  }
}

for (const [where, open] of Object.entries(PLACES))
  describe(`an order with other arguments, ${where}`, () => {
    const isReplay = where.startsWith('by a job')

    it('is refused with the answer of the order that was executed, and the outcome shows no arguments that never ran', async () => {
      const { pay, ran } = shop()
      const [first, second] = open()
      expect(await first.run(pay(100))).to.deep.equal(E.right({ paid: 100 }))
      expect(expectLeft(await second.run(pay(900)))).to.deep.equal(executedOtherwise({ paid: 100 }))
      expect([ran, outcomesOf(first)]).to.deep.equal([[100], [[{ order: '17', cents: 100 }, 'yes', null]]])
      if (isReplay) expect(outcomesOf(second)).to.deep.equal([[null, 'yes', 'executed_with_other_arguments']])
    })

    it('is refused once with that answer, and the order itself is given it', async () => {
      const { pay, ran } = shop()
      const [first, second] = open()
      await first.run(pay(100))
      await second.run(pay(900))
      const later = expectLeft(await second.run(pay(800)))
      expect(later).to.deep.equal(
        isReplay
          ? executedOtherwise({ paid: 100 })
          : { ...executedOtherwise(undefined, 'The first refusal holds its answer.'), hint: 'The first call stands.' }
      )
      const same = expectLeft(await second.run(pay(100)))
      expect([same.code, /other arguments|did not run\./.test(same.detail)]).to.deep.equal([
        'retry_budget_exceeded',
        false
      ])
      expect(ran).to.deep.equal([100])
    })

    it('waits for the order under way, and is never called the same', async () => {
      const { pay, ran } = shop(
        async ({ cents }) => {
          await new Promise((resolve) => setTimeout(resolve, 20))
          return { paid: cents }
        },
        { timeoutMs: 5_000 }
      )
      const [first, second] = open()
      const [one, other] = await Promise.all([first.run(pay(100)), second.run(pay(900))])
      expect([one, expectLeft(other)]).to.deep.equal([E.right({ paid: 100 }), executedOtherwise({ paid: 100 })])
      expect(ran).to.deep.equal([100])
    })

    it('is not made where nobody knows what came of the order: its name stands for the first arguments', async () => {
      // A ledger leaves the order open by itself.
      const again = where === 'in one turn' ? { maxIdenticalCalls: 5 } : {}
      const { pay, ran, ids } = shop(never, {
        idempotency: { key: () => 'k', forMs: 60_000 },
        transient: () => true,
        ...again
      })
      const [first, second] = open()
      expect(expectLeft(await first.run(pay(100))).code).to.equal('timeout')
      expect(expectLeft(await second.run(pay(900)))).to.deep.equal(unknownOtherwise(ids[0] ?? ''))
      expect([ran, outcomesOf(first)[0]?.slice(0, 2)]).to.deep.equal([[100], [{ order: '17', cents: 100 }, 'unknown']])
      // The same arguments may: the service knows the key.
      expect(expectLeft(await second.run(pay(100))).code).to.equal('timeout')
      expect([ran, new Set(ids).size]).to.deep.equal([[100, 100], 1])
    })

    it('asks verify at each delivery', async () => {
      const asked: Array<number> = []
      const verify = ({ cents }: Order) => {
        asked.push(cents)
        return 'unknown' as const
      }
      const { pay, ran } = shop(never, { verify })
      const [first, second] = open()
      await first.run(pay(100))
      expect(expectLeft(await second.run(pay(900))).code).to.equal('outcome_unknown')
      expect([ran, asked]).to.deep.equal([[100], where === 'in one turn' ? [100] : [100, 900]])
    })

    it('runs where the order was not executed', async () => {
      const { pay, ran, ids } = shop(({ cents }) => (cents === 100 ? no() : { paid: cents }))
      const [first, second] = open()
      expect(expectLeft(await first.run(pay(100))).code).to.equal('closed')
      expect(await second.run(pay(900))).to.deep.equal(E.right({ paid: 900 }))
      expect([ran, new Set(ids).size]).to.deep.equal([[100, 900], 2])
    })
  })

/** Where it goes on without the response of the first call: its outcome alone came along. */
const ELSEWHERE: Readonly<Record<string, () => readonly [first: Turn, second: () => Turn]>> = {
  'in a session that goes on': () => {
    const session = openSession()
    const saved = (): unknown => JSON.parse(JSON.stringify(session.save()))
    return [session.openTurn({ id: 'job' }), () => openSession({ state: saved() }).openTurn({ id: 'job' })]
  },
  'in another session of one store': () => {
    const store = memoryStore()
    const open = (): Turn => openSession({ store }).openTurn({ id: 'job' })
    return [open(), open]
  }
}

for (const [where, open] of Object.entries(ELSEWHERE))
  describe(`an order whose response is not here, ${where}`, () => {
    const refused = async (made: ReturnType<typeof shop>, turn: Turn, cents: number) =>
      expectLeft(await turn.run(made.pay(cents)))

    it('is refused as executed where it was, with the same arguments and with others', async () => {
      const made = shop()
      const [first, second] = open()
      await first.run(made.pay(100))
      const turn = second()
      const { code, detail, hint } = await refused(made, turn, 100)
      expect([code, hint]).to.deep.equal([
        'retry_budget_exceeded',
        'Do not make this call again in this turn. It was executed: verify its effect with a read.'
      ])
      expect(detail).to.match(/its result is not known here/)
      expect(await refused(made, turn, 900)).to.deep.equal(executedOtherwise(undefined, 'Its answer cannot be shown.'))
      expect((await refused(made, turn, 100)).hint).to.equal('It was executed: verify with a read.')
      expect(made.ran).to.deep.equal([100])
    })

    it('is refused as unknown where nobody knows', async () => {
      const made = shop(never)
      const [first, second] = open()
      await first.run(made.pay(100))
      const turn = second()
      expect(await refused(made, turn, 900)).to.deep.equal(unknownOtherwise(made.ids[0] ?? ''))
      expect((await refused(made, turn, 100)).hint).to.equal(
        'It is unknown whether it was executed: verify with a read.'
      )
      expect(made.ran).to.deep.equal([100])
    })

    it('is not made with others where what came of it is open', async () => {
      const made = shop(never, { idempotency: { key: () => 'k', forMs: 60_000 }, transient: () => true })
      const [first, second] = open()
      await first.run(made.pay(100))
      const turn = second()
      expect(await refused(made, turn, 900)).to.deep.equal(unknownOtherwise(made.ids[0] ?? ''))
      expect((await refused(made, turn, 100)).code).to.equal('timeout')
      expect(made.ran).to.deep.equal([100, 100])
    })

    it('is told by its latest word, whatever this session was told before', async () => {
      let isOpen = false
      const made = shop(({ cents }) => (isOpen ? { paid: cents } : no()))
      const [first, second] = open()
      const turn = where.endsWith('store') ? second() : first
      expect((await refused(made, turn, 100)).code).to.equal('closed')
      isOpen = true
      expect(await first.run(made.pay(100))).to.deep.equal(E.right({ paid: 100 }))
      const later = where.endsWith('store') ? turn : second()
      expect((await refused(made, later, 100)).hint).to.match(/ It was executed: verify its effect with a read\.$/)
      expect(made.ran).to.deep.equal([100, 100])
    })
  })

describe('an order with other arguments', () => {
  it('is the same where only what its codec does not declare differs', async () => {
    const ledger = memoryLedger()
    const pay = guardedCall(
      { name: 'pay', effect: 'write', args: t.type({ cents: t.number }), run: ({ cents }) => ({ paid: cents }) },
      Paid
    )
    const run = (args: unknown) => openSession({ ledger }).openTurn({ id: 'job' }).run(pay.fromModel(args))
    expect(await run({ cents: 1 })).to.deep.equal(E.right({ paid: 1 }))
    expect(await run({ cents: 1, note: 'again' })).to.deep.equal(E.right({ paid: 1 }))
  })

  it('runs with what tells it apart alone, however it is called', async () => {
    const ran: Array<unknown> = []
    const basketOf = (quantity: number) => ({ items: [{ sku: 'A', quantity }], note: 'x' })
    const traits = { effect: 'write', args: t.type({ items: t.array(t.type({ sku: t.string })) }) } as const
    const run = (args: unknown) => ran.push(args)
    const place = guardedCall(
      { ...traits, name: 'place', run, identity: ({ items }) => (ran.push({ items }), 1) },
      t.unknown
    )
    const turn = openTurn()
    await turn.run(place.fromModel(basketOf(1)))
    await turn.run(place(basketOf(3)))
    const { order } = guardFunctions({ order: run }, { turn, rules: { order: traits } })
    await order(basketOf(1))
    expect(ran).to.deep.equal(Array(4).fill({ items: [{ sku: 'A' }] }))
    const look = guardedCall({ ...traits, name: 'look', effect: 'read', run }, t.unknown)
    await turn.run(look.fromModel(basketOf(1)))
    expect(ran[4]).to.deep.equal(basketOf(1))
  })

  it('runs with all of its arguments, whatever its identity did to its own', async () => {
    const ran: Array<unknown> = []
    for (const args of [undefined, t.intersection([t.type({ order: t.string }), t.partial({ at: t.number })])])
      for (const ledger of [undefined, memoryLedger()]) {
        const pay = guardedCall<{ order: string; at?: number }, unknown>(
          {
            name: 'pay',
            effect: 'write',
            ...(args === undefined ? {} : { args }),
            identity: (given) => (delete given.at, given),
            run: (given) => ran.push({ ...given })
          },
          t.unknown
        )
        const turn = openSession(ledger === undefined ? {} : { ledger }).openTurn({ id: 'job-17' })
        await turn.run(pay.fromModel({ order: '17', at: 1 }))
      }
    expect(ran).to.deep.equal(Array(4).fill({ order: '17', at: 1 }))
  })

  it('is the same where a default differs that its codec fills in, and its identity leaves out', async () => {
    const ledger = memoryLedger()
    let filled = 0
    const Args = new t.Type<{ readonly order: string; readonly request: number }>(
      'Args',
      (value): value is { readonly order: string; readonly request: number } => t.UnknownRecord.is(value),
      (value) => t.success({ ...(value as { readonly order: string }), request: (filled += 1) }),
      (value) => value
    )
    const pay = guardedCall(
      { name: 'pay', effect: 'write', args: Args, identity: ({ order }) => order, run: () => ({ paid: 1 }) },
      Paid
    )
    const run = (args: unknown) => openSession({ ledger }).openTurn({ id: 'job' }).run(pay.fromModel(args))
    expect(await run({ order: '17' })).to.deep.equal(E.right({ paid: 1 }))
    expect(await run({ order: '17' })).to.deep.equal(E.right({ paid: 1 }))
    expect(expectLeft(await run({ order: '17', cents: 900 })).code).to.equal('executed_with_other_arguments')
  })

  it('hands on no answer that does not fit, or that was not kept', async () => {
    const ledger = memoryLedger()
    const run = (cents: number, receipt: string) => {
      const { pay } = shop(() => ({ paid: cents, receipt }))
      return openSession({ ledger }).openTurn({ id: 'job' }).run(pay(cents))
    }
    await run(100, 'x'.repeat(70_000))
    expect(expectLeft(await run(900, ''))).to.deep.equal(executedOtherwise(undefined, 'Its answer cannot be shown.'))
  })

  for (const truth of ['not_executed', 'executed', { answer: { paid: 100 } }] as const)
    it(`is settled by verify, which each delivery asks: ${JSON.stringify(truth)}`, async () => {
      let now = 1e12
      const ledger = memoryLedger({ clock: () => now })
      let isUp = false
      const verify = () => (isUp ? truth : 'unknown')
      const { pay, ran } = shop(({ cents }) => (ran.length === 1 ? never() : { paid: cents }), { verify })
      const deliver = async (cents: number) => {
        const turn = openSession({ ledger, clock: () => now }).openTurn({ id: 'job' })
        return { result: await turn.run(pay(cents)), advice: turn.advice().do }
      }
      expect((await deliver(100)).advice).to.equal('again')
      now += 3_600_000
      expect(expectLeft((await deliver(900)).result).code).to.equal('outcome_unknown')
      isUp = true
      now += 3_600_000
      const { result, advice } = await deliver(800)
      expect(advice).to.equal('keep')
      if (truth === 'not_executed') expect([result, ran]).to.deep.equal([E.right({ paid: 800 }), [100, 800]])
      else {
        const answer = truth === 'executed' ? undefined : truth.answer
        expect(expectLeft(result)).to.deep.equal(executedOtherwise(answer, answer ? '' : 'Its answer cannot be shown.'))
        const first = (await deliver(100)).result
        if (answer === undefined) expect(expectLeft(first).code).to.equal('incomplete_response')
        else expect(first).to.deep.equal(E.right(answer))
        expect(ran).to.deep.equal([100])
      }
    })

  it('is told of the order that still runs elsewhere, whose outcome shows no arguments that never ran', async () => {
    const ledger = memoryLedger()
    const open = () => openSession({ ledger }).openTurn({ id: 'job' })
    const [here, elsewhere] = [open(), open()]
    const slow = shop(never, { timeoutMs: 60 })
    const first = elsewhere.run(slow.pay(100))
    while (slow.ids.length === 0) await new Promise((resolve) => setImmediate(resolve))
    const { pay, ran } = shop()
    expect(expectLeft(await here.run(pay(900)))).to.deep.equal(unknownOtherwise(slow.ids[0] ?? ''))
    expect([ran, outcomesOf(here)]).to.deep.equal([[], [[null, 'unknown', 'outcome_unknown']]])
    await first
  })

  it('is told of the order that still runs inside a call of the same turn', async () => {
    const turn = openSession().openTurn()
    const { pay, ids } = shop(() => never(), { timeoutMs: 200 })
    const other = guardedCall(
      {
        name: 'other',
        effect: 'read',
        run: async () => {
          const running = turn.run(pay(100))
          const second = await turn.run(pay(900))
          await running
          return expectLeft(second)
        }
      },
      t.unknown
    )
    const told = await turn.run(other({}))
    expect(told).to.deep.equal(E.right(unknownOtherwise(ids[0] ?? '')))
  })
})
