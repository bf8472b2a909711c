import { expect } from 'chai'
import * as t from 'io-ts'
import { BoundedMap } from '../../lib/guard/bounded-map.js'
import { NO_LIMIT, type RepeatRule, ruleOf } from '#core/calls'
import { guardedCall, openSession, type BudgetStore, type SessionOptions } from '../../lib/index.js'
import { memoryStore } from '../stores/memory-store.js'
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

describe('ruleOf', () => {
  const budget = { read: 3, write: 1 }
  const base = { effect: 'read' } as const
  const rules: ReadonlyArray<readonly [string, Parameters<typeof ruleOf>[0], RepeatRule]> = [
    ['a read', base, { unchanged: 3, admitted: 20, streak: NO_LIMIT, executed: NO_LIMIT, kind: undefined }],
    [
      'a tool of no known kind',
      { ...base, kind: 'none' },
      { unchanged: 3, admitted: 20, streak: 3, executed: NO_LIMIT, kind: 'none' }
    ],
    [
      'a tool that writes by its name',
      { ...base, effect: 'write', kind: 'writes' },
      { unchanged: 3, admitted: 20, streak: 3, executed: NO_LIMIT, kind: 'writes' }
    ],
    [
      "a write by a stranger's word",
      { ...base, effect: 'write', idempotent: true, kind: 'writes' },
      { unchanged: 3, admitted: 20, streak: 3, executed: NO_LIMIT, kind: undefined }
    ],
    [
      'a tool that reads by its name',
      { ...base, kind: 'reads' },
      { unchanged: 3, admitted: 20, streak: NO_LIMIT, executed: NO_LIMIT, kind: 'reads' }
    ],
    [
      'a write',
      { ...base, effect: 'write' },
      { unchanged: 3, admitted: 20, streak: NO_LIMIT, executed: 1, runs: 3, kind: undefined }
    ],
    [
      'an idempotent write',
      { ...base, effect: 'write', idempotent: true },
      { unchanged: 3, admitted: 20, streak: NO_LIMIT, executed: NO_LIMIT, kind: undefined }
    ],
    [
      'a poll with a cap of its own',
      { ...base, polls: true, maxIdenticalCalls: 50 },
      { unchanged: NO_LIMIT, admitted: 50, streak: NO_LIMIT, executed: NO_LIMIT, kind: undefined }
    ],
    [
      'a key press',
      { ...base, effect: 'write', maxIdenticalCalls: 9 },
      { unchanged: 3, admitted: 20, streak: NO_LIMIT, executed: 9, kind: undefined }
    ]
  ]
  for (const [name, tool, rule] of rules)
    it(`has the numbers of ${name}`, () => expect(ruleOf(tool, budget)).to.deep.equal(rule))
})

const one = (effect: 'read' | 'write') => guardedCall({ name: 'one', effect, run: () => '1' }, t.number)

describe('a shared store', () => {
  const sharing = (store: BudgetStore, options: SessionOptions = {}) => openSession({ store, ...options })

  it('decides for every turn of the same id, and hears what became of each call and of closing', async () => {
    const inner = memoryStore()
    const told: Array<string> = []
    const store: BudgetStore = {
      append: (turnId, event, from) => {
        told.push(
          `${turnId} ${event
            .split('\t')
            .map((each) => each[0])
            .join()}`
        )
        return inner.append(turnId, event, from)
      },
      close: (turnId) => told.push(`close ${turnId}`)
    }
    const [a, b] = [sharing(store).openTurn({ id: 'shared' }), sharing(store).openTurn({ id: 'shared' })]
    expectRight(await a.run(one('write')()))
    expect(expectLeft(await b.run(one('write')())).code).to.equal('retry_budget_exceeded')
    let n = 0
    const news = guardedCall({ name: 'one', effect: 'read', run: () => String((n += 1)) }, t.number)
    for (let i = 0; i < 5; i++) expectRight(await (i % 2 ? a : b).run(news({ p: 1 })))
    a.close()
    const each = ['shared a', 'shared s']
    // The refused call leaves no event: it is told with the next.
    const refused = ['shared ', 'shared r,a', 'shared s']
    const rest = Array.from({ length: 4 }, () => each).flat()
    expect(told).to.deep.equal([...each, ...refused, ...rest, 'close shared'])
  })

  it('that is hung answers within its deadline: reads are counted here, writes are refused', async () => {
    const never = (): Promise<never> => new Promise(() => {})
    const turn = sharing({ append: never, close: never }, { budget: { read: 1 } }).openTurn()
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
    const store = { append: down, close: down }
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
