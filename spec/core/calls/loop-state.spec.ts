import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import { LoopState, type RememberedExchange } from '#core/calls'

const seen: RememberedExchange = {
  tool: 'a',
  args: 'b',
  answer: 'c',
  outcome: 'right',
  error: null,
  code: null,
  turn: 1,
  fresh: true
}

describe('LoopState', () => {
  it('takes what a window remembers, without what else stands there', () => {
    const other: RememberedExchange = {
      ...seen,
      outcome: 'partial_data',
      error: 'e',
      code: 'timeout',
      turn: 'turn 1',
      fresh: false
    }
    expect(LoopState.decode([seen, { ...other, more: 1 }])).to.deep.equal(E.right([seen, other]))
    expect([[], [seen, other]].map(LoopState.is)).to.deep.equal([true, true])
    expect(LoopState.encode([seen])).to.deep.equal([seen])
    expect(LoopState.name).to.equal('LoopState')
  })

  it('refuses what is none', () => {
    const wrong: ReadonlyArray<unknown> = [
      null,
      {},
      { length: 0 },
      'x',
      [null],
      [{}],
      ...Object.keys(seen).map((key) => [{ ...seen, [key]: [] }]),
      [{ ...seen, turn: null }],
      [{ ...seen, fresh: null }]
    ]
    for (const value of wrong)
      expect([E.isLeft(LoopState.decode(value)), LoopState.is(value)], JSON.stringify(value)).to.deep.equal([
        true,
        false
      ])
  })

  it('takes ten thousand exchanges, and reads none of one more', () => {
    const many = Array<RememberedExchange>(10_000).fill(seen)
    expect([E.isRight(LoopState.decode(many)), LoopState.is(many)]).to.deep.equal([true, true])
    const read: Array<unknown> = []
    const more = [
      ...many,
      {
        get tool(): string {
          read.push(1)
          return 'a'
        }
      }
    ]
    const decoded = LoopState.decode(more)
    expect(E.isLeft(decoded) && decoded.left.map(({ message }) => message)).to.deep.equal(['more than 10000 exchanges'])
    expect([LoopState.is(more), read]).to.deep.equal([false, []])
  })
})
