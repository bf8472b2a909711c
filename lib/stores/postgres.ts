/** `guarded-call/postgres`: budgets that processes share, on PostgreSQL: a row for each turn and for each of its calls, by the rule of lib/core/repeats.ts in the words of the server; and the ledger of effects. */
import { hearErrors } from '../core/foreign/hear-errors.js'
import { expectWords, type BudgetStore } from '../guard/kernel.js'
import { lifetimeMs, reservationOf, settledAs, storeKey, sweeper } from './keeping.js'
import { expectClient, quotedTable, type PostgresLike } from './postgres-client.js'

export type { PostgresLike } from './postgres-client.js'
export { ledgerTable, postgresLedger, type PostgresLedgerOptions } from './postgres-ledger.js'

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
  call text COLLATE "C" NOT NULL,
  born timestamptz NOT NULL,
  asked integer NOT NULL DEFAULT 0,
  running integer NOT NULL DEFAULT 0,
  admitted integer NOT NULL DEFAULT 0,
  streak integer NOT NULL DEFAULT 0,
  same integer NOT NULL DEFAULT 0,
  ran integer NOT NULL DEFAULT 0,
  writes integer NOT NULL DEFAULT 0,
  executed integer NOT NULL DEFAULT 0,
  decision integer NOT NULL DEFAULT 0,
  digest text COLLATE "C",
  free_at timestamptz,
  expires_at timestamptz,
  PRIMARY KEY (turn, call)
)`

// Each is one round trip, whole or not at all, by the server's clock. The row of a turn has no call: it counts those that wrote and were executed,
// and is locked first, so that no two statements of a turn wait for each other. One that waited there to close the turn does not see the calls that were
// added meanwhile: they stay, and `born` tells the turn's namesake that they are not its own.
const statementsOn = (table: string) => ({
  reserve: `WITH head AS (
  INSERT INTO ${table} AS head (turn, call, born, expires_at) VALUES ($1, '', clock_timestamp(), now() + $3::float8 * interval '1 millisecond')
  ON CONFLICT (turn, call) DO UPDATE SET expires_at = excluded.expires_at RETURNING born, writes, executed
)
INSERT INTO ${table} AS tally (turn, call, born, asked, running, admitted, streak, writes, executed, decision)
SELECT $1, $2, head.born, 1, made.one, made.one, made.one, head.writes, head.executed, made.decision
FROM head, LATERAL (SELECT CASE WHEN $7::int <= 0 THEN 2 WHEN $5::int <= 0 THEN 3 WHEN $6::int <= 0 THEN 4 WHEN $4::int <= 0 THEN 5 ELSE 0 END AS decision) AS first,
  LATERAL (SELECT first.decision, CASE WHEN first.decision < 2 THEN 1 ELSE 0 END AS one) AS made
ON CONFLICT (turn, call) DO UPDATE SET (born, asked, running, admitted, streak, same, ran, writes, executed, decision, digest, free_at) = (
  SELECT excluded.born, own.asked + 1, own.running + made.one, fresh.admitted + made.counted, fresh.streak + made.counted, fresh.same, own.ran,
    excluded.writes, excluded.executed, made.decision, own.digest, CASE WHEN made.decision = 1 THEN NULL ELSE own.free_at END
  FROM (SELECT tally.asked, tally.running, tally.admitted, tally.streak, tally.same, tally.ran, tally.writes, tally.executed, tally.digest, tally.free_at
      WHERE tally.born = excluded.born
      UNION ALL SELECT 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL WHERE tally.born <> excluded.born) AS own,
    LATERAL (SELECT CASE WHEN own.executed < excluded.executed THEN 0 ELSE own.streak END AS streak,
      CASE WHEN own.writes < excluded.writes THEN 0 ELSE own.admitted END AS admitted,
      CASE WHEN own.writes < excluded.writes THEN 0 ELSE own.same END AS same,
      coalesce(clock_timestamp() >= own.free_at, false) AS free) AS fresh,
    LATERAL (SELECT CASE WHEN own.ran + own.running >= $7::int THEN 2
      WHEN fresh.free THEN 1
      WHEN fresh.admitted >= $5::int THEN 3
      WHEN fresh.streak >= $6::int THEN 4
      WHEN fresh.same + CASE WHEN $7::int = 2147483647 THEN own.running ELSE 0 END >= $4::int THEN 5
      ELSE 0 END AS decision) AS decided,
    LATERAL (SELECT decided.decision, CASE WHEN decided.decision < 2 THEN 1 ELSE 0 END AS one, CASE WHEN decided.decision = 0 THEN 1 ELSE 0 END AS counted) AS made
)
RETURNING asked, decision`,
  // $3 digest, $4 executed, $5 wrote, $6 once, $7 free, $8 back, $9 milliseconds to wait.
  settle: `WITH head AS (
  UPDATE ${table} SET executed = executed + $4::int * (1 - $8::int), writes = writes + $5::int * (1 - $8::int) WHERE turn = $1 AND call = '' RETURNING writes, executed
)
UPDATE ${table} AS tally SET
  running = greatest(0, tally.running - 1),
  asked = tally.asked - $8::int,
  admitted = greatest(0, tally.admitted - $8::int * (1 - $7::int)),
  streak = greatest(0, tally.streak - $8::int * (1 - $7::int)),
  ran = tally.ran + CASE WHEN $8::int = 0 THEN $4::int ELSE 0 END,
  same = CASE WHEN $8::int = 1 THEN tally.same
    WHEN $6::int = 1 AND $4::int = 1 THEN 0
    WHEN $3::text = '' OR $3::text = tally.digest THEN tally.same + 1 - $7::int
    ELSE 1 END,
  digest = CASE WHEN $8::int = 1 THEN tally.digest
    WHEN $6::int = 1 AND $4::int = 1 THEN NULL
    WHEN $3::text = '' THEN tally.digest
    ELSE $3::text END,
  free_at = CASE WHEN $8::int * $7::int = 1 THEN clock_timestamp()
    WHEN $8::int = 1 THEN tally.free_at
    WHEN $9::float8 < 0 THEN NULL
    ELSE clock_timestamp() + $9::float8 * interval '1 millisecond' END,
  executed = CASE WHEN $8::int = 0 AND tally.executed = head.executed - $4::int THEN head.executed ELSE tally.executed END,
  writes = CASE WHEN $8::int = 0 AND tally.writes = head.writes - $5::int THEN head.writes ELSE tally.writes END
FROM head WHERE tally.turn = $1 AND tally.call = $2`,
  closeTurn: `DELETE FROM ${table} WHERE turn = (SELECT turn FROM ${table} WHERE turn = $1 AND call = '' FOR UPDATE)`,
  // A turn goes as a whole, once its latest call is old: a count that lapsed while the turn goes on would allow a write twice.
  sweep: `WITH orphans AS (
  DELETE FROM ${table} AS tally WHERE born < now() - $1::float8 * interval '1 millisecond'
    AND NOT EXISTS (SELECT FROM ${table} AS head WHERE head.turn = tally.turn AND head.call = '')
)
DELETE FROM ${table} WHERE turn IN (SELECT turn FROM ${table} WHERE call = '' AND expires_at < now() FOR UPDATE)`
})

// -- constructors

const numberIn = (rows: ReadonlyArray<unknown>, column: string): number =>
  Number((rows[0] as Readonly<Record<string, unknown>> | undefined)?.[column])

/**
 * Makes a budget store on PostgreSQL, for processes that share turns: one statement and one round trip before a call, and one after. Give it a pool of
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
export const postgresStore = (options: PostgresStoreOptions): BudgetStore => {
  expectWords(options, ['client', 'table', 'ttlMs'], 'options')
  const { client, table = DEFAULT_TABLE, ttlMs } = options
  expectClient(client)
  const statements = statementsOn(quotedTable(table))
  const lifetime = lifetimeMs(ttlMs)
  hearErrors(client)
  const sweepWhenDue = sweeper({ everyMs: lifetime, sweep: () => client.query(statements.sweep, [lifetime]) })
  return {
    reserve: async (turnId, key, { unchanged, admitted, streak, executed }) => {
      const { rows } = await client.query(statements.reserve, [
        storeKey(turnId),
        storeKey(key),
        lifetime,
        unchanged,
        admitted,
        streak,
        executed
      ])
      sweepWhenDue()
      return reservationOf(numberIn(rows, 'asked'), numberIn(rows, 'decision'))
    },
    settle: (turnId, key, settlement) =>
      client.query(statements.settle, [storeKey(turnId), storeKey(key), ...settledAs(settlement)]),
    closeTurn: (turnId) => client.query(statements.closeTurn, [storeKey(turnId)])
  }
}
