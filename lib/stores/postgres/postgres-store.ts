/** A budget store on PostgreSQL: a row for each call of a turn. */
import type { BudgetStore } from '../../guard/budget.js'
import { hearErrors } from '../../guard/hear-errors.js'
import { lifetimeMs } from '../lifetime.js'
import { storeKey } from '../store-key.js'
import type { PostgresLike } from './postgres-like.js'
import { sweeper } from './sweeper.js'
import { quotedTable, statementsOn } from './table.js'

/** Which table holds the budgets, and for how long. @category Stores @since 0.1.0 */
export interface PostgresStoreOptions {
  readonly client: PostgresLike
  /** Must have been created with `budgetTable`. @default 'guarded_call_budget' */
  readonly table?: string
  /** Milliseconds after its latest call until a turn that nobody closed is forgotten. @default 900_000 */
  readonly ttlMs?: number
}

const askedOf = (rows: ReadonlyArray<unknown>): number =>
  Number((rows[0] as { readonly asked?: unknown } | undefined)?.asked)

/**
 * Makes a budget store on PostgreSQL, for processes that share turns: one statement and one round trip a call. Give it a pool of
 * its own or a small share of one, so that it need not wait behind slow queries.
 *
 * @category Stores @since 0.1.0
 * @example
 * import { PGlite } from '@electric-sql/pglite'
 * import * as t from 'io-ts'
 * import { guardedCall, openSession } from 'guarded-call'
 * import { budgetTable, postgresStore } from 'guarded-call/postgres'
 *
 * const client = await PGlite.create()
 * await client.query(budgetTable())
 * const send = guardedCall({ name: 'send', effect: 'write', run: () => 'true' }, t.boolean)
 *
 * const turns = [1, 2].map(() => openSession({ store: postgresStore({ client }) }).openTurn({ id: 'run-17' }))
 * const results = await Promise.all(turns.map((turn) => turn.run(send({ to: 'ada' }))))
 * assert.equal(results.filter(({ _tag }) => _tag === 'Right').length, 1)
 * await client.close()
 */
export const postgresStore = ({ client, table, ttlMs }: PostgresStoreOptions): BudgetStore => {
  if (typeof client?.query !== 'function')
    throw new TypeError('Expected `client` to be a pg pool, a pg client or a PGlite database.')
  const statements = statementsOn(quotedTable(table))
  const lifetime = lifetimeMs(ttlMs)
  hearErrors(client)
  const sweepWhenDue = sweeper({ everyMs: lifetime, sweep: () => client.query(statements.sweep, []) })
  return {
    reserve: async (turnId, key, limit) => {
      const { rows } = await client.query(statements.reserve, [storeKey(turnId), storeKey(key), lifetime])
      sweepWhenDue()
      const count = askedOf(rows)
      return { admitted: count <= limit, count }
    },
    giveBack: (turnId, key) => client.query(statements.giveBack, [storeKey(turnId), storeKey(key)]),
    closeTurn: (turnId) => client.query(statements.closeTurn, [storeKey(turnId)])
  }
}
