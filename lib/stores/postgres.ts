/**
 * `guarded-call/postgres`: the turns that processes share, on PostgreSQL: a row for each event; and the ledger of
 * effects.
 */
import * as o from '../core/options.js'
import { ignoreClientErrors } from '../core/foreign/index.js'
import { type BudgetStore, type StoredEvents } from '../guard/kernel.js'
import { eventsIn, LIFETIME, storeKey, sweeper } from './keeping.js'
import { POSTGRES_CLIENT, quotedTable, type PostgresLike } from './postgres-client.js'

export type { PostgresLike } from './postgres-client.js'
export {
  inTransaction,
  type PostgresPoolClientLike,
  type PostgresPoolLike,
  type PostgresTransaction
} from './postgres-transaction.js'
export { ledgerMigrations, type LedgerMigration } from './ledger-schema.js'
export { postgresLedger, type PostgresLedger, type PostgresLedgerOptions } from './postgres-ledger.js'
export type { Seal } from './row-ledger.js'

// -- model

/** Which table holds the budgets, and for how long. @category Stores @since 0.1.0 */
export interface PostgresStoreOptions {
  readonly client: PostgresLike
  /** Must have been created with `budgetTable`. @default 'guarded_call_budget' */
  readonly table?: string
  /** Milliseconds after its latest call until a turn that nobody closed is forgotten. @default 604_800_000 */
  readonly ttlMs?: number
}

// -- the table

const DEFAULT_TABLE = 'guarded_call_budget'

/**
 * Gives the statement that creates the table of budgets, for a migration: the store itself creates nothing.
 *
 * @category Stores @since 0.1.0
 */
export const budgetTable = (
  table: string = DEFAULT_TABLE
): string => `CREATE TABLE IF NOT EXISTS ${quotedTable(table)} (
  turn text COLLATE "C" NOT NULL,
  life text COLLATE "C" NOT NULL,
  n integer NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  event text NOT NULL,
  size integer,
  expires_at timestamptz,
  PRIMARY KEY (turn, life, n)
)`

// As one text: ten thousand rows take a client twice the time.
const LINES = `string_agg(round(extract(epoch FROM at) * 1000)::bigint || ' ' || event, E'\\n' ORDER BY n)`

// A turn has a row for each event and a head, which names the turn's life and counts its events. Each statement is one
// round trip, whole or not at all. The head is locked first, so that the events of a life are numbered without gaps. A
// statement that waited there to close the turn does not see the events that were added meanwhile: they stay behind,
// under a life that has ended.
const statementsOn = (table: string) => ({
  append: `WITH head AS (
  INSERT INTO ${table} AS head (turn, life, n, event, size, expires_at)
  VALUES ($1, '', 0, gen_random_uuid()::text, 1, now() + $4::float8 * interval '1 millisecond')
  ON CONFLICT (turn, life, n) DO UPDATE SET size = head.size + 1, expires_at = excluded.expires_at RETURNING event AS life, size
), own AS (
  INSERT INTO ${table} (turn, life, n, event) SELECT $1, life, size, $2 FROM head RETURNING n, at, event
), events AS (
  SELECT n, at, event FROM own
  UNION ALL SELECT each.n, each.at, each.event FROM ${table} AS each, head WHERE turn = $1 AND each.life = head.life
)
SELECT size, (SELECT ${LINES} FROM events WHERE n > $3::bigint) AS lines FROM head`,
  read: `SELECT size, (SELECT ${LINES} FROM ${table} AS each WHERE each.turn = $1 AND each.life = head.event AND each.n > $2::bigint) AS lines
FROM ${table} AS head WHERE head.turn = $1 AND head.life = ''`,
  close: `DELETE FROM ${table} WHERE turn = (SELECT turn FROM ${table} WHERE turn = $1 AND life = '' FOR UPDATE)`,
  // A turn goes as a whole, once its latest event is old: a count that lapsed while the turn goes on would allow a
  // write twice.
  sweep: `WITH ended AS (
  DELETE FROM ${table} AS each WHERE life <> '' AND at < now() - $1::float8 * interval '1 millisecond'
    AND NOT EXISTS (SELECT FROM ${table} AS head WHERE head.turn = each.turn AND head.life = '' AND head.event = each.life)
)
DELETE FROM ${table} WHERE turn IN (SELECT turn FROM ${table} WHERE life = '' AND expires_at < now() FOR UPDATE)`
})

interface ListRow {
  readonly size: number
  /** null: no event came after the position. */
  readonly lines: string | null
}

const storedIn = ([list]: ReadonlyArray<ListRow>): StoredEvents => ({
  at: list?.size ?? 0,
  events: eventsIn(list?.lines ?? '')
})

const isWhole = ({ at, events }: StoredEvents, from: number): boolean => events.length === Math.max(0, at - from)

// -- constructors

const read = o.options('options', {
  client: POSTGRES_CLIENT,
  table: o.optional(o.text, DEFAULT_TABLE),
  ttlMs: LIFETIME
} satisfies o.TableOf<PostgresStoreOptions>)

/**
 * Makes a budget store on PostgreSQL, for processes that share turns: one statement and one round trip before a call,
 * and one after. Give it a pool of its own or a small share of one, so that it need not wait behind slow queries.
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
export const postgresStore = (options: PostgresStoreOptions): BudgetStore => {
  const { client, table, ttlMs } = read(options)
  const statements = statementsOn(quotedTable(table))
  ignoreClientErrors(client)
  const sweepWhenDue = sweeper({ everyMs: ttlMs, sweep: () => client.query(statements.sweep, [ttlMs]) })
  return {
    append: async (turnId, event, from) => {
      const turn = storeKey(turnId)
      const ask = async (statement: string, values: Array<unknown>): Promise<StoredEvents> =>
        storedIn((await client.query(statement, values)).rows as ReadonlyArray<ListRow>)
      sweepWhenDue()
      const appended = event === '' ? undefined : await ask(statements.append, [turn, event, from, ttlMs])
      // A statement that waited for another one has the number after it, and does not see its event.
      return appended !== undefined && isWhole(appended, from) ? appended : await ask(statements.read, [turn, from])
    },
    close: (turnId) => client.query(statements.close, [storeKey(turnId)])
  }
}
