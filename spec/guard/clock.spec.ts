/** The wall clock may jump by a day in the middle of a call: nothing that the guard decides goes by it. */
import { expect } from 'chai'
import * as t from 'io-ts'
import { guardedCall, openSession } from '../../lib/index.js'
import { expectLeft, expectRight } from '../helpers/either.js'

const DAY_MS = 86_400_000

describe('a clock that jumps', () => {
  const { now } = Date
  afterEach(() => {
    Date.now = now
  })

  const jump = (byMs: number): void => {
    Date.now = () => now() + byMs
  }

  for (const byMs of [DAY_MS, -DAY_MS]) {
    it(`by ${byMs / DAY_MS} day ends no call early, holds none up and measures none wrongly`, async () => {
      const session = openSession()
      const turn = session.openTurn()
      const steady = guardedCall(
        {
          name: 'steady',
          effect: 'read',
          timeoutMs: 2_000,
          run: async () => {
            jump(byMs)
            await new Promise((resolve) => {
              setTimeout(resolve, 10)
            })
            return '1'
          }
        },
        t.number
      )
      expectRight(await turn.run(steady()))
      const deaf = guardedCall(
        {
          name: 'deaf',
          effect: 'read',
          timeoutMs: 30,
          run: () => {
            jump(-byMs)
            return new Promise(() => {})
          }
        },
        t.number
      )
      expect(expectLeft(await turn.run(deaf())).code).to.equal('timeout')
      for (const { ms } of turn.calls) expect(ms).to.be.within(5, 5_000)
    })
  }

  it('that is given and runs backwards gives no negative durations', async () => {
    let ms = 1_000
    const turn = openSession({ clock: () => (ms -= 100) }).openTurn()
    await turn.run(guardedCall({ name: 'one', effect: 'read', run: () => '1' }, t.number)())
    expect(turn.calls[0]?.ms).to.equal(0)
  })
})
