/**
 * A queue delivers a job again: the worker died after the order was placed, and the next one finds out. One order, one answer.
 *
 * REDIS_URL names a server of one's own; it wants `appendfsync always` and `noeviction`.
 */
import { strict as assert } from 'node:assert'
import { Queue, QueueEvents, Worker, type Job } from 'bullmq'
import * as t from 'io-ts'
import { Redis } from 'ioredis'
import { guardedCall, openSession } from 'guarded-call'
import { redisLedger } from 'guarded-call/redis'

const url = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379'
const { hostname: host, port } = new URL(url)
const connection = { host, port: Number(port), maxRetriesPerRequest: null }
const name = `orders-${process.pid}`

// -- the service, and the tool that asks it

const placed: Array<string> = []
const order = guardedCall(
  {
    name: 'place_order',
    effect: 'write',
    args: t.type({ sku: t.string }),
    run: ({ sku }, { operationId }) => {
      placed.push(operationId)
      return { id: `${sku} ${placed.length}` }
    }
  },
  t.type({ id: t.string })
)

// -- the worker: the job's id is the turn's

const client = new Redis(url, {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false
})
const session = openSession({ ledger: redisLedger({ client }) })

const handle = async (job: Job<{ readonly sku: string }, string>): Promise<string> => {
  const turn = session.openTurn({ id: `${name} ${job.id ?? ''}` })
  const result = await turn.run(order(job.data))
  // The queue tries again, and may find out more then.
  if (result._tag === 'Left') throw new Error(`${result.left.code}: ${result.left.detail}`)
  // The first delivery loses everything that came after the write.
  if (job.attemptsMade === 0) throw new Error('the worker lost its answer')
  assert.equal(turn.calls[0]?.replayed, true)
  return result.right.id
}

const queue = new Queue<{ readonly sku: string }, string>(name, { connection })
const events = new QueueEvents(name, { connection })
const worker = new Worker(name, handle, { connection, maxStalledCount: 5 })
try {
  // `attempts` for what a job throws, `maxStalledCount` for workers that die.
  const job = await queue.add(
    'order',
    { sku: 'A-1' },
    { jobId: 'order-17', attempts: 5, backoff: { type: 'fixed', delay: 50 } }
  )
  assert.equal(await job.waitUntilFinished(events), 'A-1 1')
  assert.equal(placed.length, 1)
  console.log('BullMQ: delivered twice, placed once, answered alike.')
} finally {
  await worker.close()
  await events.close()
  await queue.obliterate({ force: true })
  await queue.close()
  client.disconnect()
}
