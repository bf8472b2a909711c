/** Counts, of 25 writes on real servers of this machine, those that ran before the ledger's server failed, and those that it forgot, which ran twice. */
import * as t from 'io-ts'
import { Redis } from 'ioredis'
import pg from 'pg'
import { guardedCall, openSession, type Ledger } from '../lib/index.js'
import { ledgerMigrations, postgresLedger } from '../lib/stores/postgres.js'
import { redisLedger } from '../lib/stores/redis.js'
import { startPostgres } from '../spec/helpers/postgres.js'
import { startRedis, type RedisServer } from '../spec/helpers/redis.js'

const WRITES = 25

const ran = new Map<string, number>()

const deliver = async (ledger: Ledger, id: string): Promise<void> => {
  const run = (): string => {
    ran.set(id, (ran.get(id) ?? 0) + 1)
    return '1'
  }
  await openSession({ ledger })
    .openTurn({ id })
    .run(guardedCall({ name: 'pay', effect: 'write', run }, t.number)())
}

/** Delivers each job to one ledger and, once that failed, to another. */
const failOver = async (what: string, before: Ledger, fail: () => Promise<Ledger>): Promise<void> => {
  const jobs = Array.from({ length: WRITES }, (_, i) => `${what} ${i}`)
  const count = (times: number): number => jobs.filter((job) => (ran.get(job) ?? 0) >= times).length
  for (const job of jobs) await deliver(before, job)
  const first = count(1)
  const after = await fail()
  for (const job of jobs) await deliver(after, job)
  console.log(`${what}: of ${WRITES}, ${first} ran before it failed, ${count(1)} in the end, ${count(2)} twice`)
}

const started = async <A>(starting: Promise<A | undefined>): Promise<A> => {
  const server = await starting
  if (server === undefined) throw new Error('The server is not installed.')
  return server
}

// -- Redis

const onRedis = (server: RedisServer): Redis => new Redis(server)

for (const fsync of ['always', 'everysec', 'no']) {
  const server = await started(startRedis({ durable: true }))
  const client = onRedis(server)
  client.on('error', () => undefined)
  await client.config('SET', 'appendfsync', fsync)
  await failOver(`Redis, appendfsync ${fsync}, process killed`, redisLedger({ client }), async () => {
    await server.kill()
    await server.start()
    return redisLedger({ client: onRedis(server) })
  })
  client.disconnect()
}

for (const guard of ['alone', 'min-replicas-to-write 1', 'WAIT 1 after each command']) {
  const [primary, replica] = [await started(startRedis()), await started(startRedis())]
  const [client, other] = [onRedis(primary), onRedis(replica)]
  client.on('error', () => undefined)
  await other.replicaof(primary.host, primary.port)
  while (!(await other.info('replication')).includes('master_link_status:up'))
    await new Promise((resolve) => setTimeout(resolve, 50))
  const waiting = {
    eval: async (script: string, keys: number, ...rest: Array<string>) => {
      const answer: unknown = await client.eval(script, keys, ...rest)
      if (guard.startsWith('WAIT') && (await client.wait(1, 1_000)) < 1) throw new Error('no replica has it')
      return answer
    }
  }
  if (guard.startsWith('min')) await client.config('SET', 'min-replicas-to-write', 1)
  // What a replica knows that its primary cannot reach any more.
  await other.replicaof('NO', 'ONE')
  const what = `Redis, ${guard}, a replica that had lost its link is promoted`
  await failOver(what, redisLedger({ client: waiting as never }), async () => {
    client.disconnect()
    await primary.kill()
    return redisLedger({ client: other })
  })
}

// -- PostgreSQL

for (const commit of ['on', 'off']) {
  const server = await started(startPostgres())
  const { host, port, user, database } = server
  const open = (): pg.Pool => {
    const pool = new pg.Pool({ host, port, user, database, max: 2, options: `-c synchronous_commit=${commit}` })
    pool.on('error', () => undefined)
    return pool
  }
  const pool = open()
  for (const { up } of ledgerMigrations()) await pool.query(up)
  await pool.query('ALTER SYSTEM SET wal_writer_delay = 10000')
  await pool.query('SELECT pg_reload_conf()')
  await pool.query('CHECKPOINT')
  await failOver(`PostgreSQL, synchronous_commit ${commit}, crashed`, postgresLedger({ client: pool }), async () => {
    await server.crash()
    await server.start()
    return postgresLedger({ client: open() })
  })
}
process.exit(0)
