/** The ledger of effects on PostgreSQL: a row for each operation of a turn. */
import * as o from '../core/options.js'
import { hearErrors } from '../core/foreign/hear-errors.js'
import type { OperationRow, Witness } from '../core/operation-row.js'
import { type Ledger } from '../guard/kernel.js'
import { LIFETIME, sweeper } from './keeping.js'
import { POSTGRES_CLIENT, quotedTable, type PostgresLike } from './postgres-client.js'
import { onConnections } from './postgres-transaction.js'
import { rowLedger, type FoundRow, type RowReply } from './row-ledger.js'

/** Which table holds the ledger, and for how long. @category Ledger @since 0.1.0 */
export interface PostgresLedgerOptions {
  readonly client: PostgresLike
  /** Must have been created with `ledgerTable`. @default 'guarded_call_ledger' */
  readonly table?: string
  /** Milliseconds after its latest change, and the lease that this ended or began, until an operation is forgotten. @default 604_800_000 */
  readonly keepMs?: number
}

const DEFAULT_TABLE = 'guarded_call_ledger'

const SWEEP_MS = 3_600_000

// The row as the state machine writes it. A number of milliseconds may exceed 32 bits.
const ROW = {
  version: 'integer',
  attempt: 'integer',
  state: 'text',
  operation_id: 'text',
  tool: 'text',
  token: 'text',
  lease_ms: 'float8',
  again: 'boolean',
  settled_by: 'text',
  digests: 'jsonb',
  executed: 'integer[]'
} as const

const COLUMNS = Object.keys(ROW)

const typed = (separator: string): string =>
  Object.entries(ROW)
    .map(([name, type]) => `${name} ${type}`)
    .join(separator)

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
  revision text NOT NULL,
  ${typed(',\n  ')},
  lease_until timestamptz NOT NULL,
  since timestamptz NOT NULL,
  answers text[] NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (turn, call)
)`

const after = (ms: string): string => `clock_timestamp() + ${ms}::float8 * interval '1 millisecond'`
const msOf = (duration: string): string => `(extract(epoch FROM ${duration}) * 1000)::float8`

// The parameters of a write: $3 is the place of a response, to be read or kept; after the row come those of an update alone.
const FIRST = 7
const GIVEN = Object.values(ROW).map((type, i) => `$${FIRST + i}::${type}`)
const LEASE = `$${FIRST + GIVEN.length}::text`
const KNOWN = `$${FIRST + GIVEN.length + 1}::text`
const AT = 'turn = $1 AND call = $2'
const EXPIRES = after('$5')
const LEASE_END = after(`$${FIRST + COLUMNS.indexOf('lease_ms')}`)

// Each is one round trip, whole or not at all, by the server's clock: it compares, and decides nothing.
const statementsOn = (table: string) => {
  const found = `kept.revision, ${COLUMNS.map((name) => `kept.${name}`).join(', ')}, kept.answers[$3::integer + 1] AS answer,
  ${msOf('kept.lease_until - clock_timestamp()')} AS lease_left_ms, ${msOf('clock_timestamp() - kept.since')} AS since_ms`
  return {
    read: `SELECT ${found} FROM ${table} AS kept WHERE ${AT}`,
    // A row that was written meanwhile is seen from the next trip on.
    insert: `WITH put AS (
  INSERT INTO ${table} (turn, call, revision, expires_at, lease_until, since, answers, ${COLUMNS.join(', ')})
  VALUES ($1, $2, $4, ${EXPIRES}, ${LEASE_END}, clock_timestamp(), ARRAY[$6::text], ${GIVEN.join(', ')})
  ON CONFLICT (turn, call) DO NOTHING RETURNING true AS written
)
SELECT put.written, ${found} FROM (VALUES (1)) AS one LEFT JOIN put ON true LEFT JOIN ${table} AS kept ON ${AT}`,
    update: `UPDATE ${table} SET revision = $4, expires_at = ${EXPIRES}, answers[$3::integer + 1] = coalesce(answers[$3::integer + 1], $6::text),
  lease_until = CASE WHEN ${LEASE} IS NULL THEN lease_until ELSE ${LEASE_END} END,
  since = CASE WHEN ${LEASE} = 'fresh' THEN clock_timestamp() ELSE since END,
  ${COLUMNS.map((name, i) => `${name} = ${GIVEN[i]}`).join(', ')}
WHERE ${AT} AND revision = ${KNOWN} RETURNING ${msOf('clock_timestamp() - since')} AS since_ms`,
    sweep: `DELETE FROM ${table} WHERE expires_at < now()`
  }
}

interface Row {
  readonly revision: string | null
  readonly version: 1
  readonly attempt: number
  readonly state: OperationRow['state']
  readonly operation_id: string
  readonly tool: string
  readonly token: string | null
  readonly lease_ms: number
  readonly again: boolean
  readonly settled_by: Witness | null
  readonly digests: OperationRow['digests']
  readonly executed: ReadonlyArray<number>
  readonly answer: string | null
  readonly lease_left_ms: number
  readonly since_ms: number
}

const foundIn = (row: Row | undefined): FoundRow | undefined => {
  if (row === undefined || row.revision === null) return undefined
  const { revision, version, attempt, state, tool, token, again, digests, executed, answer } = row
  const {
    operation_id: operationId,
    lease_ms: leaseMs,
    settled_by: by,
    lease_left_ms: leaseLeftMs,
    since_ms: sinceMs
  } = row
  const kept = { version, attempt, state, operationId, tool, token, leaseMs, again, by, digests, executed }
  return { revision, row: kept, leaseLeftMs, sinceMs, answer }
}

/** In the order of the columns. */
const valuesOf = (row: OperationRow): Array<unknown> => {
  const { version, attempt, state, operationId, tool, token, leaseMs, again, by, digests, executed } = row
  return [version, attempt, state, operationId, tool, token, leaseMs, again, by, JSON.stringify(digests), executed]
}

const readOptions = o.options('options', {
  client: POSTGRES_CLIENT,
  table: o.optional(o.text, DEFAULT_TABLE),
  keepMs: LIFETIME
} satisfies o.TableOf<PostgresLedgerOptions>)

/**
 * Makes a ledger on PostgreSQL: one statement to begin and one to settle. Responses and names of tools stand there in clear, arguments and ids as digests.
 * Give it a pool of its own or a small share of one, so that it need not wait behind slow queries.
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
  const { client, table, keepMs } = readOptions(options)
  const statements = statementsOn(quotedTable(table))
  hearErrors(client)
  const sweepWhenDue = sweeper({
    everyMs: Math.min(keepMs, SWEEP_MS),
    sweep: () => client.query(statements.sweep, [])
  })
  const ledger = rowLedger(async ({ turn, call }, place, write) => {
    const ask = async (text: string, values: Array<unknown>): Promise<unknown> =>
      (await client.query(text, [turn, call, ...values])).rows[0]
    const read = async (): Promise<RowReply> => ({
      written: false,
      found: foundIn((await ask(statements.read, [place])) as Row | undefined)
    })
    if (write === undefined) return read()
    sweepWhenDue()
    const { known, revision, keepMs: forMs, change } = write
    const { row, lease = null, answer } = change
    const values = [revision, forMs, answer?.text ?? null, ...valuesOf(row)]
    if (known === null) {
      const reply = (await ask(statements.insert, [place, ...values])) as Row & { readonly written: true | null }
      return reply.written === true ? { written: true, sinceMs: 0 } : { written: false, found: foundIn(reply) }
    }
    const written = await ask(statements.update, [answer?.place ?? 0, ...values, lease, known])
    return written === undefined ? read() : { written: true, sinceMs: (written as Row).since_ms }
  }, keepMs)
  return onConnections(ledger, { table, on: (connection) => postgresLedger({ ...options, client: connection }) })
}
