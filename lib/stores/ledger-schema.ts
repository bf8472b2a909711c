/** The table of the ledger on PostgreSQL, in versions: the ledger itself creates nothing. */
import type { OperationRow } from '../core/calls/index.js'
import { quotedTable, type PostgresLike } from './postgres-client.js'

/** A step of the ledger's table. @category Ledger @since 0.1.0 */
export interface LedgerMigration {
  readonly version: number
  /** One statement, which does nothing where it was done. */
  readonly up: string
}

export const DEFAULT_TABLE = 'guarded_call_ledger'

// Milliseconds, so that what a client read of an age finds its row again.
const TIME = 'timestamptz(3)'

/** The row as the state machine writes it: of each field its column. A number of milliseconds may exceed 32 bits. */
export const ROW = {
  version: ['version', 'integer'],
  attempt: ['attempt', 'integer'],
  state: ['state', 'text'],
  tool: ['tool', 'text'],
  step: ['step', 'text'],
  token: ['token', 'text'],
  leaseMs: ['lease_ms', 'float8'],
  again: ['again', 'boolean'],
  by: ['settled_by', 'text'],
  attempts: ['attempts', 'jsonb'],
  executed: ['executed', 'integer[]'],
  audit: ['audit', 'jsonb']
} as const satisfies Readonly<Record<keyof OperationRow, readonly [column: string, type: string]>>

// Of a table in a schema the index is made in that schema, by its bare name.
const indexOf = (table: string, of: string): string => quotedTable(`${table.split('.').at(-1)}_${of}`)

// `due_at`: when a sweep has something to do with the row; none of an open one. An index holds those alone that it
// finds.
const STEPS: ReadonlyArray<(table: string) => ReadonlyArray<string>> = [
  (table) => [
    `CREATE TABLE ${quotedTable(table)} (
  turn text COLLATE "C" NOT NULL,
  call text COLLATE "C" NOT NULL,
  revision text NOT NULL,
  ${Object.values(ROW)
    .map(([name, type]) => `${name} ${type}`)
    .join(',\n  ')},
  lease_until ${TIME} NOT NULL,
  since ${TIME} NOT NULL,
  ran_at ${TIME}[] NOT NULL,
  answers text[] NOT NULL,
  expires_at ${TIME},
  due_at ${TIME},
  PRIMARY KEY (turn, call)
)`,
    `CREATE INDEX ${indexOf(table, 'names')} ON ${quotedTable(table)} USING gin (attempts jsonb_path_ops)`,
    `CREATE INDEX ${indexOf(table, 'open')} ON ${quotedTable(table)} (since, turn, call) WHERE expires_at IS NULL`,
    `CREATE INDEX ${indexOf(table, 'due')} ON ${quotedTable(table)} (due_at) WHERE due_at IS NOT NULL`
  ]
]

const VERSION = STEPS.length

// The version stands in the comment of the table: it is dumped, restored and renamed with it.
const COMMENT = 'guarded-call ledger '

const versionOf = (table: string): string =>
  `coalesce(substring(obj_description(to_regclass('${quotedTable(table)}'), 'pg_class') FROM '^${COMMENT}([0-9]+)$')::integer, 0)`

/**
 * Gives the statements that make the table of the ledger what this version of the library needs, for a migration: run
 * each that was not run yet, in their order.
 *
 * @category Ledger @since 0.1.0
 */
export const ledgerMigrations = (table: string = DEFAULT_TABLE): ReadonlyArray<LedgerMigration> =>
  STEPS.map((statements, i) => {
    const version = i + 1
    const comment = `COMMENT ON TABLE ${quotedTable(table)} IS '${COMMENT}${version}'`
    return {
      version,
      up: `DO $ledger$ BEGIN
PERFORM pg_advisory_xact_lock(hashtext('${COMMENT}${quotedTable(table)}'));
IF ${versionOf(table)} < ${version} THEN
${[...statements(table), comment].map((statement) => `${statement};`).join('\n')}
END IF;
END $ledger$`
    }
  })

/** Throws, with a sentence, where the table lacks a migration. */
export const expectMigrated = async (client: PostgresLike, table: string): Promise<void> => {
  const { rows } = await client.query(`SELECT ${versionOf(table)} AS version`, [])
  const { version } = rows[0] as { readonly version: number }
  if (version < VERSION)
    throw new Error(
      `the table ${table} lacks migration ${version + 1}: run ledgerMigrations(), or \`guarded-call ledger migrate\``
    )
}
