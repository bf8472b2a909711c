/** Writes whose effect and ledger share a PostgreSQL database: both are committed together. */
import { asFields, ignoreClientErrors, waitFor } from '../core/foreign/index.js'
import * as o from '../core/options.js'
import {
  causeOf,
  isTransactional,
  refusesCommit,
  transactional,
  withTransaction,
  type Commit,
  type DatabaseConnection,
  type HostTransaction,
  type LeasedOperation,
  type Ledger
} from '../guard/kernel.js'
import { storeKey } from './keeping.js'
import { quotedTable, type PostgresLike } from './postgres-client.js'

// -- model

/** A connection of a `pg` pool. @category Ledger @since 0.1.0 */
export interface PostgresPoolClientLike extends PostgresLike {
  release(destroy?: boolean): void
}

/** A `pg` pool. @category Ledger @since 0.1.0 */
export interface PostgresPoolLike extends PostgresLike {
  connect(): Promise<PostgresPoolClientLike>
}

/** The open transaction of a write, for as long as its tool runs. @category Ledger @since 0.1.0 */
export interface PostgresTransaction {
  query(text: string, values?: Array<unknown>): Promise<{ readonly rows: ReadonlyArray<unknown> }>
}

// -- one transaction

/** Each step of a commit, and the look at what became of it, may take so long: a lease lasts for both. */
const STEP_MS = 10_000

const within = async <A>(ms: number, work: () => Promise<A>): Promise<A> => {
  const waited = await waitFor(work, { timeoutMs: ms })
  if (waited.kind === 'answered') return waited.answer
  throw waited.kind === 'threw' ? waited.thrown : new Error(`no answer within ${ms} ms`)
}

// -- the ledger's part

const PAUSE_MS = 100

const pause = (): Promise<unknown> => waitFor(() => new Promise(() => {}), { timeoutMs: PAUSE_MS })

/** Lets a ledger settle in transactions: `on` is the same ledger on a connection. */
export const settlingOn = <L extends Ledger>(
  ledger: L,
  client: PostgresLike,
  table: string,
  on: (connection: DatabaseConnection) => Ledger
): L => {
  const quoted = quotedTable(table)
  const held = `SELECT token = $3 AS is_held FROM ${quoted} WHERE turn = $1 AND call = $2 FOR UPDATE`
  // The transaction holds the row until it ends.
  const left = `SELECT $3::integer = ANY (executed) AS ran FROM ${quoted} WHERE turn = $1 AND call = $2 FOR UPDATE`
  const at = ({ turnId, key }: LeasedOperation): Array<unknown> => [storeKey(turnId), storeKey(key)]
  return transactional(ledger, {
    settleOn: async (connection, operation, said) => {
      const { turnId, key, attempt, token } = operation
      const { rows } = await connection.query(held, [...at(operation), token])
      if (rows.length === 0) throw new Error('The database of the write is not that of its ledger.')
      if (asFields(rows[0])['is_held'] !== true) return false
      await on(connection).settle(turnId, key, attempt, token, 'yes', said)
      return true
    },
    isCommitted: async (operation) => {
      for (const until = performance.now() + STEP_MS; ;) {
        const leftMs = until - performance.now()
        if (leftMs <= 0) return undefined
        try {
          const { rows } = await within(leftMs, () => client.query(left, [...at(operation), operation.attempt]))
          return asFields(rows[0])['ran'] === true
        } catch {
          await pause()
        }
      }
    }
  })
}

// -- one transaction of a host

class OneWrite implements HostTransaction {
  readonly #pool: PostgresPoolLike
  #state: 'new' | 'open' | 'over' = 'new'
  #client: Promise<PostgresPoolClientLike> | undefined

  constructor(
    readonly ledger: Ledger,
    pool: PostgresPoolLike
  ) {
    this.#pool = pool
  }

  take(): boolean {
    if (this.#state !== 'new') return false
    this.#state = 'open'
    return true
  }

  readonly query: PostgresTransaction['query'] = async (text, values = []) => {
    if (this.#state !== 'open')
      throw new Error('Expected `tx` to be used by the tool of one write under the ledger, while it runs.')
    return (await this.#connection()).query(text, values)
  }

  // On demand: a replay needs none.
  #connection(): Promise<PostgresPoolClientLike> {
    return (this.#client ??= this.#begin())
  }

  async #begin(): Promise<PostgresPoolClientLike> {
    const client = await this.#pool.connect()
    ignoreClientErrors(client)
    try {
      await client.query('BEGIN', [])
      return client
    } catch (thrown) {
      client.release(true)
      throw thrown
    }
  }

  async commit(settle: (on: DatabaseConnection) => Promise<boolean>): Promise<Commit> {
    this.#state = 'over'
    let client: PostgresPoolClientLike | undefined
    let isSent = false
    try {
      const mine = (client = await within(STEP_MS, () => this.#connection()))
      this.#client = undefined
      if (!(await within(STEP_MS, () => settle(mine)))) {
        mine.release(true)
        return { is: 'taken_over' }
      }
      isSent = true
      const done: unknown = await within(STEP_MS, () => mine.query('COMMIT', []))
      mine.release()
      return asFields(done)['command'] === 'ROLLBACK'
        ? { is: 'rolled_back', cause: 'the server rolled the transaction back' }
        : { is: 'committed' }
    } catch (thrown) {
      client?.release(true)
      const cause = causeOf(thrown)
      if (!isSent) return { is: 'rolled_back', cause }
      const state = String(asFields(thrown)['code'])
      return refusesCommit(state) ? { is: 'rolled_back', cause, state } : { is: 'lost', cause }
    }
  }

  rollBack(): void {
    this.#state = 'over'
    // A query of the tool may still run: the connection is closed, and the server rolls back.
    this.#client?.then((client) => client.release(true)).catch(() => undefined)
    this.#client = undefined
  }
}

// -- constructor

const POOL = o.required(o.having<PostgresPoolLike>(['query', 'connect'], 'a pg pool'))

/**
 * Makes one write whose effect lies in the ledger's own database: the tool changes it through `tx`, its outcome is
 * written on the same connection, and both are committed before the call answers. A failure rolls both back, so that
 * nobody has to find out later: an outcome is unknown only while the database cannot be reached. The write must always
 * be made so: an outcome that is unknown from a run outside stays so. Replays open no transaction.
 *
 * @throws TypeError for a ledger that is not made by `postgresLedger`, and for what is no pool.
 * @category Ledger @since 0.1.0
 */
export const inTransaction = async <A>(
  ledger: Ledger,
  pool: PostgresPoolLike,
  work: (tx: PostgresTransaction) => Promise<A>
): Promise<A> => {
  if (!isTransactional(ledger)) throw new TypeError('Expected `ledger` to be made by postgresLedger().')
  const write = new OneWrite(ledger, POOL(pool, 'pool'))
  try {
    return await withTransaction(write, () => work({ query: write.query }))
  } finally {
    write.rollBack()
  }
}
