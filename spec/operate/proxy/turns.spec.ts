import { expect } from 'chai'
import { ruleOf } from '#core/calls'
import { stateOf } from '../../../lib/guard/kernel.js'
import { openSession } from '../../../lib/guard/session.js'
import { ForgottenTurns } from '../../../lib/operate/proxy/forgotten-turns.js'
import { NamedTurns } from '../../../lib/operate/proxy/named-turns.js'
import { Turns } from '../../../lib/operate/proxy/turns.js'

const TRACE = '0af7651916cd43dd8448eb211c80319c'

const namedTurns = (): NamedTurns => new NamedTurns(new ForgottenTurns(() => {}))

describe('Turns', () => {
  let turns: Turns
  beforeEach(() => {
    turns = new Turns({ metaKey: 'host/turn', quietMs: 100, openSession, named: namedTurns(), onForgotten: () => {} })
  })

  it('goes by what the host says, before anything else', () => {
    const turn = turns.turnOf({ 'host/turn': 'a', traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }, 0)
    expect(turns.turnOf({ 'host/turn': 'a' }, 1_000_000)).to.equal(turn)
    expect(turns.turnOf({ 'host/turn': 'b' }, 0)).not.to.equal(turn)
    expect(turns.opened).to.equal(2)
  })

  it('takes names whole and with their types, whatever their length', () => {
    const long = 'x'.repeat(300)
    const ids = [7, '7', long, `${long}y`, TRACE].map((name) => turns.turnOf({ 'host/turn': name }, 0).id)
    expect(new Set([...ids, TRACE]).size).to.equal(6)
    for (const id of ids) expect(id).to.match(/^[0-9a-f]{64}$/)
  })

  it('goes by the trace where that was asked for alone: a client may begin one for each call', () => {
    const traced = (id: string, flags: string) => ({ traceparent: `00-${id}-00f067aa0ba902b7-${flags}` })
    const quiet = turns.turnOf(traced(TRACE, '01'), 0)
    expect(turns.turnOf(traced(TRACE.replaceAll('0', '1'), '01'), 0)).to.equal(quiet)
    turns = new Turns({ metaKey: 'traceparent', quietMs: 1, openSession, named: namedTurns(), onForgotten: () => {} })
    const turn = turns.turnOf(traced(TRACE, '01'), 0)
    expect(turn.id).to.equal(TRACE)
    expect(turns.turnOf(traced(TRACE, '00'), 1_000_000)).to.equal(turn)
    expect(turns.turnOf(traced(TRACE.replaceAll('0', '1'), '01'), 1_000_000)).not.to.equal(turn)
  })

  it('takes no trace from what is none', () => {
    turns = new Turns({ metaKey: 'traceparent', quietMs: 1, openSession, named: namedTurns(), onForgotten: () => {} })
    const turn = turns.turnOf({}, 0)
    for (const traceparent of [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, 'trace', 5])
      expect(turns.turnOf({ traceparent }, 0)).to.equal(turn)
  })

  it('ends a turn that nobody names after a quiet gap, and closes it', async () => {
    const turn = turns.turnOf({}, 0)
    expect(turns.turnOf({}, 100)).to.equal(turn)
    expect(turns.turnOf({}, 200)).to.equal(turn)
    const next = turns.turnOf({}, 301)
    expect(next).to.not.equal(turn)
    expect(turns.opened).to.equal(2)
  })

  it('gives each client a quiet turn and a session of its own', () => {
    let sessions = 0
    const open = () => {
      sessions += 1
      return openSession()
    }
    turns = new Turns({
      metaKey: 'host/turn',
      quietMs: 100,
      openSession: open,
      named: namedTurns(),
      onForgotten: () => {}
    })
    const [one, two] = [turns.turnOf({}, 0, 'one'), turns.turnOf({}, 0, 'two')]
    expect(one).not.to.equal(two)
    expect(turns.turnOf({}, 90, 'one')).to.equal(one)
    expect(turns.turnOf({}, 180, 'one')).to.equal(one)
    // That the one is busy keeps no turn of the other open.
    expect(turns.turnOf({}, 180, 'two')).not.to.equal(two)
    expect(sessions).to.equal(3)
    expect(turns.turnOf({ 'host/turn': 'a' }, 0, 'one')).to.equal(turns.turnOf({ 'host/turn': 'a' }, 0, 'two'))
  })

  it('keeps the latest 1,000 calls of a quiet turn apart', () => {
    const state = stateOf({ turn: turns.turnOf({}, 0) })
    const rule = ruleOf({ effect: 'read' }, { read: 3, write: 1 })
    const key = (i: number): string => `get_file ${i}`
    for (let i = 0; i <= 1_000; i++)
      state?.log.ask({ key: key(i), tool: 'get_file', rule, write: undefined, message: undefined }, () => 0)
    expect([0, 1, 1_000].map((i) => state?.log.of(key(i)) === undefined)).to.deep.equal([true, false, false])
  })

  it('ends a quiet turn where the client begins a new session', () => {
    const [quiet, named] = [turns.turnOf({}, 0), turns.turnOf({ 'host/turn': 'a' }, 0)]
    turns.begin()
    expect(turns.turnOf({}, 1)).not.to.equal(quiet)
    expect(turns.turnOf({ 'host/turn': 'a' }, 1)).to.equal(named)
  })

  it('shares the turns that the host names with others, and no quiet ones', () => {
    const shared = namedTurns()
    const [one, two] = [1, 2].map(
      () => new Turns({ metaKey: 'host/turn', quietMs: 100, openSession, named: shared, onForgotten: () => {} })
    )
    expect(one?.turnOf({ 'host/turn': 'a' }, 0)).to.equal(two?.turnOf({ 'host/turn': 'a' }, 0))
    expect(one?.turnOf({}, 0)).not.to.equal(two?.turnOf({}, 0))
    expect([one?.opened, two?.opened]).to.deep.equal([2, 1])
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
