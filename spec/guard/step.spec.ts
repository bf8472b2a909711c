/** Occurrences that the host names: a write's name is its turn, step, tool and attempt. */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as RTE from 'fp-ts/lib/ReaderTaskEither.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import {
  currentCall,
  failed,
  guardedCall,
  guardFunctions,
  memoryLedger,
  openSession,
  semanticGarbage,
  withTurn,
  type Ledger,
  type Tool,
  type Turn
} from '../../lib/index.js'
import { expectLeft, expectRight } from '../helpers/either.js'

interface Payment {
  readonly cents: number
}

const Paid = t.type({ paid: t.number })

const payments = (more: Partial<Tool<Payment>> = {}, run = ({ cents }: Payment): unknown => ({ paid: cents })) => {
  const made: Array<readonly [operationId: string, cents: number]> = []
  const pay = guardedCall<Payment, { paid: number }>(
    {
      name: 'pay',
      effect: 'write',
      timeoutMs: 15,
      ...more,
      run: (args, { operationId }) => {
        made.push([operationId, args.cents])
        return run(args)
      }
    },
    Paid
  )
  return { pay, made }
}

const never = (): Promise<unknown> => new Promise(() => {})

const executedOtherwise = (data?: unknown) => ({
  error_class: 'schema_mismatch',
  code: 'executed_with_other_arguments',
  detail: 'The same order ran before with other arguments; these did not run. `data` is its answer.',
  hint: 'The first call stands. Do not call again: use its answer, or tell the user that it was not changed.',
  data
})

/** How a turn of an id is opened again: with a ledger a new object in another session, without one the same. */
const PLACES: Readonly<Record<string, () => (id?: string) => Turn>> = {
  'over a ledger': () => {
    const ledger = memoryLedger()
    return (id = 'job') => openSession({ ledger }).openTurn({ id })
  },
  'without a ledger': () => {
    const turn = openSession().openTurn({ id: 'job' })
    return () => turn
  }
}

for (const [where, place] of Object.entries(PLACES))
  describe(`a step, ${where}`, () => {
    it('makes an equal write another one', async () => {
      const { pay, made } = payments()
      const open = place()
      for (const step of ['pay-1', 'pay-2', 'pay-3'])
        expect(await open().run(pay({ cents: 5 }), { step })).to.deep.equal(E.right({ paid: 5 }))
      expect([made.length, new Set(made.map(([id]) => id)).size]).to.deep.equal([3, 3])
    })

    it('holds one write of each tool: other arguments did not run, and are never answered with the first response alone', async () => {
      const { pay, made } = payments({ identity: ({ cents }) => cents })
      const open = place()
      const step = 'pay'
      expectRight(await open().run(pay({ cents: 5 }), { step }))
      expect(expectLeft(await open().run(pay({ cents: 900 }), { step }))).to.deep.equal(executedOtherwise({ paid: 5 }))
      expect(made.map(([, cents]) => cents)).to.deep.equal([5])
    })

    it('tells tools of one step apart', async () => {
      const { pay, made } = payments()
      const mail = payments({ name: 'mail' })
      const open = place()
      const both = pipe(
        pay({ cents: 5 }),
        RTE.flatMap(({ paid }) => mail.pay({ cents: paid + 1 }))
      )
      expect(await open().run(both, { step: 'a' })).to.deep.equal(E.right({ paid: 6 }))
      expect([made.length, mail.made.length]).to.deep.equal([1, 1])
    })

    it('refuses the second of two writes of one tool in a pipeline', async () => {
      const { pay, made } = payments()
      const twice = pipe(
        pay({ cents: 5 }),
        RTE.flatMap(() => pay({ cents: 7 }))
      )
      expect(expectLeft(await place()().run(twice, { step: 'a' }))).to.deep.equal(executedOtherwise({ paid: 5 }))
      expect(made.map(([, cents]) => cents)).to.deep.equal([5])
    })

    it('is said to be taken also where both writes were made at once', async () => {
      const slow = async ({ cents }: Payment): Promise<unknown> => {
        await new Promise((resolve) => setTimeout(resolve, 20))
        return { paid: cents }
      }
      const { pay, made } = payments({ timeoutMs: 2_000 }, slow as (args: Payment) => unknown)
      const open = place()
      const both = await Promise.all([5, 900].map((cents) => open().run(pay({ cents }), { step: 'a' })))
      expect(both).to.deep.equal([E.right({ paid: 5 }), E.left(executedOtherwise({ paid: 5 }))])
      expect(made).to.have.length(1)
    })

    it('is named unknown for whoever asks with other arguments', async () => {
      const { pay, made } = payments({}, never)
      const open = place()
      expect(expectLeft(await open().run(pay({ cents: 5 }), { step: 'a' })).code).to.equal('timeout')
      const error = expectLeft(await open().run(pay({ cents: 7 }), { step: 'a' }))
      expect([error.code, error.detail]).to.deep.equal([
        'outcome_unknown',
        `Operation ${made[0]?.[0]} of pay began earlier with other arguments, and nobody knows how it ended; these did not run.`
      ])
      expect(made).to.have.length(1)
    })

    it('runs with other arguments where the first ones were not executed', async () => {
      const closed = failed(semanticGarbage({ code: 'closed', detail: 'Closed.' }), { executed: 'no' })
      const { pay, made } = payments({}, ({ cents }) => (cents === 5 ? closed : { paid: cents }))
      const open = place()
      expect(expectLeft(await open().run(pay({ cents: 5 }), { step: 'a' })).code).to.equal('closed')
      expect(await open().run(pay({ cents: 7 }), { step: 'a' })).to.deep.equal(E.right({ paid: 7 }))
      expect(new Set(made.map(([id]) => id)).size).to.equal(2)
    })

    it('writes once, however often its tool may be called with the same arguments', async () => {
      const { pay, made } = payments({ maxIdenticalCalls: 3 })
      const turn = place()()
      expectRight(await turn.run(pay({ cents: 5 }), { step: 'a' }))
      expect(expectLeft(await turn.run(pay({ cents: 5 }), { step: 'a' })).code).to.equal('retry_budget_exceeded')
      expectRight(await turn.run(pay({ cents: 5 }), { step: 'b' }))
      expect(made).to.have.length(2)
    })

    it('is taken by no arguments that do not fit', async () => {
      const args = t.type({ cents: t.number })
      const { pay, made } = payments({ args })
      const open = place()
      const wrong = await open().run(pay.fromModel({ cents: 'five' }), { step: 'a' })
      expect(expectLeft(wrong).code).to.equal('invalid_arguments')
      expectRight(await open().run(pay.fromModel({ cents: 5 }), { step: 'a' }))
      expect(made).to.have.length(1)
    })

    it('leaves what may be repeated to its arguments', async () => {
      for (const traits of [{ effect: 'read' }, { effect: 'write', idempotent: true }] as const) {
        const { pay, made } = payments(traits)
        const open = place()
        for (const cents of [1, 2, 3]) expectRight(await open().run(pay({ cents }), { step: 'a' }))
        expect(made).to.have.length(3)
      }
    })
  })

describe('a step', () => {
  it('is one and the same, by `turn.run` and by `withTurn`, of tools in place too', async () => {
    const open = PLACES['over a ledger']?.() ?? expect.fail()
    const made: Array<string | undefined> = []
    const inPlace = (turn?: Turn) =>
      guardFunctions(
        {
          pay: async ({ cents }: Payment) => {
            made.push(currentCall()?.operationId)
            return { paid: cents }
          }
        },
        { ...(turn === undefined ? {} : { turn }), rules: { pay: { effect: 'write' } } }
      )
    const { pay, made: byCall } = payments()
    const [step, args] = ['pay-2', { cents: 5 }]
    const bound = open()
    const own = inPlace(bound)
    const results = [
      await withTurn(open(), () => inPlace().pay(args), { step }),
      await withTurn(bound, () => own.pay(args), { step }),
      expectRight(await open().run(pay(args), { step })),
      expectRight(await withTurn(bound, () => open().run(pay(args), { step }), { step: 'another' }))
    ]
    expect(results).to.deep.equal(Array(4).fill({ paid: 5 }))
    expect([made.length, byCall.length]).to.deep.equal([1, 0])
  })

  it('is no other turn’s', async () => {
    const { pay, made } = payments()
    const open = PLACES['over a ledger']?.() ?? expect.fail()
    const outer = open('outer')
    const inStep = () => withTurn(outer, () => open('inner').run(pay({ cents: 5 })), { step: 'a' })
    expectRight(await inStep())
    expectRight(await open('inner').run(pay({ cents: 5 })))
    expect(made).to.have.length(1)
  })

  it('goes with the turn through a pipeline that hands it on', async () => {
    const { pay, made } = payments()
    const ledger = memoryLedger()
    const steps: Array<string | undefined> = []
    const spied: Ledger = {
      ...ledger,
      begin: (turnId, key, asked) => {
        steps.push(asked.step)
        return ledger.begin(turnId, key, asked)
      }
    }
    const turn = openSession({ ledger: spied }).openTurn({ id: 'job' })
    const inner = RTE.asksReaderTaskEither(({ turn: at }: { readonly turn: Turn }) =>
      RTE.fromTaskEither(() => at.run(pay({ cents: 5 })))
    )
    expectRight(await turn.run(inner, { step: 'a' }))
    expectRight(await turn.run(inner, { step: 'b' }))
    expect([steps, made.length]).to.deep.equal([['a', 'b'], 2])
    expect(turn.calls).to.have.length(2)
  })

  it('replays its response to whoever runs it again, and in any order', async () => {
    let n = 0
    const { pay, made } = payments({}, () => ({ paid: (n += 1) }))
    const open = PLACES['over a ledger']?.() ?? expect.fail()
    for (const steps of ['ab', 'ba', 'b', 'aab'])
      for (const step of steps)
        expect(expectRight(await open().run(pay({ cents: 5 }), { step })).paid).to.equal(step === 'a' ? 1 : 2)
    expect(made).to.have.length(2)
  })

  it('replays its response also where nothing is counted', async () => {
    const { pay, made } = payments()
    const turn = openSession({ ledger: memoryLedger(), budget: false }).openTurn({ id: 'job' })
    for (const _ of [1, 2, 3]) expectRight(await turn.run(pay({ cents: 5 }), { step: 'a' }))
    expect(made).to.have.length(1)
  })

  it('is one operation also without a step where nothing is counted', async () => {
    const { pay, made } = payments()
    const turn = openSession({ ledger: memoryLedger(), budget: false }).openTurn({ id: 'job' })
    const again = await Promise.all([1, 2, 3].map(() => turn.run(pay({ cents: 5 }))))
    expect(again.map((answer) => (E.isLeft(answer) ? answer.left.code : 'paid')).toSorted()).to.deep.equal([
      'paid',
      'retry_budget_exceeded',
      'retry_budget_exceeded'
    ])
    for (const cents of Array.from({ length: 50 }, (_, n) => n + 10)) expectRight(await turn.run(pay({ cents })))
    expect(made).to.have.length(51)
  })

  it('compares what its codec filled in with nothing', async () => {
    let n = 0
    const WithId = new t.Type<Payment & { readonly ref: number }, unknown>(
      'WithId',
      (value): value is Payment & { readonly ref: number } => typeof value === 'object',
      (value) => t.success({ ref: (n += 1), ...(value as Payment) }),
      (value) => value
    )
    const { pay, made } = payments({ args: WithId as never })
    const open = PLACES['over a ledger']?.() ?? expect.fail()
    for (const _ of [1, 2]) expectRight(await open().run(pay.fromModel({ cents: 5 }), { step: 'a' }))
    expect(made).to.have.length(1)
  })

  it('is asked for where more than one equal write may run under a ledger', async () => {
    const ledger = memoryLedger()
    const { pay, made } = payments({ maxIdenticalCalls: 2 })
    const refusal = (tool: string, times: number) =>
      `Expected a step for ${tool}, which may write ${times} times with the same arguments: under a ledger, name each time, as in \`turn.run(call, { step: 'second' })\` or \`withTurn(turn, work, { step: 'second' })\`.`
    const said = async (work: () => Promise<unknown>): Promise<unknown> => {
      try {
        return await work()
      } catch (error) {
        return error instanceof TypeError ? error.message : error
      }
    }
    const open = (budget = {}) => openSession({ ledger, budget }).openTurn({ id: 'job' })
    expect(await said(() => open().run(pay({ cents: 5 })))).to.equal(refusal('pay', 2))
    expect(await said(() => open({ write: 3 }).run(payments().pay({ cents: 5 })))).to.equal(refusal('pay', 3))
    const uncounted = openSession({ ledger, budget: false }).openTurn({ id: 'job' })
    expect(await said(() => uncounted.run(pay({ cents: 5 })))).to.equal(refusal('pay', 2))
    const { press } = guardFunctions(
      { press: async () => 'pressed' },
      { turn: open(), rules: { press: { effect: 'write', maxIdenticalCalls: 4 } } }
    )
    expect(await said(() => press())).to.equal(refusal('press', 4))
    expect(made).to.deep.equal([])
    // One that writes once, that may be repeated, or that no ledger counts needs none.
    for (const traits of [
      {},
      { idempotent: true, maxIdenticalCalls: 2 },
      { effect: 'read', maxIdenticalCalls: 2 }
    ] as const)
      expectRight(await open().run(payments(traits).pay({ cents: 5 })))
    expectRight(
      await openSession()
        .openTurn()
        .run(pay({ cents: 5 }))
    )
  })

  it('is refused in a sentence where it cannot be one, and nothing runs', async () => {
    const { pay, made } = payments()
    const turn = openSession().openTurn()
    const steps = ['', 7, 'a\u0000', '\ud800', 'a\udc00'].map((step) => ({ step }))
    for (const options of [...steps, { stpe: 'a' }, null] as ReadonlyArray<unknown>) {
      const thrown: unknown = await turn
        .run(pay({ cents: 5 }), options as { step: string })
        .catch((error: unknown) => error)
      expect(thrown).to.be.an.instanceOf(TypeError)
    }
    expect(made).to.deep.equal([])
    expectRight(await turn.run(pay({ cents: 5 }), { step: 'eins \u{1f9fe}' }))
  })
})
