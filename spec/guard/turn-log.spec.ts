import { expect } from 'chai'
import { NO_LIMIT, type RepeatRule, effectOf, ruleOf } from '#core/calls'
import type { ToolKind } from '#core/signs'
import { TurnLog } from '../../lib/guard/turn-log.js'
import { oneTurn, type OneTurn } from './one-turn.js'

const READ: RepeatRule = ruleOf({ effect: 'read' }, { read: 3, write: 1 })

describe('TurnLog', () => {
  it('counts unchanged answers in a row, calls in flight with them; a changed answer begins at 1', () => {
    const turn = oneTurn()
    const ask = (digest: string) => {
      const { call, by, count } = turn.ask('k', READ)
      turn.end(call, { digest })
      return by ?? count
    }
    expect(['a', 'a', 'b', 'b', 'b', 'b'].map(ask)).to.deep.equal([1, 2, 3, 4, 5, 'unchanged'])
    const racing = oneTurn()
    expect([1, 2, 3, 4].map(() => racing.ask('k', READ).by)).to.deep.equal([
      undefined,
      undefined,
      undefined,
      'unchanged'
    ])
  })

  it('begins afresh after another call that wrote, never after its own', () => {
    const turn = oneTurn()
    const write = (key: string) => {
      const { call, by } = turn.ask(key, READ, true)
      turn.end(call, { digest: 'same' })
      return by === undefined
    }
    expect([1, 2, 3, 4].map(() => write('edit'))).to.deep.equal([true, true, true, false])
    expect(write('other')).to.equal(true)
    expect([1, 2, 3, 4].map(() => write('edit'))).to.deep.equal([true, true, true, false])
  })

  it('bounds whatever comes back: 20 calls since another wrote, 3 of an undeclared tool since another was executed', () => {
    const turn = oneTurn()
    let n = 0
    const asked = (key: string, rule: RepeatRule, times: number): number =>
      Array.from({ length: times }, () => {
        const { call } = turn.ask(key, rule)
        turn.end(call, { digest: String((n += 1)) })
        return call !== undefined
      }).filter(Boolean).length
    expect(asked('k', READ, 30)).to.equal(20)
    const undeclared = { ...READ, streak: 3 }
    expect(asked('order', undeclared, 9)).to.equal(3)
    expect(asked('k', READ, 1)).to.equal(0)
    expect(asked('other', READ, 1)).to.equal(1)
    expect(asked('order', undeclared, 9)).to.equal(3)
  })

  it('does not count a repeat that waited for as long as the answer said', () => {
    let now = 0
    const turn = oneTurn(() => now)
    const free: Array<boolean> = []
    for (let i = 0; i < 8; i++) {
      const waited = turn.ask('k', READ)
      free.push(waited.free)
      // All that come meanwhile are counted.
      const meanwhile = i === 1 ? [turn.ask('k', READ), turn.ask('k', READ), turn.ask('k', READ)] : []
      expect(meanwhile.map(({ by }) => by === undefined)).to.deep.equal(i === 1 ? [true, false, false] : [])
      for (const { call } of meanwhile) turn.end(call, { standing: 'voided' })
      turn.end(waited.call, { digest: 'pending', retryAfterMs: 100 })
      now += 100
    }
    expect(free).to.deep.equal([false, ...Array<boolean>(7).fill(true)])
  })

  it('counts what waited against no limit but that of what was executed, and lets it wait no longer when it is taken back', () => {
    let now = 0
    const turn = oneTurn(() => now)
    const rule = { unchanged: 1, admitted: 1, streak: 1, executed: NO_LIMIT }
    const pending = { digest: 'pending', retryAfterMs: 100 }
    turn.end(turn.ask('k', rule).call, pending)
    expect(turn.ask('k', rule).by).to.equal('admitted')
    for (let i = 0; i < 30; i++) {
      now += 100
      const waited = turn.ask('k', rule)
      expect([waited.free, waited.by]).to.deep.equal([true, undefined])
      turn.end(waited.call, { standing: 'voided' })
      const again = turn.ask('k', rule)
      expect(again).to.include({ free: true, count: waited.count })
      turn.end(again.call, pending)
    }
    now += 100
    expect(turn.ask('k', { ...rule, executed: 1 }).by).to.equal('executed')
  })

  it('takes back what was not made, and forgets all when it is closed but the outcomes of writes', () => {
    const turn = oneTurn()
    for (let i = 0; i < 9; i++) {
      const { call, count } = turn.ask('k', READ)
      expect(count).to.equal(1)
      turn.end(call, { standing: 'voided' })
    }
    for (let i = 0; i < 3; i++) turn.ask('k', READ)
    turn.end(turn.ask('pay', { ...READ, executed: 1 }, true).call, {})
    turn.log.close()
    expect(turn.log.calls.map(({ of }) => of.key)).to.deep.equal(['pay'])
    expect(turn.ask('k', READ).count).to.equal(1)
  })

  it('never forgets a write, and refuses new ones when it can keep no more apart; reads go on', () => {
    const turn = oneTurn(() => 0, new TurnLog({ maxKeys: 3 }))
    const write = { ...READ, executed: 1 }
    const ask = (key: string, rule: RepeatRule) => {
      const { call, by } = turn.ask(key, rule, true)
      turn.end(call, {})
      return by
    }
    expect(['a', 'b', 'c', 'd', 'a'].map((key) => ask(key, write))).to.deep.equal([
      undefined,
      undefined,
      undefined,
      'keys',
      'executed'
    ])
    expect(['e', 'f', 'g', 'h'].map((key) => ask(key, READ))).to.deep.equal([
      undefined,
      undefined,
      undefined,
      undefined
    ])
    expect(ask('a', write)).to.equal('executed')
    expect(turn.log.of('e')).to.equal(undefined)
  })

  it('keeps few of the calls of one read, however often it is made', () => {
    const turn = oneTurn()
    for (let i = 0; i < 10_000; i++)
      turn.end(turn.ask('poll', { ...READ, unchanged: NO_LIMIT, admitted: NO_LIMIT }).call, {})
    expect(turn.log.calls.length).to.be.below(3_000)
    expect(turn.ask('poll', READ).count).to.equal(10_001)
  })

  it('bounds polls that wait, however many of them wait', () => {
    let now = 0
    const turn = oneTurn(() => now)
    let n = 0
    const ask = (waits: boolean): boolean => {
      if (waits) now += 100
      const { call } = turn.ask('k', READ)
      turn.end(call, { digest: waits ? 'pending' : String((n += 1)), retryAfterMs: 100 })
      return call !== undefined
    }
    const counted = Array.from({ length: 60 }, (_, i) => [
      ask(false),
      ...Array.from({ length: i < 30 ? 2 : 0 }, () => ask(true))
    ])
    expect(counted.flatMap(([first]) => (first === true ? [1] : [])).length).to.equal(20)
  })

  describe('of a tool whose effect nobody declared', () => {
    const NAMES: Readonly<Record<ToolKind, string>> = { writes: 'send', reads: 'get', none: 'mystery' }
    const askOfKind = (turn: OneTurn, key: string, kind: ToolKind) => {
      const counted = effectOf(NAMES[kind], undefined)
      return turn.ask(key, ruleOf(counted, { read: 3, write: 1 }), counted.effect === 'write')
    }
    const made = (
      kind: ToolKind,
      digests: ReadonlyArray<string>,
      between: (turn: OneTurn) => void = () => {}
    ): number => {
      const turn = oneTurn()
      let admitted = 0
      for (const digest of digests) {
        const { call } = askOfKind(turn, 'k', kind)
        if (call !== undefined) admitted += 1
        turn.end(call, { text: digest })
        between(turn)
      }
      return admitted
    }
    const ids = Array.from({ length: 30 }, (_, i) => `{"id":"order-${i}x"}`)
    const states = Array.from({ length: 9 }, (_, i) => `pod is ${'abcdefghi'[i]}`)
    const other = (turn: OneTurn): void =>
      turn.end(turn.ask('other', READ).call, { text: String(turn.log.calls.length) })
    const write = (turn: OneTurn): void => turn.end(turn.ask(`edit ${turn.log.calls.length}`, READ, true).call, {})

    it('allows one that writes by its name three in a row, whatever comes back', () => {
      expect([made('writes', ids), made('writes', states)]).to.deep.equal([3, 3])
      expect(made('writes', ids, other)).to.equal(20)
    })

    it('starts one that writes by its name afresh by no write of others', () => {
      expect([made('writes', ids, write), made('writes', Array(9).fill('same'), write)]).to.deep.equal([20, 3])
      expect(made('none', Array(9).fill('same'), write)).to.equal(9)
    })

    it('lets one that reads by its name go on for as long as it brings news', () => {
      expect([made('reads', ids), made('reads', Array(9).fill('same'))]).to.deep.equal([20, 3])
    })

    it('allows one of no known kind three answers in a row that differ in ids and figures alone', () => {
      expect([made('none', ids), made('none', states), made('none', [...states, ...ids])]).to.deep.equal([3, 9, 12])
      expect(made('none', ids, other)).to.equal(20)
    })

    it('counts one that writes by its name as news for readers, and of another name a call that is new itself', () => {
      const reads = (kind: ToolKind, keys = 9): number => {
        const turn = oneTurn()
        let admitted = 0
        for (let i = 0; i < 9; i++) {
          const { call } = turn.ask('list', READ)
          if (call !== undefined) admitted += 1
          turn.end(call, { text: 'same' })
          turn.end(askOfKind(turn, `tool ${i % keys}`, kind).call, { text: 'done' })
        }
        return admitted
      }
      expect([reads('writes'), reads('reads'), reads('none')]).to.deep.equal([9, 3, 9])
      expect([reads('writes', 1), reads('none', 1), reads('none', 2)]).to.deep.equal([6, 4, 5])
    })
  })
})
