import { expect } from 'chai'
import { openSession } from '../../lib/guard/session.js'
import { stateOf, type Turn } from '../../lib/guard/turn.js'
import { MadeWrites } from '../../lib/proxy/made-writes.js'

const RULE = { unchanged: 3, admitted: 20, streak: 100, executed: 1 }

describe('MadeWrites', () => {
  const admits = (turn: Turn, key: string): boolean | undefined => stateOf({ turn })?.budget.reserve(key, RULE).admitted
  const reopened = (made: MadeWrites, id: string): Turn => {
    const turn = openSession().openTurn({ id })
    made.restore(turn)
    return turn
  }

  it('counts the writes of a turn that is opened again', () => {
    const made = new MadeWrites(() => {})
    made.add('a', 'pay')
    expect([admits(reopened(made, 'a'), 'pay'), admits(reopened(made, 'a'), 'other')]).to.deep.equal([false, true])
    expect(admits(reopened(made, 'b'), 'pay')).to.equal(true)
  })

  it('counts no write that was not executed', () => {
    const made = new MadeWrites(() => {})
    made.add('a', 'pay')
    made.take('a', 'pay')
    made.take('a', 'never')
    expect(admits(reopened(made, 'a'), 'pay')).to.equal(true)
  })

  it('is bounded, forgets the turn that wrote least lately, and says so', () => {
    let forgotten = 0
    const made = new MadeWrites(() => (forgotten += 1), 3)
    made.add('a', '1')
    made.add('b', '1')
    made.add('a', '2')
    made.add('a', '3')
    expect(forgotten).to.equal(1)
    expect([admits(reopened(made, 'a'), '1'), admits(reopened(made, 'b'), '1')]).to.deep.equal([false, true])
  })
})
