/** The ledger of effects on Redis or Valkey: a hash for each operation of a turn. */
import * as o from '../core/options.js'
import { hearErrors } from '../core/foreign/hear-errors.js'
import type { OperationRow } from '../core/operation-row.js'
import { type Ledger } from '../guard/kernel.js'
import { LIFETIME } from './keeping.js'
import { REDIS_CLIENT, evaluatorOf, type RedisLike } from './redis-client.js'
import { rowLedger, type RowReply, type RowWrite } from './row-ledger.js'

/** Which server holds the ledger, and for how long. @category Ledger @since 0.1.0 */
export interface RedisLedgerOptions {
  /** Connected or connecting. One that fails at once while it is disconnected, instead of queueing, spares each call the wait. */
  readonly client: RedisLike
  /** Stands before each key. @default 'guarded-call:' */
  readonly prefix?: string
  /** Milliseconds after its latest change, and the lease that this ended or began, until an operation is forgotten. @default 604_800_000 */
  readonly keepMs?: number
}

// -- one script of one key, so that it runs on a cluster too; by the server's clock

// Fields: `row` as JSON, its `revision`, `leaseUntil`, `since`, and `answer:PLACE`.
const PUT = `local place, known, revision, row, lease, leaseMs, keepMs, at, answer = unpack(ARGV)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local kept = redis.call('HMGET', KEYS[1], 'revision', 'row', 'leaseUntil', 'since', 'answer:' .. place)
if revision == nil or (kept[1] or '') ~= known then
  return {0, kept[1], kept[2], (kept[3] or now) - now, now - (kept[4] or now), kept[5]}
end
local since = lease == 'fresh' and now or kept[4] or now
redis.call('HSET', KEYS[1], 'revision', revision, 'row', row, 'since', since, 'leaseUntil', lease == '' and kept[3] or now + leaseMs)
if answer then redis.call('HSETNX', KEYS[1], 'answer:' .. at, answer) end
redis.call('PEXPIRE', KEYS[1], keepMs)
return {1, now - since}`

type Written = readonly [1, sinceMs: number]
type Found = readonly [
  0,
  revision: string | null,
  row: string,
  leaseLeftMs: number,
  sinceMs: number,
  answer: string | null
]

const given = ({ known, revision, change, keepMs }: RowWrite): Array<string> => {
  const { row, lease = '', answer } = change
  const times = [lease, row.leaseMs, keepMs].map(String)
  const kept = answer === undefined ? [] : [String(answer.place), answer.text]
  return [known ?? '', revision, JSON.stringify(row), ...times, ...kept]
}

const replyOf = (reply: Written | Found): RowReply => {
  if (reply[0] === 1) return { written: true, sinceMs: reply[1] }
  const [, revision, row, leaseLeftMs, sinceMs, answer] = reply
  if (revision === null) return { written: false, found: undefined }
  return { written: false, found: { revision, row: JSON.parse(row) as OperationRow, leaseLeftMs, sinceMs, answer } }
}

// -- constructors

const read = o.options('options', {
  client: REDIS_CLIENT,
  prefix: o.optional(o.text, 'guarded-call:'),
  keepMs: LIFETIME
} satisfies o.TableOf<RedisLedgerOptions>)

/**
 * Makes a ledger on Redis or Valkey: one command to begin and one to settle. The server must not evict keys (`noeviction`), and only `appendfsync always`
 * keeps what was settled when it crashes. Responses and names of tools stand there in clear, arguments and ids as digests.
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
  const { client, prefix, keepMs } = read(options)
  const evaluate = evaluatorOf(client)
  hearErrors(client)
  return rowLedger(async ({ turn, call }, place, write) => {
    const args = [String(place), ...(write === undefined ? [] : given(write))]
    return replyOf((await evaluate(PUT, [`${prefix}ledger:${turn}:${call}`], args)) as Written | Found)
  }, keepMs)
}
