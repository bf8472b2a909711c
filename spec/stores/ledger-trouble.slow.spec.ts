/**
 * Ledgers whose servers hang, die and return in the middle of a write, and workers whose clocks jump: nothing runs
 * twice, and no answer claims more than is known.
 */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { Redis } from 'ioredis'
import pg from 'pg'
import { guardedCall, openSession, type Ledger, type Turn } from '../../lib/index.js'
import { ledgerMigrations, postgresLedger, type PostgresLike } from '../../lib/stores/postgres.js'
import { redisLedger } from '../../lib/stores/redis.js'
import { expectLeft, expectRight } from '../helpers/either.js'
import { startPostgres } from '../helpers/postgres.js'
import { startRedis } from '../helpers/redis.js'

interface Failing {
  readonly ledger: Ledger
  readonly freeze: () => void
  readonly thaw: () => void
  readonly crash: () => Promise<void>
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

const MAKES: Readonly<Record<string, () => Promise<Failing | undefined>>> = {
  redisLedger: async () => {
    const server = await startRedis({ durable: true })
    if (server === undefined) return undefined
    const { host, port, kill, stop } = server
    const failsAtOnce = { enableOfflineQueue: false, maxRetriesPerRequest: 0, autoResendUnfulfilledCommands: false }
    const client = new Redis({ host, port, ...failsAtOnce, retryStrategy: () => 50 })
    const ledger = redisLedger({ client })
    return { ...server, ledger, crash: kill, close: async () => (client.disconnect(), stop()) }
  },
  postgresLedger: async () => {
    const server = await startPostgres()
    if (server === undefined) return undefined
    const { host, port, user, database, stop } = server
    const client = new pg.Pool({ host, port, user, database })
    const ledger = postgresLedger({ client })
    for (const { up } of ledgerMigrations()) await client.query(up)
    return { ...server, ledger, close: async () => (await client.end(), stop()) }
  }
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

const LEASE_MS = 400
const DAY_MS = 86_400_000

for (const [name, open] of Object.entries(MAKES))
  describe(`a session with a ${name} whose server fails`, () => {
    let server: Failing

    before(async function () {
      const opened = await open()
      if (opened === undefined) return this.skip()
      server = opened
    })
    after(() => server?.close())

    /** A process that is delivered the job. */
    const worker = (job: string, leaseMs = LEASE_MS): Turn => {
      const { begin, settle } = server.ledger
      const ledger: Ledger = { begin: (turn, key, asked) => begin(turn, key, { ...asked, leaseMs }), settle }
      return openSession({ ledger }).openTurn({ id: job })
    }

    const shop = (meanwhile: () => unknown = () => undefined, timeoutMs = 5_000) => {
      let placed = 0
      const run = async (): Promise<unknown> => {
        const id = (placed += 1)
        await meanwhile()
        return { id }
      }
      const order = guardedCall({ name: 'place_order', effect: 'write', timeoutMs, run }, t.type({ id: t.number }))
      return { order: order({ sku: 'A-1' }), placed: () => placed }
    }

    /** Waits until the ledger can be asked again. */
    const isBack = async (): Promise<void> => {
      for (let tries = 0; tries < 100; tries++) {
        if (E.isRight(await worker(`look ${tries}`).run(shop().order))) return
        await pause(50)
      }
      throw new Error('the ledger did not come back')
    }

    it('runs nothing while it is down, and the write when it is back', async () => {
      const { order, placed } = shop()
      await server.crash()
      const turn = worker('down')
      expect(expectLeft(await turn.run(order)).code).to.equal('store_unavailable')
      expect([placed(), turn.calls[0]?.executed, turn.outcomes()]).to.deep.equal([0, 'refused', []])
      await server.start()
      await isBack()
      expect(expectRight(await turn.run(order))).to.deep.equal({ id: 1 })
    })

    it('hands on the answer of a write that it died of, says so, and learns the outcome when it is back', async () => {
      const { order, placed } = shop(server.crash)
      const turn = worker('dies')
      expect(expectRight(await turn.run(order))).to.deep.equal({ id: 1 })
      expect([turn.calls[0]?.unsettled, turn.calls[0]?.executed]).to.deep.equal([true, 'yes'])
      await server.start()
      await isBack()
      await pause(LEASE_MS)
      const replay = worker('dies')
      expect(expectRight(await replay.run(order))).to.deep.equal({ id: 1 })
      expect([placed(), replay.calls[0]?.replayed]).to.deep.equal([1, true])
    })

    it('learns each outcome of many writes that it died of, once it is back, and drains', async () => {
      const { begin, settle } = server.ledger
      const session = openSession({ ledger: { begin, settle }, loop: false })
      let begun = 0
      let crashed = (): void => {}
      const crash = new Promise<void>((resolve) => {
        crashed = resolve
      })
      const crashAtLast = async (): Promise<void> => {
        if ((begun += 1) === 20) void server.crash().then(crashed)
        await crash
      }
      const shops = Array.from({ length: 20 }, () => shop(crashAtLast))
      const turns = shops.map((_, i) => session.openTurn({ id: `of many ${i}` }))
      const results = await Promise.all(shops.map(({ order }, i) => turns[i]!.run(order)))
      expect(results.filter(E.isRight)).to.have.length(20)
      expect(turns.filter(({ calls }) => calls[0]?.unsettled === true)).to.have.length(20)
      await pause(1_500)
      await server.start()
      expect(await session.drain(20_000)).to.equal(0)
      const replays = shops.map((_, i) => openSession({ ledger: server.ledger }).openTurn({ id: `of many ${i}` }))
      for (const [i, { order, placed }] of shops.entries()) {
        expect(expectRight(await replays[i]!.run(order))).to.deep.equal({ id: 1 })
        expect([placed(), replays[i]!.calls[0]?.replayed]).to.deep.equal([1, true])
      }
    })

    it('hands on the answer where it hangs when the write settles, and takes the outcome late', async () => {
      const { order, placed } = shop(() => server.freeze())
      const turn = worker('hangs', 30_000)
      expect(expectRight(await turn.run(order))).to.deep.equal({ id: 1 })
      expect(turn.calls[0]?.unsettled).to.equal(true)
      server.thaw()
      await isBack()
      const replay = worker('hangs', 30_000)
      expect(expectRight(await replay.run(order))).to.deep.equal({ id: 1 })
      expect([placed(), replay.calls[0]?.replayed]).to.deep.equal([1, true])
    })

    it('remembers answers and leases when it is killed and started again', async () => {
      const done = shop()
      expectRight(await worker('done').run(done.order))
      const never = new Promise(() => {})
      const slow = shop(() => never, 30_000)
      void worker('slow', 30_000).run(slow.order)
      await pause(100)
      await server.crash()
      await server.start()
      await isBack()
      expect(expectRight(await worker('done').run(done.order))).to.deep.equal({ id: 1 })
      const other = shop(() => undefined, 300)
      expect(expectLeft(await worker('slow', 30_000).run(other.order)).detail).to.match(/still runs in another run/)
      expect([done.placed(), slow.placed(), other.placed()]).to.deep.equal([1, 1, 0])
    })

    for (const byMs of [DAY_MS, -DAY_MS])
      it(`goes by its own clock where that of a worker jumps by ${byMs / DAY_MS} day`, async () => {
        const { now } = Date
        let end = (): void => {}
        const ended = new Promise<void>((resolve) => {
          end = resolve
        })
        const { order, placed } = shop(() => ended, 2_000)
        const held = worker(`clock ${byMs}`, 20_000).run(order)
        await pause(100)
        Date.now = () => now() + byMs
        try {
          // The lease still holds: another worker waits, and is given the answer.
          const replay = worker(`clock ${byMs}`, 20_000)
          const waiting = replay.run(order)
          await pause(100)
          end()
          expect(await Promise.all([held, waiting])).to.deep.equal([E.right({ id: 1 }), E.right({ id: 1 })])
          expect([placed(), replay.calls[0]?.replayed]).to.deep.equal([1, true])
          expect(replay.calls[0]?.ms).to.be.within(50, 5_000)
        } finally {
          Date.now = now
        }
      })
  })

describe('a ledger over a pool of two connections', () => {
  it('takes 1,500 jobs that are resumed at once: none is refused, and none is left unsettled', async function () {
    const server = await startPostgres()
    if (server === undefined) return this.skip()
    const { host, port, user, database, stop } = server
    const client = new pg.Pool({ host, port, user, database, max: 2 })
    for (const { up } of ledgerMigrations()) await client.query(up)
    // A network on the way to it: all of them take longer than a deadline.
    const far: PostgresLike = {
      query: async (text, values) => {
        const connection = await client.connect()
        await pause(4)
        return await connection.query<pg.QueryResultRow>(text, values).finally(() => connection.release())
      }
    }
    const session = openSession({ ledger: postgresLedger({ client: far }), loop: false })
    let placed = 0
    const order = guardedCall<unknown, { id: number }>(
      { name: 'place_order', effect: 'write', timeoutMs: 60_000, run: () => ({ id: (placed += 1) }) },
      t.type({ id: t.number })
    )
    const turns = Array.from({ length: 1_500 }, (_, i) => session.openTurn({ id: `job-${i}` }))
    try {
      const results = await Promise.all(turns.map((turn) => turn.run(order({ sku: 'A-1' }))))
      const unsettled = turns.filter(({ calls }) => calls[0]?.unsettled === true)
      expect([results.filter(E.isRight).length, placed, unsettled.length]).to.deep.equal([1_500, 1_500, 0])
      const { rows } = await client.query(
        "SELECT count(*)::int AS ran FROM guarded_call_ledger WHERE state = 'executed'"
      )
      expect(rows).to.deep.equal([{ ran: 1_500 }])
    } finally {
      await client.end()
      await stop()
    }
  })
})
