/** How a statement is run: a query that reads goes through a cursor, a statement that writes goes as it is. */
import { TooLarge, WritesNothingError, type TransactionLimits, type SqlSession } from './database.js'
import { toRows, type Row } from './rows.js'
import type { Statement } from './statement.js'

export interface Rows {
  readonly rows: ReadonlyArray<Row>
  /** The bound that kept the other rows from coming, if there are others. */
  readonly stoppedBy: 'nothing' | 'rows' | 'bytes'
}

type Recipe = (
  statement: Required<Statement>,
  maxRows: number,
  limits: TransactionLimits
) => (session: SqlSession) => Promise<Rows>

/** The words before the text of a query that reads; positions that the server names count from here. */
export const CURSOR = 'DECLARE guarded_call NO SCROLL CURSOR FOR '

const limitTime = (ms: number): string => `SET LOCAL statement_timeout = ${ms}`

const upTo = (maxRows: number, rows: ReadonlyArray<Row>): Rows =>
  rows.length > maxRows ? { rows: rows.slice(0, maxRows), stoppedBy: 'rows' } : { rows, stoppedBy: 'nothing' }

// Few rows first, to learn what one weighs: a portion should not bring much more than the call may take.
const portionAfter = (rows: number, bytes: number, maxBytes: number): number => {
  const average = Math.max(1, bytes / rows)
  return Math.max(1, Math.min(rows * 10, Math.floor((maxBytes - bytes) / average)))
}

/**
 * A cursor is what keeps a query from writing: its grammar takes SELECT, VALUES, TABLE and WITH without parts that
 * write, and no COMMIT, SET, COPY, CALL or DO.
 */
export const readThroughCursor: Recipe =
  (statement, maxRows, { deadline, maxBytes }) =>
  async (session) => {
    await session.send(`${CURSOR}${statement.text}`, statement.values)
    const rows: Array<Row> = []
    for (let portion = 1; rows.length <= maxRows; portion = portionAfter(rows.length, session.received(), maxBytes)) {
      const wanted = Math.min(portion, maxRows + 1 - rows.length)
      try {
        // A row that came before may have called set_config: the limit of time is set again for each portion.
        if (rows.length > 0) await session.send(limitTime(Math.min(session.statementMs, deadline.statementMs())))
        const came = toRows(await session.send(`FETCH FORWARD ${wanted} FROM guarded_call`))
        rows.push(...came)
        if (came.length < wanted) break
      } catch (thrown) {
        if (thrown instanceof TooLarge && rows.length > 0) return { rows: rows.slice(0, maxRows), stoppedBy: 'bytes' }
        throw thrown
      }
    }
    return upTo(maxRows, rows)
  }

// They begin or end a transaction, or their effect ends with this call.
const WRITES_NOTHING: ReadonlySet<string> = new Set(
  'BEGIN START COMMIT ROLLBACK SAVEPOINT RELEASE PREPARE DEALLOCATE LOCK SET RESET DISCARD LISTEN UNLISTEN DECLARE CLOSE MOVE LOAD'.split(
    ' '
  )
)

/** The first word of a statement, in capitals. PostgreSQL's comments nest. */
const firstWord = (text: string): string => {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const two = text.slice(i, i + 2)
    if (two === '/*' || (two === '*/' && depth > 0)) {
      depth += two === '/*' ? 1 : -1
      i += 1
    } else if (depth === 0 && two === '--') {
      const length = text.slice(i).search(/[\r\n]/)
      if (length < 0) return ''
      i += length
    } else if (depth === 0 && !/[\s;]/.test(two.charAt(0)))
      return /^[a-z]*/i.exec(text.slice(i, i + 20))?.[0].toUpperCase() ?? ''
  }
  return ''
}

// What no rollback takes back: COPY may write a file of the server or run a program, and what it sends is lost; a
// prepared transaction stays.
const STAYS: ReadonlySet<string> = new Set(['COPY', 'PREPARE'])

/** All rows of a RETURNING come at once: too many bytes end the call before its commit, so that nothing was written. */
export const writeOnce: Recipe =
  (statement, maxRows, { maxBytes }) =>
  async (session) => {
    const word = firstWord(statement.text)
    if (STAYS.has(word)) throw new WritesNothingError(word)
    const table = await session.send(statement.text, statement.values)
    // The last bytes of an answer pass the cap when it is complete.
    if (session.received() > maxBytes) throw new TooLarge()
    if (table.command !== undefined && WRITES_NOTHING.has(table.command)) throw new WritesNothingError(table.command)
    return upTo(maxRows, toRows(table))
  }
