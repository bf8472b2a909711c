/** `guarded-call/postgres`: budgets that processes share, on PostgreSQL: a row for each call of a turn. */
import { type BudgetStore } from '../guard/kernel.js'
import { hearErrors, type ErrorEmitterLike } from '../core/foreign/hear-errors.js'
import { lifetimeMs, storeKey, sweeper } from './keeping.js'

// -- model: the subset of clients that the store needs; a spec holds it against the real packages

/** A `pg` pool or client, or a PGlite database. @category Stores @since 0.1.0 */
export interface PostgresLike extends ErrorEmitterLike {
  query(text: string, values: Array<unknown>): Promise<{ readonly rows: ReadonlyArray<unknown> }>
}

/** Which table holds the budgets, and for how long. @category Stores @since 0.1.0 */
export interface PostgresStoreOptions {
  readonly client: PostgresLike
  /** Must have been created with `budgetTable`. @default 'guarded_call_budget' */
  readonly table?: string
  /** Milliseconds after its latest call until a turn that nobody closed is forgotten. @default 900_000 */
  readonly ttlMs?: number
}

// -- the table

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,62}(?:\.[A-Za-z_][A-Za-z0-9_]{0,62})?$/

const DEFAULT_TABLE = 'guarded_call_budget'

const quotedTable = (table: string = DEFAULT_TABLE): string => {
  if (NAME.test(table))
    return table
      .split('.')
      .map((part) => `"${part}"`)
      .join('.')
  throw new TypeError("Expected `table` to be a name such as 'guarded_call_budget' or 'agents.budget'.")
}

/**
 * Gives the statement that creates the table of budgets, for a migration: the store itself creates nothing.
 *
 * @category Stores @since 0.1.0
 */
export const budgetTable = (table?: string): string => `CREATE TABLE IF NOT EXISTS ${quotedTable(table)} (
  turn text COLLATE "C" NOT NULL,
  call text COLLATE "C" NOT NULL,
  asked integer NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (turn, call)
)`

// Each is one round trip, whole or not at all, by the server's clock.
const statementsOn = (table: string) => ({
  reserve: `INSERT INTO ${table} AS budget (turn, call, asked, expires_at) VALUES ($1, $2, 1, now() + $3::float8 * interval '1 millisecond')
ON CONFLICT (turn, call) DO UPDATE SET asked = budget.asked + 1, expires_at = excluded.expires_at
RETURNING asked`,
  giveBack: `UPDATE ${table} SET asked = asked - 1 WHERE turn = $1 AND call = $2 AND asked > 0`,
  closeTurn: `DELETE FROM ${table} WHERE turn = $1`,
  // A turn goes as a whole, once its latest call is old: a count that lapsed while the turn goes on would allow a write twice.
  // The first condition is looked at again where a call comes in between.
  sweep: `DELETE FROM ${table} WHERE expires_at < now() AND turn IN (SELECT turn FROM ${table} GROUP BY turn HAVING max(expires_at) < now())`
})

// -- constructors

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
