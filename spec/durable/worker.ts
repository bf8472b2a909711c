/** A worker of an engine, with a workflow of two writes. It kills itself where the plan says. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { Redis } from 'ioredis'
import pg from 'pg'
import { failed, guardedCall, openSession, schemaMismatch, type Ledger } from '../../lib/index.js'
import { postgresLedger } from '../../lib/stores/postgres.js'
import { redisLedger } from '../../lib/stores/redis.js'
import { bullmq } from './engines/bullmq.js'
import { dbos } from './engines/dbos.js'
import { mini } from './engines/mini.js'
import type { Plan, Sku, Told } from './plan.js'

const ENGINES = { mini, bullmq, dbos }

const plan = JSON.parse(process.argv[2] ?? '') as Plan
const { engine, service, tool, workflow } = plan

let asked: Sku = 'first'
const point = (name: string, sku: Sku = asked): void => {
  const here = sku === 'second' ? `second:${name}` : name
  if (plan.killAt === here) process.kill(process.pid, 'SIGKILL')
}

// -- the tool

const ask = async (path: string, body: object): Promise<unknown> => {
  const request = { method: 'POST', body: JSON.stringify({ ...body, workflow, pid: process.pid, killAt: plan.killAt }) }
  return (await fetch(`${service}${path}`, request)).json()
}

const VOID = schemaMismatch({ code: 'void', detail: 'The order was called off.' })

interface Order {
  readonly sku: string
}

const order = guardedCall<Order, { readonly id: string }>(
  {
    name: 'place_order',
    effect: 'write',
    args: t.type({ sku: t.string }),
    timeoutMs: 3_000,
    run: async ({ sku }, { operationId }) => {
      point('tool-started')
      const answer = (await ask('/orders', { sku, operationId, keyed: tool === 'keyed' })) as object
      point('tool-answered')
      // It was asked about meanwhile, and the service gave its word that it will not happen.
      return 'void' in answer ? failed(VOID, { executed: 'no' }) : answer
    },
    ...(tool === 'verified'
      ? { verify: async ({ sku }, { operationId }) => (await ask('/verify', { sku, operationId })) as 'unknown' }
      : {}),
    ...(tool === 'keyed' ? { idempotencyMs: 3_600_000 } : {})
  },
  t.type({ id: t.string })
)

// -- the ledger, with leases that end soon after a process has died

const connect = async (): Promise<Ledger> => {
  const { store, host, port } = plan
  if (store === 'redis') return redisLedger({ client: new Redis({ host, port }) })
  const client = new pg.Pool({ host, port, user: 'postgres', database: 'postgres', max: 2 })
  await client.query('SELECT 1')
  return postgresLedger({ client })
}

const inner = await connect()
const ledger: Ledger = {
  begin: async (turnId, key, { seen }) => {
    point('before-begin')
    const begun = await inner.begin(turnId, key, { seen, leaseMs: 400 })
    point('after-begin')
    return begun
  },
  settle: async (...settled) => {
    point('before-settle')
    await inner.settle(...settled)
    point('after-settle')
  }
}

// -- the workflow: its id is the turn's

const session = openSession({ ledger })

const write = async (sku: Sku): Promise<Told> => {
  asked = sku
  // Whoever is delivered the work again begins its turn again.
  const turn = session.openTurn({ id: workflow })
  const refused = await turn.run(order.fromModel({ sku: 17 }))
  // Two equal writes at once: the budget refuses the second.
  const [result, twin] = await Promise.all([turn.run(order({ sku })), turn.run(order({ sku }))])
  if (E.isRight(refused) || E.isRight(twin)) process.send?.({ sku, code: 'ran twice', payload: null, replayed: false })
  const record = turn.calls.find(({ executed, code }) => executed !== 'refused' && code === null)
  const told: Told = E.isRight(result)
    ? { sku, code: null, payload: result.right, replayed: record?.replayed === true }
    : { sku, code: result.left.code, payload: null, replayed: false }
  process.send?.(told)
  return told
}

point('start', 'first')
await ENGINES[engine]({ plan, write, point })
point('end', 'first')
process.exit(0)
