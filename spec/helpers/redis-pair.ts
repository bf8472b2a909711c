/** A Redis primary and its replica, on real servers: the replica loses its link, or is promoted. */
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { startRedis } from './redis.js'

export interface RedisPair {
  readonly primary: Redis
  readonly replica: Redis
  /** What the primary writes from now on is not on the replica. */
  readonly cut: () => Promise<void>
  /** Kills the primary, and promotes the replica. */
  readonly promote: () => Promise<void>
  readonly stop: () => Promise<void>
}

export const startRedisPair = async (): Promise<RedisPair | undefined> => {
  const [first, second] = [await startRedis(), await startRedis()]
  if (first === undefined || second === undefined) return undefined
  // Whoever asks a server that is gone is told so at once.
  const options = { enableOfflineQueue: false, maxRetriesPerRequest: 0 }
  const [primary, replica] = [new Redis({ ...first, ...options }), new Redis({ ...second, ...options })]
  for (const client of [primary, replica]) client.on('error', () => undefined)
  // Both at once: one that is ready while the other is waited for says so only once.
  await Promise.all([once(primary, 'ready'), once(replica, 'ready')])
  // Others might want the same copy: a second of ours is worth more.
  await primary.config('SET', 'repl-diskless-sync-delay', 0)
  await replica.replicaof(first.host, first.port)
  // A replica calls its link up before its primary sends it anything.
  while (!(await primary.info('replication')).includes('state=online')) await setTimeout(20)
  return {
    primary,
    replica,
    cut: async () => {
      await replica.replicaof('NO', 'ONE')
      // Until the primary has seen that the link is closed, it takes a write for one that a replica will have.
      while (!(await primary.info('replication')).includes('connected_slaves:0')) await setTimeout(20)
    },
    promote: async () => {
      primary.disconnect()
      await first.kill()
      await replica.replicaof('NO', 'ONE')
    },
    stop: async () => {
      primary.disconnect()
      replica.disconnect()
      await Promise.all([first.stop(), second.stop()])
    }
  }
}
