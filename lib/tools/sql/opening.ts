/** The first query of every transaction: its settings. */
import type { Deadline } from './deadline.js'

/**
 * A query and not three SETs: once a query has run, the transaction can no longer be made one that writes.
 * The settings end with the transaction. Dates and intervals are written in ISO 8601, and a session that we lost sight of ends itself.
 */
export const openingText = ({ statementMs }: Deadline): string => {
  const settings: ReadonlyArray<readonly [string, string | number]> = [
    ['statement_timeout', statementMs()],
    ['idle_in_transaction_session_timeout', statementMs()],
    ['datestyle', 'ISO'],
    ['intervalstyle', 'iso_8601'],
    ['bytea_output', 'hex']
  ]
  return `SELECT ${settings.map(([name, value], index) => `set_config('${name}', '${value}', true) AS c${index}`).join(', ')}`
}
