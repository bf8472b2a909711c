/** What every shared store must do, whatever it stands on. A new store's spec calls this, and adds its own regressions. */
import { expect } from 'chai'
import fc from 'fast-check'
import { NO_LIMIT, type RepeatRule } from '../../lib/core/repeats.js'
import { type BudgetStore } from '../../lib/guard/budget.js'
import { oneProcess, settlement } from '../guard/one-process.js'
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

const RULES: ReadonlyArray<RepeatRule> = [
  { unchanged: 3, admitted: 20, streak: NO_LIMIT, executed: NO_LIMIT },
  { unchanged: 2, admitted: 4, streak: 3, executed: NO_LIMIT },
  { unchanged: 3, admitted: 20, streak: NO_LIMIT, executed: 1 },
  { unchanged: 1, admitted: 3, streak: NO_LIMIT, executed: 2 },
  { unchanged: 0, admitted: 0, streak: 0, executed: 0 }
]

const keys = fc.constantFrom('x', 'y', '')
const turns = fc.constantFrom('a' as const, 'b' as const)

const reserving = fc.record({
  kind: fc.constant('reserve' as const),
  turn: turns,
  key: keys,
  rule: fc.constantFrom(...RULES)
})
const settling = fc.record({
  kind: fc.constant('settle' as const),
  turn: turns,
  key: keys,
  given: fc.record({
    digest: fc.constantFrom('one', 'other', null),
    executed: fc.constantFrom('yes' as const, 'no' as const, 'unknown' as const, 'refused' as const),
    writes: fc.boolean(),
    once: fc.boolean(),
    free: fc.boolean(),
    // At once, or never within this spec.
    retryAfterMs: fc.constantFrom(null, null, 0, 1_000_000_000),
    back: fc.nat(5).map((n) => n === 0)
  })
})
const closing = fc.record({ kind: fc.constant('closeTurn' as const), turn: turns })

const operations = fc.array(
  fc.oneof({ weight: 5, arbitrary: reserving }, { weight: 5, arbitrary: settling }, closing),
  {
    maxLength: 30
  }
)

const ONCE = RULES[2] as RepeatRule
const RULE = { ...RULES[0], unchanged: 7 } as RepeatRule

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
          const budgets = { a: oneProcess(), b: oneProcess() }
          for (const step of steps) {
            const budget = budgets[step.turn]
            const turn = prefix + step.turn
            if (step.kind === 'reserve')
              expect(await store.reserve(turn, step.key, step.rule)).to.deep.equal(budget.reserve(step.key, step.rule))
            if (step.kind === 'settle') {
              budget.settle(step.key, step.given)
              await store.settle(turn, step.key, settlement(step.given))
            }
            if (step.kind === 'closeTurn') {
              budget.clear()
              await store.closeTurn(turn)
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
        Array.from({ length: 100 }, async (_, i) => stores[i % 2]?.reserve(turn, 'k', RULE))
      )
      expect(answers.filter((answer) => answer?.admitted === true)).to.have.length(7)
      expect(answers.map((answer) => answer?.count ?? 0).sort((a, b) => a - b)).to.deep.equal(
        Array.from({ length: 100 }, (_, i) => i + 1)
      )
    })

    it('asks the server once for each reservation, each settlement and each turn that is closed', async () => {
      const { open, sent } = underTest()
      const store = open(LONG_MS)
      const turn = newTurn()
      const before = await sent()
      for (let i = 0; i < 5; i++) await store.reserve(turn, 'k', RULE)
      await store.settle(turn, 'k', settlement({ digest: 'x' }))
      await store.closeTurn(turn)
      expect((await sent()) - before).to.equal(7)
    })

    it('keeps nothing in clear, and nothing of a turn that was closed', async () => {
      const { open, contents } = underTest()
      const store = open(LONG_MS)
      const turn = `ann@example.com ${newTurn()}`
      const before = await contents()
      await store.reserve(turn, 'send_mail:ann', RULE)
      const held = await contents()
      expect(held).not.to.equal(before)
      expect(held).not.to.match(/ann|mail|turn-/)
      await store.settle(turn, 'send_mail:ann', settlement({ digest: 'mail to ann' }))
      expect(await contents()).not.to.match(/ann|mail|turn-/)
      await store.closeTurn(turn)
      await store.settle(turn, 'send_mail:ann', settlement({ digest: 'mail to ann' }))
      expect(await contents()).to.equal(before)
    })

    it('lets a repeat pass that waited for as long as its answer said, and counts it from its own clock', async () => {
      const store = underTest().open(LONG_MS)
      const turn = newTurn()
      const twice = { ...RULE, unchanged: 2 }
      const made: Array<unknown> = []
      for (let i = 0; i < 4; i++) {
        const { admitted, free = false } = await store.reserve(turn, 'poll', twice)
        made.push([admitted, free])
        if (admitted) await store.settle(turn, 'poll', settlement({ digest: 'pending', free, retryAfterMs: 60 }))
        if (i !== 1)
          await new Promise((resolve) => {
            setTimeout(resolve, 80)
          })
      }
      expect(made).to.deep.equal([
        [true, false],
        [true, true],
        [true, false],
        [true, true]
      ])
      await store.closeTurn(turn)
    })

    it('forgets a turn that nobody closed, as a whole, some time after its latest call', async function () {
      this.timeout(20_000)
      const { open, contents } = underTest()
      const store = open(400)
      const turn = newTurn()
      const before = await contents()
      await store.reserve(turn, 'early', ONCE)
      // The turn goes on for longer than that: its first count must not lapse.
      const end = performance.now() + 900
      while (performance.now() < end) {
        await store.reserve(turn, 'often', { ...RULE, unchanged: 1_000, admitted: 1_000 })
        await new Promise((resolve) => {
          setTimeout(resolve, 40)
        })
      }
      expect(await store.reserve(turn, 'early', ONCE)).to.deep.equal({ admitted: false, count: 2, by: 'executed' })
      await new Promise((resolve) => {
        setTimeout(resolve, 500)
      })
      const other = newTurn()
      await until(async () => {
        await store.reserve(other, 'later', ONCE)
        await store.closeTurn(other)
        return (await contents()) === before
      })
      expect(await contents()).to.equal(before)
    })
  })
}
