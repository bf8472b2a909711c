/** The requirements for every budget store: it must act like the budget of one process. */
import * as o from '../../core/options.js'
import type { MaybePromise } from '../../core/foreign/index.js'
import { LazyDigest, NO_LIMIT, type RepeatRule } from '../../core/calls/index.js'
import { SharedTurn, type BudgetStore, type SharedEnding } from '../../guard/kernel.js'
import { expectSame, pause, type ConformanceCase } from './case.js'
import { SETTLED, turnName, runScripts, told } from './scripts.js'
import { TOGETHER } from './together.js'

// -- model

/**
 * Makes a store whose turns live for `ttlMs` after their latest call; two of them, made with the same number, share
 * their entries.
 * @category Conformance @since 0.1.0
 */
export type MakeStore = (ttlMs: number) => MaybePromise<BudgetStore>

/** How much is tried. @category Conformance @since 0.1.0 */
export interface StoreConformanceOptions {
  /** How many random scripts of up to 30 steps are compared with the budget of one process. @default 50 */
  readonly scripts?: number
}

const LONG_MS = 3_600_000

const READ: RepeatRule = { unchanged: 7, admitted: 20, streak: NO_LIMIT, executed: NO_LIMIT }
const ONCE: RepeatRule = { unchanged: 3, admitted: 20, streak: NO_LIMIT, executed: 1 }

// -- the promises

type Make = (ttlMs?: number) => Promise<BudgetStore>

const promisesOf = (count: number): Readonly<Record<string, (make: Make) => Promise<void>>> => ({
  ...TOGETHER,
  'decides as the log of one process does': async (make) => runScripts({ stores: [await make()] }, count),
  'decides so for processes that ask in turn': async (make) =>
    runScripts({ stores: [await make(), await make(), await make()] }, count),
  'decides so for processes that come late and read what happened before': async (make) =>
    runScripts({ stores: [await make(), await make(), await make()], areLate: true }, count),
  'admits exactly as many of a hundred racing calls as the limit allows, however many stores ask': async (make) => {
    const turn = turnName()
    const turns = [new SharedTurn(await make(), turn), new SharedTurn(await make(), turn)] as const
    const decisions = await Promise.all(
      Array.from({ length: 100 }, (_, i) => turns[i % 2 === 0 ? 0 : 1].ask('k', READ, false))
    )
    expectSame(decisions.filter(({ by }) => by === undefined).length, READ.unchanged, 'how many were admitted')
    expectSame(
      decisions.map(({ count: asked }) => asked).sort((a, b) => a - b),
      Array.from({ length: 100 }, (_, i) => i + 1),
      'their counts'
    )
  },
  'tells turns apart whose names end in half a character': async (make) => {
    const [turn, store] = [turnName(), await make()]
    for (const half of ['', '\ud800', '\udc00'])
      expectSame((await new SharedTurn(store, turn + half).ask('pay', ONCE, true)).count, 1, 'the first call of each')
  },
  'admits a write once, whoever ran it, until another turn begins': async (make) => {
    const turn = turnName()
    const [here, there] = [new SharedTurn(await make(), turn), new SharedTurn(await make(), turn)]
    const first = await here.ask('pay', ONCE, true)
    expectSame(told(first), { by: 'admitted', count: 1, free: false }, 'the first call')
    expectSame(told(await there.ask('pay', ONCE, true)), { by: 'executed', count: 2, free: false }, 'one meanwhile')
    await here.settle(first.id, SETTLED)
    expectSame(told(await there.ask('pay', ONCE, true)), { by: 'executed', count: 3, free: false }, 'one afterwards')
    const other = await new SharedTurn(await make(), turnName()).ask('pay', ONCE, true)
    expectSame(told(other), { by: 'admitted', count: 1, free: false }, 'the call of another turn')
  },
  'forgets a turn that was closed, whatever is still said of it': async (make) => {
    const turn = turnName()
    const store = await make()
    const [here, there] = [new SharedTurn(store, turn), new SharedTurn(store, turn)]
    const { id } = await here.ask('pay', ONCE, true)
    await there.ask('look', READ, false)
    await store.close(turn)
    await here.settle(id, SETTLED)
    expectSame(
      told(await there.ask('pay', ONCE, true)),
      { by: 'admitted', count: 1, free: false },
      'a call of its namesake'
    )
  },
  'lets a repeat pass uncounted that waited for as long as its answer said, by its own clock': async (make) => {
    const turn = new SharedTurn(await make(), turnName())
    const rule = { ...READ, unchanged: 2, admitted: 2, streak: 2 }
    const pending: SharedEnding = { ...SETTLED, answer: LazyDigest.of('pending'), retryAfterMs: 60 }
    const made: Array<unknown> = []
    for (let i = 0; i < 4; i++) {
      const { id, by, free } = await turn.ask('poll', rule, false)
      made.push([by === undefined, free])
      if (by === undefined) await turn.settle(id, pending)
      if (i !== 1) await pause(80)
    }
    expectSame(
      made,
      [
        [true, false],
        [true, true],
        [true, false],
        [true, true]
      ],
      'which calls were admitted, and which were free'
    )
    const waited = { by: 'admitted', count: 5, free: true }
    const again = await turn.ask('poll', rule, false)
    expectSame(told(again), waited, 'one more that waited')
    await turn.settle(again.id, { ...SETTLED, standing: 'voided' })
    expectSame(told(await turn.ask('poll', rule, false)), waited, 'the same after it was taken back')
  },
  'keeps no event of a call that is refused again': async (make) => {
    const store = await make()
    const id = turnName()
    const turn = new SharedTurn(store, id)
    for (let i = 0; i < 50; i++) await turn.ask('pay', ONCE, true)
    const { at } = await store.append(id, '', 0)
    if (at > 5) throw new Error(`Expected a turn of one call and 49 refusals to have few events, and it has ${at}.`)
  },
  'forgets a turn that nobody closed, as a whole, some time after its latest call': async (make) => {
    const ttlMs = 400
    const store = await make(ttlMs)
    const id = turnName()
    const turn = new SharedTurn(store, id)
    await turn.ask('early', ONCE, true)
    // The turn goes on for longer than that: its first count must not lapse.
    for (let waitedMs = 0; waitedMs < 2 * ttlMs; waitedMs += ttlMs / 8) {
      await turn.ask('often', { ...READ, unchanged: 1_000, admitted: 1_000 }, false)
      await pause(ttlMs / 8)
    }
    const early = await turn.ask('early', ONCE, true)
    expectSame(told(early), { by: 'executed', count: 2, free: false }, 'an early call, asked for again in a long turn')
    for (let tries = 0; tries < 20; tries++) {
      // Some stores sweep when they are used; a look at the turn itself is a use of it.
      await pause(ttlMs + 100)
      await new SharedTurn(store, turnName()).ask('other', ONCE, true)
      await pause(100)
      if ((await turn.ask('early', ONCE, true)).count === 1) return
    }
    throw new Error('Expected the turn to be forgotten, and it was not.')
  }
})

const read = o.options('options', { scripts: o.optional(o.positive, 50) } satisfies o.TableOf<StoreConformanceOptions>)

/**
 * The requirements for every budget store, as cases for any test runner.
 *
 * @category Conformance @since 0.1.0
 * @example
 * import { PGlite } from '@electric-sql/pglite'
 * import { storeConformance } from 'guarded-call/conformance'
 * import { budgetTable, postgresStore } from 'guarded-call/postgres'
 *
 * const client = await PGlite.create()
 * await client.query(budgetTable())
 * for (const { name, run } of storeConformance((ttlMs) => postgresStore({ client, ttlMs })))
 *   if (name.startsWith('admits a write')) await run() // in a spec: it(name, run)
 * await client.close()
 */
export const storeConformance = (
  makeStore: MakeStore,
  options: StoreConformanceOptions = {}
): ReadonlyArray<ConformanceCase> =>
  Object.entries(promisesOf(read(options).scripts)).map(([name, holds]) => ({
    name,
    run: () => holds(async (ttlMs = LONG_MS) => await makeStore(ttlMs))
  }))
