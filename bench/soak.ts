/**
 * Lets guarded calls run for half an hour (or as many minutes as its argument says) against everything that fails, and
 * tells whether heap and handles stay flat.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { Redis } from 'ioredis'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Writable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  failed,
  guardedCall,
  nonEmpty,
  openSession,
  partialData,
  repairHistory,
  toModelText,
  type AnyGuardedCall,
  type BudgetStore,
  type SessionOptions
} from '../lib/index.js'
import { redisStore } from '../lib/stores/redis.js'
import { guardLogger } from '../lib/telemetry/index.js'
import { httpTool } from '../lib/tools/http/index.js'
import { hostileValues } from '../spec/helpers/hostile.js'
import { startRedis } from '../spec/helpers/redis.js'
import { slowCalls } from './slow-calls.js'

const MINUTES = Number(process.argv[2] ?? 30)
const LANES = 16
const MAX_HEAP_GROWTH_MB = 16
const MAX_MORE_HANDLES = 32
// No tool may take longer than 300 ms, and no store longer than 100.
const SLOW_MS = 2_000

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
const pick = <A>(values: ReadonlyArray<A>): A => values[Math.floor(Math.random() * values.length)] as A

// -- what fails: a service, tools, a log and a store

const PAGE = JSON.stringify({ orders: Array.from({ length: 50 }, (_, id) => ({ id, total: id * 1.5 })) })

const FAULTS: ReadonlyArray<(response: ServerResponse) => void> = [
  (response) => response.end(PAGE),
  (response) => response.end(PAGE),
  (response) => response.end(PAGE.slice(0, Math.floor(Math.random() * PAGE.length))),
  (response) => {
    response.writeHead(200, { 'content-length': PAGE.length })
    response.write(PAGE.slice(0, 100))
    setTimeout(() => response.destroy(), 5)
  },
  (response) => response.destroy(),
  (response) => response.writeHead(pick([400, 401, 404, 429, 500, 503]), { 'retry-after': '1' }).end('<html>'),
  (response) => response.writeHead(204).end(),
  (response) => {
    setTimeout(() => response.end(PAGE), 400)
  }
]

const service = createServer((_request, response) => pick(FAULTS)(response))
await new Promise<void>((resolve) => {
  service.listen(0, '127.0.0.1', resolve)
})
const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`

const slow = slowCalls(SLOW_MS)

const Orders = t.type({ orders: t.array(t.type({ id: t.number, total: t.number })) })

const local = (name: string, run: () => unknown, effect: 'read' | 'write' = 'read'): AnyGuardedCall =>
  guardedCall(
    slow.timed({ name, effect, run, timeoutMs: 50, polls: name === 'polling', salvage: 'orders' }),
    Orders,
    nonEmpty(({ orders }: t.TypeOf<typeof Orders>) => orders)
  )

const CALLS: ReadonlyArray<AnyGuardedCall> = [
  guardedCall(
    slow.timed(
      httpTool({
        name: 'http_orders',
        effect: 'read',
        allowOrigins: [origin],
        timeoutMs: 300,
        request: () => ({ url: origin })
      })
    ),
    Orders
  ),
  guardedCall(
    slow.timed(
      httpTool({
        name: 'http_order',
        effect: 'write',
        allowOrigins: [origin],
        timeoutMs: 300,
        request: () => ({ url: origin, method: 'POST', json: { a: 1 } })
      })
    ),
    Orders
  ),
  local('fine', () => PAGE),
  local('cut', () => PAGE.slice(0, 700)),
  local('polling', async () => PAGE.replace('1.5', String(Math.random()))),
  local(
    'throwing',
    () => {
      throw pick(hostileValues())
    },
    'write'
  ),
  local('hostile', () => pick(hostileValues())),
  local('deaf', () => new Promise(() => {})),
  local(
    'late',
    () =>
      new Promise((_resolve, reject) => {
        setTimeout(() => reject(new Error('late')), 80)
      }),
    'write'
  ),
  local('refusing', () => failed(partialData({ code: 'rate_limited', detail: 'Too many.' }), { executed: 'no' }))
]

const redis = await startRedis()
const client =
  redis === undefined
    ? undefined
    : new Redis({ ...redis, enableOfflineQueue: false, maxRetriesPerRequest: 0, autoResendUnfulfilledCommands: false })
const store: BudgetStore | undefined = client === undefined ? undefined : redisStore({ client, ttlMs: 10_000 })

const progress = { over: false }
const breakStore = async (): Promise<void> => {
  if (redis === undefined) return
  while (!progress.over) {
    await sleep(4_000)
    redis.freeze()
    await sleep(500)
    redis.thaw()
    await sleep(3_000)
    await redis.kill()
    await sleep(500)
    await redis.start()
  }
}

let written = 0
// A log that is stuck half of the time.
const log = new Writable({
  write: (_chunk, _encoding, done) => {
    setTimeout(done, written++ % 1_000 < 500 ? 0 : 20)
  }
})
const logger = guardLogger({ stream: log, level: 'debug', maxQueue: 500 })

// -- the load

const unheard: Array<unknown> = []
process.on('unhandledRejection', (reason) => unheard.push(reason))

// What a call takes longer than its time is what the thread or the machine was busy with: shown beside it.
const loop = monitorEventLoopDelay({ resolution: 10 })
loop.enable()

let calls = 0
let worstMs = 0
const codes = new Map<string, number>()

const HISTORY = [
  { role: 'user', content: 'hi' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'a', type: 'function', function: { name: 'x', arguments: '{' } }]
  },
  { role: 'tool', tool_call_id: 'b', content: 'orphan' }
]

const oneTurn = async (session: ReturnType<typeof openSession>): Promise<void> => {
  const controller = new AbortController()
  const turn = session.openTurn({ signal: controller.signal })
  const made = Array.from({ length: 12 }, async () => {
    const started = performance.now()
    const result = await turn.run(
      pick(CALLS).fromModel(pick<unknown>([{}, { page: 1 }, { page: Math.random() }, ...hostileValues()]))
    )
    worstMs = Math.max(worstMs, performance.now() - started)
    toModelText(result)
    const code = E.isLeft(result) ? result.left.code : 'right'
    codes.set(code, (codes.get(code) ?? 0) + 1)
    calls += 1
  })
  if (Math.random() < 0.05) setTimeout(() => controller.abort(), 20)
  await Promise.all(made)
  repairHistory('openai', HISTORY)
  // Every other turn is dropped.
  if (Math.random() < 0.5) turn.close()
}

const shared: SessionOptions = { logger, observers: [slow.observer], ...(store === undefined ? {} : { store }) }

const lane = async (): Promise<void> => {
  while (!progress.over) {
    let session = openSession(shared)
    for (let turns = 0; turns < 20 && !progress.over; turns++) {
      await oneTurn(session)
      // The conversation hops to another process.
      if (turns % 5 === 4)
        session = openSession({ ...shared, state: JSON.parse(JSON.stringify(session.save())) as unknown })
    }
  }
}

// -- what is watched

const heapMb = (): number => {
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}

const report = (minute: number, heap: number, handles: number): void =>
  console.log(
    `${minute.toFixed(1).padStart(6)} min ${String(calls).padStart(9)} calls  heap ${heap.toFixed(1).padStart(6)} MB  rss ${(process.memoryUsage().rss / 2 ** 20).toFixed(0).padStart(4)} MB  handles ${String(handles).padStart(4)}  slowest ${worstMs.toFixed(0)} ms, thread held up ${(loop.max / 1e6).toFixed(0)} ms`
  )

const started = performance.now()
const minutes = (): number => (performance.now() - started) / 60_000
const lanes = Array.from({ length: LANES }, lane)
const breaking = breakStore()
const heaps: Array<number> = []
const handles: Array<number> = []
while (minutes() < MINUTES) {
  await sleep((MINUTES * 60_000) / 20)
  heaps.push(heapMb())
  handles.push(process.getActiveResourcesInfo().length)
  report(minutes(), heaps.at(-1) ?? 0, handles.at(-1) ?? 0)
  for (const line of slow.take()) console.log(`           ${line}`)
}
progress.over = true
await Promise.all([...lanes, breaking])

// The first quarter fills what is bounded; the lowest of each quarter leaves out what was under way.
const lowest = (values: ReadonlyArray<number>): number => Math.min(...values)
const grown = (values: ReadonlyArray<number>): number => lowest(values.slice(-5)) - lowest(values.slice(5, 10))
const isFlat = grown(heaps) <= MAX_HEAP_GROWTH_MB && grown(handles) <= MAX_MORE_HANDLES && unheard.length === 0
console.log(
  [...codes]
    .sort(([, a], [, b]) => b - a)
    .map(([code, n]) => `${code} ${n}`)
    .join(', ')
)
console.log(
  `heap grew by ${grown(heaps).toFixed(1)} MB, handles by ${grown(handles)}, unheard rejections ${unheard.length}, log lines dropped ${logger.dropped}, the machine held the process up for ${(slow.waitedMs() / 60_000).toFixed(1)} min: ${isFlat ? 'flat' : 'NOT FLAT'}`
)
slow.stop()
client?.disconnect()
await redis?.stop()
service.close()
service.closeAllConnections()
process.exitCode = isFlat ? 0 : 1
