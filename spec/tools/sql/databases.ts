/**
 * A real server for the specs of one `describe`: its pool and its single client are fresh for each of them, and nothing
 * may be left running.
 */
import { expect } from 'chai'
import { Client, Pool, type PoolConfig } from 'pg'
import {
  sqlTool,
  type PgClientLike,
  type PGliteLike,
  type PgPoolLike,
  type SqlToolOptions
} from '../../../lib/tools/sql/index.js'
import type { Tool } from '../../../lib/guard/tool.js'
import { CANARIES } from '../../helpers/canary.js'
import { startPostgres, type PostgresServer } from '../../helpers/postgres.js'
import type { Sql } from './answers.js'

export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

export type PgLike = PgPoolLike | PgClientLike

/** A tool that takes any SQL. */
export const toolFor = (client: PgLike | PGliteLike, options: Partial<SqlToolOptions<Sql>> = {}): Tool<Sql> =>
  sqlTool<Sql>({ name: 'query', effect: 'read', client, query: (args) => args, ...options })

export const SELECT_ONE: Sql = { text: 'SELECT 1 AS one' }
export const ONE = { kind: 'rows', rows: [{ one: 1 }] }

/** The server takes any password; this one must never be seen again. */
export const SECRET = CANARIES[1] ?? ''

type Row = Record<string, unknown>

export class Databases {
  server!: PostgresServer
  pool!: Pool
  single!: Client
  #control: Client | undefined

  config(changes: PoolConfig = {}): PoolConfig {
    const { host, port, user, database } = this.server
    return { host, port, user, database, password: SECRET, application_name: 'tool', ...changes }
  }

  both(): ReadonlyArray<PgLike> {
    return [this.pool, this.single]
  }

  /** Hooks at the level of one that skips are run all the same: they ask this first. */
  get started(): boolean {
    return this.#control !== undefined
  }

  /** Asks as someone else than the tool. */
  async ask(text: string): Promise<ReadonlyArray<Row>> {
    return (await this.#control?.query<Row>(text))?.rows ?? []
  }

  /** Waits until a statement of the tool sleeps on the server. */
  async untilAsleep(statement: string): Promise<void> {
    for (let tries = 0; tries < 200; tries++) {
      const found = await this.ask(
        `SELECT 1 FROM pg_stat_activity WHERE application_name = 'tool' AND wait_event = 'PgSleep' AND query LIKE '${statement}%'`
      )
      if (found.length > 0) return
      await sleep(10)
    }
    throw new Error(`${statement} never slept`)
  }

  terminate(which = 'true'): Promise<unknown> {
    return this.ask(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tool' AND ${which}`
    )
  }

  /** A server takes a moment to see that a connection is closed or that it should stop; it must not need more. */
  async expectNothingRuns(): Promise<void> {
    const running = async () => {
      // Within a transaction, which may be what holds a lock, the view would show for ever what it showed first.
      await this.ask('SELECT pg_stat_clear_snapshot()')
      return this.ask(
        `SELECT state, query, wait_event, clock_timestamp() - query_start AS since FROM pg_stat_activity
         WHERE application_name = 'tool' AND state <> 'idle'`
      )
    }
    // A request to stop may come after the first look, and is over at once.
    let found = await running()
    for (let tries = 0; tries < 400 && found.length > 0; tries++) {
      await sleep(25)
      found = await running()
    }
    expect(found, 'running').to.deep.equal([])
  }

  async start(setup: string): Promise<boolean> {
    const server = await startPostgres()
    if (server === undefined) return false
    this.server = server
    this.#control = new Client(this.config({ application_name: 'control' }))
    await this.#control.connect()
    await this.#control.query(setup)
    return true
  }

  async open(): Promise<void> {
    this.pool = new Pool(this.config({ max: 2 }))
    this.single = new Client(this.config())
    await this.single.connect()
  }

  async close(): Promise<void> {
    await this.pool.end()
    await this.single.end()
    await this.expectNothingRuns()
  }

  async stop(): Promise<void> {
    if (this.#control === undefined) return
    await this.#control.end()
    await this.server.stop()
  }
}

/** To be called inside a `describe`; skips it, loudly, where PostgreSQL is not installed. */
export const useDatabases = (setup = ''): Databases => {
  const databases = new Databases()
  before(async function () {
    if (!(await databases.start(setup))) this.skip()
  })
  beforeEach(() => databases.open())
  afterEach(() => databases.close())
  after(() => databases.stop())
  return databases
}
