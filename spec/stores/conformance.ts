/** What every shared store of ours must do: what `storeConformance` asks of any, with as few trips and as little in clear as it may. */
import { expect } from 'chai'
import type { RepeatRule } from '../../lib/core/repeats.js'
import type { BudgetStore } from '../../lib/guard/budget.js'
import { storeConformance } from '../../lib/stores/conformance/index.js'
import { settlement } from '../guard/one-process.js'
import { runs } from '../helpers/runs.js'

export interface StoreUnderTest {
  /** A store of its own, whose turns live this long. */
  readonly open: (ttlMs: number) => BudgetStore
  /** Everything that the server holds for these stores, as text. */
  readonly contents: () => Promise<string>
  /** How many commands or statements the server was sent so far. */
  readonly sent: () => Promise<number>
}

const LONG_MS = 60_000

const RULE: RepeatRule = { unchanged: 7, admitted: 20, streak: 2 ** 31 - 1, executed: 2 ** 31 - 1 }

export const storeConforms = (name: string, underTest: () => StoreUnderTest): void => {
  const newTurn = (): string => `turn-${crypto.randomUUID()}`

  describe(`${name}, as every store,`, () => {
    for (const { name: promise, run } of storeConformance((ttlMs) => underTest().open(ttlMs), {
      scripts: runs(50, 2_000)
    }))
      it(promise, async function () {
        this.timeout(60_000)
        await run()
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
  })
}
