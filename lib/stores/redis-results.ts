/** Long results on Redis or Valkey. */
import { ignoreClientErrors } from '../core/foreign/index.js'
import * as o from '../core/options.js'
import type { ResultStore } from '../core/calls/index.js'
import { LIFETIME } from './keeping.js'
import { evaluatorOf, REDIS_CLIENT, type RedisLike } from './redis-client.js'

/** Which server keeps results, and for how long. @category Stores @since 0.1.0 */
export interface RedisResultStoreOptions {
  readonly client: RedisLike
  /** Stands before each key. @default 'guarded-call:result:' */
  readonly prefix?: string
  /** Milliseconds until a result is forgotten. @default 604_800_000 */
  readonly ttlMs?: number
}

const read = o.options('options', {
  client: REDIS_CLIENT,
  prefix: o.optional(o.text, 'guarded-call:result:'),
  ttlMs: LIFETIME
} satisfies o.TableOf<RedisResultStoreOptions>)

/**
 * Keeps the long results of `resultHandles` on Redis or Valkey, in clear, for processes that share a conversation.
 * @category Stores @since 0.1.0
 */
export const redisResultStore = (options: RedisResultStoreOptions): ResultStore => {
  const { client, prefix, ttlMs } = read(options)
  const evaluate = evaluatorOf(client)
  ignoreClientErrors(client)
  return {
    put: async (ref, text) => {
      await evaluate(`redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])`, [`${prefix}${ref}`], [text, String(ttlMs)])
    },
    get: async (ref) => {
      const text = await evaluate(`return redis.call('GET', KEYS[1])`, [`${prefix}${ref}`], [])
      return typeof text === 'string' ? text : undefined
    },
    delete: async (ref) => {
      await evaluate(`redis.call('UNLINK', KEYS[1])`, [`${prefix}${ref}`], [])
    }
  }
}
