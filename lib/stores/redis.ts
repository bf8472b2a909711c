/** `guarded-call/redis`: budgets that processes share, on Redis or Valkey: a hash for each turn, a field for each call, by the rule of lib/core/repeats.ts in the words of the server; and the ledger of effects. */
import { hearErrors } from '../core/foreign/hear-errors.js'
import { expectWords, type BudgetStore } from '../guard/kernel.js'
import { lifetimeMs, reservationOf, settledAs, storeKey } from './keeping.js'
import { evaluatorOf, type RedisLike } from './redis-client.js'

export type { IoredisLike, NodeRedisLike, RedisLike } from './redis-client.js'
export { redisLedger, type RedisLedgerOptions } from './redis-ledger.js'

// -- model

/** Which server holds the budgets, and for how long. @category Stores @since 0.1.0 */
export interface RedisStoreOptions {
  /** Connected or connecting. One that fails at once while it is disconnected, instead of queueing, spares each call the wait. */
  readonly client: RedisLike
  /** Stands before each key. @default 'guarded-call:' */
  readonly prefix?: string
  /** Milliseconds after its latest call until a turn that nobody closed is forgotten. @default 604_800_000 */
  readonly ttlMs?: number
}

// -- scripts: one key each, so that they run on a cluster too

// A turn is a hash: `w` and `x` count the calls that wrote and that were executed; each call's field holds its tally, nine numbers and a digest.
// The fields of a tally: asked, running, admitted, streak, same, ran, w, x, free at (0: never), digest. lib/core/repeats.ts says what they mean.
const TALLY = `local turn = redis.call('HMGET', KEYS[1], 'w', 'x', ARGV[1])
local w, x = tonumber(turn[1] or 0), tonumber(turn[2] or 0)
local t = {0, 0, 0, 0, 0, 0, w, x, 0, ''}
if turn[3] then
  local i = 0
  for part in string.gmatch(turn[3], '[^ ]+') do
    i = i + 1
    t[i] = i < 10 and tonumber(part) or part
  end
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function keep()
  for i = 1, 9 do t[i] = string.format('%.0f', t[i]) end
  redis.call('HSET', KEYS[1], ARGV[1], table.concat(t, ' '))
end
`

// The whole turn lives on with each of its calls: a count that lapsed while the turn goes on would allow a write twice.
const RESERVE = `${TALLY}
local most, unchanged, admitted, streak, executed = 2147483647, tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
if t[8] < x then t[4] = 0 end
if t[7] < w then t[3] = 0 t[5] = 0 end
t[7] = w
t[8] = x
t[1] = t[1] + 1
local free = t[9] > 0 and now >= t[9]
local due = executed == most and t[2] or 0
local decision = free and 1 or 0
if t[6] + t[2] >= executed then decision = 2
elseif free then t[9] = 0
elseif t[3] >= admitted then decision = 3
elseif t[4] >= streak then decision = 4
elseif t[5] + due >= unchanged then decision = 5 end
local asked = t[1]
if decision < 2 then t[2] = t[2] + 1 end
if decision == 0 then
  t[3] = t[3] + 1
  t[4] = t[4] + 1
end
keep()
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return {asked, decision}`

// Nothing for a turn that was closed: another of its name begins to count anew.
const SETTLE = `if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return end
${TALLY}
local digest, ran, wrote, once, free, back, wait = ARGV[3], ARGV[4] == '1', ARGV[5] == '1', ARGV[6] == '1', ARGV[7] == '1', ARGV[8] == '1', tonumber(ARGV[9])
t[2] = math.max(0, t[2] - 1)
if back then
  t[1] = t[1] - 1
  if free then
    t[9] = now
  else
    t[3] = math.max(0, t[3] - 1)
    t[4] = math.max(0, t[4] - 1)
  end
  if t[1] == 0 and not free then redis.call('HDEL', KEYS[1], ARGV[1]) return end
  keep()
  return
end
t[9] = wait < 0 and 0 or now + wait
if ran then t[6] = t[6] + 1 end
if once and ran then
  t[5] = 0
  t[10] = ''
elseif digest == '' or digest == t[10] then
  if not free then t[5] = t[5] + 1 end
else
  t[5] = 1
  t[10] = digest
end
if ran then
  if t[8] == x then t[8] = x + 1 end
  redis.call('HINCRBY', KEYS[1], 'x', 1)
end
if wrote then
  if t[7] == w then t[7] = w + 1 end
  redis.call('HINCRBY', KEYS[1], 'w', 1)
end
keep()
redis.call('PEXPIRE', KEYS[1], ARGV[2])`

const CLOSE = `redis.call('UNLINK', KEYS[1])`

// -- constructors

/**
 * Makes a budget store on Redis or Valkey, for processes that share turns: one command and one round trip before a call, and one after. The server must not evict
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
export const redisStore = (options: RedisStoreOptions): BudgetStore => {
  expectWords(options, ['client', 'prefix', 'ttlMs'], 'options')
  const { client, prefix = 'guarded-call:', ttlMs } = options
  const evaluate = evaluatorOf(client)
  const lifetime = String(lifetimeMs(ttlMs))
  hearErrors(client)
  const turnKey = (turnId: string): string => prefix + storeKey(turnId)
  return {
    reserve: async (turnId, key, { unchanged, admitted, streak, executed }) => {
      const rule = [unchanged, admitted, streak, executed].map(String)
      const answer = await evaluate(RESERVE, turnKey(turnId), [storeKey(key), lifetime, ...rule])
      const [asked, decision] = Array.isArray(answer) ? answer : []
      return reservationOf(Number(asked), Number(decision))
    },
    settle: (turnId, key, settlement) =>
      evaluate(SETTLE, turnKey(turnId), [storeKey(key), lifetime, ...settledAs(settlement).map(String)]),
    closeTurn: (turnId) => evaluate(CLOSE, turnKey(turnId), [])
  }
}
