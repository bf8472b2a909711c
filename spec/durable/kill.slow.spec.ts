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
import { POINTS, SKUS, TOOLS, type Plan, type Told } from './plan.js'
import { startService, type Service } from './service.js'

const WORKER = fileURLToPath(new URL('worker.js', import.meta.url))

/** One worker to its end: what it was told, and whether it was killed. */
const work = (
  plan: Plan
): Promise<{ readonly told: ReadonlyArray<Told>; readonly signal: string | null; readonly code: number | null }> =>
  new Promise((resolve) => {
    const told: Array<Told> = []
    const child = fork(WORKER, [JSON.stringify(plan)])
    child.on('message', (message) => told.push(message as Told))
    child.on('close', (code, signal) => resolve({ told, signal, code }))
  })

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

const RESTART_EVERY = 10

for (const store of ['redis', 'postgres'] as const) {
  describe(`writes of a workflow whose worker is killed, with a ledger on ${store}`, () => {
    let server: Server | undefined
    let service: Service
    const folder = mkdtempSync(join(tmpdir(), 'guarded-call-durable-'))

    before(async function () {
      this.timeout(60_000)
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
      const RUNS = runs(30, 1_000)
      this.timeout(RUNS * 20_000)
      const figures = { runs: RUNS, killed: 0, placed: 0, unknown: 0, replayed: 0 }
      for (let run = 0; run < RUNS; run++) {
        const { host, port, restart } = server as Server
        const workflow = `${store}-${run}`
        const killAt = POINTS[run % POINTS.length] ?? 'nowhere'
        // Each point meets each tool.
        const tool = TOOLS[Math.floor(run / POINTS.length + run) % TOOLS.length] ?? 'plain'
        const journal = join(folder, workflow)
        const plan: Plan = { store, host, port, service: service.url, tool, journal, workflow, killAt }
        const first = await work(plan)
        expect(first.signal, `${workflow} at ${killAt}`).to.equal('SIGKILL')
        figures.killed += 1
        if (run % RESTART_EVERY === RESTART_EVERY - 1) await restart()
        // Two workers take it up at once, and one more comes when the journal is complete or nobody knows.
        const again: Plan = { ...plan, killAt: 'nowhere' }
        const rest = [...(await Promise.all([work(again), work(again)])), await work(again)]
        const what = `${workflow}, killed at ${killAt}, ${tool}`
        expect(
          rest.map(({ code }) => code),
          what
        ).to.deep.equal([0, 0, 0])

        for (const sku of SKUS) {
          const told = [first, ...rest].flatMap((one) => one.told).filter((one) => one.sku === sku)
          const placed = service.placed(workflow, sku)
          const last = told.at(-1)?.code
          expect(placed.length, `effects of ${sku} in ${what}`).to.be.at.most(1)
          if (last !== 'outcome_unknown') {
            expect(placed.length, `effects of ${sku} in ${what}, told ${last}`).to.equal(1)
            expect(last, what).to.equal(null)
          }
          for (const { code, payload } of told) {
            expect([null, 'outcome_unknown'], what).to.include(code)
            if (code === null) expect(payload, what).to.deep.equal({ id: placed[0] })
          }
          if (tool !== 'plain') expect(last, what).to.equal(null)
          figures.placed += placed.length
          if (last === 'outcome_unknown') figures.unknown += 1
          figures.replayed += told.filter(({ replayed }) => replayed).length
        }
      }
      console.log(`      ${JSON.stringify(figures)}`)
    })
  })
}
