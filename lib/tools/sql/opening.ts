/** The first query of every transaction: its settings. */

// A limit that the database has set for this role stays, where it is lower. Its text, '5s' or '2min', reads as an
// interval.
const atMost = (name: string, ms: number): string =>
  `LEAST(NULLIF((extract(epoch FROM current_setting('${name}')::interval) * 1000)::int, 0), ${ms})::text`

/**
 * A query and not a row of SETs: once a query has run, the transaction can no longer be made one that writes.
 * The settings end with the transaction. Its one row begins with the limit of time that holds, in milliseconds.
 */
export const openingText = (statementMs: number): string => {
  const limit = atMost('statement_timeout', statementMs)
  const settings: ReadonlyArray<readonly [name: string, value: string]> = [
    ['statement_timeout', limit],
    // A session that we lost sight of ends itself.
    ['idle_in_transaction_session_timeout', atMost('idle_in_transaction_session_timeout', statementMs)],
    ['datestyle', "'ISO'"],
    ['intervalstyle', "'iso_8601'"],
    ['bytea_output', "'hex'"],
    ['client_encoding', "'UTF8'"],
    // Floating-point numbers with every digit that they have; 3 says so to servers before 12, too.
    ['extra_float_digits', "'3'"],
    // Plans as without a cursor, which would favour the first rows over the whole.
    ['cursor_tuple_fraction', "'1'"]
  ]
  return `SELECT ${limit} AS ms, ${settings.map(([name, value], index) => `set_config('${name}', ${value}, true) AS s${index}`).join(', ')}`
}
