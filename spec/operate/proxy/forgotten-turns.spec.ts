import { expect } from 'chai'
import * as t from 'io-ts'
import { failed, guardedCall, schemaMismatch } from '../../../lib/index.js'
import { openSession } from '../../../lib/guard/session.js'
import { stateOf, type Turn } from '../../../lib/guard/turn.js'
import { ForgottenTurns } from '../../../lib/operate/proxy/forgotten-turns.js'

const no = failed(schemaMismatch({ code: 'no', detail: 'No.' }), { executed: 'no' })
const run = ({ n }: { readonly n: number }): unknown => (n < 0 ? no : n === 0 ? new Promise(() => {}) : '1')
const pay = guardedCall({ name: 'pay', effect: 'write', run }, t.number)

describe('ForgottenTurns', () => {
  const open = (id: string): Turn => openSession().openTurn({ id })
  const closed = async (turns: ForgottenTurns, id: string, ...ns: ReadonlyArray<number>): Promise<void> => {
    const turn = open(id)
    for (const n of ns) {
      const paying = turn.run(pay({ n }))
      if (n !== 0) await paying
    }
    turns.keep(turn)
    turn.close()
  }
  const runs = async (turns: ForgottenTurns, id: string, n: number): Promise<boolean> => {
    const turn = open(id)
    turns.restore(turn)
    return (await turn.run(pay({ n })))._tag === 'Right'
  }

  it('tells a turn that is opened again what it has written, and what may still run', async () => {
    const turns = new ForgottenTurns(() => {})
    await closed(turns, 'a', 1, 0)
    const again = open('a')
    turns.restore(again)
    const refused = [await again.run(pay({ n: 1 })), await again.run(pay({ n: 0 }))]
    expect(refused.map(({ _tag }) => _tag)).to.deep.equal(['Left', 'Left'])
    expect((await again.run(pay({ n: 2 })))._tag).to.equal('Right')
    expect(await runs(turns, 'b', 1)).to.equal(true)
  })

  it('keeps no write that was not executed, and nothing of a turn that wrote nothing', async () => {
    const turns = new ForgottenTurns(() => {})
    await closed(turns, 'a', -1)
    const again = open('a')
    turns.restore(again)
    expect(stateOf({ turn: again })?.log.calls).to.deep.equal([])
  })

  it('is bounded, forgets the turn that was closed first, and says so', async () => {
    let forgotten = 0
    const turns = new ForgottenTurns(() => (forgotten += 1), 3)
    await closed(turns, 'b', 1)
    await closed(turns, 'a', 1, 2, 3)
    expect(forgotten).to.equal(1)
    expect([await runs(turns, 'a', 1), await runs(turns, 'b', 1)]).to.deep.equal([false, true])
  })
})
