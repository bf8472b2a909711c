import { expect } from 'chai'
import * as t from 'io-ts'
import { guardedCall } from '../../../lib/index.js'
import { openSession } from '../../../lib/guard/session.js'
import { AsleepTurns } from '../../../lib/operate/proxy/asleep-turns.js'

const pay = guardedCall({ name: 'pay', effect: 'write', run: () => '1' }, t.number)
const look = guardedCall({ name: 'look', effect: 'read', run: () => '1' }, t.number)

describe('AsleepTurns', () => {
  const keep = async (turns: AsleepTurns, key: string, writes: number, lastAt = 0): Promise<void> => {
    const turn = openSession().openTurn()
    await turn.run(look({}))
    for (let n = 0; n < writes; n++) await turn.run(pay({ n }))
    turns.keep(key, { turn, lastAt, unknown: new Set() })
    turn.close()
  }
  const never = (): void => expect.fail('forgot a turn')

  it('gives back the writes of a turn, once, and keeps none that has only read', async () => {
    const turns = new AsleepTurns(never)
    await keep(turns, 'a', 2)
    await keep(turns, 'b', 0)
    expect(['a', 'a', 'b'].map((key) => turns.take(key)?.events.length)).to.deep.equal([4, undefined, undefined])
  })

  it('drops the turns that are over', async () => {
    const turns = new AsleepTurns(never)
    await keep(turns, 'a', 1, 1)
    await keep(turns, 'b', 1, 2)
    turns.endBefore(2)
    expect(['a', 'b'].map((key) => turns.take(key) !== undefined)).to.deep.equal([false, true])
  })

  it('is bounded, forgets the turn that fell asleep first, and says so', async () => {
    let forgotten = 0
    const turns = new AsleepTurns(() => (forgotten += 1), 3)
    await keep(turns, 'b', 1)
    await keep(turns, 'a', 3)
    expect(forgotten).to.equal(1)
    expect(['a', 'b'].map((key) => turns.take(key) !== undefined)).to.deep.equal([true, false])
  })
})
