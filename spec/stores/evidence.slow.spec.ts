/**
 * Every refusal after every way to lose an answer, over the real servers of a ledger; and some of them in processes
 * that are killed.
 */
import { expect } from 'chai'
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openSession, type Ledger } from '../../lib/index.js'
import { ledgerMigrations } from '../../lib/stores/postgres.js'
import { startPostgres } from '../helpers/postgres.js'
import { startRedis } from '../helpers/redis.js'
import { share } from '../helpers/runs.js'
import { ledgerAt, type ChildPlan, type LedgerAddress } from './evidence-ledgers.js'
import {
  deliverTo,
  each,
  hold,
  holdsAcrossProcesses,
  startOrderService,
  STATUSES,
  type OrderService
} from './evidence.js'

interface Server extends LedgerAddress {
  readonly stop: () => Promise<void>
}

const SERVERS: Readonly<Record<LedgerAddress['store'], () => Promise<Server | undefined>>> = {
  redis: async () => {
    const server = await startRedis()
    return server && { ...server, store: 'redis' }
  },
  postgres: async () => {
    const server = await startPostgres()
    if (server === undefined) return undefined
    const { host, port, user, database, stop } = server
    const client = new pg.Client({ host, port, user, database })
    await client.connect()
    for (const { up } of ledgerMigrations()) await client.query(up)
    await client.end()
    return { store: 'postgres', host, port, stop }
  }
}

const CHILD = fileURLToPath(new URL('evidence-child.js', import.meta.url))

/** Lets a process of its own take the order; returns by which signal it ended. */
const dieOf = (plan: ChildPlan): Promise<string | null> =>
  new Promise((resolve) => {
    const child = fork(CHILD, { execArgv: [] })
    child.once('close', (_code, signal) => resolve(signal))
    child.send(plan)
  })

for (const [store, start] of Object.entries(SERVERS))
  describe(`an order over a ledger on ${store}, whose answer was lost and whose next request is refused`, function () {
    this.timeout(300_000)
    let service: OrderService
    let server: Server
    let opened: { readonly ledger: Ledger; readonly close: () => unknown }

    before(async function () {
      const started = await start()
      if (started === undefined) return this.skip()
      server = started
      opened = ledgerAt(started)
      service = await startOrderService()
    })
    after(async () => {
      await service?.close()
      await opened?.close()
      await server?.stop()
    })

    it('is placed once, under one key, and never called not executed', () =>
      each(share(STATUSES), (fault, status) => holdsAcrossProcesses(service, opened.ledger, fault, status)))

    it('is placed once, under one key, and never called not executed, where its process was killed', async () => {
      for (const status of share([400, 401, 403, 404, 409, 422, 429, 503])) {
        const id = crypto.randomUUID()
        const { origin } = service
        const { host, port } = server
        await hold(service, 'dies', status, [
          async (args) => {
            const signal = await dieOf({ store: server.store, host, port, origin, turn: id, args })
            expect(signal).to.equal('SIGKILL')
            return { text: '', outcomes: [] }
          },
          ...[2, 3].map(() => deliverTo(origin, openSession({ ledger: opened.ledger }).openTurn({ id })))
        ])
      }
    })
  })
