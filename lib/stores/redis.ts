/** `guarded-call/redis`: budgets that processes share, on Redis or Valkey: a hash for each turn, a field for each call. */
import { type BudgetStore } from '../guard/kernel.js'
import { hearErrors, type ErrorEmitterLike } from '../core/foreign/hear-errors.js'
import { lifetimeMs, storeKey } from './keeping.js'

// -- model: the subset of clients that the store needs; a spec holds it against the real packages

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

/** Which server holds the budgets, and for how long. @category Stores @since 0.1.0 */
export interface RedisStoreOptions {
  /** Connected or connecting. One that fails at once while it is disconnected, instead of queueing, spares each call the wait. */
  readonly client: RedisLike
  /** Stands before each key. @default 'guarded-call:' */
  readonly prefix?: string
  /** Milliseconds after its latest call until a turn that nobody closed is forgotten. @default 900_000 */
  readonly ttlMs?: number
}

// -- scripts: one key each, so that they run on a cluster too

// The whole turn lives on with each of its calls: a count that lapsed while the turn goes on would allow a write twice.
const RESERVE = `local asked = redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return asked`

// Never below zero, and nothing for a turn that was closed: a count of -1 would allow one call too many.
const GIVE_BACK = `local asked = tonumber(redis.call('HGET', KEYS[1], ARGV[1]))
if asked and asked > 0 then redis.call('HINCRBY', KEYS[1], ARGV[1], -1) end`

const CLOSE = `redis.call('UNLINK', KEYS[1])`

// One command, one round trip, whole or not at all.
type Evaluate = (script: string, key: string, args: Array<string>) => Promise<unknown>

const isNodeRedis = (client: RedisLike): client is NodeRedisLike => 'isOpen' in client

const evaluatorOf = (client: RedisLike): Evaluate => {
  if (typeof client?.eval !== 'function')
    throw new TypeError('Expected `client` to be a client of ioredis or node-redis.')
  return isNodeRedis(client)
    ? (script, key, args) => client.eval(script, { keys: [key], arguments: args })
    : (script, key, args) => client.eval(script, 1, key, ...args)
}

// -- constructors

/**
 * Makes a budget store on Redis or Valkey, for processes that share turns: one command and one round trip a call. The server must not evict
 * keys (`noeviction`), and only `appendfsync always` keeps what was counted when it crashes.
 *
 * @category Stores @since 0.1.0
 * @example
 * import { Redis } from 'ioredis'
 * import * as t from 'io-ts'
 * import { guardedCall, openSession } from 'guarded-call'
 * import { redisStore } from 'guarded-call/redis'
 *
 * // A client that fails at once while it is disconnected: nothing waits in it, and nothing is sent twice.
 * const client = new Redis('redis://127.0.0.1:1', { enableOfflineQueue: false, maxRetriesPerRequest: 0, autoResendUnfulfilledCommands: false })
 * const session = openSession({ store: redisStore({ client }) })
 *
 * // Nobody listens there. A read is counted in this process instead; a write would be refused as `store_unavailable`.
 * const call = guardedCall({ name: 'get_time', effect: 'read', run: () => '"12:00"' }, t.string)
 * const turn = session.openTurn({ id: 'run-17' })
 * assert.equal((await turn.run(call()))._tag, 'Right')
 * assert.equal(turn.calls[0]?.degraded, true)
 * client.disconnect()
 */
export const redisStore = ({ client, prefix = 'guarded-call:', ttlMs }: RedisStoreOptions): BudgetStore => {
  const evaluate = evaluatorOf(client)
  const lifetime = String(lifetimeMs(ttlMs))
  hearErrors(client)
  const turnKey = (turnId: string): string => prefix + storeKey(turnId)
  return {
    reserve: async (turnId, key, limit) => {
      const count = Number(await evaluate(RESERVE, turnKey(turnId), [storeKey(key), lifetime]))
      return { admitted: count <= limit, count }
    },
    giveBack: (turnId, key) => evaluate(GIVE_BACK, turnKey(turnId), [storeKey(key)]),
    closeTurn: (turnId) => evaluate(CLOSE, turnKey(turnId), [])
  }
}
