/** A worker of a small engine that replays: steps whose results stand in the journal are not run again. It kills itself where the plan says. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { Redis } from 'ioredis'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import pg from 'pg'
import { guardedCall, openSession, type Ledger } from '../../lib/index.js'
import { postgresLedger } from '../../lib/stores/postgres.js'
import { redisLedger } from '../../lib/stores/redis.js'
import { SKUS, type Plan, type Told } from './plan.js'

const plan = JSON.parse(process.argv[2] ?? '') as Plan

let step = ''
const point = (name: string): void => {
  const here = step === 'second' ? `second:${name}` : name
  if (plan.killAt === here) process.kill(process.pid, 'SIGKILL')
}

// -- the engine

const recorded = (): ReadonlyMap<string, unknown> =>
  new Map(
    (existsSync(plan.journal) ? readFileSync(plan.journal, 'utf8') : '')
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .map((line) => JSON.parse(line) as { readonly name: string; readonly result: unknown })
      .map(({ name, result }) => [name, result])
  )

const checkpoint = (name: string, result: unknown): void => {
  const file = openSync(plan.journal, 'a')
  writeSync(file, `${JSON.stringify({ name, result })}\n`)
  fsyncSync(file)
  closeSync(file)
}

const inStep = async (name: string, work: () => Promise<Told>): Promise<void> => {
  if (recorded().has(name)) return
  step = name
  const told = await work()
  process.send?.(told)
  point('before-checkpoint')
  // A step whose outcome is unknown is tried again by the next worker.
  if (told.code !== 'outcome_unknown') checkpoint(name, told)
  point('after-checkpoint')
}

// -- the tool

const { service, tool, workflow } = plan

const ask = async (path: string, body: object): Promise<unknown> => {
  const request = { method: 'POST', body: JSON.stringify({ ...body, workflow, pid: process.pid, killAt: plan.killAt }) }
  return (await fetch(`${service}${path}`, request)).json()
}

interface Order {
  readonly sku: string
}

const order = guardedCall<Order, { readonly id: string }>(
  {
    name: 'place_order',
    effect: 'write',
    timeoutMs: 3_000,
    run: async ({ sku }, { operationId }) => {
      point('tool-started')
      const answer = await ask('/orders', { sku, operationId, keyed: tool === 'keyed' })
      point('tool-answered')
      return answer
    },
    ...(tool === 'verified'
      ? { verify: async ({ sku }, { operationId }) => (await ask('/verify', { sku, operationId })) as 'unknown' }
      : {}),
    ...(tool === 'keyed' ? { idempotencyMs: 60_000 } : {})
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

point('start')
const turn = openSession({ ledger }).openTurn({ id: workflow })
for (const sku of SKUS)
  await inStep(sku, async () => {
    // Two equal writes at once, and one more: the budget refuses those.
    const [result, twin] = await Promise.all([turn.run(order({ sku })), turn.run(order({ sku }))])
    if (E.isRight(twin)) process.send?.({ sku, code: 'twin_ran', payload: twin.right, replayed: false })
    const record = turn.calls.find(({ code }) => code !== 'retry_budget_exceeded' && code !== null) ?? turn.calls.at(-1)
    return E.isRight(result)
      ? { sku, code: null, payload: result.right, replayed: record?.replayed === true }
      : { sku, code: result.left.code, payload: null, replayed: false }
  })
step = ''
point('end')
process.exit(0)
