/** The subset of PostgreSQL clients that the store and the ledger need; a spec holds it against the real packages. */
import * as o from '../core/options.js'
import type { ErrorEmitterLike } from '../core/foreign/index.js'

/** A `pg` pool or client, or a PGlite database. @category Stores @since 0.1.0 */
export interface PostgresLike extends ErrorEmitterLike {
  query(text: string, values: Array<unknown>): Promise<{ readonly rows: ReadonlyArray<unknown> }>
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,62}(?:\.[A-Za-z_][A-Za-z0-9_]{0,62})?$/

/** A table's name for a statement; a TypeError where it is not a name. */
export const quotedTable = (table: string): string => {
  if (NAME.test(table))
    return table
      .split('.')
      .map((part) => `"${part}"`)
      .join('.')
  throw new TypeError("Expected `table` to be a name such as 'guarded_call_budget' or 'agents.budget'.")
}

export const POSTGRES_CLIENT = o.required(
  o.having<PostgresLike>(['query'], 'a pg pool, a pg client or a PGlite database')
)
