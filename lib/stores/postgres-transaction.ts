/** Writes whose effect and ledger share a PostgreSQL database: both are committed together. */
import { asFields, hearErrors, waitFor } from '../core/foreign/index.js'
import * as o from '../core/options.js'
import type { SettleRequest } from '../core/calls/index.js'
import { causeOf, withTransaction, type Commit, type Ledger, type Transaction } from '../guard/kernel.js'
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

/** A ledger's table, and the same ledger on a connection. */
interface OnConnection {
  readonly table: string
  readonly on: (client: PostgresLike) => Ledger
}

const known = new WeakMap<Ledger, OnConnection>()

/** Lets a ledger settle in transactions. */
export const onConnections = <L extends Ledger>(ledger: L, how: OnConnection): L => {
  known.set(ledger, how)
  return ledger
}

// -- one transaction

/** Each step of a commit, and the look at what became of it, may take so long: a lease lasts for both. */
const STEP_MS = 10_000

const PAUSE_MS = 100

const pause = (): Promise<unknown> => waitFor(() => new Promise(() => {}), { timeoutMs: PAUSE_MS })

// A server that refuses a commit has rolled it back. One that is stopped or lost meanwhile may have done either.
const REFUSED = /^(?!08|57|58|XX|40003|E)[0-9A-Z]{5}$/

const within = async <A>(ms: number, work: () => Promise<A>): Promise<A> => {
  const waited = await waitFor(work, { timeoutMs: ms })
  if (waited.kind === 'answered') return waited.answer
  throw waited.kind === 'threw' ? waited.thrown : new Error(`no answer within ${ms} ms`)
}

class OneWrite implements Transaction {
  readonly #pool: PostgresPoolLike
  readonly #how: OnConnection
  #state: 'new' | 'open' | 'over' = 'new'
  #client: Promise<PostgresPoolClientLike> | undefined

  constructor(
    readonly ledger: Ledger,
    how: OnConnection,
    pool: PostgresPoolLike
  ) {
    this.#pool = pool
    this.#how = how
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
    hearErrors(client)
    try {
      await client.query('BEGIN', [])
      return client
    } catch (thrown) {
      client.release(true)
      throw thrown
    }
  }

  async commit(turnId: string, key: string, attempt: number, token: string, said: SettleRequest): Promise<Commit> {
    this.#state = 'over'
    const at = [storeKey(turnId), storeKey(key)]
    const table = quotedTable(this.#how.table)
    let client: PostgresPoolClientLike | undefined
    let isSent = false
    try {
      const mine = (client = await within(STEP_MS, () => this.#connection()))
      this.#client = undefined
      const ended = await within(STEP_MS, async (): Promise<Commit | undefined> => {
        // From here on nobody else can begin the operation before this transaction ends.
        const held = await mine.query(
          `SELECT token FROM ${table} WHERE turn = $1 AND call = $2 AND token = $3 FOR UPDATE`,
          [...at, token]
        )
        if (held.rows.length === 0) return { is: 'taken_over' }
        await this.#how.on(mine).settle(turnId, key, attempt, token, 'yes', said)
        return undefined
      })
      if (ended !== undefined) {
        mine.release(true)
        return ended
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
      const code = String(asFields(thrown)['code'])
      return isSent && !REFUSED.test(code) ? this.#lookBack(at, attempt, cause) : { is: 'rolled_back', cause }
    }
  }

  /** Waits for the end of the transaction, which holds the row until then, and reads what it left. */
  async #lookBack(at: ReadonlyArray<string>, attempt: number, cause: string): Promise<Commit> {
    const text = `SELECT $3::integer = ANY (executed) AS ran FROM ${quotedTable(this.#how.table)} WHERE turn = $1 AND call = $2 FOR UPDATE`
    for (const until = performance.now() + STEP_MS; ;) {
      const leftMs = until - performance.now()
      if (leftMs <= 0) return { is: 'unknown', cause }
      try {
        const { rows } = await within(leftMs, () => this.#pool.query(text, [...at, attempt]))
        return asFields(rows[0])['ran'] === true ? { is: 'committed' } : { is: 'rolled_back', cause }
      } catch {
        await pause()
      }
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
 * Makes one write whose effect lies in the ledger's own database: the tool changes it through `tx`, its outcome is written on the same connection, and both are
 * committed before the call answers. A failure rolls both back, so that nobody has to find out later: an outcome is unknown only while the database cannot be
 * reached. The write must always be made so; replays open no transaction.
 *
 * @throws TypeError for a ledger that is not made by `postgresLedger`, and for what is no pool.
 * @category Ledger @since 0.1.0
 */
export const inTransaction = async <A>(
  ledger: Ledger,
  pool: PostgresPoolLike,
  work: (tx: PostgresTransaction) => Promise<A>
): Promise<A> => {
  const how = known.get(ledger)
  if (how === undefined) throw new TypeError('Expected `ledger` to be made by postgresLedger().')
  const write = new OneWrite(ledger, how, POOL(pool, 'pool'))
  try {
    return await withTransaction(write, () => work({ query: write.query }))
  } finally {
    write.rollBack()
  }
}
