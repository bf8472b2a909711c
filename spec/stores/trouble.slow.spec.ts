/**
 * Stores over clients as they come, whose servers hang, die and return: each call is answered in its deadline, and
 * nothing needs a restart.
 */
import { expect } from 'chai'
import { Redis } from 'ioredis'
import * as t from 'io-ts'
import pg from 'pg'
import { createClient } from 'redis'
import { guardedCall, openSession, type BudgetStore } from '../../lib/index.js'
import { budgetTable, postgresStore, type PostgresLike } from '../../lib/stores/postgres.js'
import { redisStore } from '../../lib/stores/redis.js'
import { expectLeft, expectRight } from '../helpers/either.js'
import { startPostgres } from '../helpers/postgres.js'
import { startRedis } from '../helpers/redis.js'

interface Failing {
  readonly store: BudgetStore
  readonly freeze: () => void
  readonly thaw: () => void
  readonly crash: () => Promise<void>
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

const overRedis =
  (
    open: (address: {
      readonly host: string
      readonly port: number
    }) => Promise<{ store: BudgetStore; close: () => void }>
  ) =>
  async (): Promise<Failing | undefined> => {
    const server = await startRedis({ durable: true })
    if (server === undefined) return undefined
    const { store, close } = await open(server)
    return {
      ...server,
      crash: server.kill,
      store,
      close: async () => {
        close()
        await server.stop()
      }
    }
  }

const MAKES: Readonly<Record<string, () => Promise<Failing | undefined>>> = {
  'ioredis as it comes': overRedis(async ({ host, port }) => {
    const client = new Redis({ host, port })
    return { store: redisStore({ client }), close: () => client.disconnect() }
  }),
  'node-redis as it comes': overRedis(async ({ host, port }) => {
    const client = createClient({ socket: { host, port } })
    const store = redisStore({ client })
    await client.connect()
    return { store, close: () => client.destroy() }
  }),
  'a pool of pg as it comes': async () => {
    const server = await startPostgres()
    if (server === undefined) return undefined
    const pool = new pg.Pool({ host: server.host, port: server.port, user: server.user, database: server.database })
    const store = postgresStore({ client: pool })
    await pool.query(budgetTable())
    const { freeze, thaw, crash, start, stop } = server
    return {
      store,
      freeze,
      thaw,
      crash,
      start,
      close: async () => {
        await pool.end()
        await stop()
      }
    }
  }
}

const read = guardedCall({ name: 'look_up', effect: 'read', run: () => '1' }, t.number)
const write = guardedCall({ name: 'send_mail', effect: 'write', run: () => '1' }, t.number)

for (const [make, open] of Object.entries(MAKES)) {
  describe(`a shared budget over ${make}`, () => {
    let failing: Failing | undefined
    let faults: Array<unknown> = []
    const note = (fault: unknown): void => {
      faults.push(fault)
    }

    before(async function () {
      failing = await open()
      if (failing === undefined) this.skip()
      process.on('unhandledRejection', note)
    })
    after(async () => {
      process.removeListener('unhandledRejection', note)
      await failing?.close()
    })
    beforeEach(() => {
      faults = []
    })
    afterEach(() => expect(faults).to.deep.equal([]))

    const session = () => openSession({ store: failing?.store as BudgetStore, loop: false })

    /** Calls until the store counts again; the turn must never throw on the way. */
    const untilRecovered = async (): Promise<void> => {
      const turn = session().openTurn()
      for (let n = 0; n < 200; n++) {
        expectRight(await turn.run(read({ n })))
        if (turn.calls.at(-1)?.degraded !== true) return
        await new Promise((resolve) => {
          setTimeout(resolve, 50)
        })
      }
      throw new Error('the store did not recover')
    }

    const expectDegraded = async (): Promise<void> => {
      const turn = session().openTurn()
      const ms: Array<number> = []
      for (let n = 0; n < 6; n++) {
        const started = performance.now()
        if (n % 2 === 0) expectRight(await turn.run(read()))
        else expect(expectLeft(await turn.run(write())).code).to.equal('store_unavailable')
        ms.push(performance.now() - started)
      }
      expect(expectLeft(await turn.run(read())).detail).to.include('budget_degraded')
      expect(turn.calls.every(({ degraded }) => degraded === true)).to.equal(true)
      // The quickest shows what the guard takes; the slowest, what a busy machine adds.
      expect(Math.min(...ms)).to.be.below(150)
      expect(Math.max(...ms)).to.be.below(2_000)
      turn.close()
    }

    it('answers in its deadline while the server hangs, and recovers', async () => {
      await untilRecovered()
      failing?.freeze()
      try {
        await expectDegraded()
      } finally {
        failing?.thaw()
      }
      await untilRecovered()
    })

    it('answers in its deadline while the server is down, remembers what was counted before, and recovers', async () => {
      const turn = session().openTurn({ id: `before-${make}` })
      expectRight(await turn.run(write()))
      await failing?.crash()
      await expectDegraded()
      await failing?.start()
      await untilRecovered()
      const elsewhere = session().openTurn({ id: `before-${make}` })
      const codes: Array<string> = []
      // A connection of the pool that broke may still be met, and a write is then refused.
      do codes.push(expectLeft(await elsewhere.run(write())).code)
      while (codes.at(-1) === 'store_unavailable' && codes.length < 50)
      expect(codes.at(-1)).to.equal('retry_budget_exceeded')
    })
  })
}

describe('a turn of many workers on one row of PostgreSQL', () => {
  it('is counted by the store: none of 200 calls of 50 sessions over five pools is degraded', async function () {
    const server = await startPostgres()
    if (server === undefined) return this.skip()
    const { host, port, user, database, stop } = server
    const pools = Array.from({ length: 5 }, () => new pg.Pool({ host, port, user, database, max: 4 }))
    try {
      await pools[0]!.query(budgetTable())
      // Connected, as workers are that have been at work.
      await Promise.all(pools.flatMap((pool) => [1, 2, 3, 4].map(() => pool.query('SELECT pg_sleep(0.05)'))))
      let trips = 0
      const turns = pools.flatMap((pool) => {
        const query: PostgresLike['query'] = (text, values) => {
          trips += 1
          return pool.query<pg.QueryResultRow>(text, values)
        }
        const store = postgresStore({ client: { query } })
        // A busy machine takes longer than a store's.
        const options = { store, loop: false, deadlines: { storeMs: 2_000 } } as const
        return Array.from({ length: 10 }, () => openSession(options).openTurn({ id: 'hot' }))
      })
      const results = await Promise.all(turns.flatMap((turn) => [1, 2, 3, 4].map((n) => turn.run(read({ n })))))
      const degraded = turns.flatMap(({ calls }) => calls).filter((record) => record.degraded === true)
      const ran = results.filter(({ _tag }) => _tag === 'Right')
      expect([results.length, degraded.length, ran.length]).to.deep.equal([200, 0, 12])
      // One by one, they would be more than 200.
      expect(trips).to.be.below(150)
    } finally {
      await Promise.all(pools.map((pool) => pool.end()))
      await stop()
    }
  })
})
