/**
 * Prints what a shared budget costs a call: round trips, and time over the barest command that the same client can
 * send; and what a process pays that comes late to a turn.
 */
import { Redis } from 'ioredis'
import * as t from 'io-ts'
import pg from 'pg'
import { SharedTurn } from '../lib/guard/shared-log.js'
import { LazyDigest, ruleOf } from '#core/calls'
import { sha256 } from '../lib/guard/platform.js'
import { guardedCall, openSession, type BudgetStore } from '../lib/index.js'
import { budgetTable, postgresStore } from '../lib/stores/postgres.js'
import { redisStore } from '../lib/stores/redis.js'
import { startPostgres } from '../spec/helpers/postgres.js'
import { startRedis } from '../spec/helpers/redis.js'

const CALLS = 4_000
const ROUNDS = 5
const PARALLEL = 50

const read = guardedCall({ name: 'look_up', effect: 'read', run: () => '1' }, t.number)

/** Microseconds a call, in the best of some rounds: the rest is what else the machine did. */
const bestUs = async (call: (i: number) => unknown, lanes: number): Promise<number> => {
  let best = Infinity
  for (let round = 0; round < ROUNDS; round++) {
    let made = 0
    const started = performance.now()
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        while (made < CALLS) await call(round * CALLS + made++)
      })
    )
    best = Math.min(best, ((performance.now() - started) * 1_000) / CALLS)
  }
  return best
}

const compare = async (
  bare: { readonly name: string; readonly call: (i: number) => unknown },
  store: BudgetStore
): Promise<void> => {
  console.log(
    `${'microseconds a call, best of 5'.padEnd(44)}${'alone'.padStart(10)}${`${PARALLEL} at once`.padStart(14)}`
  )
  const turn = openSession({ store, loop: false }).openTurn({ id: 'bench-calls' })
  const rows: ReadonlyArray<readonly [string, (i: number) => unknown]> = [
    [bare.name, bare.call],
    ['an append', (i) => store.append('bench-appends', `event-${i}`, Number.MAX_SAFE_INTEGER)],
    ['a guarded call, this store', (i) => turn.run(read({ i }))],
    [
      'a guarded call, no store',
      (
        (free) => (i: number) =>
          free.run(read({ i }))
      )(openSession({ loop: false }).openTurn())
    ]
  ]
  for (const [name, call] of rows) {
    await bestUs(call, PARALLEL)
    console.log(
      `${name.padEnd(44)}${(await bestUs(call, 1)).toFixed(1).padStart(10)}${(await bestUs(call, PARALLEL)).toFixed(1).padStart(14)}`
    )
  }
}

const EVENTS = 10_000
const LATE_TURNS = 25

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

const median = (numbers: ReadonlyArray<number>): string =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]?.toFixed(1) ?? ''

/**
 * A turn of 5,000 different calls, each tenth a write, and what its first decision costs a turn object that has heard
 * nothing of it.
 */
const late = async (store: BudgetStore): Promise<void> => {
  const budget = { read: 3, write: 1 }
  const rules = [ruleOf({ effect: 'write' }, budget), ruleOf({ effect: 'read' }, budget)] as const
  const turn = new SharedTurn(store, 'bench-late')
  for (let i = 0; i < EVENTS / 2; i++) {
    const isWrite = i % 10 === 0
    const { id } = await turn.ask(sha256(`call ${i}`).slice(0, 32), rules[isWrite ? 0 : 1], isWrite)
    const answer = LazyDigest.of(sha256(`answer ${i}`))
    await turn.settle(id, { executed: 'yes', answer, retryAfterMs: null })
  }
  const { events } = await store.append('bench-late', '', 0)
  const bytes = events.reduce((sum, { now, event }) => sum + `${now} ${event}\n`.length, 0)
  const costs: Array<{ readonly cpu: number; readonly wall: number }> = []
  for (let i = 0; i < LATE_TURNS; i++) {
    const [cpu, wall] = [cpuMs(), performance.now()]
    await new SharedTurn(store, 'bench-late').ask(`late-${i}`, rules[1], false)
    costs.push({ cpu: cpuMs() - cpu, wall: performance.now() - wall })
  }
  const [first] = costs
  console.log(
    `a fresh turn object over ${events.length} events: ${(bytes / 1e6).toFixed(2)} MB, ${median(costs.map(({ cpu }) => cpu))} ms of processor time and ${median(costs.map(({ wall }) => wall))} ms in all by median of ${LATE_TURNS}; the first ${first?.cpu.toFixed(1)} and ${first?.wall.toFixed(1)}`
  )
}

const redis = await startRedis()
if (redis !== undefined) {
  const client = new Redis(redis)
  const store = redisStore({ client })
  const evals = async (): Promise<number> =>
    Number(/cmdstat_eval:calls=(\d+)/.exec(await client.info('commandstats'))?.[1] ?? 0)
  const before = await evals()
  const turn = openSession({ store }).openTurn()
  for (let i = 0; i < 1_000; i++) await turn.run(read({ i }))
  console.log(`Redis: ${(await evals()) - before} commands for 1000 guarded calls`)
  await compare({ name: 'a bare INCR', call: (i) => client.incr(`bare-${i % 1_000}`) }, store)
  await late(store)
  client.disconnect()
  await redis.stop()
}

const postgres = await startPostgres()
if (postgres !== undefined) {
  const pool = new pg.Pool({
    host: postgres.host,
    port: postgres.port,
    user: postgres.user,
    database: postgres.database
  })
  await pool.query(budgetTable())
  await pool.query('CREATE TABLE bare (key text PRIMARY KEY, n integer NOT NULL)')
  const upsert = 'INSERT INTO bare AS b (key, n) VALUES ($1, 1) ON CONFLICT (key) DO UPDATE SET n = b.n + 1 RETURNING n'
  console.log('\nPostgreSQL')
  await compare(
    { name: 'a bare upsert', call: (i) => pool.query(upsert, [`bare-${i % 1_000}`]) },
    postgresStore({ client: pool })
  )
  await late(postgresStore({ client: pool }))
  await pool.end()
  await postgres.stop()
}
