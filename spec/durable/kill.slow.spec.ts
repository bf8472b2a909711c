/** A worker is killed (SIGKILL) at every point of a workflow that writes, and others take it up: each order is placed at most once, and nobody is told otherwise. */
import { expect } from 'chai'
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { ledgerTable } from '../../lib/stores/postgres.js'
import { startPostgres } from '../helpers/postgres.js'
import { startRedis } from '../helpers/redis.js'
import { runs } from '../helpers/runs.js'
import { areInstalled } from './engines/installed.js'
import { ENGINES, POINTS, SKUS, TOOLS, type Plan, type Told } from './plan.js'
import { startService, type Service } from './service.js'

// -- workers

const WORKER = fileURLToPath(new URL('worker.js', import.meta.url))

interface Ended {
  readonly signal: string | null
  readonly code: number | null
}

/** One worker to its end; what it was answered goes to the end of `told`. */
const work = (plan: Plan, told: Array<Told>): Promise<Ended> =>
  new Promise((resolve) => {
    const child = fork(WORKER, [JSON.stringify(plan)])
    child.on('message', (message) => told.push(message as Told))
    child.on('close', (code, signal) => resolve({ signal, code }))
  })

const AT_ONCE = 4

/** Does something with each, a few at a time. */
const each = async <A>(all: ReadonlyArray<A>, visit: (one: A) => Promise<void>): Promise<void> => {
  const rest = [...all]
  const lane = async (): Promise<void> => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) await visit(next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

// -- servers

interface Server {
  readonly host: string
  readonly port: number
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

const SERVERS: Readonly<Record<Plan['store'], () => Promise<Server | undefined>>> = {
  redis: async () => {
    const server = await startRedis({ durable: true })
    if (server === undefined) return undefined
    const { host, port, stop } = server
    return { host, port, stop, restart: async () => (await server.kill(), server.start()) }
  },
  postgres: async () => {
    const server = await startPostgres()
    if (server === undefined) return undefined
    const { host, port, user, database, stop } = server
    const client = new pg.Client({ host, port, user, database })
    await client.connect()
    await client.query(ledgerTable())
    await client.end()
    return { host, port, stop, restart: async () => (await server.crash(), server.start()) }
  }
}

// -- the harness

/** All that a worker may be told: an answer, that nobody knows, that the ledger could not be asked, that the service was slow or took a late request for void. */
const TELLS = [null, 'outcome_unknown', 'store_unavailable', 'timeout', 'void']

const RUNS = Math.ceil(runs(30, 1_000) / ENGINES.length)

/** So many are killed before others take them up; every other time the server is killed, too, and started again. */
const BATCH = 10

const planned = (
  [engine, store]: (typeof ENGINES)[number],
  nth: number,
  { host, port }: Server,
  service: Service,
  folder: string
): ReadonlyArray<Plan> =>
  Array.from({ length: RUNS }, (_, run) => {
    const workflow = `${engine}-${store}-${run}`
    // Few runs of each engine still meet all points together, and many of one meet all points with all tools.
    const place = RUNS < POINTS.length ? run * ENGINES.length + nth : run
    return {
      engine,
      store,
      host,
      port,
      workflow,
      service: service.url,
      tool: TOOLS[Math.floor(place / POINTS.length + place) % TOOLS.length] ?? 'plain',
      killAt: POINTS[place % POINTS.length] ?? 'nowhere',
      journal: join(folder, workflow),
      reversed: false
    }
  })

for (const [nth, combination] of ENGINES.entries()) {
  const [engine, store] = combination
  describe(`writes of a workflow whose worker is killed, under ${engine} with a ledger on ${store}`, () => {
    let server: Server | undefined
    let service: Service
    const folder = mkdtempSync(join(tmpdir(), 'guarded-call-durable-'))

    before(async function () {
      this.timeout(60_000)
      if (engine !== 'mini' && !areInstalled()) {
        console.warn('\n  !! SKIPPED: no engines found; `npm ci --prefix examples/engines` installs them.\n')
        return this.skip()
      }
      server = await SERVERS[store]()
      if (server === undefined) return this.skip()
      service = await startService()
    })
    after(async () => {
      rmSync(folder, { recursive: true, force: true })
      if (server === undefined) return
      service.close()
      await server.stop()
    })

    it('happen at most once, or it is told that nobody knows; each replay is answered alike', async function () {
      this.timeout(60_000 + RUNS * 20_000)
      const plans = planned(combination, nth, server as Server, service, folder)
      // The engine makes its tables, once.
      if (engine === 'dbos') await work({ ...(plans[0] as Plan), workflow: 'warm-up', killAt: 'nowhere' }, [])
      const figures = { runs: RUNS, killed: 0, restarts: 0, operations: 0, once: 0, unknown: 0, replayed: 0 }

      const check = (plan: Plan, told: ReadonlyArray<Told>): void => {
        const { workflow, killAt, tool } = plan
        for (const sku of SKUS) {
          const what = `${sku} of ${workflow}, killed at ${killAt}, ${tool}`
          const placed = service.placed(workflow, sku)
          const answers = told.filter((one) => one.sku === sku)
          const known = answers.some(({ code }) => code === null)
          expect(answers.length, `answers for ${what}`).to.be.above(0)
          expect(placed.length, `effects of ${what}`).to.be.at.most(1)
          if (known) expect(placed.length, `effects of ${what}, which was answered`).to.equal(1)
          if (tool !== 'plain') expect(known, `an answer for ${what}: ${JSON.stringify(answers)}`).to.equal(true)
          for (const { code, payload } of answers) {
            expect(TELLS, what).to.include(code)
            if (code === null) expect(payload, what).to.deep.equal({ id: placed[0] })
          }
          figures.operations += 1
          figures.once += placed.length
          if (!known) {
            expect(
              answers.some(({ code }) => code === 'outcome_unknown' || code === 'timeout'),
              what
            ).to.equal(true)
            figures.unknown += 1
          }
          figures.replayed += answers.filter(({ replayed }) => replayed).length
        }
      }

      for (let from = 0; from < plans.length; from += BATCH) {
        const batch = plans.slice(from, from + BATCH).map((plan) => ({ plan, told: new Array<Told>() }))
        await each(batch, async ({ plan, told }) => {
          if ((await work(plan, told)).signal === 'SIGKILL') figures.killed += 1
        })
        if ((from / BATCH) % 2 === 0) {
          await server?.restart()
          figures.restarts += 1
        }
        // Two workers take it up at once, one in another order, and one more comes when it is complete or nobody knows.
        await each(batch, async ({ plan, told }) => {
          const again: Plan = { ...plan, killAt: 'nowhere' }
          const ends = await Promise.all([work(again, told), work({ ...again, reversed: true }, told)])
          ends.push(await work(again, told))
          // On a machine that is busy elsewhere, a ledger or a service may be too slow for each of them.
          const isOpen = (): boolean =>
            plan.tool !== 'plain' && !SKUS.every((sku) => told.some((one) => one.sku === sku && one.code === null))
          for (let more = 0; more < 5 && isOpen(); more++) ends.push(await work(again, told))
          expect(ends, plan.workflow).to.deep.equal(ends.map(() => ({ signal: null, code: 0 })))
          check(plan, told)
        })
      }
      console.log(`      ${JSON.stringify(figures)}`)
      // Where the ledger was too slow for a call, its worker may end before it comes to its point.
      expect(figures.killed).to.be.at.least(Math.floor(RUNS * 0.8))
    })
  })
}
