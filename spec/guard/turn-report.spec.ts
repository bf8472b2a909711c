/** What `turn.report()` says. */
import { expect } from 'chai'
import * as t from 'io-ts'
import { guardedCall, guardFunctions, memoryLedger, openSession, openTurn } from '../../lib/index.js'

const tools = {
  send_email: () => 'sent',
  get_order: () => '{"id":1',
  mystery: () => 'x',
  pay: () => 'paid'
}

describe('turn.report', () => {
  it('is a line a tool: what came of its calls, and how an undeclared one was counted', async () => {
    const turn = openTurn({ id: 'monday', logger: false })
    const guarded = guardFunctions(tools, { turn, rules: { pay: { effect: 'write' } } })
    for (let i = 0; i < 4; i++) await guarded.send_email().catch(() => undefined)
    await guarded.get_order().catch(() => undefined)
    await guarded.mystery()
    await guarded.pay()
    await turn.run(guardedCall({ name: 'list', effect: 'read', run: () => '[]' }, t.UnknownArray)())
    expect(turn.report()).to.equal(
      [
        'turn monday: 8 calls',
        'send_email: 4 calls (3 valid, 1 retry_budget_exceeded); effect undeclared, counted as a write by its name: rules.send_email.effect',
        'get_order: 1 call (1 truncated_response); effect undeclared, counted as a read by its name: rules.get_order.effect',
        'mystery: 1 call (1 valid); effect undeclared, counted as a read, since its name tells nothing: rules.mystery.effect',
        'pay: 1 call (1 valid); write',
        'list: 1 call (1 valid); read'
      ].join('\n')
    )
  })

  it('says of how many writes nobody knows whether they happened', async () => {
    const turn = openTurn({ id: 'lost', logger: false })
    const order = guardedCall({ name: 'order', effect: 'write', run: (lost: boolean) => (lost ? '{' : '1') }, t.number)
    await turn.run(order(true))
    await turn.run(order(false))
    expect(turn.report()).to.equal(
      'turn lost: 2 calls\norder: 2 calls (1 truncated_response, 1 valid); write; nobody knows whether 1 write happened'
    )
  })

  it('counts no replay among the responses of its own runs', async () => {
    const ledger = memoryLedger()
    let ran = 0
    const refund = guardedCall({ name: 'refund', effect: 'write', run: () => ((ran += 1) === 1 ? '1' : '{') }, t.number)
    const report = async (id: string): Promise<string | undefined> => {
      const turn = openSession({ ledger, logger: false }).openTurn({ id })
      await turn.run(refund())
      return turn.report().split('\n')[1]
    }
    expect([await report('job-1'), await report('job-1'), await report('job-1')]).to.deep.equal([
      'refund: 1 call (1 valid); write',
      'refund: 1 call (1 valid replayed); write',
      'refund: 1 call (1 valid replayed); write'
    ])
    const lost = { ...ledger, begin: () => ({ is: 'settled', attempt: 1, answer: null }) as const }
    const turn = openSession({ ledger: lost, logger: false }).openTurn({ id: 'job-2' })
    await turn.run(refund())
    expect(turn.report()).to.contain('(1 incomplete_response replayed)')
  })

  it('says of how many calls it speaks', async () => {
    const turn = openTurn({ id: 'long', budget: false, loop: false, logger: false })
    const ping = guardedCall({ name: 'ping', effect: 'read', run: (i: number) => `${i}` }, t.number)
    expect(turn.report()).to.equal('turn long: 0 calls')
    for (let i = 0; i < 1_003; i++) await turn.run(ping(i))
    expect(turn.report()).to.equal(
      'turn long: 1003 calls, of which the newest 1000 follow\nping: 1000 calls (1000 valid); read'
    )
  })

  it('stands after the turn is closed, and holds no character that a terminal would obey', async () => {
    const turn = openTurn({ id: 'a\u001b]0;title\u0007', logger: false })
    const name = 'send\u001b[31m\nturn b: 9 calls'
    await guardFunctions({ [name]: () => 'x' }, { turn })[name]?.()
    turn.close()
    expect(turn.report()).to.equal(
      'turn a: 1 call\nsend  turn b: 9 calls: 1 call (1 valid); effect undeclared, counted as a write by its name: rules["send  turn b: 9 calls"].effect'
    )
  })
})
