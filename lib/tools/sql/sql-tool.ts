/**
 * A tool that runs one SQL statement: reads through a cursor that cannot write, writes in a transaction of their own.
 */
import * as E from 'fp-ts/lib/Either.js'
import { isObject } from '../../core/foreign/index.js'
import { count } from '../../core/errors/index.js'
import {
  DEFAULT_MAX_BYTES,
  DEFAULT_TIMEOUT_MS,
  COMMITTED,
  ENLISTS,
  failed,
  incomplete,
  TOOL,
  type Tool
} from '../../guard/kernel.js'
import * as o from '../../core/options.js'
import type { Database, SqlFailure, SqlSession } from './database.js'
import { openSqlDeadline } from './deadline.js'
import { enlisted } from './enlisted.js'
import { executedBy, sqlToolError, sqlWords } from './failure.js'
import { pgDatabase } from './pg-database.js'
import type { PgClientLike, PgPoolLike } from './pg-like.js'
import { pgliteDatabase, type PGliteLike } from './pglite-database.js'
import { readThroughCursor, writeOnce, type Rows } from './recipes.js'
import { toStatement, type Statement } from './statement.js'

/** The parts of a SQL tool: any option of a tool, a client, and the statement of a call. @category SQL @since 0.1.0 */
export interface SqlToolOptions<Args> extends Omit<Tool<Args>, 'run' | 'reads'> {
  /**
   * A `pg` pool, a `pg` client or a PGlite database. A pool is the best choice: each call gets a connection of its own,
   * which is closed after it. A single client must be the tool's own: it serves one call at a time, is reset by
   * `DISCARD ALL` after each, and once a call had to be cut off, each opens a connection as this one was opened.
   */
  readonly client: PgPoolLike | PgClientLike | PGliteLike
  /**
   * The statement of a call: what comes from outside goes into `values`, and `$1`, `$2`, … stand for it in the text.
   * It may return or throw `failed(…)`; of anything else that it throws the model learns nothing.
   */
  readonly query: (args: Args) => Statement
  /** Most rows of an answer; where there are more, it is `partial_data` with these. @default 100 */
  readonly maxRows?: number
  /**
   * For a write: `client` leads to the database of the session's `postgresLedger`, too. The effect and its outcome are
   * committed together, so the outcome is unknown only while the database cannot be reached. `verify` and `idempotency`
   * have nothing to add. Choose it before the tool is used: an attempt that was made without it, and whose outcome is
   * unknown, would count as undone.
   */
  readonly ledger?: 'same'
}

// -- options

// One more row than these is fetched, and its number must fit into 32 bits too.
const MAX_ROWS = 2 ** 31 - 2

const toDatabase = (client: PgPoolLike | PgClientLike | PGliteLike): Database => {
  if (!isObject(client) || !('query' in client || 'connect' in client)) {
    throw new TypeError('Expected `client` to be a pg pool, a pg client or a PGlite database.')
  }
  return 'transaction' in client ? pgliteDatabase(client) : pgDatabase(client)
}

const read = o.options('options', {
  ...TOOL,
  timeoutMs: o.optional(o.milliseconds, DEFAULT_TIMEOUT_MS),
  maxBytes: o.optional(o.positive, DEFAULT_MAX_BYTES),
  // By its form.
  client: o.anything,
  query: o.required(o.func),
  maxRows: o.optional(o.integerUpTo(MAX_ROWS), 100),
  ledger: o.optional(o.kind<'same'>((value) => value === 'same', "'same', or left out"))
} satisfies o.TableOf<SqlToolOptions<never>>)

type Words<Args> = { readonly [K in 'effect' | 'idempotent' | 'verify' | 'idempotency']: Tool<Args>[K] | undefined }

// The database knows what became of a write, and nobody else is asked.
const expectLedgered = <Args>({ effect, idempotent, verify, idempotency }: Words<Args>): void => {
  o.expectOption(effect === 'write' && idempotent !== true, 'ledger', 'given for a write that is not `idempotent`')
  o.expectOption(
    verify === undefined && idempotency === undefined,
    'ledger',
    'given without `verify` and `idempotency`'
  )
}

// -- answers

const MORE = {
  read: {
    what: 'More exist',
    hint: 'Use a narrower filter or an aggregate, or page with LIMIT and OFFSET over a fixed ORDER BY.'
  },
  write: {
    what: 'The statement was executed and returned more',
    hint: 'Read the other rows with another query.'
  }
} as const

const toAnswer = ({ rows, stoppedBy }: Rows, effect: 'read' | 'write', maxBytes: number): unknown => {
  if (stoppedBy === 'nothing') return rows
  const { what, hint } = MORE[effect]
  const came = count(rows.length, 'row')
  const cap = stoppedBy === 'rows' ? came : count(maxBytes, 'byte')
  return incomplete(rows, {
    code: 'more_pages_available',
    detail: `${came} came. ${what}, but this tool returns at most ${cap}.`,
    hint
  })
}

// -- the tool

/**
 * Makes a tool of a SQL statement; its payload is the rows. A read cannot write, whatever text a model wrote for it;
 * functions that reach the server's files, programs or settings are stopped by the rights of the database role alone.
 * Numbers that JavaScript cannot hold (`bigint`, `numeric`), days and times without a zone stay text.
 *
 * @throws TypeError for options that cannot work.
 * @category SQL @since 0.1.0
 * @example
 * import { PGlite } from '@electric-sql/pglite'
 * import * as E from 'fp-ts/lib/Either.js'
 * import * as t from 'io-ts'
 * import { guardedCall, openTurn } from 'guarded-call'
 * import { NumericText, sqlTool } from 'guarded-call/sql'
 *
 * const database = await PGlite.create()
 * await database.exec('CREATE TABLE orders (id int, total numeric(8,2)); INSERT INTO orders VALUES (1, 12.5), (2, 3)')
 *
 * const ordersAbove = sqlTool({
 *   name: 'orders_above',
 *   effect: 'read',
 *   client: database,
 *   args: t.type({ total: t.number }),
 *   query: ({ total }) => ({ text: 'SELECT id, total FROM orders WHERE total > $1 ORDER BY id', values: [total] })
 * })
 * const call = guardedCall(ordersAbove, t.array(t.type({ id: t.number, total: NumericText })))
 *
 * assert.deepEqual(await openTurn().run(call({ total: 10 })), E.right([{ id: 1, total: '12.50' }]))
 */
export const sqlTool = <Args = unknown>(options: SqlToolOptions<Args>): Tool<Args> => {
  const { client, query, maxRows, ledger, ...tool } = read(options)
  const { timeoutMs, maxBytes } = tool
  if (ledger !== undefined) expectLedgered(tool)
  const database = toDatabase(client)
  const traits = { [COMMITTED]: true, ...(ledger === undefined ? {} : { [ENLISTS]: true }) }
  const recipe = tool.effect === 'read' ? readThroughCursor : writeOnce
  return {
    ...o.given(tool),
    respondsWhenDone: true,
    ...traits,
    run: async (args, { signal }) => {
      const statement = toStatement(query, args)
      if (E.isLeft(statement)) return statement.left
      const deadline = openSqlDeadline(timeoutMs, signal)
      const limits = { deadline, maxBytes }
      const transact = (work: (session: SqlSession) => Promise<Rows>): Promise<E.Either<SqlFailure, Rows>> =>
        database.transaction(tool.effect, limits, work).finally(deadline.close)
      const work = recipe(statement.right, maxRows, limits)
      const result = await (ledger === undefined ? transact(work) : enlisted(transact, work))
      return E.isRight(result)
        ? toAnswer(result.right, tool.effect, maxBytes)
        : failed(sqlToolError(result.left, { ...limits, effect: tool.effect, text: statement.right.text }), {
            executed: executedBy(result.left),
            says: sqlWords(result.left, statement.right.text)
          })
    }
  }
}
