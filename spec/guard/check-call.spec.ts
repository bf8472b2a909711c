/** `call.check`: the arguments of a call, judged before a person is asked about it. */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { DateFromISOString } from 'io-ts-types'
import {
  failed,
  guardedCall,
  memoryLedger,
  openSession,
  openTurn,
  toModelText,
  withTurn,
  type ToolError
} from '../../lib/index.js'
import { expectLeft, expectRight } from '../helpers/either.js'
import { hostileValues } from '../helpers/hostile.js'

const Refund = t.type({ order: t.Int, due: DateFromISOString })
const INPUT = { order: 7, due: '2026-05-03T00:00:00.000Z' }

const refundOf = (effect: 'read' | 'write' = 'write') => {
  const ran: Array<unknown> = []
  const run = (args: unknown) => {
    ran.push(args)
    return { done: true }
  }
  const codec = t.type({ done: t.boolean })
  return { ran, refund: guardedCall({ name: 'refund', effect, args: Refund, run }, codec) }
}

const codeOf = (result: E.Either<ToolError, unknown>): string => (E.isLeft(result) ? result.left.code : 'right')

describe('call.check', () => {
  it('says of a turn that is over that nothing runs in it', () => {
    const { refund } = refundOf()
    const stopped = new AbortController()
    const [closed, aborted] = [openTurn(), openTurn({ signal: stopped.signal })]
    closed.close()
    stopped.abort()
    for (const turn of [closed, aborted]) expect(expectLeft(refund.check(INPUT, { turn })).code).to.equal('cancelled')
  })

  it('refuses a write whose order ran in the turn, or may have, and no call that may still run', async () => {
    const run = { said: (): unknown => ({ done: true }) }
    const pay = guardedCall<{ readonly order: number; readonly note: string }, unknown>(
      {
        name: 'pay',
        effect: 'write',
        args: t.type({ order: t.number, note: t.string }),
        identity: ({ order }) => order,
        run: () => run.said()
      },
      t.unknown
    )
    const codes = async (said: () => unknown, session = openSession()): Promise<ReadonlyArray<string>> => {
      const turn = session.openTurn({ id: 'run' })
      run.said = said
      await turn.run(pay({ order: 1, note: 'a' }))
      const inputs = ['a', 'b'].map((note) => ({ order: 1, note }))
      const checked = inputs.map((input) => codeOf(pay.check(input, { turn })))
      const called = await Promise.all(inputs.map((input) => turn.run(pay.fromModel(input))))
      if (!checked.includes('right')) expect(called.every(E.isLeft)).to.equal(true)
      return checked
    }
    const [made, may] = [Array(2).fill('retry_budget_exceeded'), Array(2).fill('right')]
    const broken = (): unknown => Promise.reject(new Error('It broke.'))
    const no = (): unknown => failed({ code: 'closed', detail: 'Closed.', hint: null }, { executed: 'no' })
    expect(await codes(() => ({ done: true }))).to.deep.equal(made)
    expect(await codes(broken)).to.deep.equal(made)
    expect(await codes(no)).to.deep.equal(may)
    expect(await codes(() => ({ done: true }), openSession({ ledger: memoryLedger() }))).to.deep.equal(made)
    // A ledger may find out that it did not run.
    expect(await codes(broken, openSession({ ledger: memoryLedger() }))).to.deep.equal(may)
    expect(await codes(() => ({ done: true }), openSession({ budget: false }))).to.deep.equal(may)

    const turn = openTurn()
    run.said = no
    const first = turn.run(pay({ order: 1, note: 'a' }))
    expect(codeOf(pay.check({ order: 1, note: 'a' }, { turn }))).to.equal('right')
    await first
    run.said = () => ({ done: true })
    await turn.run(pay({ order: 1, note: 'a' }), { step: 'one' })
    expect(
      ['one', 'two'].map((step) => withTurn(turn, () => codeOf(pay.check({ order: 1, note: 'b' }, { turn })), { step }))
    ).to.deep.equal(['retry_budget_exceeded', 'right'])
    const { hint } = expectLeft(withTurn(turn, () => pay.check({ order: 1, note: 'b' }, { turn }), { step: 'one' }))
    expect(hint).to.equal('Do not make this call again in this turn. It was executed: verify its effect with a read.')
  })

  it('gives the arguments as the tool would get them, of a copy of the input, without a turn', () => {
    const { refund, ran } = refundOf()
    const input = Object.freeze({ ...INPUT })
    expect(refund.check(input)).to.deep.equal(E.right({ order: 7, due: new Date(INPUT.due) }))
    expect(ran).to.deep.equal([])

    const anything = guardedCall({ name: 'any', effect: 'write', run: () => ({}) }, t.unknown)
    const list = { ids: [1] }
    const checked = expectRight(anything.check(list))
    expect(checked).to.deep.equal(list)
    expect(checked).to.not.equal(list)
  })

  it('says of each misfit the same as the call itself, in a text for the model', async () => {
    const misfits: ReadonlyArray<unknown> = [
      {},
      { ...INPUT, order: 'seven' },
      { ...INPUT, due: 'tomorrow' },
      JSON.stringify(INPUT),
      { ...INPUT, order: 10n },
      new Proxy({}, {})
    ]
    for (const input of misfits) {
      const { refund, ran } = refundOf('read')
      const checked = refund.check(input)
      const called = expectLeft(await openTurn().run(refund.fromModel(input)))
      expect(expectLeft(checked)).to.deep.include({ code: called.code, detail: called.detail })
      expect(called.code).to.equal('invalid_arguments')
      expect(JSON.parse(toModelText(checked))).to.include({ code: 'invalid_arguments', detail: called.detail })
      expect(ran).to.deep.equal([])
    }
  })

  it("refuses what the tool's identity cannot tell apart, as the call does", () => {
    const identity = () => {
      throw new Error('no identity')
    }
    const call = guardedCall({ name: 'pay', effect: 'write', args: Refund, identity, run: () => ({}) }, t.unknown)
    expect(expectLeft(call.check(INPUT)).code).to.equal('check_threw')
  })

  it('counts nothing, however often it is asked', async () => {
    const { refund, ran } = refundOf()
    const turn = openTurn()
    const before = JSON.stringify(turn.calls)
    for (let i = 0; i < 20; i++) {
      expectRight(refund.check(INPUT, { turn }))
      expect(expectLeft(refund.check({}, { turn })).code).to.equal('invalid_arguments')
    }
    expect([JSON.stringify(turn.calls), turn.count]).to.deep.equal([before, 0])
    expect(codeOf(await turn.run(refund.fromModel(INPUT)))).to.equal('right')
    expect(ran).to.have.length(1)
  })

  it('throws for no value, and for no turn', () => {
    const throwing = new t.Type<unknown, unknown, unknown>(
      'Throwing',
      (_u): _u is unknown => true,
      () => {
        throw new Error('codec')
      },
      t.identity
    )
    const calls = [
      refundOf().refund,
      guardedCall({ name: 'any', effect: 'write', run: () => ({}) }, t.unknown),
      guardedCall({ name: 'bad', effect: 'write', args: throwing, run: () => ({}) }, t.unknown)
    ]
    for (const call of calls)
      for (const value of hostileValues()) {
        expect(call.check(value)).to.have.property('_tag')
        expect(call.check(INPUT, value as never)).to.have.property('_tag')
        expect(call.check(INPUT, { turn: value } as never)).to.have.property('_tag')
      }
    expect(expectLeft(refundOf().refund.check(INPUT, { turn: {} } as never)).code).to.equal('cancelled')
  })

  describe('with a turn', () => {
    it('refuses a call that a person refused in it, here and in the process that goes on', async () => {
      const { refund, ran } = refundOf()
      const session = openSession()
      const turn = session.openTurn({ id: 'run' })
      const said = expectLeft(await turn.run(refund.fromModel(INPUT, { approved: false })))
      expect(said.code).to.equal('denied')
      const resumed = openSession({ state: session.save() }).openTurn({ id: 'run' })
      for (const each of [turn, resumed])
        expect(expectLeft(refund.check(INPUT, { turn: each }))).to.include({ code: 'denied', detail: said.detail })
      // Of other arguments, of another turn, and of none, nothing was said.
      for (const checked of [
        refund.check({ ...INPUT, order: 8 }, { turn }),
        refund.check(INPUT, { turn: openTurn() }),
        refund.check(INPUT)
      ])
        expectRight(checked)
      expect(ran).to.deep.equal([])
    })

    it('tells the steps of a run apart, as the call does', async () => {
      const { refund } = refundOf()
      const turn = openTurn()
      const within = <A>(step: string, work: () => A): A => withTurn(turn, work, { step })
      await within('one', () => turn.run(refund.fromModel(INPUT, { approved: false })))
      expect(within('one', () => codeOf(refund.check(INPUT, { turn })))).to.equal('denied')
      expect(within('two', () => codeOf(refund.check(INPUT, { turn })))).to.equal('right')
    })

    it('asks nobody about a write that ran: a yes would not let it through', async () => {
      const { refund, ran } = refundOf()
      const turn = openTurn()
      await turn.run(refund.fromModel(INPUT, { approved: true }))
      expect(codeOf(refund.check(INPUT, { turn }))).to.equal('retry_budget_exceeded')
      expect(codeOf(await turn.run(refund.fromModel(INPUT, { approved: true })))).to.equal('retry_budget_exceeded')
      expect(ran).to.have.length(1)
    })
  })
})
