/**
 * Servers of a ledger that fail and are replaced, each with what it forgets: the spec holds the figures, and
 * `bench/fail-over.ts` prints them.
 */
import * as t from 'io-ts'
import { Redis } from 'ioredis'
import pg from 'pg'
import { guardedCall, openSession, type Ledger } from '../../lib/index.js'
import { ledgerMigrations, postgresLedger } from '../../lib/stores/postgres.js'
import { redisLedger } from '../../lib/stores/redis.js'
import { startPostgres, type PostgresServer } from '../helpers/postgres.js'
import { startRedisPair } from '../helpers/redis-pair.js'
import { startRedis } from '../helpers/redis.js'

export const WRITES = 25

/** Of the writes: those that ran before the server failed, those that had run in the end, and those that ran twice. */
export interface Figures {
  readonly before: number
  readonly inTheEnd: number
  readonly twice: number
}

export interface FailOver {
  readonly server: string
  readonly failure: string
  /** Left out where the time of day decides. */
  readonly figures?: Figures
  /** Undefined where the server is not installed. */
  readonly play: () => Promise<Figures | undefined>
}

/**
 * Delivers each job to one ledger and, once that failed, to another. Jobs that wait for a server in vain may do so
 * together.
 */
const failOver = async (before: Ledger, fail: () => Promise<Ledger>, together = false): Promise<Figures> => {
  const ran = Array.from({ length: WRITES }, () => 0)
  const deliver = async (ledger: Ledger): Promise<void> => {
    const deliveries = ran.map((_times, job) => async (): Promise<unknown> => {
      const run = (): string => String((ran[job] = (ran[job] ?? 0) + 1))
      const pay = guardedCall({ name: 'pay', effect: 'write', run }, t.number)
      return openSession({ ledger, loop: false })
        .openTurn({ id: `job-${job}` })
        .run(pay())
    })
    if (together) await Promise.all(deliveries.map((delivery) => delivery()))
    else for (const delivery of deliveries) await delivery()
  }
  const count = (least: number): number => ran.filter((times) => times >= least).length
  await deliver(before)
  const first = count(1)
  await deliver(await fail())
  return { before: first, inTheEnd: count(1), twice: count(2) }
}

const ONCE: Figures = { before: WRITES, inTheEnd: WRITES, twice: 0 }
const TWICE: Figures = { ...ONCE, twice: WRITES }
const REFUSED: Figures = { before: 0, inTheEnd: WRITES, twice: 0 }

// -- Redis

const killed = (fsync: string): FailOver => ({
  server: `Redis, \`appendfsync ${fsync}\``,
  failure: 'its process is killed',
  figures: ONCE,
  play: async () => {
    const server = await startRedis({ durable: true })
    if (server === undefined) return undefined
    const open = (): Redis => new Redis(server).on('error', () => undefined)
    const [client, again] = [open(), open()]
    await client.config('SET', 'appendfsync', fsync)
    try {
      return await failOver(redisLedger({ client }), async () => {
        await server.kill()
        await server.start()
        return redisLedger({ client: again })
      })
    } finally {
      client.disconnect()
      again.disconnect()
      await server.stop()
    }
  }
})

type Guard = 'none' | 'min-replicas-to-write' | 'WAIT'

const promoted = (server: string, guard: Guard, isCut: boolean, figures: Figures): FailOver => ({
  server,
  failure: isCut
    ? 'the replica, which had lost its link, is promoted'
    : 'the replica, which has everything, is promoted',
  figures,
  play: async () => {
    const pair = await startRedisPair()
    if (pair === undefined) return undefined
    const { primary, replica, cut, promote, stop } = pair
    const waiting = {
      eval: async (script: string, keys: number, ...rest: Array<string>) => {
        const answer: unknown = await primary.eval(script, keys, ...rest)
        if (guard === 'WAIT' && (await primary.wait(1, 50)) < 1) throw new Error('no replica has it')
        return answer
      }
    }
    if (guard === 'min-replicas-to-write') await primary.config('SET', guard, 1)
    if (isCut) await cut()
    try {
      return await failOver(redisLedger({ client: waiting as never }), async () => {
        if (!isCut) await primary.wait(1, 10_000)
        await promote()
        return redisLedger({ client: replica })
      })
    } finally {
      await stop()
    }
  }
})

// -- PostgreSQL

const poolOf = ({ host, port, user, database }: PostgresServer, options = ''): pg.Pool =>
  new pg.Pool({ host, port, user, database, max: 2, options }).on('error', () => undefined)

const crashed = (commit: 'on' | 'off'): FailOver => ({
  server: `PostgreSQL, \`synchronous_commit ${commit}\``,
  failure: 'crash (immediate stop)',
  ...(commit === 'on' ? { figures: ONCE } : {}),
  play: async () => {
    const server = await startPostgres()
    if (server === undefined) return undefined
    const options = `-c synchronous_commit=${commit}`
    const [pool, again] = [poolOf(server, options), poolOf(server, options)]
    for (const { up } of ledgerMigrations()) await pool.query(up)
    await pool.query('ALTER SYSTEM SET wal_writer_delay = 10000')
    await pool.query('SELECT pg_reload_conf()')
    await pool.query('CHECKPOINT')
    try {
      return await failOver(postgresLedger({ client: pool }), async () => {
        await server.crash()
        await server.start()
        return postgresLedger({ client: again })
      })
    } finally {
      await Promise.all([pool.end(), again.end()])
      await server.stop()
    }
  }
})

const standby = (isSynchronous: boolean): FailOver => ({
  server: `PostgreSQL with a standby${isSynchronous ? ', `synchronous_standby_names`' : ''}`,
  failure: 'the standby, which had lost its link, is promoted',
  figures: isSynchronous ? REFUSED : TWICE,
  play: async () => {
    const server = await startPostgres()
    if (server === undefined) return undefined
    const pool = poolOf(server)
    for (const { up } of ledgerMigrations()) await pool.query(up)
    const other = await startPostgres({ standbyOf: server })
    if (other === undefined) return undefined
    const again = poolOf(other)
    await again.query("ALTER SYSTEM SET primary_conninfo = ''")
    await again.query('SELECT pg_reload_conf()')
    for (let links = 1; links > 0;) links = (await pool.query('SELECT 1 FROM pg_stat_replication')).rows.length
    if (isSynchronous) {
      await pool.query("ALTER SYSTEM SET synchronous_standby_names = '*'")
      await pool.query('SELECT pg_reload_conf()')
    }
    try {
      const fail = async (): Promise<Ledger> => {
        await server.crash()
        await again.query('SELECT pg_promote()')
        return postgresLedger({ client: again })
      }
      return await failOver(postgresLedger({ client: pool }), fail, isSynchronous)
    } finally {
      await Promise.all([pool.end(), again.end()])
      await Promise.all([server.stop(), other.stop()])
    }
  }
})

export const FAIL_OVERS: ReadonlyArray<FailOver> = [
  ...['always', 'everysec', 'no'].map(killed),
  promoted('Redis, a primary and a replica', 'none', false, ONCE),
  promoted('the same', 'none', true, TWICE),
  promoted('the same, `min-replicas-to-write 1`', 'min-replicas-to-write', true, REFUSED),
  promoted(
    'the same, a client that sends `WAIT 1` after each command and throws where no replica has it',
    'WAIT',
    true,
    REFUSED
  ),
  crashed('on'),
  crashed('off'),
  standby(false),
  standby(true)
]
