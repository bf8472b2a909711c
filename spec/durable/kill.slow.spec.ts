/**
 * A worker is killed (SIGKILL), or sleeps (SIGSTOP), at every point of a workflow that writes, and others take it up:
 * each order is placed at most once, and no answer claims otherwise.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { ledgerMigrations } from '../../lib/stores/postgres.js'
import { startPostgres } from '../helpers/postgres.js'
import { startRedis } from '../helpers/redis.js'
import { runs } from '../helpers/runs.js'
import { areInstalled } from './engines/installed.js'
import { ENGINES, POINTS, SKUS, STOPS, TOOLS, type Plan, type Told } from './plan.js'
import { startService, type Service } from './service.js'
import { Workers, type Ended, type Work } from './workers.js'

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
    for (const { up } of ledgerMigrations()) await client.query(up)
    await client.end()
    return { host, port, stop, restart: async () => (await server.crash(), server.start()) }
  }
}

// -- plans

/** Before every other batch is taken up, the server is killed and started again. */
const BATCH = 10

type Fault = Pick<Plan, 'by' | 'killAt' | 'tool'>

const at = <A>(all: ReadonlyArray<A>, place: number): A => all[place % all.length] as A

/** Few runs of each engine still meet all points together, and many of one meet all points with all tools. */
const faultsOf = (by: Plan['by'], total: number, points: ReadonlyArray<Plan['killAt']>, stride: number) => {
  const count = Math.ceil(total / ENGINES.length)
  const fault = (run: number, nth: number): Fault => {
    const place = count < points.length ? run * ENGINES.length + nth : run
    return { by, killAt: at(points, place * stride), tool: at(TOOLS, place + Math.floor(place / points.length)) }
  }
  return { count, fault }
}

const FAULTS = {
  killed: faultsOf('SIGKILL', runs(30, 1_000), POINTS, 1),
  asleep: faultsOf('SIGSTOP', runs(8, 100), STOPS, 5)
}

// -- one batch of runs

const AT_ONCE = 4

/** By then leases and locks of a worker that sleeps have ended. */
const SLEEP_MS = 800

interface Run {
  readonly plan: Plan
  readonly told: Array<Told>
}

/** Does something with each, a few at a time. */
const each = async <A>(all: ReadonlyArray<A>, visit: (one: A) => Promise<void>): Promise<void> => {
  const rest = [...all]
  const lane = async (): Promise<void> => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) await visit(next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

/**
 * Each run to the point where its worker is killed or sleeps; then two workers take it up at once, one in another
 * order, and one more comes when it is complete or nobody knows.
 */
const runAll = async (batch: ReadonlyArray<Run>, workers: Workers, between: () => unknown): Promise<number> => {
  const first = new Map<Run, Work>()
  let halted = 0
  await each(batch, async (run) => {
    const work = workers.work(run.plan, run.told)
    first.set(run, work)
    if (await work.halted) halted += 1
  })
  await between()
  await each(batch, async (run) => {
    const { plan, told } = run
    const again = (reversed = false): Promise<Ended> =>
      workers.work({ ...plan, killAt: 'nowhere', reversed }, told).ended
    const both = [again(), again(true)]
    const sleeper = plan.by === 'SIGSTOP' ? first.get(run) : undefined
    if (sleeper !== undefined) {
      setTimeout(sleeper.wake, SLEEP_MS)
      both.push(sleeper.ended)
    }
    const ends = [...(await Promise.all(both)), await again()]
    // On a machine that is busy elsewhere, a ledger or a service may be too slow for each of them.
    const isOpen = (): boolean =>
      plan.tool !== 'plain' && !SKUS.every((sku) => told.some((one) => one.sku === sku && one.code === null))
    for (let more = 0; more < 5 && isOpen(); more++) {
      await sleep(1_000)
      ends.push(await again())
    }
    expect(ends, plan.workflow).to.deep.equal(ends.map(() => ({ signal: null, code: 0 })))
  })
  return halted
}

// -- what must hold

/** Nobody knows: by the ledger's word, or because the service was slow or the connection to it broke. */
const UNKNOWN = ['outcome_unknown', 'timeout', 'tool_unavailable']

/**
 * All that a worker may be told: an answer, that nobody knows, that the ledger could not be asked, or that the service
 * took a late request for void.
 */
const TELLS = [null, ...UNKNOWN, 'store_unavailable', 'void']

/** Holds a run to the promise, and counts. */
const figuresOf = (batch: ReadonlyArray<Run>, service: Service) => {
  const figures = { runs: batch.length, operations: 0, once: 0, unknown: 0, replayed: 0 }
  for (const { plan, told } of batch) {
    const { workflow, by, killAt, tool } = plan
    for (const sku of SKUS) {
      const of = `${sku} of ${workflow}, ${by} at ${killAt}, ${tool}`
      const placed = service.placed(workflow, sku)
      const answers = told.filter((one) => one.sku === sku)
      const codes = answers.map(({ code }) => code)
      const known = codes.includes(null)
      expect(answers.length, `answers for ${of}`).to.be.above(0)
      expect(TELLS, of).to.include.members(codes)
      expect(placed.length, `effects of ${of}`).to.be.at.most(1)
      if (known) expect(placed.length, `effects of ${of}, which was answered`).to.equal(1)
      if (tool !== 'plain') expect(known, `an answer for ${of}: ${JSON.stringify(answers)}`).to.equal(true)
      if (!known)
        expect(
          codes.some((code) => code !== null && UNKNOWN.includes(code)),
          `unknown, of ${of}`
        ).to.equal(true)
      for (const { code, payload } of answers) if (code === null) expect(payload, of).to.deep.equal({ id: placed[0] })
      figures.operations += 1
      figures.once += placed.length
      figures.unknown += known ? 0 : 1
      figures.replayed += answers.filter(({ replayed }) => replayed).length
    }
  }
  return figures
}

describe('writes of a workflow', function () {
  this.timeout(300_000)
  const folder = mkdtempSync(join(tmpdir(), 'guarded-call-durable-'))
  const workers = new Workers()
  const servers = new Map<string, Server | undefined>()
  let service: Service

  before(async () => {
    await workers.prepare()
    service = await startService()
    await Promise.all(Object.entries(SERVERS).map(async ([store, start]) => servers.set(store, await start())))
  })
  after(async () => {
    workers.close()
    service.close()
    rmSync(folder, { recursive: true, force: true })
    await Promise.all([...servers.values()].map((server) => server?.stop()))
  })

  for (const [nth, [engine, store]] of ENGINES.entries()) {
    describe(`under ${engine} with a ledger on ${store}`, () => {
      const runOf = (name: string, fault: Fault): Run => {
        const { host = '', port = 0 } = servers.get(store) ?? {}
        const workflow = `${engine}-${store}-${name}`
        const where = { host, port, service: service.url, journal: join(folder, workflow) }
        return { plan: { engine, store, ...where, workflow, ...fault, reversed: false }, told: [] }
      }

      before(async function () {
        if (engine !== 'mini' && !areInstalled()) {
          console.warn('\n  !! SKIPPED: no engines found; `npm ci --prefix examples/engines` installs them.\n')
          return this.skip()
        }
        if (servers.get(store) === undefined) return this.skip()
        // The engine makes its tables, once.
        const { plan, told } = runOf('warm-up', { by: 'SIGKILL', killAt: 'nowhere', tool: 'plain' })
        await workers.work(plan, told).ended
      })

      for (const [how, { count, fault }] of Object.entries(FAULTS))
        for (let from = 0; from < count; from += BATCH) {
          const to = Math.min(from + BATCH, count)
          it(`happen at most once, and each replay is answered alike: ${how}, ${from} to ${to}`, async () => {
            const batch = Array.from({ length: to - from }, (_, i) => runOf(`${how}-${from + i}`, fault(from + i, nth)))
            const withRestart = (from / BATCH) % 2 === 0
            const halted = await runAll(batch, workers, () => withRestart && servers.get(store)?.restart())
            console.log(`      ${JSON.stringify({ ...figuresOf(batch, service), halted, withRestart })}`)
            // Where the ledger was too slow for a call, its worker may end before it comes to its point.
            expect(halted).to.be.at.least(Math.floor(batch.length * 0.8))
          })
        }
    })
  }
})
