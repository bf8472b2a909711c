/**
 * A queue delivers jobs again: the worker of one lost its answer after the order was placed, that of the other lost its
 * lock while it was being placed, and two workers were at it. One order for each, and one answer. An id that is used
 * again is another job, and another order.
 *
 * REDIS_URL names a server of one's own; it wants `appendfsync always` and `noeviction`.
 */
import { strict as assert } from 'node:assert'
import { once } from 'node:events'
import { Queue, QueueEvents, UnrecoverableError, Worker, type Job } from 'bullmq'
import { Redis } from 'ioredis'
import { AgainError, openSession, throwIfAgain, turnIdOf } from 'guarded-call'
import { redisLedger } from 'guarded-call/redis'
import { order, placed } from './orders.js'

const url = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379'
const { hostname: host, port } = new URL(url)
const connection = { host, port: Number(port), maxRetriesPerRequest: null }
const name = `orders-${process.pid}`

// -- the worker: each delivery opens the job's turn

const client = new Redis(url, {
  lazyConnect: true,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false
})
// Without a queue, a command before it would be refused.
await client.connect()
const session = openSession({ ledger: redisLedger({ client }) })

interface Order {
  readonly sku: string
}

const deliveries: Array<{ readonly id: string; readonly replayed: boolean }> = []

const handle = async (job: Job<Order, string>): Promise<string> => {
  const turn = session.openTurn({ id: turnIdOf.bullmq(job) })
  const result = await turn.run(order(job.data))
  // The queue tries again, and may find out more then.
  throwIfAgain(turn)
  // What is known stays as it is.
  if (result._tag === 'Left') throw new UnrecoverableError(`${result.left.code}: ${result.left.detail}`)
  const { id } = result.right
  deliveries.push({ id, replayed: turn.calls[0]?.replayed === true })
  if (job.id === 'order-17' && job.attemptsMade === 0) throw new Error('the worker lost its answer')
  return id
}

const queue = new Queue<Order, string>(name, { connection })
const events = new QueueEvents(name, { connection })
// `attempts` for what a job throws, `maxStalledCount` for workers that die.
const retries = { attempts: 5, backoff: { type: 'custom' } }
const settings = {
  backoffStrategy: (_made: number, _type?: string, error?: Error): number =>
    error instanceof AgainError ? error.afterMs : 50
}

// It never renews its locks, as one does that is too busy.
const busy = new Worker(name, handle, {
  connection,
  settings,
  lockDuration: 100,
  skipLockRenewal: true,
  skipStalledCheck: true
})
busy.on('error', () => {})
const started = once(busy, 'active')
const stalled = await queue.add('order', { sku: 'B-2' }, { jobId: 'order-18', ...retries })
await started
const worker = new Worker(name, handle, { connection, settings, stalledInterval: 100, maxStalledCount: 5 })
try {
  assert.equal(await stalled.waitUntilFinished(events), 'B-2 1')
  await busy.close()
  // Either worker may be the first to report.
  assert.deepEqual(
    new Set(deliveries.splice(0)),
    new Set([
      { id: 'B-2 1', replayed: false },
      { id: 'B-2 1', replayed: true }
    ])
  )
  console.log('BullMQ: two workers at one job, placed once, answered alike.')

  const lost = await queue.add('order', { sku: 'A-1' }, { jobId: 'order-17', ...retries })
  assert.equal(await lost.waitUntilFinished(events), 'A-1 2')
  assert.deepEqual(deliveries.splice(0), [
    { id: 'A-1 2', replayed: false },
    { id: 'A-1 2', replayed: true }
  ])
  assert.equal(placed.length, 2)
  console.log('BullMQ: delivered twice, placed once, answered alike.')

  for (const answer of ['C-3 3', 'C-3 4', 'C-3 5']) {
    const daily = await queue.add('order', { sku: 'C-3' }, { jobId: 'daily', removeOnComplete: true, ...retries })
    assert.equal(await daily.waitUntilFinished(events), answer)
  }
  assert.equal(placed.length, 5)
  console.log('BullMQ: three jobs of one id, three orders.')
} finally {
  await worker.close()
  await events.close()
  await queue.obliterate({ force: true })
  await queue.close()
  client.disconnect()
}
