/** The ledger of effects on PostgreSQL: a row for each operation of a turn. */
import type { OperationRow, RowName } from '../core/calls/index.js'
import * as o from '../core/options.js'
import { ignoreClientErrors } from '../core/foreign/index.js'
import type { DatabaseConnection, ManagedLedger } from '../guard/kernel.js'
import { sweeper } from './keeping.js'
import { DEFAULT_TABLE, expectMigrated, ROW } from './ledger-schema.js'
import { POSTGRES_CLIENT, quotedTable, type PostgresLike } from './postgres-client.js'
import { settlingOn } from './postgres-transaction.js'
import {
  ROW_LEDGER,
  rowLedger,
  type FoundRow,
  type RowLedgerOptions,
  type RowReply,
  type RowServer
} from './row-ledger.js'

/** Which table holds the ledger, and for how long. @category Ledger @since 0.1.0 */
export interface PostgresLedgerOptions extends RowLedgerOptions {
  readonly client: PostgresLike
  /** Must have been created with `ledgerMigrations`. @default 'guarded_call_ledger' */
  readonly table?: string
}

/** A ledger that drops what is over step by step, as it is used. @category Ledger @since 0.1.0 */
export interface PostgresLedger extends ManagedLedger {
  /** Drops what is over now, in small steps, unless another process does; returns from how many operations. */
  readonly sweep: () => Promise<number>
}

const SWEEP_MS = 3_600_000

/** Most rows of one statement: others wait for it no longer than for a few writes. */
const SWEEP_ROWS = 1_000

// -- statements

const NOW = 'clock_timestamp()::timestamptz(3)'

const after = (ms: string): string => `${NOW} + ${ms}::float8 * interval '1 millisecond'`
const msOf = (duration: string): string => `(extract(epoch FROM ${duration}) * 1000)::float8`
const epochMs = (time: string): string => `(extract(epoch FROM ${time}) * 1000)::float8`

// The parameters of a write: $3 is the place of a response, to be read or kept; after the row come those of an update
// alone.
const FIRST = 9
const FIELDS = Object.keys(ROW) as ReadonlyArray<keyof OperationRow>
const COLUMNS = Object.values(ROW).map(([column]) => column)
const GIVEN = Object.values(ROW).map(([, type], i) => `$${FIRST + i}::${type}`)
const LEASE = `$${FIRST + GIVEN.length}::text`
const KNOWN = `$${FIRST + GIVEN.length + 1}::text`
const AT = 'turn = $1 AND call = $2'
// Without a time to keep it, nothing of the row ends. What is executed keeps its response for less long than itself.
const EXPIRES = after('$5')
const EXECUTED = `$${FIRST + FIELDS.indexOf('executed')}::integer[]`
const DUE = `CASE WHEN $5::float8 IS NOT NULL AND cardinality(${EXECUTED}) > 0 THEN ${after('least($5::float8, $7::float8)')} ELSE ${EXPIRES} END`
const LEASE_END = after(`$${FIRST + FIELDS.indexOf('leaseMs')}`)
const RAN = '$8::boolean'

// Each is one round trip, whole or not at all, by the server's clock: it compares, and decides nothing.
const statementsOn = (table: string) => {
  const columns = `kept.revision, ${FIELDS.map((field) => `kept.${ROW[field][0]} AS "${field}"`).join(', ')}`
  const times = `${epochMs('now')} AS now, ${msOf('kept.lease_until - now')} AS "leaseLeftMs", ${msOf('now - kept.since')} AS "sinceMs"`
  const found = `${columns}, kept.answers[$3::integer + 1] AS answer, ${epochMs('kept.ran_at[$3::integer + 1]')} AS "ranAt", ${times}`
  const clock = `(SELECT ${NOW} AS now) AS clock`
  return {
    read: `SELECT ${found} FROM ${clock}, ${table} AS kept WHERE ${AT}`,
    // A row that was written meanwhile is seen from the next trip on.
    insert: `WITH put AS (
  INSERT INTO ${table} (turn, call, revision, expires_at, due_at, lease_until, since, ran_at, answers, ${COLUMNS.join(', ')})
  VALUES ($1, $2, $4, ${EXPIRES}, ${DUE}, ${LEASE_END}, ${NOW}, CASE WHEN ${RAN} THEN ARRAY[${NOW}] ELSE '{}' END, ARRAY[$6::text], ${GIVEN.join(', ')})
  ON CONFLICT (turn, call) DO NOTHING RETURNING true AS written
)
SELECT put.written, ${found} FROM ${clock} LEFT JOIN put ON true LEFT JOIN ${table} AS kept ON ${AT}`,
    update: `UPDATE ${table} SET revision = $4, expires_at = ${EXPIRES}, due_at = ${DUE},
  answers[$3::integer + 1] = coalesce(answers[$3::integer + 1], $6::text),
  ran_at[$3::integer + 1] = coalesce(ran_at[$3::integer + 1], CASE WHEN ${RAN} THEN ${NOW} END),
  lease_until = CASE WHEN ${LEASE} IS NULL THEN lease_until ELSE ${LEASE_END} END,
  since = CASE WHEN ${LEASE} = 'fresh' THEN ${NOW} ELSE since END,
  ${COLUMNS.map((name, i) => `${name} = ${GIVEN[i]}`).join(', ')}
WHERE ${AT} AND revision = ${KNOWN} RETURNING ${msOf(`${NOW} - since`)} AS "sinceMs"`,
    find: `SELECT turn, call FROM ${table} WHERE attempts @> jsonb_build_array(jsonb_build_object('operationId', $1::text)) LIMIT 1`,
    open: `SELECT kept.turn, kept.call, ${columns}, NULL AS answer, NULL AS "ranAt", ${times} FROM ${clock}, ${table} AS kept
WHERE kept.expires_at IS NULL AND kept.since <= now - $1::float8 * interval '1 millisecond'
  AND ($2::timestamptz IS NULL OR (kept.since, kept.turn, kept.call) > ($2::timestamptz, $3::text, $4::text))
ORDER BY kept.since, kept.turn, kept.call LIMIT $5::integer`,
    sweep: `WITH gate AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(hashtext($1)) AS is_mine), due AS (
  SELECT turn, call, expires_at <= now() AS is_over FROM ${table} AS kept, gate
  WHERE is_mine AND due_at <= now() ORDER BY due_at LIMIT ${SWEEP_ROWS} FOR UPDATE OF kept SKIP LOCKED
), forgotten AS (
  DELETE FROM ${table} AS kept USING due WHERE is_over AND kept.turn = due.turn AND kept.call = due.call RETURNING 1
), shortened AS (
  UPDATE ${table} AS kept SET answers = '{}', due_at = kept.expires_at FROM due
  WHERE NOT is_over AND kept.turn = due.turn AND kept.call = due.call RETURNING 1
)
SELECT (SELECT count(*) FROM forgotten)::integer + (SELECT count(*) FROM shortened)::integer AS swept`
  }
}

// -- rows

interface Row extends OperationRow {
  readonly revision: string | null
  readonly answer: string | null
  readonly ranAt: number | null
  readonly now: number
  readonly leaseLeftMs: number
  readonly sinceMs: number
}

// A process may have pg leave JSON as text.
const fieldOf = (stored: Row, field: keyof OperationRow): unknown => {
  const value: unknown = stored[field]
  return ROW[field][1] === 'jsonb' && typeof value === 'string' ? JSON.parse(value) : value
}

const foundIn = (stored: Row | undefined, answerMs: number): FoundRow | undefined => {
  if (stored === undefined || stored.revision === null) return undefined
  const { revision, now, answer, ranAt: at, leaseLeftMs, sinceMs } = stored
  const ran = at === null ? null : { at, answer, isOver: at + answerMs <= now }
  const row = Object.fromEntries(FIELDS.map((field) => [field, fieldOf(stored, field)])) as unknown as OperationRow
  return { revision, row, now, leaseLeftMs, sinceMs, ran }
}

/** In the order of the columns. */
const valuesOf = (row: OperationRow): Array<unknown> =>
  FIELDS.map((field) => (ROW[field][1] === 'jsonb' ? JSON.stringify(row[field]) : row[field]))

// -- constructors

const readOptions = o.options('options', {
  client: POSTGRES_CLIENT,
  table: o.optional(o.text, DEFAULT_TABLE),
  ...ROW_LEDGER
} satisfies o.TableOf<PostgresLedgerOptions>)

type Statements = ReturnType<typeof statementsOn>

type Query = (text: string, values: Array<unknown>) => Promise<ReadonlyArray<unknown>>

const queryOn =
  (client: DatabaseConnection): Query =>
  async (text, values) =>
    (await client.query(text, values)).rows

const serverOf = (query: Query, statements: Statements, answerMs: number): RowServer => {
  const found = (stored: unknown): FoundRow | undefined => foundIn(stored as Row | undefined, answerMs)
  return {
    put: async ({ turn, call }, place, write) => {
      const ask = async (text: string, values: Array<unknown>): Promise<unknown> =>
        (await query(text, [turn, call, ...values]))[0]
      const read = async (): Promise<RowReply> => ({
        written: false,
        found: found(await ask(statements.read, [place]))
      })
      if (write === undefined) return read()
      const { known, revision, keepMs, change } = write
      const { row, lease = null, ran } = change
      const values = [revision, keepMs, ran?.answer ?? null, answerMs, ran !== undefined, ...valuesOf(row)]
      if (known === null) {
        const reply = (await ask(statements.insert, [place, ...values])) as Row & { readonly written: true | null }
        return reply.written === true ? { written: true, sinceMs: 0 } : { written: false, found: found(reply) }
      }
      const written = await ask(statements.update, [ran?.place ?? 0, ...values, lease, known])
      return written === undefined ? read() : { written: true, sinceMs: (written as Row).sinceMs }
    },
    find: async (operationId) => (await query(statements.find, [operationId]))[0] as RowName | undefined,
    open: async ({ olderThanMs, after: last, limit }) => {
      const { beganAt = null, turn = null, call = null } = last ?? {}
      const rows = await query(statements.open, [olderThanMs, beganAt, turn, call, limit])
      return rows.flatMap((row) => {
        const stored = found(row)
        return stored === undefined ? [] : [{ turn: (row as RowName).turn, call: (row as RowName).call, ...stored }]
      })
    }
  }
}

/**
 * Makes a ledger on PostgreSQL: one statement to begin and one to settle. Responses and names of tools stand there in
 * clear, arguments and ids as digests. Give it a pool of its own or a small share of one, so that it need not wait
 * behind slow queries.
 *
 * @category Ledger @since 0.1.0
 * @example
 * import { PGlite } from '@electric-sql/pglite'
 * import * as t from 'io-ts'
 * import { guardedCall, openSession } from 'guarded-call'
 * import { ledgerMigrations, postgresLedger } from 'guarded-call/postgres'
 *
 * const client = await PGlite.create()
 * for (const { up } of ledgerMigrations()) await client.query(up)
 * let placed = 0
 * const order = guardedCall(
 *   { name: 'place_order', effect: 'write', run: () => `{"id":${(placed += 1)}}` },
 *   t.type({ id: t.number })
 * )
 *
 * // Two workers are given the same job.
 * const run = () =>
 *   openSession({ ledger: postgresLedger({ client }) })
 *     .openTurn({ id: 'job-17' })
 *     .run(order({ sku: 'A-1' }))
 * assert.deepEqual(await run(), await run())
 * assert.equal(placed, 1)
 * await client.close()
 */
export const postgresLedger = (options: PostgresLedgerOptions): PostgresLedger => {
  const { client, table, answerMs, keepMs, seal } = readOptions(options)
  const statements = statementsOn(quotedTable(table))
  ignoreClientErrors(client)

  let migrated: Promise<void> | undefined
  const ask = queryOn(client)
  const query: Query = async (text, values) => {
    migrated ??= expectMigrated(client, table)
    try {
      await migrated
    } catch (thrown) {
      migrated = undefined
      throw thrown
    }
    return ask(text, values)
  }

  const sweep = async (): Promise<number> => {
    for (let swept = 0; ;) {
      const [step] = await query(statements.sweep, [table])
      const { swept: rows } = step as { readonly swept: number }
      swept += rows
      if (rows < SWEEP_ROWS) return swept
    }
  }

  const sweepWhenDue = sweeper({ everyMs: Math.min(keepMs, SWEEP_MS), sweep })
  const server = serverOf(query, statements, answerMs)
  const put: RowServer['put'] = (name, place, write) => {
    if (write !== undefined) sweepWhenDue()
    return server.put(name, place, write)
  }
  const ledger = { ...rowLedger({ ...server, put }, { keepMs, seal }), sweep }
  // Only what began here is settled on a connection, so its table was checked, and sweeping waits for the ledger
  // itself.
  return settlingOn(ledger, client, table, (connection) =>
    rowLedger(serverOf(queryOn(connection), statements, answerMs), { keepMs, seal })
  )
}
