import { expect } from 'chai'
import * as t from 'io-ts'
import { BoundedMap, localBudget, type BudgetStore } from '../../lib/guard/budget.js'
import { guardedCall, openSession, type SessionOptions } from '../../lib/index.js'
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

describe('localBudget', () => {
  it('counts refused calls too, and takes back', () => {
    const budget = localBudget()
    expect([1, 2, 3].map(() => budget.reserve('k', 2))).to.deep.equal([
      { admitted: true, count: 1 },
      { admitted: true, count: 2 },
      { admitted: false, count: 3 }
    ])
    budget.giveBack('k')
    budget.giveBack('k')
    expect(budget.reserve('k', 2)).to.deep.equal({ admitted: true, count: 2 })
    budget.giveBack('unknown')
    budget.clear()
    expect(budget.reserve('k', 2)).to.deep.equal({ admitted: true, count: 1 })
  })

  it('knows which calls are still running', () => {
    const budget = localBudget()
    const running: Array<boolean> = []
    const note = (): void => {
      running.push(budget.isRunning('k'))
    }
    note()
    for (let i = 0; i < 3; i++) budget.reserve('k', 2)
    const answer = { code: null, hint: null, executed: 'yes', digest: null } as const
    for (const end of [
      () => budget.answered('k', answer),
      () => budget.ended('k'),
      () => budget.ended('k'),
      () => budget.reserve('k', 9)
    ]) {
      note()
      end()
    }
    note()
    budget.clear()
    budget.answered('k', answer)
    budget.ended('k')
    note()
    expect(running).to.deep.equal([false, true, true, false, false, true, false])
  })
})

const one = (effect: 'read' | 'write') => guardedCall({ name: 'one', effect, run: () => '1' }, t.number)

describe('a shared store', () => {
  const sharing = (store: BudgetStore, options: SessionOptions = {}) => openSession({ store, ...options })

  it('decides for every turn of the same id, and is told of give-backs and closing', async () => {
    const budget = localBudget()
    const told: Array<string> = []
    const store: BudgetStore = {
      reserve: async (turnId, key, limit) => budget.reserve(turnId + key, limit),
      giveBack: (turnId, key) => told.push(`giveBack ${turnId} ${key.startsWith('one:')}`),
      closeTurn: (turnId) => told.push(`close ${turnId}`)
    }
    const [a, b] = [sharing(store).openTurn({ id: 'shared' }), sharing(store).openTurn({ id: 'shared' })]
    expectRight(await a.run(one('write')()))
    expect(expectLeft(await b.run(one('write')())).code).to.equal('retry_budget_exceeded')
    let n = 0
    const poll = guardedCall({ name: 'one', effect: 'read', polls: true, run: () => String((n += 1)) }, t.number)
    await a.run(poll({ p: 1 }))
    await a.run(poll({ p: 1 }))
    a.close()
    expect(told).to.deep.equal(['giveBack shared true', 'close shared'])
  })

  it('that is hung answers within its deadline: reads are counted here, writes are refused', async () => {
    const never = (): Promise<never> => new Promise(() => {})
    const turn = sharing({ reserve: never, giveBack: never, closeTurn: never }, { budget: { read: 1 } }).openTurn()
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
    const store = { reserve: down, giveBack: down, closeTurn: down }
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
