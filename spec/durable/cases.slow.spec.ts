import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import pg from 'pg'
import { ledgerMigrations, postgresLedger } from '../../lib/stores/postgres.js'
import { redisLedger } from '../../lib/stores/redis.js'
import { ROOT } from '../helpers/docs-examples.js'
import { startPostgres, type PostgresServer } from '../helpers/postgres.js'
import { startRedis, type RedisServer } from '../helpers/redis.js'
import { CASES, type Scene } from './cases.js'
import { startPaymentService, type PaymentService } from './cases-service.js'
import { openBullmq } from './drivers/bullmq.js'
import { openDbos } from './drivers/dbos.js'
import type { Driver, Open } from './drivers/driver.js'
import { openLangGraph } from './drivers/langgraph.js'
import { openRestate } from './drivers/restate.js'
import { areInstalled } from './engines/installed.js'

const ENGINES: ReadonlyArray<readonly [name: string, open: Open, ledger: 'redis' | 'postgres']> = [
  ['BullMQ', openBullmq, 'redis'],
  ['DBOS', openDbos, 'postgres'],
  ['Restate', openRestate, 'postgres'],
  ['LangGraph', openLangGraph, 'postgres']
]

describe('the directed cases of durable runs', () => {
  let redis: RedisServer | undefined
  let postgres: PostgresServer | undefined
  let client: Redis
  let pool: pg.Pool
  let service: PaymentService

  before(async function () {
    if (!areInstalled()) {
      console.warn('\n  !! SKIPPED: no engines found; `npm ci --prefix examples/engines` installs them.\n')
      return this.skip()
    }
    redis = await startRedis({ durable: true })
    postgres = await startPostgres()
    if (redis === undefined || postgres === undefined) return this.skip()
    service = await startPaymentService()
    client = new Redis({ ...redis, enableOfflineQueue: false, maxRetriesPerRequest: 0 })
    await new Promise((resolve) => client.once('ready', resolve))
    const { host, port, user, database } = postgres
    pool = new pg.Pool({ host, port, user, database, max: 2 })
    for (const { up } of ledgerMigrations()) await pool.query(up)
  })
  after(async () => {
    service?.close()
    client?.disconnect()
    await pool?.end()
    await Promise.all([redis?.stop(), postgres?.stop()])
  })

  it('are those with which docs/writes.md begins', () => {
    const page = readFileSync(join(ROOT, 'docs/writes.md'), 'utf8')
    const rows = CASES.map(({ when, then }) => `| ${when} | ${then} |`)
    expect(page.split('\n').filter((line) => rows.includes(line))).to.deep.equal(rows)
  })

  for (const [engine, open, kept] of ENGINES)
    describe(`under ${engine}, with a ledger on ${kept}`, () => {
      let driver: Driver

      before(async () => {
        driver = await open({ host: '127.0.0.1', postgres: postgres?.port ?? 0, redis: redis?.port ?? 0 })
      })
      after(() => driver?.close())

      for (const { when, then, play } of CASES)
        it(`${when}: ${then}`, () => {
          const ledger: Scene['open'] = (options = {}) =>
            kept === 'redis' ? redisLedger({ client, ...options }) : postgresLedger({ client: pool, ...options })
          return play({ driver, service, engine, open: ledger })
        })
    })
})
