/** BullMQ: a processor, whose job is delivered again when it throws. */
import { turnIdOf } from '../../../lib/index.js'
import { load } from '../engines/installed.js'
import { afterMsOf, type Open, type Told, type Work } from './driver.js'

interface Job {
  readonly id?: string
  readonly queueName: string
  readonly timestamp: number
  readonly data: { readonly work: number }
  readonly waitUntilFinished: (events: unknown) => Promise<Told>
}

interface Closable {
  readonly close: () => Promise<void>
}

interface BullMq {
  readonly Queue: new (
    name: string,
    options: object
  ) => Closable & {
    readonly add: (name: string, data: object, options: object) => Promise<Job>
    readonly setMaxListeners: (most: number) => unknown
  }
  readonly QueueEvents: new (
    name: string,
    options: object
  ) => Closable & {
    readonly waitUntilReady: () => Promise<unknown>
  }
  readonly Worker: new (name: string, process: (job: Job) => Promise<Told>, options: object) => Closable
}

export const openBullmq: Open = async ({ host, redis: port }) => {
  const { Queue, QueueEvents, Worker } = load('bullmq') as BullMq
  const connection = { host, port, maxRetriesPerRequest: null }
  const works: Array<Work> = []
  const process = (job: Job): Promise<Told> => (works[job.data.work] as Work)(turnIdOf.bullmq(job))
  const settings = { backoffStrategy: (_made: number, _type: string, thrown: Error) => afterMsOf(thrown) }
  const queue = new Queue('cases', { connection })
  // Whoever waits for the end of a job listens to it.
  queue.setMaxListeners(100)
  const events = new QueueEvents('cases', { connection })
  await events.waitUntilReady()
  const worker = new Worker('cases', process, { connection, settings, concurrency: 100, drainDelay: 1 })
  return {
    takesIdsAgain: true,
    run: async (jobId, work) => {
      const data = { work: works.push(work) - 1 }
      const retries = { attempts: 100, backoff: { type: 'custom' } }
      return (await queue.add('case', data, { jobId, removeOnComplete: true, ...retries })).waitUntilFinished(events)
    },
    close: async () => {
      await worker.close()
      await events.close()
      await queue.close()
    }
  }
}
