/**
 * A worker of an engine, with a workflow of two writes. It serves one plan after the other, until it kills itself where
 * one says so.
 */
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
import type { Plan, Said, Sku, Told, Workflow } from './plan.js'

const ENGINES = { mini, bullmq, dbos }

const say = (said: Said): void => {
  process.send?.(said)
}

// -- the tool

const VOID = schemaMismatch({ code: 'void', detail: 'The order was called off.' })

interface Order {
  readonly sku: string
}

const orderOf = ({ tool, service, workflow, killAt }: Plan, point: Workflow['point']) => {
  const ask = async (path: string, body: object): Promise<unknown> => {
    const request = { method: 'POST', body: JSON.stringify({ ...body, workflow, pid: process.pid, killAt }) }
    return (await fetch(`${service}${path}`, request)).json()
  }
  return guardedCall<Order, { readonly id: string }>(
    {
      name: 'place_order',
      effect: 'write',
      args: t.type({ sku: t.string }),
      // Twice as long after an attempt began, its `verify` is believed.
      timeoutMs: tool === 'verified' ? 1_000 : 3_000,
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
      ...(tool === 'keyed' ? { idempotency: { key: (_order, { operationId }) => operationId, forMs: 3_600_000 } } : {})
    },
    t.type({ id: t.string })
  )
}

// -- the ledger, with leases that end soon after a process has died

const LEASE_MS = 400

const connect = ({ store, host, port }: Plan): { readonly inner: Ledger; readonly close: () => unknown } => {
  if (store === 'redis') {
    const client = new Redis({ host, port })
    return { inner: redisLedger({ client }), close: () => client.disconnect() }
  }
  const client = new pg.Pool({ host, port, user: 'postgres', database: 'postgres', max: 2 })
  return { inner: postgresLedger({ client }), close: () => client.end() }
}

const impatient = (inner: Ledger, point: Workflow['point']): Ledger => ({
  begin: async (turnId, key, asked) => {
    point('before-begin')
    const begun = await inner.begin(turnId, key, { ...asked, leaseMs: LEASE_MS })
    point('after-begin')
    return begun
  },
  settle: async (...settled) => {
    point('before-settle')
    await inner.settle(...settled)
    point('after-settle')
  }
})

// -- the workflow: its id is the turn's

const serve = async (plan: Plan): Promise<void> => {
  const { engine, workflow, killAt, by } = plan
  let asked: Sku = 'first'
  let isHarmless = killAt === 'nowhere'
  const point = (name: string, sku: Sku = asked): void => {
    if (isHarmless || killAt !== (sku === 'second' ? `second:${name}` : name)) return
    // Once: whoever slept here goes on.
    isHarmless = true
    if (by === 'SIGSTOP') say('stopped')
    process.kill(process.pid, by)
  }
  const order = orderOf(plan, point)
  const { inner, close } = connect(plan)
  const session = openSession({ ledger: impatient(inner, point) })

  const write = async (sku: Sku): Promise<Told> => {
    asked = sku
    // Whoever is delivered the work again begins its turn again.
    const turn = session.openTurn({ id: workflow })
    const refused = await turn.run(order.fromModel({ sku: 17 }))
    // Two equal writes at once: the budget refuses the second.
    const [result, twin] = await Promise.all([turn.run(order({ sku })), turn.run(order({ sku }))])
    if (E.isRight(refused) || E.isRight(twin)) say({ sku, code: 'ran twice', payload: null, replayed: false })
    const record = turn.calls.find(({ executed, code }) => executed !== 'refused' && code === null)
    const told: Told = E.isRight(result)
      ? { sku, code: null, payload: result.right, replayed: record?.replayed === true }
      : { sku, code: result.left.code, payload: null, replayed: false }
    say(told)
    return told
  }

  point('start', 'first')
  await ENGINES[engine]({ plan, write, point })
  point('end', 'first')
  isHarmless = true
  await close()
}

process.on('message', (plan: Plan) => {
  void serve(plan).then(() => say('done'))
})
