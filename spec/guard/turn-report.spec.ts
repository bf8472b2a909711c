/** What `turn.report()` says. */
import { expect } from 'chai'
import * as t from 'io-ts'
import { guardedCall, guardFunctions, openTurn } from '../../lib/index.js'

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
