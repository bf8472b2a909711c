/** The ledger of effects on Redis or Valkey: a hash for each operation of a turn. */
import { hearErrors } from '../core/foreign/hear-errors.js'
import { expectWords, type Ledger, type OperationState } from '../guard/kernel.js'
import { lifetimeMs, storeKey } from './keeping.js'
import { evaluatorOf, type RedisLike } from './redis-client.js'

/** Which server holds the ledger, and for how long. @category Ledger @since 0.1.0 */
export interface RedisLedgerOptions {
  /** Connected or connecting. One that fails at once while it is disconnected, instead of queueing, spares each call the wait. */
  readonly client: RedisLike
  /** Stands before each key. @default 'guarded-call:' */
  readonly prefix?: string
  /** Milliseconds after its latest use until an operation is forgotten. @default 604_800_000 */
  readonly keepMs?: number
}

// -- scripts: one key each, so that they run on a cluster too; by the server's clock

// Fields: `attempt` is the current one, `state` free, leased or unknown, `ran` how many answers there are, `n:I` the attempt of each and `a:I` its answer.
const BEGIN = `local seen, leaseMs, token, keepMs = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local row = redis.call('HMGET', KEYS[1], 'ran', 'attempt', 'state', 'leaseUntil', 'since')
local ran, attempt, state = tonumber(row[1]) or 0, tonumber(row[2]) or 1, row[3] or 'free'
if ran > seen then
  local kept = redis.call('HMGET', KEYS[1], 'n:' .. seen, 'a:' .. seen)
  redis.call('PEXPIRE', KEYS[1], keepMs)
  return {'settled', tonumber(kept[1]), 0, kept[2]}
end
if state == 'leased' and tonumber(row[4]) > now then return {'running', attempt} end
local since = state == 'free' and now or tonumber(row[5])
redis.call('HSET', KEYS[1], 'attempt', attempt, 'state', 'leased', 'token', token, 'leaseUntil', now + leaseMs, 'since', since)
redis.call('PEXPIRE', KEYS[1], math.max(keepMs, leaseMs))
return {state == 'free' and 'fresh' or 'unknown', attempt, now - since}`

const SETTLE = `local attempt, token, executed, keepMs, answer = tonumber(ARGV[1]), ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local row = redis.call('HMGET', KEYS[1], 'ran', 'attempt', 'token')
local ran, current = tonumber(row[1]) or 0, tonumber(row[2]) or attempt
if executed == 'yes' then
  local place = ran
  for i = 0, ran - 1 do
    if tonumber(redis.call('HGET', KEYS[1], 'n:' .. i)) == attempt then place = i end
  end
  redis.call('HSET', KEYS[1], 'n:' .. place, attempt, 'ran', math.max(ran, place + 1))
  if answer then redis.call('HSETNX', KEYS[1], 'a:' .. place, answer) end
  if current <= attempt then
    redis.call('HSET', KEYS[1], 'attempt', attempt + 1, 'state', 'free')
    redis.call('HDEL', KEYS[1], 'token')
  end
  redis.call('PEXPIRE', KEYS[1], keepMs)
elseif current == attempt and row[3] == token then
  if executed == 'no' then
    redis.call('HSET', KEYS[1], 'attempt', attempt + 1, 'state', 'free')
  else
    redis.call('HSET', KEYS[1], 'state', 'unknown')
  end
  redis.call('HDEL', KEYS[1], 'token')
  redis.call('PEXPIRE', KEYS[1], keepMs)
end`

type Begin = readonly [is: OperationState['is'], attempt: number, sinceMs?: number, answer?: string | null]

// -- constructors

/**
 * Makes a ledger on Redis or Valkey: one command to begin and one to settle. The server must not evict keys (`noeviction`), and only `appendfsync always`
 * keeps what was settled when it crashes. Answers stand there in clear, arguments and ids as digests.
 *
 * @category Ledger @since 0.1.0
 * @example
 * import { Redis } from 'ioredis'
 * import * as t from 'io-ts'
 * import { guardedCall, openSession } from 'guarded-call'
 * import { redisLedger } from 'guarded-call/redis'
 *
 * const client = new Redis('redis://127.0.0.1:1', { enableOfflineQueue: false, maxRetriesPerRequest: 0, autoResendUnfulfilledCommands: false })
 * const session = openSession({ ledger: redisLedger({ client }) })
 *
 * // Nobody listens there: whether the order was placed before cannot be known, so it is not placed.
 * const order = guardedCall({ name: 'place_order', effect: 'write', run: () => '{"id":1}' }, t.type({ id: t.number }))
 * const result = await session.openTurn({ id: 'job-17' }).run(order({ sku: 'A-1' }))
 * assert.equal(result._tag === 'Left' && result.left.code, 'store_unavailable')
 * client.disconnect()
 */
export const redisLedger = (options: RedisLedgerOptions): Ledger => {
  expectWords(options, ['client', 'prefix', 'keepMs'], 'options')
  const { client, prefix = 'guarded-call:', keepMs } = options
  const evaluate = evaluatorOf(client)
  const lifetime = String(lifetimeMs(keepMs, 'keepMs'))
  hearErrors(client)
  const rowOf = (turnId: string, key: string): string => `${prefix}ledger:${storeKey(turnId)}:${storeKey(key)}`
  return {
    begin: async (turnId, key, { seen, leaseMs }) => {
      const token = crypto.randomUUID()
      const given = [String(seen), String(leaseMs), token, lifetime]
      const [is, attempt, sinceMs = 0, answer = null] = (await evaluate(BEGIN, rowOf(turnId, key), given)) as Begin
      if (is === 'settled') return { is, attempt, answer }
      return is === 'running' ? { is, attempt } : { is, attempt, token, sinceMs }
    },
    settle: (turnId, key, attempt, token, executed, answer) => {
      const given = [String(attempt), token, executed, lifetime, ...(answer === undefined ? [] : [answer])]
      return evaluate(SETTLE, rowOf(turnId, key), given)
    }
  }
}
