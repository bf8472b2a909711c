/** The subset of Redis clients that the store and the ledger need; a spec holds it against the real packages. */
import * as o from '../core/options.js'
import type { ErrorEmitterLike } from '../core/foreign/index.js'

/** An `ioredis` or `iovalkey` client or cluster. @category Stores @since 0.1.0 */
export interface IoredisLike extends ErrorEmitterLike {
  readonly status: string
  eval(script: string, numberOfKeys: number, ...keysAndArguments: Array<string>): Promise<unknown>
}

/** A `redis` (node-redis) client or cluster. @category Stores @since 0.1.0 */
export interface NodeRedisLike extends ErrorEmitterLike {
  readonly isOpen: boolean
  eval(script: string, options: { keys: Array<string>; arguments: Array<string> }): Promise<unknown>
}

/** A client of Redis or Valkey, of either make. @category Stores @since 0.1.0 */
export type RedisLike = IoredisLike | NodeRedisLike

/** Which server. @category Stores @since 0.1.0 */
export interface RedisOptions {
  /**
   * Connected or connecting. One that fails at once while it is disconnected, instead of queueing, spares each call the
   * wait.
   */
  readonly client: RedisLike
  /** Stands before each key. @default 'guarded-call:' */
  readonly prefix?: string
}

// One command, one round trip, whole or not at all.
export type Evaluate = (script: string, keys: ReadonlyArray<string>, args: ReadonlyArray<string>) => Promise<unknown>

const isNodeRedis = (client: RedisLike): client is NodeRedisLike => 'isOpen' in client

export const REDIS_CLIENT = o.required(o.having<RedisLike>(['eval'], 'a client of ioredis or node-redis'))

/** The table of both. */
export const REDIS = {
  client: REDIS_CLIENT,
  prefix: o.optional(o.text, 'guarded-call:')
} satisfies o.TableOf<RedisOptions>

/** How a client of either make evaluates a script. */
export const evaluatorOf = (client: RedisLike): Evaluate =>
  isNodeRedis(client)
    ? (script, keys, args) => client.eval(script, { keys: [...keys], arguments: [...args] })
    : (script, keys, args) => client.eval(script, keys.length, ...keys, ...args)
