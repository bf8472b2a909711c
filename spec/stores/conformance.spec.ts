import { expect } from 'chai'
import { LocalBudget, type BudgetStore } from '../../lib/guard/budget.js'
import { LateDigest } from '../../lib/core/late-digest.js'
import { memoryLedger, type Ledger } from '../../lib/index.js'
import {
  ledgerConformance,
  storeConformance,
  type MakeLedger,
  type MakeStore
} from '../../lib/stores/conformance/index.js'

const broken = async (cases: ReturnType<typeof storeConformance>): Promise<ReadonlyArray<string>> => {
  const names: Array<string> = []
  for (const { name, run } of cases) await run().catch(() => names.push(name))
  return names
}

// A store as one may write it oneself: of this process, for the sake of a spec.
const stores = (): MakeStore => {
  const budgets = new Map<string, LocalBudget>()
  const ends = new Map<string, NodeJS.Timeout>()
  const close = (turn: string): void => {
    clearTimeout(ends.get(turn))
    budgets.delete(turn)
  }
  return (ttlMs) => ({
    reserve: (turn, key, rule) => {
      const budget = budgets.get(turn) ?? new LocalBudget(() => performance.now())
      budgets.set(turn, budget)
      clearTimeout(ends.get(turn))
      ends.set(turn, setTimeout(close, ttlMs, turn).unref())
      return budget.reserve(key, rule)
    },
    settle: (turn, key, { digest, ...settlement }) =>
      budgets.get(turn)?.settle(key, { ...settlement, answer: digest === null ? null : LateDigest.of(digest) }),
    closeTurn: close
  })
}

describe('storeConformance', () => {
  it('finds nothing wrong with a store that does as one process does', async function () {
    this.timeout(10_000)
    expect(await broken(storeConformance(stores()))).to.deep.equal([])
  })

  const faults: ReadonlyArray<readonly [string, RegExp, (store: BudgetStore) => BudgetStore]> = [
    [
      'admits everything',
      /^admits a write once/,
      (store) => ({ ...store, reserve: () => ({ admitted: true, count: 1 }) })
    ],
    [
      'hears of no settlement',
      /^counts as the budget of one process/,
      (store) => ({ ...store, settle: () => undefined })
    ],
    ['closes no turn', /^forgets a turn that was closed/, (store) => ({ ...store, closeTurn: () => undefined })],
    [
      'knows no namesakes',
      /^admits a write once/,
      (store) => ({ ...store, reserve: (_, key, rule) => store.reserve('t', key, rule) })
    ],
    [
      'is never free',
      /^lets a repeat pass/,
      (store) => ({ ...store, settle: (turn, key, said) => store.settle(turn, key, { ...said, retryAfterMs: null }) })
    ],
    [
      'keeps the wait of a call that was taken back',
      /^lets a repeat pass/,
      (store) => ({
        ...store,
        settle: (turn, key, said) => store.settle(turn, key, { ...said, free: said.free && !said.back })
      })
    ]
  ]
  for (const [what, name, fault] of faults)
    it(`finds a store that ${what}`, async function () {
      this.timeout(20_000)
      const make = stores()
      const cases = storeConformance(async (ttlMs) => fault(await make(ttlMs)), { scripts: 10 })
      expect((await broken(cases.filter((one) => name.test(one.name)))).length).to.equal(1)
    })

  it('finds a store that forgets a turn that goes on', async () => {
    const make = stores()
    const cases = storeConformance(() => make(20)).filter(({ name }) => name.startsWith('forgets a turn that nobody'))
    expect(await broken(cases)).to.have.length(1)
  })
})

describe('ledgerConformance', () => {
  const faults: ReadonlyArray<readonly [string, RegExp, (ledger: Ledger) => Ledger]> = [
    [
      'lets everybody run',
      /^gives a fresh operation to one/,
      (ledger) => ({ ...ledger, begin: () => ({ is: 'fresh', attempt: 1, token: 'x' }) })
    ],
    [
      'keeps no answers',
      /^keeps the answer of what/,
      (ledger) => ({
        ...ledger,
        settle: (turn, key, attempt, token, executed) => ledger.settle(turn, key, attempt, token, executed)
      })
    ],
    ['believes a stranger', /^takes no and unknown from the holder/, (ledger) => believing(ledger)]
  ]
  // Knows each token, whoever says it.
  const believing = (ledger: Ledger): Ledger => {
    let latest = ''
    return {
      begin: async (...asked) => {
        const begun = await ledger.begin(...asked)
        if ('token' in begun) latest = begun.token
        return begun
      },
      settle: (turn, key, attempt, _, executed, answer) => ledger.settle(turn, key, attempt, latest, executed, answer)
    }
  }
  const make: MakeLedger = () => memoryLedger()
  for (const [what, name, fault] of faults)
    it(`finds a ledger that ${what}`, async () => {
      const cases = ledgerConformance(async (keepMs) => fault(await make(keepMs)))
      expect((await broken(cases.filter((one) => name.test(one.name)))).length).to.equal(1)
    })
})
