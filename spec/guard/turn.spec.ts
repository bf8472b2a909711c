import { expect } from 'chai'
import * as t from 'io-ts'
import * as E from 'fp-ts/lib/Either.js'
import { guardedCall, openTurn, type HasTurn } from '../../lib/index.js'
import { NO_TURN } from '../../lib/guard/turn.js'

const one = guardedCall({ name: 'one', effect: 'read', run: () => '1' }, t.number)

describe('a turn', () => {
  it('is what openTurn made, and no likeness of it', async () => {
    const likenesses: ReadonlyArray<unknown> = [
      undefined,
      null,
      'a turn',
      { id: 'a' },
      { ...openTurn() },
      new Proxy(openTurn(), {}),
      Object.create(openTurn())
    ]
    for (const turn of likenesses) {
      expect(await one()({ turn } as HasTurn)()).to.deep.equal(E.left(NO_TURN))
    }
    for (const environment of [undefined, null, 7, {}, new Proxy({}, { get: () => expect.fail('was asked') })]) {
      expect(await one()(environment as unknown as HasTurn)()).to.deep.equal(E.left(NO_TURN))
    }
    expect(NO_TURN.code).to.equal('cancelled')
  })

  it('lets its functions be handed around by themselves', async () => {
    const turn = openTurn({ id: 'a' })
    const { run, close } = turn
    expect(await run(one())).to.deep.equal({ _tag: 'Right', right: 1 })
    close()
    expect(await run(one())).to.have.nested.property('left.code', 'cancelled')
    expect(turn.calls.map(({ callId, turnId, outcome }) => [callId, turnId, outcome])).to.deep.equal([
      ['a.1', 'a', 'right'],
      ['a.2', 'a', 'schema_mismatch']
    ])
    expect(turn.count).to.equal(2)
  })

  it('gives copies of its list of calls', async () => {
    const turn = openTurn()
    await turn.run(one())
    const calls = turn.calls as Array<unknown>
    calls.length = 0
    expect(turn.calls).to.have.length(1)
  })
})
