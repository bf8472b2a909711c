/**
 * Shared budgets under fire: real servers, eight processes, the same turns; four in the short mode. `TIER=full` races
 * with 200 turns and 100,000 calls.
 */
import { expect } from 'chai'
import { Client } from 'pg'
import { budgetTable } from '../../lib/stores/postgres.js'
import { startPostgres } from '../helpers/postgres.js'
import { startRedis } from '../helpers/redis.js'
import type { Kind } from './open-store.js'
import { limitOf, race, type RaceOptions, type RaceResult } from './race.js'
import { TENTH, TIER } from '../helpers/runs.js'

const FULL = TIER === 'full'
const SIZE = FULL
  ? { processes: 8, turns: 200, calls: 100_000 }
  : { processes: TENTH ? 4 : 8, turns: 24, calls: TENTH ? 1_000 : 4_000 }

/** A server that can be made to fail: the same words for Redis and PostgreSQL. */
interface Breakable {
  readonly host: string
  readonly port: number
  readonly freeze: () => void
  readonly thaw: () => void
  readonly crash: () => Promise<void>
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

const startServer: Readonly<Record<Kind, () => Promise<Breakable | undefined>>> = {
  redis: async () => {
    const server = await startRedis({ durable: true })
    return server === undefined ? undefined : { ...server, crash: server.kill }
  },
  postgres: async () => {
    const server = await startPostgres()
    if (server === undefined) return undefined
    const client = new Client({ host: server.host, port: server.port, user: server.user, database: server.database })
    await client.connect()
    await client.query(budgetTable())
    await client.end()
    return server
  }
}

// PostgreSQL does more for a call, and all of them share the machine with it.
const LANES: Readonly<Record<Kind, number>> = { redis: 8, postgres: 2 }

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

const sum = (result: RaceResult, field: 'asked' | 'joined' | 'passed' | 'degraded'): number =>
  Object.values(result.tallies).reduce((total, tally) => total + tally[field], 0)

/** Keys whose every call the store counted, and which let pass more or fewer than the budget allows. */
const inexact = (result: RaceResult) =>
  Object.entries(result.tallies).filter(
    ([key, { asked, passed, degraded }]) => degraded === 0 && passed !== Math.min(limitOf(key), asked)
  )

/**
 * Keys beyond what is promised of a store that fails: a write never passes too often, a read at most once its budget in
 * each process.
 */
const beyondPromise = (result: RaceResult) =>
  Object.entries(result.tallies).filter(([key, { asked, passed, degraded }]) => {
    const limit = limitOf(key)
    const most = key.includes('write') ? limit : limit * SIZE.processes
    // Too few by at most the calls that the store did not count in time: their reservations may have come to pass.
    return passed > most || passed < Math.min(limit, asked) - degraded
  })

const describeRace = (title: string, result: RaceResult): void => {
  if (!FULL) return
  const figures = {
    asked: sum(result, 'asked'),
    joined: sum(result, 'joined'),
    passed: sum(result, 'passed'),
    degraded: sum(result, 'degraded'),
    ...result.codes
  }
  console.log(
    `      ${title}: ${JSON.stringify(figures)}; ms median ${result.percentileMs(0.5).toFixed(1)}, 99 % ${result.percentileMs(0.99).toFixed(1)}, most ${result.percentileMs(1).toFixed(1)}`
  )
}

for (const kind of ['redis', 'postgres'] as const) {
  describe(`budgets that ${SIZE.processes} processes share through ${kind}`, function () {
    this.timeout(FULL ? 1_200_000 : 90_000)
    let server: Breakable | undefined
    beforeEach(async function () {
      server = await startServer[kind]()
      if (server === undefined) this.skip()
    })
    afterEach(() => server?.stop())

    const options = (restMs: number): RaceOptions => ({
      kind,
      host: server?.host ?? '',
      port: server?.port ?? 0,
      ...SIZE,
      lanes: LANES[kind],
      restMs
    })

    it('let pass exactly what they allow while the store is up', async () => {
      const result = await race(options(0))
      describeRace(`${kind}, up`, result)
      expect(result.faults).to.deep.equal([])
      expect(sum(result, 'asked') + sum(result, 'joined')).to.equal(SIZE.calls)
      expect(inexact(result)).to.deep.equal([])
      expect(beyondPromise(result)).to.deep.equal([])
      // On a machine that stalls for longer than the deadline, a store that is up counts as down too.
      expect(sum(result, 'degraded')).to.be.at.most(SIZE.calls / (FULL ? 20 : 4))
    })

    it('are never overspent by a write, nor held up, by a store that hangs, crashes and comes back', async () => {
      // Long enough for all of it to happen, in however many lanes.
      const restMs = FULL ? 20 : 8 * LANES[kind]
      let begin = (): void => {}
      const begun = new Promise<void>((resolve) => {
        begin = resolve
      })
      const progress = { over: false }
      const racing = race(options(restMs), begin).finally(() => {
        progress.over = true
      })
      await Promise.race([begun, racing])
      await wait(300)
      while (!progress.over) {
        server?.freeze()
        await wait(400)
        server?.thaw()
        await wait(500)
        await server?.crash()
        await wait(400)
        await server?.start()
        await wait(FULL ? 2_500 : 500)
      }
      const result = await racing
      describeRace(`${kind}, failing`, result)
      expect(result.faults).to.deep.equal([])
      expect(sum(result, 'degraded')).to.be.above(0)
      expect(sum(result, 'passed')).to.be.above(0)
      expect(beyondPromise(result)).to.deep.equal([])
      expect(inexact(result)).to.deep.equal([])
      // The deadline of the store is 100 ms; the rest is what a busy machine adds.
      expect(result.percentileMs(0.5)).to.be.below(150)
      expect(result.percentileMs(1)).to.be.below(3_000)
    })
  })
}
