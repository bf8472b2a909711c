/** The ledger of effects on PostgreSQL: a row for each operation of a turn. */
import { hearErrors } from '../core/foreign/hear-errors.js'
import { expectWords, type Ledger, type OperationState } from '../guard/kernel.js'
import { lifetimeMs, storeKey, sweeper } from './keeping.js'
import { expectClient, quotedTable, type PostgresLike } from './postgres-client.js'

/** Which table holds the ledger, and for how long. @category Ledger @since 0.1.0 */
export interface PostgresLedgerOptions {
  readonly client: PostgresLike
  /** Must have been created with `ledgerTable`. @default 'guarded_call_ledger' */
  readonly table?: string
  /** Milliseconds after its latest use until an operation is forgotten. @default 604_800_000 */
  readonly keepMs?: number
}

const DEFAULT_TABLE = 'guarded_call_ledger'

const SWEEP_MS = 3_600_000

/**
 * Gives the statement that creates the table of the ledger, for a migration: the ledger itself creates nothing.
 *
 * @category Ledger @since 0.1.0
 */
export const ledgerTable = (
  table: string = DEFAULT_TABLE
): string => `CREATE TABLE IF NOT EXISTS ${quotedTable(table)} (
  turn text COLLATE "C" NOT NULL,
  call text COLLATE "C" NOT NULL,
  attempt integer NOT NULL,
  state text NOT NULL,
  token text,
  lease_until timestamptz NOT NULL,
  since timestamptz NOT NULL,
  ran integer[] NOT NULL,
  answers text[] NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (turn, call)
)`

const ms = (parameter: string): string => `${parameter}::float8 * interval '1 millisecond'`

// Each is one round trip, whole or not at all, by the server's clock. `running` is leased for a fresh attempt, `checking` for one of unknown outcome.
const statementsOn = (table: string) => {
  const takes = `cardinality(op.ran) <= $5 AND (op.state IN ('free', 'unknown') OR op.lease_until <= clock_timestamp())`
  const forgotten = `clock_timestamp() + ${ms('$4')}`
  return {
    begin: `INSERT INTO ${table} AS op (turn, call, attempt, state, token, lease_until, since, ran, answers, expires_at)
VALUES ($1, $2, 1, 'running', $3, clock_timestamp() + ${ms('$6')}, clock_timestamp(), '{}', '{}', ${forgotten})
ON CONFLICT (turn, call) DO UPDATE SET
  state = CASE WHEN NOT (${takes}) THEN op.state WHEN op.state = 'free' THEN 'running' ELSE 'checking' END,
  since = CASE WHEN ${takes} AND op.state = 'free' THEN clock_timestamp() ELSE op.since END,
  token = CASE WHEN ${takes} THEN excluded.token ELSE op.token END,
  lease_until = CASE WHEN ${takes} THEN excluded.lease_until ELSE op.lease_until END,
  expires_at = excluded.expires_at
RETURNING attempt, state, token IS NOT DISTINCT FROM $3 AS took, cardinality(ran) > $5 AS settled,
  ran[$5 + 1] AS settled_attempt, answers[$5 + 1] AS answer,
  (extract(epoch FROM clock_timestamp() - since) * 1000)::float8 AS since_ms`,
    executed: `INSERT INTO ${table} AS op (turn, call, attempt, state, token, lease_until, since, ran, answers, expires_at)
VALUES ($1, $2, $3::integer + 1, 'free', NULL, clock_timestamp(), clock_timestamp(), ARRAY[$3::integer], ARRAY[$5::text], ${forgotten})
ON CONFLICT (turn, call) DO UPDATE SET
  ran = CASE WHEN $3 = ANY(op.ran) THEN op.ran ELSE op.ran || $3::integer END,
  answers = CASE WHEN NOT $3 = ANY(op.ran) THEN op.answers || ARRAY[$5::text]
    ELSE op.answers[:array_position(op.ran, $3) - 1] || ARRAY[coalesce(op.answers[array_position(op.ran, $3)], $5)]
      || op.answers[array_position(op.ran, $3) + 1:] END,
  state = CASE WHEN op.attempt <= $3 THEN 'free' ELSE op.state END,
  token = CASE WHEN op.attempt <= $3 THEN NULL ELSE op.token END,
  attempt = greatest(op.attempt, $3::integer + 1),
  expires_at = excluded.expires_at`,
    ended: `UPDATE ${table} SET attempt = attempt + CASE WHEN $5 THEN 1 ELSE 0 END, state = CASE WHEN $5 THEN 'free' ELSE 'unknown' END,
  token = NULL, expires_at = ${forgotten} WHERE turn = $1 AND call = $2 AND attempt = $3 AND token = $6`,
    sweep: `DELETE FROM ${table} WHERE expires_at < now() AND lease_until < now()`
  }
}

interface Row {
  readonly attempt: number
  readonly state: string
  readonly took: boolean
  readonly settled: boolean
  readonly settled_attempt: number
  readonly answer: string | null
  readonly since_ms: number
}

const begunOf = (row: Row, token: string): OperationState => {
  if (row.settled) return { is: 'settled', attempt: row.settled_attempt, answer: row.answer }
  const { attempt } = row
  if (!row.took) return { is: 'running', attempt }
  return row.state === 'running'
    ? { is: 'fresh', attempt, token }
    : { is: 'unknown', attempt, token, sinceMs: row.since_ms }
}

/**
 * Makes a ledger on PostgreSQL: one statement to begin and one to settle. Answers stand there in clear, arguments and ids as digests. Give it a pool of its
 * own or a small share of one, so that it need not wait behind slow queries.
 *
 * @category Ledger @since 0.1.0
 * @example
 * import { PGlite } from '@electric-sql/pglite'
 * import * as t from 'io-ts'
 * import { guardedCall, openSession } from 'guarded-call'
 * import { ledgerTable, postgresLedger } from 'guarded-call/postgres'
 *
 * const client = await PGlite.create()
 * await client.query(ledgerTable())
 * let placed = 0
 * const order = guardedCall({ name: 'place_order', effect: 'write', run: () => `{"id":${(placed += 1)}}` }, t.type({ id: t.number }))
 *
 * // Two workers are given the same job.
 * const run = () => openSession({ ledger: postgresLedger({ client }) }).openTurn({ id: 'job-17' }).run(order({ sku: 'A-1' }))
 * assert.deepEqual(await run(), await run())
 * assert.equal(placed, 1)
 * await client.close()
 */
export const postgresLedger = (options: PostgresLedgerOptions): Ledger => {
  expectWords(options, ['client', 'table', 'keepMs'], 'options')
  const { client, table = DEFAULT_TABLE, keepMs } = options
  expectClient(client)
  const statements = statementsOn(quotedTable(table))
  const lifetime = lifetimeMs(keepMs, 'keepMs')
  hearErrors(client)
  const sweepWhenDue = sweeper({
    everyMs: Math.min(lifetime, SWEEP_MS),
    sweep: () => client.query(statements.sweep, [])
  })
  return {
    begin: async (turnId, key, { seen, leaseMs }) => {
      const token = crypto.randomUUID()
      const given = [storeKey(turnId), storeKey(key), token, lifetime, seen, leaseMs]
      const { rows } = await client.query(statements.begin, given)
      sweepWhenDue()
      return begunOf(rows[0] as Row, token)
    },
    settle: (turnId, key, attempt, token, executed, answer) => {
      const named = [storeKey(turnId), storeKey(key), attempt, lifetime]
      return executed === 'yes'
        ? client.query(statements.executed, [...named, answer ?? null])
        : client.query(statements.ended, [...named, executed === 'no', token])
    }
  }
}
