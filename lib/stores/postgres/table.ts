/** The table of budgets and the statements on it. */

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,62}(?:\.[A-Za-z_][A-Za-z0-9_]{0,62})?$/

const DEFAULT_TABLE = 'guarded_call_budget'

/** A table's name, with its schema where it has one, as it stands in a statement. */
export const quotedTable = (table: string = DEFAULT_TABLE): string => {
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

/** The statements of a store: each one round trip, whole or not at all, by the server's clock. */
export const statementsOn = (table: string) => ({
  reserve: `INSERT INTO ${table} AS budget (turn, call, asked, expires_at) VALUES ($1, $2, 1, now() + $3::float8 * interval '1 millisecond')
ON CONFLICT (turn, call) DO UPDATE SET asked = budget.asked + 1, expires_at = excluded.expires_at
RETURNING asked`,
  giveBack: `UPDATE ${table} SET asked = asked - 1 WHERE turn = $1 AND call = $2 AND asked > 0`,
  closeTurn: `DELETE FROM ${table} WHERE turn = $1`,
  // A turn goes as a whole, once its latest call is old: a count that lapsed while the turn goes on would allow a write twice.
  // The first condition is looked at again where a call comes in between.
  sweep: `DELETE FROM ${table} WHERE expires_at < now() AND turn IN (SELECT turn FROM ${table} GROUP BY turn HAVING max(expires_at) < now())`
})
