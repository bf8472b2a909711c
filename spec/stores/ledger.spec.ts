import { expect } from 'chai'
import * as t from 'io-ts'
import { Redis } from 'ioredis'
import pg from 'pg'
import { createClient } from 'redis'
import { guardedCall, memoryLedger, openSession, type Ledger, type ManagedLedger } from '../../lib/index.js'
import type { LedgerTimes } from '../../lib/stores/conformance/index.js'
import { ledgerMigrations, postgresLedger, type PostgresLedger } from '../../lib/stores/postgres.js'
import { redisLedger } from '../../lib/stores/redis.js'
import { expectRight } from '../helpers/either.js'
import { startPostgres, type PostgresServer } from '../helpers/postgres.js'
import { startRedis, type RedisServer } from '../helpers/redis.js'
import { ledgerConforms } from './conformance.js'

const ANSWER_MS = 7 * 24 * 3_600_000
const KEEP_MS = 400 * 24 * 3_600_000

/** One begin that is fresh, one that is settled, one of each settling. */
const useOnce = async (ledger: Ledger, turn: string): Promise<void> => {
  const begin = async () =>
    ledger.begin(turn, 'send_mail:ann', {
      seen: 0,
      leaseMs: LEASE_MS,
      token: crypto.randomUUID(),
      tool: 'send_mail',
      operationId: (attempt) => `operation ${attempt}`,
      argsDigest: '0f'
    })
  for (const executed of ['no', 'unknown', 'yes'] as const) {
    const begun = await begin()
    const said = { by: 'run', answer: '"sent"' } as const
    if ('token' in begun) await ledger.settle(turn, 'send_mail:ann', begun.attempt, begun.token, executed, said)
  }
  await begin()
}

const TRIPS = 7

const LEASE_MS = 10_000

/** One write of a session: a begin and a settle. */
const writeOnce = async (ledger: Ledger): Promise<void> => {
  const send = guardedCall({ name: 'send_mail', effect: 'write', run: () => '1' }, t.number)
  expectRight(await openSession({ ledger }).openTurn({ id: crypto.randomUUID() }).run(send()))
}

describe('memoryLedger', () => {
  const shared = memoryLedger()
  ledgerConforms((times) => (times.answerMs > 1_000 ? shared : memoryLedger(times)))

  it('refuses what cannot work, in a sentence', () => {
    expect(() => memoryLedger({ keepMs: 0 })).to.throw(TypeError, 'Expected `keepMs` to be a positive integer.')
    expect(() => memoryLedger({ keepms: 1 } as never)).to.throw(
      TypeError,
      'Expected `options` to hold no `keepms`: perhaps `keepMs` was meant.'
    )
    expect(() => memoryLedger({ clock: 1 as never })).to.throw(TypeError, 'Expected `clock` to be a function.')
  })
})

for (const make of ['ioredis', 'node-redis'] as const) {
  describe(`redisLedger over ${make}`, () => {
    let server: RedisServer | undefined
    let admin: Redis
    let nodeRedis: ReturnType<typeof createClient>

    before(async function () {
      server = await startRedis()
      if (server === undefined) return this.skip()
      admin = new Redis(server)
      nodeRedis = createClient({ socket: { host: server.host, port: server.port } })
      await nodeRedis.connect()
    })
    after(async () => {
      if (server === undefined) return
      admin.disconnect()
      nodeRedis.destroy()
      await server.stop()
    })

    const open = (times: Partial<LedgerTimes> = {}): ManagedLedger =>
      redisLedger({ client: make === 'ioredis' ? admin : nodeRedis, ...times })

    ledgerConforms(open)

    it('asks the server once to begin and once to settle, and keeps arguments and ids as digests: its response for a week, itself for 400 days', async () => {
      await admin.flushall()
      const sent = async () => Number(/cmdstat_eval:calls=(\d+)/.exec(await admin.info('commandstats'))?.[1] ?? 0)
      const before = await sent()
      await useOnce(open(), 'ann@example.com')
      expect((await sent()) - before).to.equal(TRIPS)
      await writeOnce(redisLedger({ client: make === 'ioredis' ? admin : nodeRedis, prefix: 'another:' }))
      expect((await sent()) - before).to.equal(TRIPS + 2)
      const keys = (await admin.keys('guarded-call:*')).sort()
      const row = keys.find((key) => /:[0-9a-f]{32}:[0-9a-f]{32}$/.test(key)) ?? ''
      const shard = row.slice(0, row.indexOf('}') + 1)
      expect(shard).to.match(/^guarded-call:ledger:\{[0-9a-f]\}$/)
      expect(keys).to.deep.equal([row, `${row}:0`, `${shard}:id:operation 1`, `${shard}:id:operation 2`].sort())
      expect(JSON.stringify(await admin.hgetall(row))).not.to.match(/ann/)
      for (const [key, ms] of [
        [row, KEEP_MS],
        [`${shard}:id:operation 2`, KEEP_MS],
        [`${row}:0`, ANSWER_MS]
      ] as const)
        expect(await admin.pttl(key)).to.be.within(ms - 5_000, ms)
    })
  })
}

describe('postgresLedger', () => {
  let server: PostgresServer | undefined
  let pool: pg.Pool
  let sent = 0

  before(async function () {
    server = await startPostgres()
    if (server === undefined) return this.skip()
    pool = new pg.Pool({ host: server.host, port: server.port, user: server.user, database: server.database })
    for (const { up } of ledgerMigrations()) await pool.query(up)
  })
  after(async () => {
    if (server === undefined) return
    await pool.end()
    await server.stop()
  })

  const counted = {
    query: (text: string, values: Array<unknown>) => {
      sent += 1
      return pool.query(text, values)
    }
  }

  const open = (times: Partial<LedgerTimes> = {}): PostgresLedger => postgresLedger({ client: counted, ...times })

  ledgerConforms(open)

  it('sends one statement to begin and one to settle, and keeps arguments and ids as digests: its response for a week, itself for 400 days', async () => {
    await pool.query('TRUNCATE guarded_call_ledger')
    const ledger = open()
    // Its first use checks the version of its table.
    await ledger.find('none')
    sent = 0
    await useOnce(ledger, 'ann@example.com')
    expect(sent).to.equal(TRIPS)
    const { rows } = await pool.query<{ expires_at: Date; due_at: Date }>('SELECT * FROM guarded_call_ledger')
    expect(rows).to.have.length(1)
    expect(JSON.stringify(rows)).not.to.match(/ann/)
    for (const [at, ms] of [
      [rows[0]?.expires_at, KEEP_MS],
      [rows[0]?.due_at, ANSWER_MS]
    ] as const)
      expect(Number(at) - Date.now()).to.be.within(ms - 60_000, ms + 60_000)
  })

  it('writes at the server once to begin and once to settle', async () => {
    // It would write, too.
    await pool.query('ALTER SYSTEM SET autovacuum = off')
    await pool.query('SELECT pg_reload_conf()')
    // Each look takes a transaction of its own.
    const written = async () =>
      Number((await pool.query<{ id: string }>('SELECT txid_current() AS id')).rows[0]?.id ?? Number.NaN)
    const before = await written()
    await writeOnce(open())
    expect((await written()) - before - 1).to.equal(2)
  })

  it('refuses what cannot work, in a sentence', () => {
    expect(() => postgresLedger({ client: {} as never })).to.throw(TypeError, 'Expected `client` to be a pg pool')
    expect(() => postgresLedger({ client: pool, table: 'a b' })).to.throw(TypeError, 'Expected `table` to be a name')
    expect(() => postgresLedger({ client: pool, keepms: 1 } as never)).to.throw(TypeError, '`keepMs` was meant')
    expect(() => postgresLedger({ client: pool, keepMs: -1 })).to.throw(TypeError, 'Expected `keepMs`')
  })
})
