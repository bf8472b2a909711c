/**
 * What every store and ledger of ours must do: what `storeConformance` and `ledgerConformance` ask of any, and a store
 * with as few trips and as little in clear as it may.
 */
import { expect } from 'chai'
import type { RepeatRule } from '#core/calls'
import * as t from 'io-ts'
import { SharedTurn } from '../../lib/guard/shared-log.js'
import { guardedCall, openSession, type BudgetStore } from '../../lib/index.js'
import { ledgerConformance, storeConformance, type MakeLedger } from '../../lib/stores/conformance/index.js'
import { SETTLED } from '../../lib/stores/conformance/scripts.js'
import { postgresStore, type PostgresLike } from '../../lib/stores/postgres.js'
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
      it(promise, async () => {
        await run()
      })

    it('asks the server once for each call, each outcome and each turn that is closed', async () => {
      const { open, sent } = underTest()
      const store = open(LONG_MS)
      const id = newTurn()
      const turn = new SharedTurn(store, id)
      const before = await sent()
      for (let i = 0; i < 5; i++) await turn.settle((await turn.ask('k', RULE, false)).id, SETTLED)
      await store.close(id)
      expect((await sent()) - before).to.equal(11)
    })

    it('keeps nothing in clear, and nothing of a turn that was closed', async () => {
      const { open, contents } = underTest()
      const id = `ann@example.com ${newTurn()}`
      const turn = openSession({ store: open(LONG_MS) }).openTurn({ id })
      const mail = guardedCall({ name: 'send_mail', effect: 'write', run: () => '"mail to ann"' }, t.string)
      const before = await contents()
      await turn.run(mail({ to: 'ann' }))
      const held = await contents()
      expect(held).not.to.equal(before)
      expect(held).not.to.match(/ann|mail|turn-/)
      turn.close()
      while ((await contents()) !== before) await new Promise(setImmediate)
    })
  })
}

/** A store over a client of PostgreSQL, in the table of that name, whose statements about budgets are counted. */
export const postgresStoreConforms = (name: string, clientOf: () => PostgresLike): void => {
  let sent = 0
  const counted: PostgresLike = {
    query: (text, values) => {
      if (!text.includes('HAVING')) sent += 1
      return clientOf().query(text, values)
    }
  }
  storeConforms(name, () => ({
    open: (ttlMs) => postgresStore({ client: counted, ttlMs }),
    contents: async () =>
      JSON.stringify(
        (await clientOf().query('SELECT turn, n, event FROM guarded_call_budget ORDER BY turn, n', [])).rows
      ),
    sent: async () => sent
  }))
}

export const ledgerConforms = (make: MakeLedger): void => {
  for (const { name, run } of ledgerConformance(make, { scripts: runs(300) }))
    it(name, async () => {
      await run()
    })
}
