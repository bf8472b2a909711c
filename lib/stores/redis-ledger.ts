/** The ledger of effects on Redis or Valkey: a hash for each operation of a turn, and what finds it. */
import { type OperationRow, type RowName, placeInList } from '../core/calls/index.js'
import * as o from '../core/options.js'
import { ignoreClientErrors } from '../core/foreign/index.js'
import type { ManagedLedger } from '../guard/kernel.js'
import { pageBehind } from './asked.js'
import { REDIS, evaluatorOf, type Evaluate, type RedisOptions } from './redis-client.js'
import {
  ROW_LEDGER,
  rowLedger,
  type FoundRow,
  type RowLedgerOptions,
  type RowReply,
  type RowServer,
  type RowWrite
} from './row-ledger.js'

/** Which server holds the ledger, and for how long. @category Ledger @since 0.1.0 */
export interface RedisLedgerOptions extends RedisOptions, RowLedgerOptions {}

// -- rows by shards

// The keys of a shard stand in one slot of a cluster, so that a row and what finds it change together.
const SHARDS = Array.from({ length: 16 }, (_, i) => i.toString(16))

const shardOf = ({ turn }: RowName): string => turn.slice(0, 1)

const memberOf = ({ turn, call }: RowName): string => `${turn}:${call}`

const nameIn = (member: string): RowName => {
  const [turn = '', call = ''] = member.split(':')
  return { turn, call }
}

// -- the scripts, by the server's clock

// A row is a hash: `row` as JSON, its `revision`, `leaseUntil`, `since`, and when each executed attempt became known,
// `ran:PLACE`. Its responses stand beside it, because they end before it; its names lead to it, and the open rows of a
// shard are a set by their age. Without `keepMs` nothing of it ends.
const PUT = `local place, answerMs, member, known, revision, row, lease, leaseMs, keepMs, at, answer = unpack(ARGV)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local kept = redis.call('HMGET', KEYS[1], 'revision', 'row', 'leaseUntil', 'since', 'ran:' .. place)
if revision == nil or (kept[1] or '') ~= known then
  return {0, kept[1], kept[2], (kept[3] or now) - now, now - (kept[4] or now), now, kept[5], redis.call('GET', KEYS[2])}
end
local since = lease == 'fresh' and now or kept[4] or now
redis.call('HSET', KEYS[1], 'revision', revision, 'row', row, 'since', since, 'leaseUntil', lease == '' and (kept[3] or now) or now + leaseMs)
if at then
  redis.call('HSETNX', KEYS[1], 'ran:' .. at, now)
  local left = redis.call('HGET', KEYS[1], 'ran:' .. at) + answerMs - now
  if answer and left > 0 then redis.call('SET', KEYS[3], answer, 'PX', left, 'NX') end
end
if keepMs == '' then
  redis.call('PERSIST', KEYS[1])
  redis.call('ZADD', KEYS[4], since, member)
  if KEYS[5] then redis.call('SET', KEYS[5], member) end
else
  redis.call('PEXPIRE', KEYS[1], keepMs)
  redis.call('ZREM', KEYS[4], member)
  if KEYS[5] then redis.call('SET', KEYS[5], member, 'PX', keepMs) end
end
return {1, now - since}`

const GET = `return redis.call('GET', KEYS[1])`

// Those that began in the very millisecond of the last of the page before may be older or younger than it: all of them
// are among the answers.
const OPEN = `local prefix, olderThanMs, from, limit = unpack(ARGV)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local count = limit
if from ~= '-inf' then count = limit + redis.call('ZCOUNT', KEYS[1], from, from) end
local rows = {}
for _, member in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], from, now - olderThanMs, 'LIMIT', 0, count)) do
  local kept = redis.call('HMGET', prefix .. member, 'revision', 'row', 'leaseUntil', 'since')
  if kept[1] then rows[#rows + 1] = {member, kept[1], kept[2], kept[3] - now, now - kept[4], now} end
end
return rows`

type WrittenReply = readonly [1, sinceMs: number]
type RowFields = readonly [
  revision: string | null,
  row: string,
  leaseLeftMs: number,
  sinceMs: number,
  now: number,
  ranAt?: string | null,
  answer?: string | null
]
type FoundReply = readonly [0, ...RowFields]
type ListedReply = readonly [member: string, ...RowFields]

const given = ({ known, revision, change, keepMs }: RowWrite): Array<string> => {
  const { row, lease = '', ran } = change
  const times = [lease, row.leaseMs, keepMs ?? ''].map(String)
  const kept = ran === undefined ? [] : [String(ran.place), ...(ran.answer === null ? [] : [ran.answer])]
  return [known ?? '', revision, JSON.stringify(row), ...times, ...kept]
}

const foundIn = (
  [revision, row, leaseLeftMs, sinceMs, now, ranAt = null, answer = null]: RowFields,
  answerMs: number
): FoundRow | undefined => {
  if (revision === null) return undefined
  const at = Number(ranAt)
  const ran = ranAt === null ? null : { at, answer, isOver: at + answerMs <= now }
  return { revision, row: JSON.parse(row) as OperationRow, now, leaseLeftMs, sinceMs, ran }
}

const replyOf = (reply: WrittenReply | FoundReply, answerMs: number): RowReply => {
  if (reply[0] === 1) return { written: true, sinceMs: reply[1] }
  const [, ...fields] = reply
  return { written: false, found: foundIn(fields, answerMs) }
}

const listedRow = ([member, ...fields]: ListedReply): ReadonlyArray<RowName & FoundRow> => {
  const found = foundIn(fields, Infinity)
  return found === undefined ? [] : [{ ...nameIn(member), ...found }]
}

const placeOfRow = ({ turn, call, now, sinceMs }: RowName & FoundRow): string =>
  placeInList({ turn, call, beganAt: new Date(now - sinceMs).toISOString() })

// -- constructors

const read = o.options('options', {
  ...REDIS,
  ...ROW_LEDGER
} satisfies o.TableOf<RedisLedgerOptions>)

const serverOf = (evaluate: Evaluate, prefix: string, answerMs: number): RowServer => {
  const inShard = (shard: string): string => `${prefix}ledger:{${shard}}:`
  return {
    put: async (name, place, write) => {
      const shard = inShard(shardOf(name))
      const key = `${shard}${memberOf(name)}`
      const operationId = write?.change.row.attempts.at(-1)?.operationId
      const keys = [key, `${key}:${place}`, `${key}:${write?.change.ran?.place ?? 0}`, `${shard}open`]
      if (operationId !== undefined) keys.push(`${shard}id:${operationId}`)
      const args = [String(place), String(answerMs), memberOf(name), ...(write === undefined ? [] : given(write))]
      return replyOf((await evaluate(PUT, keys, args)) as WrittenReply | FoundReply, answerMs)
    },
    find: async (operationId) => {
      const members = await Promise.all(
        SHARDS.map((shard) => evaluate(GET, [`${inShard(shard)}id:${operationId}`], []))
      )
      const member = members.find((found) => typeof found === 'string')
      return member === undefined ? undefined : nameIn(member)
    },
    open: async ({ olderThanMs, after, limit }) => {
      const from = after === undefined ? '-inf' : String(Date.parse(after.beganAt ?? ''))
      const pages = await Promise.all(
        SHARDS.map((shard) =>
          evaluate(OPEN, [`${inShard(shard)}open`], [inShard(shard), String(olderThanMs), from, String(limit)])
        )
      )
      const rows = pages.flatMap((page) => (page as ReadonlyArray<ListedReply>).flatMap(listedRow))
      return pageBehind(after, rows, placeOfRow).slice(0, limit)
    }
  }
}

/**
 * Makes a ledger on Redis or Valkey: one command to begin and one to settle. The server must not evict keys
 * (`noeviction`), and only `appendfsync always` keeps what was settled when it crashes. Responses and names of tools
 * stand there in clear, arguments and ids as digests.
 *
 * @category Ledger @since 0.1.0
 * @example
 * import { Redis } from 'ioredis'
 * import * as t from 'io-ts'
 * import { guardedCall, openSession } from 'guarded-call'
 * import { redisLedger } from 'guarded-call/redis'
 *
 * const client = new Redis('redis://127.0.0.1:1', {
 *   enableOfflineQueue: false,
 *   maxRetriesPerRequest: 0,
 *   autoResendUnfulfilledCommands: false
 * })
 * const session = openSession({ ledger: redisLedger({ client }) })
 *
 * // Nobody listens there: whether the order was placed before cannot be known, so it is not placed.
 * const order = guardedCall({ name: 'place_order', effect: 'write', run: () => '{"id":1}' }, t.type({ id: t.number }))
 * const result = await session.openTurn({ id: 'job-17' }).run(order({ sku: 'A-1' }))
 * assert.equal(result._tag === 'Left' && result.left.code, 'store_unavailable')
 * client.disconnect()
 */
export const redisLedger = (options: RedisLedgerOptions): ManagedLedger => {
  const { client, prefix, answerMs, keepMs, seal } = read(options)
  ignoreClientErrors(client)
  return rowLedger(serverOf(evaluatorOf(client), prefix, answerMs), { keepMs, seal })
}
