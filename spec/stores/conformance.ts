/** What every shared store must do, whatever it stands on. A new store's spec calls this, and adds its own regressions. */
import { expect } from 'chai'
import fc from 'fast-check'
import { localBudget, type BudgetStore } from '../../lib/guard/budget.js'
import { runs } from '../helpers/runs.js'

export interface StoreUnderTest {
  /** A store of its own, whose turns live this long. */
  readonly open: (ttlMs: number) => BudgetStore
  /** Everything that the server holds for these stores, as text. */
  readonly contents: () => Promise<string>
  /** How many commands or statements the server was sent so far. */
  readonly sent: () => Promise<number>
}

const RUNS = runs(30, 2_000)
const LONG_MS = 60_000

const operations = fc.array(
  fc.record({
    kind: fc.constantFrom(
      'reserve' as const,
      'reserve' as const,
      'reserve' as const,
      'giveBack' as const,
      'closeTurn' as const
    ),
    turn: fc.constantFrom('a', 'b'),
    key: fc.constantFrom('x', 'y', ''),
    limit: fc.nat(3)
  }),
  { maxLength: 15 }
)

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; tries < 200 && !(await holds()); tries++)
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
}

export const storeConforms = (name: string, underTest: () => StoreUnderTest): void => {
  let unique = 0
  const newTurn = (): string => `turn-${process.pid}-${(unique += 1)}`

  describe(`${name}, as every store,`, () => {
    it('counts as the budget of one process does', async function () {
      this.timeout(60_000)
      const store = underTest().open(LONG_MS)
      await fc.assert(
        fc.asyncProperty(operations, async (steps) => {
          const prefix = newTurn()
          const budgets = { a: localBudget(), b: localBudget() }
          for (const { kind, turn, key, limit } of steps) {
            const budget = budgets[turn]
            if (kind === 'reserve')
              expect(await store.reserve(prefix + turn, key, limit)).to.deep.equal(budget.reserve(key, limit))
            if (kind === 'giveBack') {
              budget.giveBack(key)
              await store.giveBack(prefix + turn, key)
            }
            if (kind === 'closeTurn') {
              budget.clear()
              await store.closeTurn(prefix + turn)
            }
          }
        }),
        { numRuns: RUNS }
      )
    })

    it('admits exactly as many of a hundred racing calls as the limit allows, however many stores ask', async () => {
      const turn = newTurn()
      const stores = [underTest().open(LONG_MS), underTest().open(LONG_MS)]
      const answers = await Promise.all(
        Array.from({ length: 100 }, async (_, i) => stores[i % 2]?.reserve(turn, 'k', 7))
      )
      expect(answers.filter((answer) => answer?.admitted === true)).to.have.length(7)
      expect(answers.map((answer) => answer?.count ?? 0).sort((a, b) => a - b)).to.deep.equal(
        Array.from({ length: 100 }, (_, i) => i + 1)
      )
    })

    it('asks the server once for each reservation, each give-back and each turn that is closed', async () => {
      const { open, sent } = underTest()
      const store = open(LONG_MS)
      const turn = newTurn()
      const before = await sent()
      for (let i = 0; i < 5; i++) await store.reserve(turn, 'k', 3)
      await store.giveBack(turn, 'k')
      await store.closeTurn(turn)
      expect((await sent()) - before).to.equal(7)
    })

    it('keeps nothing in clear, and nothing of a turn that was closed', async () => {
      const { open, contents } = underTest()
      const store = open(LONG_MS)
      const turn = `ann@example.com ${newTurn()}`
      const before = await contents()
      await store.reserve(turn, 'send_mail:ann', 1)
      const held = await contents()
      expect(held).not.to.equal(before)
      expect(held).not.to.match(/ann|mail|turn-/)
      await store.giveBack(turn, 'send_mail:ann')
      await store.closeTurn(turn)
      await store.giveBack(turn, 'send_mail:ann')
      expect(await contents()).to.equal(before)
    })

    it('forgets a turn that nobody closed, as a whole, some time after its latest call', async function () {
      this.timeout(20_000)
      const { open, contents } = underTest()
      const store = open(400)
      const turn = newTurn()
      const before = await contents()
      await store.reserve(turn, 'early', 1)
      // The turn goes on for longer than that: its first count must not lapse.
      const end = performance.now() + 900
      while (performance.now() < end) {
        await store.reserve(turn, 'often', 1_000)
        await new Promise((resolve) => {
          setTimeout(resolve, 40)
        })
      }
      expect(await store.reserve(turn, 'early', 1)).to.deep.equal({ admitted: false, count: 2 })
      await new Promise((resolve) => {
        setTimeout(resolve, 500)
      })
      const other = newTurn()
      await until(async () => {
        await store.reserve(other, 'later', 1)
        await store.closeTurn(other)
        return (await contents()) === before
      })
      expect(await contents()).to.equal(before)
    })
  })
}
