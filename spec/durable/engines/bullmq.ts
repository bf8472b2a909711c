/**
 * BullMQ: a job that is delivered again when its worker died, or when an outcome was unknown. Its checkpoint is the end
 * of the job.
 */
import { deliveries, SKUS, type Engine } from '../plan.js'
import { load } from './installed.js'

interface Job {
  readonly attemptsMade: number
  readonly stalledCounter: number
  readonly getState: () => Promise<string>
}

interface BullMq {
  readonly Queue: new (
    name: string,
    options: object
  ) => {
    readonly add: (name: string, data: object, options: object) => Promise<Job>
    readonly getJob: (id: string) => Promise<Job | undefined>
    readonly close: () => Promise<void>
  }
  readonly Worker: new (
    name: string,
    process: (job: Job) => Promise<unknown>,
    options: object
  ) => {
    readonly on: (event: 'completed' | 'error', hear: () => void) => unknown
    readonly waitUntilReady: () => Promise<unknown>
    readonly close: () => Promise<void>
  }
}

const ID = 'job'

export const bullmq: Engine = async ({ plan, write, point }) => {
  const { host, port, workflow, reversed } = plan
  const { Queue, Worker } = load('bullmq') as BullMq
  const connection = { host, port, maxRetriesPerRequest: null }
  const queue = new Queue(workflow, { connection })
  const retries = { attempts: deliveries(plan), backoff: { type: 'fixed', delay: 300 } }
  await queue.add('orders', {}, { jobId: ID, ...retries })
  const worker = new Worker(
    workflow,
    async () => {
      const codes: Array<string | null> = []
      for (const sku of reversed ? [...SKUS].reverse() : SKUS) codes.push((await write(sku)).code)
      point('before-checkpoint', 'first')
      // The queue delivers it again, and more may be known then.
      if (codes.some((code) => code !== null)) throw new Error('no answer')
    },
    { connection, lockDuration: 500, stalledInterval: 250, maxStalledCount: 10, drainDelay: 1 }
  )
  worker.on('error', () => {})
  worker.on('completed', () => point('after-checkpoint', 'first'))
  for (;;) {
    const state = await (await queue.getJob(ID))?.getState()
    if (state === 'completed' || state === 'failed') break
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
  }
  // One that closes while it connects emits an error that nobody can hear.
  await worker.waitUntilReady()
  await worker.close()
  await queue.close()
}
