import { expect } from 'chai'
import * as t from 'io-ts'
import { BoundedMap } from '../../lib/guard/bounded-map.js'
import { NO_LIMIT, ruleOf, type RepeatRule } from '../../lib/core/repeats.js'
import { LocalBudget, type BudgetStore } from '../../lib/guard/budget.js'
import { guardedCall, openSession, type SessionOptions } from '../../lib/index.js'
import { oneProcess } from './one-process.js'
import { expectLeft, expectRight } from '../helpers/either.js'

describe('BoundedMap', () => {
  it('forgets the oldest key when it is full', () => {
    const map = new BoundedMap<number>(2)
    map.set('a', 1)
    map.set('b', 2)
    map.set('a', 3)
    map.set('c', 4)
    expect([map.get('a'), map.get('b'), map.get('c')]).to.deep.equal([undefined, 2, 4])
    map.clear()
    expect(map.get('b')).to.equal(undefined)
  })

  it('holds the newest keys, as many as it may, however many came and after it was cleared', () => {
    const map = new BoundedMap<number>(3)
    const held = () => Array.from({ length: 10 }, (_, i) => i).filter((i) => map.get(String(i)) === i)
    for (let i = 0; i < 8; i++) map.set(String(i), i)
    expect(held()).to.deep.equal([5, 6, 7])
    map.set('5', 5)
    map.set('8', 8)
    expect(held()).to.deep.equal([6, 7, 8])
    map.clear()
    for (let i = 0; i < 5; i++) map.set(String(i), i)
    expect(held()).to.deep.equal([2, 3, 4])
  })

  it('takes no longer for a key when it is full', () => {
    const map = new BoundedMap<number>(100_000)
    const fill = (from: number): number => {
      const started = performance.now()
      for (let i = from; i < from + 100_000; i++) map.set(`key ${i}`, i)
      return performance.now() - started
    }
    const empty = fill(0)
    expect(fill(100_000)).to.be.below(50 * empty + 200)
  })
})

const READ: RepeatRule = ruleOf({ effect: 'read' }, { read: 3, write: 1 })

describe('ruleOf', () => {
  const budget = { read: 3, write: 1 }
  const base = { effect: 'read' } as const
  const rules: ReadonlyArray<readonly [string, Parameters<typeof ruleOf>[0], RepeatRule]> = [
    ['a read', base, { unchanged: 3, admitted: 20, streak: NO_LIMIT, executed: NO_LIMIT }],
    [
      'an undeclared tool',
      { ...base, undeclared: true },
      { unchanged: 3, admitted: 20, streak: 3, executed: NO_LIMIT }
    ],
    ['a write', { ...base, effect: 'write' }, { unchanged: 3, admitted: 20, streak: NO_LIMIT, executed: 1 }],
    [
      'an idempotent write',
      { ...base, effect: 'write', idempotent: true },
      { unchanged: 3, admitted: 20, streak: NO_LIMIT, executed: NO_LIMIT }
    ],
    [
      'a poll with a cap of its own',
      { ...base, polls: true, maxIdenticalCalls: 50 },
      { unchanged: NO_LIMIT, admitted: 50, streak: NO_LIMIT, executed: NO_LIMIT }
    ],
    [
      'a key press',
      { ...base, effect: 'write', maxIdenticalCalls: 9 },
      { unchanged: 3, admitted: 20, streak: NO_LIMIT, executed: 9 }
    ]
  ]
  for (const [name, tool, rule] of rules)
    it(`has the numbers of ${name}`, () => expect(ruleOf(tool, budget)).to.deep.equal(rule))
})

describe('LocalBudget', () => {
  const budgetAt = (clock: () => number = () => 0) => oneProcess(clock)

  it('counts unchanged answers in a row, calls in flight with them; a changed answer begins at 1', () => {
    const budget = budgetAt()
    const ask = (digest: string) => {
      const reservation = budget.reserve('k', READ)
      if (reservation.admitted) budget.settle('k', { digest })
      return reservation.by ?? reservation.count
    }
    expect(['a', 'a', 'b', 'b', 'b', 'b'].map(ask)).to.deep.equal([1, 2, 3, 4, 5, 'unchanged'])
    const racing = budgetAt()
    expect([1, 2, 3, 4].map(() => racing.reserve('k', READ).admitted)).to.deep.equal([true, true, true, false])
  })

  it('begins afresh after another call that wrote, never after its own', () => {
    const budget = budgetAt()
    const idempotent = { ...READ }
    const write = (key: string, digest = 'same') => {
      const { admitted } = budget.reserve(key, idempotent)
      if (admitted) budget.settle(key, { digest, writes: true })
      return admitted
    }
    expect([1, 2, 3, 4].map(() => write('edit'))).to.deep.equal([true, true, true, false])
    expect(write('other')).to.equal(true)
    expect([1, 2, 3, 4].map(() => write('edit'))).to.deep.equal([true, true, true, false])
  })

  it('bounds whatever comes back: 20 calls since another wrote, 3 of an undeclared tool since another was executed', () => {
    const budget = budgetAt()
    let n = 0
    const asked = (key: string, rule: RepeatRule, times: number): number =>
      Array.from({ length: times }, () => {
        const { admitted } = budget.reserve(key, rule)
        if (admitted) budget.settle(key, { digest: String((n += 1)) })
        return admitted
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
    const budget = budgetAt(() => now)
    const free: Array<boolean | undefined> = []
    for (let i = 0; i < 8; i++) {
      const reservation = budget.reserve('k', READ)
      expect(reservation.admitted).to.equal(true)
      free.push(reservation.free)
      // All that come meanwhile are counted.
      if (i === 1)
        expect(
          [budget.reserve('k', READ), budget.reserve('k', READ), budget.reserve('k', READ)].map((one) => one.admitted)
        ).to.deep.equal([true, false, false])
      if (i === 1) budget.settle('k', { digest: 'pending', back: true })
      budget.settle('k', { digest: 'pending', free: reservation.free === true, retryAfterMs: 100 })
      now += 100
    }
    expect(free).to.deep.equal([undefined, ...Array<boolean>(7).fill(true)])
  })

  it('counts what waited against no limit but that of what was executed, and lets it wait no longer when it is taken back', () => {
    let now = 0
    const budget = budgetAt(() => now)
    const rule = { unchanged: 1, admitted: 1, streak: 1, executed: NO_LIMIT }
    const pending = { digest: 'pending', retryAfterMs: 100 }
    budget.reserve('k', rule)
    budget.settle('k', pending)
    expect(budget.reserve('k', rule).by).to.equal('admitted')
    for (let i = 0; i < 30; i++) {
      now += 100
      const { count, ...waited } = budget.reserve('k', rule)
      expect(waited).to.deep.equal({ admitted: true, free: true })
      budget.settle('k', { free: true, back: true })
      expect(budget.reserve('k', rule)).to.deep.equal({ ...waited, count })
      budget.settle('k', { ...pending, free: true })
    }
    now += 100
    expect(budget.reserve('k', { ...rule, executed: 1 }).by).to.equal('executed')
  })

  it('takes back what was not made, and forgets all when it is cleared', () => {
    const budget = budgetAt()
    for (let i = 0; i < 9; i++) {
      expect(budget.reserve('k', READ)).to.deep.equal({ admitted: true, count: 1 })
      budget.settle('k', { back: true })
    }
    budget.settle('unknown', { digest: 'x' })
    for (let i = 0; i < 3; i++) budget.reserve('k', READ)
    budget.clear()
    expect(budget.reserve('k', READ)).to.deep.equal({ admitted: true, count: 1 })
  })

  it('never forgets a write, and refuses new ones when it can keep no more apart; reads go on', () => {
    const budget = new LocalBudget(() => 0, { maxKeys: 3 })
    const write = { ...READ, executed: 1 }
    const ask = (key: string, rule: RepeatRule) => {
      const { admitted, by } = budget.reserve(key, rule)
      if (admitted)
        budget.settle(key, {
          answer: null,
          executed: 'yes',
          writes: true,
          once: rule === write,
          free: false,
          retryAfterMs: null,
          back: false
        })
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
  })
})

const one = (effect: 'read' | 'write') => guardedCall({ name: 'one', effect, run: () => '1' }, t.number)

describe('a shared store', () => {
  const sharing = (store: BudgetStore, options: SessionOptions = {}) => openSession({ store, ...options })

  it('decides for every turn of the same id, and hears what became of each call and of closing', async () => {
    const budget = oneProcess()
    const told: Array<string> = []
    const store: BudgetStore = {
      reserve: async (turnId, key, rule) => budget.reserve(turnId + key, rule),
      settle: (turnId, key, settlement) => {
        told.push(`${turnId} ${key.startsWith('one:')} ${settlement.executed}`)
        budget.settle(turnId + key, settlement)
      },
      closeTurn: (turnId) => told.push(`close ${turnId}`)
    }
    const [a, b] = [sharing(store).openTurn({ id: 'shared' }), sharing(store).openTurn({ id: 'shared' })]
    expectRight(await a.run(one('write')()))
    expect(expectLeft(await b.run(one('write')())).code).to.equal('retry_budget_exceeded')
    let n = 0
    const news = guardedCall({ name: 'one', effect: 'read', run: () => String((n += 1)) }, t.number)
    for (let i = 0; i < 5; i++) expectRight(await (i % 2 ? a : b).run(news({ p: 1 })))
    a.close()
    expect(told).to.deep.equal([...Array<string>(6).fill('shared true yes'), 'close shared'])
  })

  it('that is hung answers within its deadline: reads are counted here, writes are refused', async () => {
    const never = (): Promise<never> => new Promise(() => {})
    const turn = sharing({ reserve: never, settle: never, closeTurn: never }, { budget: { read: 1 } }).openTurn()
    const started = performance.now()
    expectRight(await turn.run(one('read')()))
    expect(expectLeft(await turn.run(one('read')())).code).to.equal('retry_budget_exceeded')
    expect(expectLeft(await turn.run(one('write')()))).to.include({
      error_class: 'schema_mismatch',
      code: 'store_unavailable'
    })
    expect(performance.now() - started).to.be.below(1_500)
    turn.close()
  })

  it('that is down follows onStoreError for both', async () => {
    const down = (): never => {
      throw new Error('down')
    }
    const store = { reserve: down, settle: down, closeTurn: down }
    expect(expectLeft(await sharing(store, { onStoreError: 'refuse' }).openTurn().run(one('read')())).code).to.equal(
      'store_unavailable'
    )
    expectRight(await sharing(store, { onStoreError: 'local' }).openTurn().run(one('write')()))
    expect(() => openSession({ onStoreError: 'maybe' as 'local' })).to.throw(
      TypeError,
      /`onStoreError` to be 'local' or 'refuse'/
    )
  })
})
