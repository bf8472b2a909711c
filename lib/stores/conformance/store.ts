/** The requirements for every budget store: it must act like the budget of one process. */
import { LateDigest } from '../../core/late-digest.js'
import { LocalBudget, type BudgetStore, type MaybePromise, type Settlement } from '../../guard/kernel.js'
import { NO_LIMIT, type RepeatRule } from '../../core/repeats.js'
import { expectSame, pause, type ConformanceCase } from './case.js'

// -- model

/** Makes a store whose turns live for `ttlMs` after their latest call; two of them, made with the same number, share their entries. @category Conformance @since 0.1.0 */
export type MakeStore = (ttlMs: number) => MaybePromise<BudgetStore>

/** How much is tried. @category Conformance @since 0.1.0 */
export interface StoreConformanceOptions {
  /** How many random scripts of up to 30 steps are compared with the budget of one process. @default 50 */
  readonly scripts?: number
}

const LONG_MS = 3_600_000

const RULES: ReadonlyArray<RepeatRule> = [
  { unchanged: 3, admitted: 20, streak: NO_LIMIT, executed: NO_LIMIT },
  { unchanged: 2, admitted: 4, streak: 3, executed: NO_LIMIT },
  { unchanged: 3, admitted: 20, streak: NO_LIMIT, executed: 1 },
  { unchanged: 1, admitted: 3, streak: NO_LIMIT, executed: 2 },
  { unchanged: 0, admitted: 0, streak: 0, executed: 0 }
]

const READ: RepeatRule = { unchanged: 7, admitted: 20, streak: NO_LIMIT, executed: NO_LIMIT }
const ONCE: RepeatRule = { unchanged: 3, admitted: 20, streak: NO_LIMIT, executed: 1 }

/** How a call settles that was executed and fine. */
export const SETTLED: Settlement = {
  digest: null,
  executed: 'yes',
  writes: false,
  once: false,
  free: false,
  retryAfterMs: null,
  back: false
}

const newTurn = (): string => `turn ${crypto.randomUUID()}`

// -- random scripts

type Step =
  | { readonly kind: 'reserve'; readonly key: string; readonly rule: RepeatRule }
  | { readonly kind: 'settle'; readonly key: string; readonly settlement: Settlement }
  | { readonly kind: 'close' }

type Pick = <A>(from: ReadonlyArray<A>) => A

// xorshift: the same scripts each time, in every runtime.
const picker = (seed: number): Pick => {
  let state = seed
  return (from) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return from[(state >>> 0) % from.length] as (typeof from)[number]
  }
}

const BOTH = [true, false]

const stepOf = (pick: Pick): Step => {
  const key = pick(['x', 'y', 'z'])
  const kind = pick([
    'reserve',
    'reserve',
    'reserve',
    'reserve',
    'reserve',
    'settle',
    'settle',
    'settle',
    'settle',
    'close'
  ])
  if (kind === 'close') return { kind }
  if (kind === 'reserve') return { kind, key, rule: pick(RULES) }
  const settlement: Settlement = {
    digest: pick(['one', 'other', null]),
    executed: pick(['yes', 'no', 'unknown', 'refused']),
    writes: pick(BOTH),
    once: pick(BOTH),
    free: pick(BOTH),
    // At once, or never while this runs.
    retryAfterMs: pick([null, null, 0, 1_000_000_000]),
    back: pick([true, false, false, false, false, false])
  }
  return { kind: 'settle', key, settlement }
}

/** Settles in the budget of one process as in a store. */
export const settleHere = (budget: LocalBudget, key: string, { digest, ...settlement }: Settlement): boolean =>
  budget.settle(key, { ...settlement, answer: digest === null ? null : LateDigest.of(digest) })

/** Runs a script against the store and against the budget of one process. */
const compare = async (store: BudgetStore, steps: ReadonlyArray<Step>): Promise<void> => {
  const turn = newTurn()
  const budget = new LocalBudget(() => 0)
  // Only what was admitted is ever settled, and once.
  const due = new Map<string, number>()
  for (const [i, step] of steps.entries()) {
    if (step.kind === 'reserve') {
      const reservation = await store.reserve(turn, step.key, step.rule)
      expectSame(
        reservation,
        budget.reserve(step.key, step.rule),
        `the reservation at the end of ${JSON.stringify(steps.slice(0, i + 1))}`
      )
      if (reservation.admitted) due.set(step.key, (due.get(step.key) ?? 0) + 1)
    } else if (step.kind === 'settle') {
      const owed = due.get(step.key) ?? 0
      if (owed === 0) continue
      due.set(step.key, owed - 1)
      settleHere(budget, step.key, step.settlement)
      await store.settle(turn, step.key, step.settlement)
    } else {
      due.clear()
      budget.clear()
      await store.closeTurn(turn)
    }
  }
  await store.closeTurn(turn)
}

// -- the promises

type Make = (ttlMs?: number) => Promise<BudgetStore>

const promisesOf = (scripts: number): Readonly<Record<string, (make: Make) => Promise<void>>> => ({
  'counts as the budget of one process does': async (make) => {
    const store = await make()
    for (let seed = 1; seed <= scripts; seed++) {
      const pick = picker(seed)
      const length = pick(Array.from({ length: 30 }, (_, i) => i + 1))
      await compare(
        store,
        Array.from({ length }, () => stepOf(pick))
      )
    }
  },
  'admits exactly as many of a hundred racing calls as the limit allows, however many stores ask': async (make) => {
    const turn = newTurn()
    const stores = [await make(), await make()] as const
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, i) => stores[i % 2 === 0 ? 0 : 1].reserve(turn, 'k', READ))
    )
    expectSame(answers.filter(({ admitted }) => admitted).length, READ.unchanged, 'how many were admitted')
    expectSame(
      answers.map(({ count }) => count).sort((a, b) => a - b),
      Array.from({ length: 100 }, (_, i) => i + 1),
      'their counts'
    )
  },
  'admits a write once, whoever ran it, until another turn begins': async (make) => {
    const turn = newTurn()
    const [here, there] = [await make(), await make()]
    expectSame(await here.reserve(turn, 'pay', ONCE), { admitted: true, count: 1 }, 'the first call')
    expectSame(await there.reserve(turn, 'pay', ONCE), { admitted: false, count: 2, by: 'executed' }, 'one meanwhile')
    await here.settle(turn, 'pay', { ...SETTLED, writes: true, once: true })
    expectSame(await there.reserve(turn, 'pay', ONCE), { admitted: false, count: 3, by: 'executed' }, 'one afterwards')
    expectSame(await there.reserve(newTurn(), 'pay', ONCE), { admitted: true, count: 1 }, 'the call of another turn')
  },
  'forgets a turn that was closed, whatever is still said of it': async (make) => {
    const turn = newTurn()
    const store = await make()
    await store.reserve(turn, 'pay', ONCE)
    await store.closeTurn(turn)
    await store.settle(turn, 'pay', { ...SETTLED, writes: true, once: true })
    expectSame(await store.reserve(turn, 'pay', ONCE), { admitted: true, count: 1 }, 'the first call of its namesake')
  },
  'lets a repeat pass uncounted that waited for as long as its answer said, by its own clock': async (make) => {
    const store = await make()
    const turn = newTurn()
    const rule = { ...READ, unchanged: 2, admitted: 2, streak: 2 }
    const made: Array<unknown> = []
    for (let i = 0; i < 4; i++) {
      const { admitted, free = false } = await store.reserve(turn, 'poll', rule)
      made.push([admitted, free])
      if (admitted) await store.settle(turn, 'poll', { ...SETTLED, digest: 'pending', free, retryAfterMs: 60 })
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
    const waited = { admitted: true, count: 5, free: true }
    expectSame(await store.reserve(turn, 'poll', rule), waited, 'one more that waited')
    await store.settle(turn, 'poll', { ...SETTLED, free: true, back: true })
    expectSame(await store.reserve(turn, 'poll', rule), waited, 'the same after it was taken back')
  },
  'forgets a turn that nobody closed, as a whole, some time after its latest call': async (make) => {
    const ttlMs = 400
    const store = await make(ttlMs)
    const turn = newTurn()
    await store.reserve(turn, 'early', ONCE)
    // The turn goes on for longer than that: its first count must not lapse.
    for (let waitedMs = 0; waitedMs < 2 * ttlMs; waitedMs += ttlMs / 8) {
      await store.reserve(turn, 'often', { ...READ, unchanged: 1_000, admitted: 1_000 })
      await pause(ttlMs / 8)
    }
    const early = await store.reserve(turn, 'early', ONCE)
    expectSame(early, { admitted: false, count: 2, by: 'executed' }, 'an early call, asked for again in a long turn')
    for (let tries = 0; tries < 20; tries++) {
      // Some stores sweep when they are used; a look at the turn itself is a use of it.
      await pause(ttlMs + 100)
      await store.reserve(newTurn(), 'other', ONCE)
      await pause(100)
      if ((await store.reserve(turn, 'early', ONCE)).count === 1) return
    }
    throw new Error('Expected the turn to be forgotten, and it was not.')
  }
})

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
  { scripts = 50 }: StoreConformanceOptions = {}
): ReadonlyArray<ConformanceCase> =>
  Object.entries(promisesOf(scripts)).map(([name, holds]) => ({
    name,
    run: () => holds(async (ttlMs = LONG_MS) => await makeStore(ttlMs))
  }))
