import { expect } from 'chai'
import { openSession } from '../../lib/guard/session.js'
import { Turns } from '../../lib/proxy/turns.js'

const TRACE = '0af7651916cd43dd8448eb211c80319c'

describe('Turns', () => {
  let turns: Turns
  beforeEach(() => {
    turns = new Turns(openSession(), { metaKey: 'host/turn', quietMs: 100 })
  })

  it('goes by what the host says, before anything else', () => {
    const turn = turns.turnOf({ 'host/turn': 'a', traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }, 0)
    expect(turn.id).to.equal('a')
    expect(turns.turnOf({ 'host/turn': 'a' }, 1_000_000)).to.equal(turn)
    expect(turns.turnOf({ 'host/turn': 7 }, 0).id).to.equal('7')
    expect(turns.opened).to.equal(2)
  })

  it('goes by the trace, else', () => {
    const turn = turns.turnOf({ 'host/turn': '', traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }, 0)
    expect(turn.id).to.equal(TRACE)
    expect(turns.turnOf({ traceparent: `00-${TRACE}-ffffffffffffffff-00` }, 1_000_000)).to.equal(turn)
  })

  it('takes no trace from what is none', () => {
    const turn = turns.turnOf({}, 0)
    for (const traceparent of [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, 'trace', 5])
      expect(turns.turnOf({ traceparent }, 0)).to.equal(turn)
  })

  it('ends a turn that nobody names after a quiet gap, and closes it', async () => {
    const turn = turns.turnOf({}, 0)
    expect(turns.turnOf({}, 100)).to.equal(turn)
    turns.stir(190)
    expect(turns.turnOf({}, 290)).to.equal(turn)
    const next = turns.turnOf({}, 391)
    expect(next).to.not.equal(turn)
    expect(turns.opened).to.equal(2)
  })

  it('keeps a hundred named turns, and forgets the one that was used least lately', () => {
    const kept = turns.turnOf({ 'host/turn': 'kept' }, 0)
    const first = turns.turnOf({ 'host/turn': 'first' }, 0)
    for (let i = 0; i < 99; i++) {
      turns.turnOf({ 'host/turn': i }, 0)
      turns.turnOf({ 'host/turn': 'kept' }, 0)
    }
    expect(turns.turnOf({ 'host/turn': 'kept' }, 0)).to.equal(kept)
    expect(turns.turnOf({ 'host/turn': 'first' }, 0)).to.not.equal(first)
  })
})
