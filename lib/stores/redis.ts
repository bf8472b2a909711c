/**
 * `guarded-call/redis`: the turns that processes share, on Redis or Valkey: the events of each as one text; and the
 * ledger of effects.
 */
import * as o from '../core/options.js'
import { ignoreClientErrors } from '../core/foreign/index.js'
import { type BudgetStore } from '../guard/kernel.js'
import { eventsIn, LIFETIME, storeKey } from './keeping.js'
import { REDIS, evaluatorOf, type RedisOptions } from './redis-client.js'

export type { IoredisLike, NodeRedisLike, RedisLike } from './redis-client.js'
export { redisLedger, type RedisLedgerOptions } from './redis-ledger.js'
export { redisResultStore, type RedisResultStoreOptions } from './redis-results.js'
export type { Seal } from './row-ledger.js'

// -- model

/** Which server holds the budgets, and for how long. @category Stores @since 0.1.0 */
export interface RedisStoreOptions extends RedisOptions {
  /** Milliseconds after its latest call until a turn that nobody closed is forgotten. @default 604_800_000 */
  readonly ttlMs?: number
}

// -- scripts

// Events by the server's clock, as one text, and where each begins in it: a list of ten thousand takes the server seven
// times as long to read.
// The whole turn lives on with each of its events: a count that lapsed while the turn goes on would allow a write
// twice.
const APPEND = `local text, starts = KEYS[1], KEYS[2]
if ARGV[1] ~= '' then
  local time = redis.call('TIME')
  redis.call('RPUSH', starts, redis.call('STRLEN', text))
  redis.call('APPEND', text, string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000)) .. ' ' .. ARGV[1] .. '\\n')
  redis.call('PEXPIRE', text, ARGV[3])
  redis.call('PEXPIRE', starts, ARGV[3])
end
local start = redis.call('LINDEX', starts, ARGV[2])
return {redis.call('LLEN', starts), start and redis.call('GETRANGE', text, start, -2) or ''}`

const CLOSE = `redis.call('UNLINK', KEYS[1], KEYS[2])`

// -- constructors

const read = o.options('options', {
  ...REDIS,
  ttlMs: LIFETIME
} satisfies o.TableOf<RedisStoreOptions>)

/**
 * Makes a budget store on Redis or Valkey, for processes that share turns: one command and one round trip before a
 * call, and one after. The server must not evict keys (`noeviction`), and only `appendfsync always` keeps what was
 * counted when it crashes.
 *
 * @category Stores @since 0.1.0
 * @example
 * import { Redis } from 'ioredis'
 * import * as t from 'io-ts'
 * import { guardedCall, openSession } from 'guarded-call'
 * import { redisStore } from 'guarded-call/redis'
 *
 * // A client that fails at once while it is disconnected: nothing waits in it, and nothing is sent twice.
 * const client = new Redis('redis://127.0.0.1:1', {
 *   enableOfflineQueue: false,
 *   maxRetriesPerRequest: 0,
 *   autoResendUnfulfilledCommands: false
 * })
 * const session = openSession({ store: redisStore({ client }) })
 *
 * // Nobody listens there. A read is counted in this process instead; a write would be refused as `store_unavailable`.
 * const call = guardedCall({ name: 'get_time', effect: 'read', run: () => '"12:00"' }, t.string)
 * const turn = session.openTurn({ id: 'run-17' })
 * assert.equal((await turn.run(call()))._tag, 'Right')
 * assert.equal(turn.calls[0]?.degraded, true)
 * client.disconnect()
 */
export const redisStore = (options: RedisStoreOptions): BudgetStore => {
  const { client, prefix, ttlMs } = read(options)
  const evaluate = evaluatorOf(client)
  const lifetime = String(ttlMs)
  ignoreClientErrors(client)
  // A cluster keeps keys with the same part in braces together.
  const keysOf = (turnId: string): ReadonlyArray<string> => {
    const key = `${prefix}{${storeKey(turnId)}}`
    return [key, `${key}:starts`]
  }
  return {
    append: async (turnId, event, from) => {
      const answer = await evaluate(APPEND, keysOf(turnId), [event, String(from), lifetime])
      const [at, events] = Array.isArray(answer) ? (answer as ReadonlyArray<unknown>) : []
      return { at: Number(at), events: eventsIn(typeof events === 'string' ? events : '') }
    },
    close: (turnId) => evaluate(CLOSE, keysOf(turnId), [])
  }
}
