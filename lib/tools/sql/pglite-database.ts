/** Transactions over PGlite, which runs in this thread: no timer can end its queries. */
import * as E from 'fp-ts/lib/Either.js'
import { TooLarge, type Database, type TransactionLimits, type Phase, type SqlSession, type Table } from './database.js'
import { AbortedError, orAborted } from './deadline.js'
import { openingText } from './opening.js'
import { READ_TYPES } from './rows.js'

// -- model: the subset of PGlite that the tool needs; a spec holds it against the real package

interface PGliteResultLike {
  readonly rows: ReadonlyArray<unknown>
  readonly fields: ReadonlyArray<{ readonly name: string; readonly dataTypeID: number }>
  readonly command?: string
}

interface PGliteQueryOptionsLike {
  readonly rowMode: 'array'
  readonly parsers: Record<number, (cell: string) => string>
}

interface PGliteTransactionLike {
  query(text: string, values: Array<unknown>, options: PGliteQueryOptionsLike): Promise<PGliteResultLike>
  rollback(): Promise<void>
}

/** A PGlite database: one session, in this process. @category SQL @since 0.1.0 */
export interface PGliteLike {
  readonly parsers?: Readonly<Record<number, unknown>>
  query(text: string): Promise<unknown>
  transaction<A>(work: (transaction: PGliteTransactionLike) => Promise<A>): Promise<A>
}

// -- transactions

// It learns of array types as they are made, and reads each unless an option leaves it alone.
const leavingCells = ({ parsers = {} }: PGliteLike): PGliteQueryOptionsLike => ({
  rowMode: 'array',
  parsers: Object.fromEntries([...Object.keys(parsers), ...READ_TYPES].map((type) => [type, (cell: string) => cell]))
})

const weigh = (rows: Table['rows']): number =>
  rows.flat().reduce((bytes, cell) => bytes + (typeof cell === 'string' ? Buffer.byteLength(cell) : 0), 0)

// There is no socket to count on: a portion is weighed when it is here.
const openSession = (
  transaction: PGliteTransactionLike,
  cells: () => PGliteQueryOptionsLike,
  { deadline: { signal, statementMs }, maxBytes }: TransactionLimits
): SqlSession => {
  let received = 0
  return {
    send: async (text, values = []) => {
      if (signal.aborted) throw new AbortedError()
      const { rows, fields, command } = await transaction.query(text, [...values], cells())
      const table: Table = {
        columns: fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID })),
        rows: rows as Table['rows'],
        command
      }
      received += weigh(table.rows)
      if (received > maxBytes) throw new TooLarge()
      return table
    },
    received: () => received,
    statementMs: statementMs()
  }
}

export const pgliteDatabase = (client: PGliteLike): Database => ({
  transaction: async (effect, limits, work) => {
    let phase: Phase = 'opening'
    const transact = async () => {
      try {
        return await client.transaction(async (open) => {
          const session = openSession(open, () => leavingCells(client), limits)
          if (effect === 'read') await session.send('SET TRANSACTION READ ONLY')
          await session.send(openingText(session.statementMs))
          phase = 'statement'
          const answer = await work(session)
          phase = 'commit'
          if (effect === 'read') await open.rollback()
          return answer
        })
      } finally {
        // No DISCARD ALL: the session is the application's own, with its prepared statements and temporary tables.
        await client.query('SELECT pg_advisory_unlock_all()').catch(() => undefined)
      }
    }
    try {
      return E.right(await orAborted(transact(), limits.deadline.signal))
    } catch (thrown) {
      return E.left({ thrown, phase, connectionLost: false })
    }
  }
})
