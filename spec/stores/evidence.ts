/**
 * A service that takes an order and loses its answer, refuses the next request by a status, and serves the third: what
 * becomes of the order is known by evidence about the order alone.
 */
import { expect } from 'chai'
import * as t from 'io-ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { guardedCall, openSession, toModelText, type Ledger, type Turn } from '../../lib/index.js'
import { httpTool, type RetryBudget } from '../../lib/tools/http/index.js'
import { startLoopback } from '../helpers/loopback.js'

// -- the service

/**
 * How the answer to the first request is lost: its process dies, or the connection breaks before the answer or within,
 * or it comes too late.
 */
export const FAULTS = ['dies', 'reset', 'cut', 'timeout'] as const
type Fault = (typeof FAULTS)[number]

/** Those after which one process goes on without knowing what came of it. */
export const OPEN_FAULTS = ['reset', 'timeout'] as const

/** Each status by which a service refuses a request. */
export const STATUSES = Array.from({ length: 200 }, (_, i) => 400 + i)

const lose = (response: ServerResponse, fault: Fault, answer: string): unknown => {
  switch (fault) {
    case 'dies':
      return response.end(answer)
    case 'reset':
      return response.destroy()
    case 'cut':
      response.writeHead(200, { 'content-length': answer.length + 1 }).write(answer)
      return setImmediate(() => response.destroy())
    case 'timeout':
      return undefined
  }
}

export interface OrderService {
  readonly origin: string
  /** The idempotency keys of the requests for an order, and how often it was placed. */
  readonly seen: (order: string) => { readonly keys: ReadonlyArray<string>; readonly placed: number }
  readonly close: () => Promise<void>
}

export const startOrderService = async (): Promise<OrderService> => {
  const orders = new Map<string, { keys: Array<string>; ids: Map<string, number> }>()
  const serve = ({ url = '', headers }: IncomingMessage, response: ServerResponse): unknown => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const order = orders.get(pathname) ?? { keys: [], ids: new Map<string, number>() }
    orders.set(pathname, order)
    const key = String(headers['idempotency-key'])
    const delivery = headers['x-delivery']
    order.keys.push(key)
    // What refuses it stands before the part that knows keys: a gateway, a limit, a token that expired meanwhile.
    if (delivery === '2') return response.writeHead(Number(searchParams.get('status'))).end('{}')
    const id = order.ids.get(key) ?? order.ids.size + 1
    order.ids.set(key, id)
    const answer = `{"id":${id}}`
    if (headers['x-pid'] !== undefined) process.kill(Number(headers['x-pid']), 'SIGKILL')
    return delivery === '1' ? lose(response, searchParams.get('fault') as Fault, answer) : response.end(answer)
  }
  const { origin, close } = await startLoopback((request, response) => {
    request.resume().on('end', () => serve(request, response))
  })
  return {
    origin,
    close,
    seen: (order) => {
      const { keys = [], ids } = orders.get(`/${order}`) ?? {}
      return { keys, placed: ids?.size ?? 0 }
    }
  }
}

// -- one order, delivered three times

const NO_RETRIES: RetryBudget = { enter: () => ({ retry: () => false, end: () => undefined }) }

export interface OrderArgs {
  readonly order: string
  readonly fault: string
  readonly status: number
}

/** The tool as a delivery has it: the service kills `pid` once it has placed the order. */
const orderAt = (origin: string, delivery: number, timeoutMs: number, pid?: number, maxIdenticalCalls = 1) =>
  guardedCall<OrderArgs, { id: number }>(
    httpTool({
      name: 'place_order',
      effect: 'write',
      timeoutMs,
      maxIdenticalCalls,
      allowOrigins: [origin],
      retryBudget: NO_RETRIES,
      idempotency: { key: (_args, { operationId }) => operationId, forMs: 3_600_000 },
      request: ({ order, ...searchParams }) => ({
        url: `${origin}/${order}`,
        method: 'POST',
        headers: { 'x-delivery': String(delivery), 'x-pid': pid === undefined ? undefined : String(pid) },
        searchParams
      })
    }),
    t.type({ id: t.number })
  )

const LONG_MS = 10_000

interface Told {
  readonly text: string
  readonly outcomes: ReadonlyArray<string>
}

type Deliver = (args: OrderArgs, delivery: number) => Promise<Told>

/** Delivers the order to a turn. */
export const deliverTo =
  (origin: string, turn: Turn, timeoutMs = LONG_MS, pid?: number, maxIdenticalCalls?: number): Deliver =>
  async (args, delivery) => {
    const text = toModelText(await turn.run(orderAt(origin, delivery, timeoutMs, pid, maxIdenticalCalls)(args)))
    return { text, outcomes: turn.outcomes().map(({ executed }) => executed) }
  }

/** A process that dies: the ledger hears nothing more, and its lease ends. */
export const dying = (ledger: Ledger): Ledger => ({
  begin: (turnId, key, asked) => ledger.begin(turnId, key, { ...asked, leaseMs: 1 }),
  settle: () => undefined
})

/** Delivers an order thrice, and holds what came of it to the promise. */
export const hold = async (
  service: OrderService,
  fault: Fault,
  status: number,
  deliveries: ReadonlyArray<Deliver>
): Promise<void> => {
  const args = { order: crypto.randomUUID(), fault, status }
  const told: Array<Told> = []
  for (const [i, deliver] of deliveries.entries()) {
    told.push(await deliver(args, i + 1))
    // By the clock of the ledger, a lease of one millisecond is over.
    await new Promise((resolve) => setTimeout(resolve, 3))
  }
  const { keys, placed } = service.seen(args.order)
  const texts = told.map(({ text }) => text)
  const of = `${fault}, then ${status}: ${JSON.stringify(texts)}`
  expect([placed, new Set(keys).size], of).to.deep.equal([1, 1])
  expect(texts.join(' '), of).not.to.match(/not executed|nothing happened/i)
  expect(
    told.flatMap(({ outcomes }) => outcomes),
    of
  ).not.to.include('no')
  // The answer that was cut is that of an executed order, and stays it.
  if (fault !== 'cut') expect(texts.at(-1), of).to.equal('{"id":1}')
}

const LOST_MS = 30

const timeoutOf = (fault: Fault): number => (fault === 'timeout' ? LOST_MS : LONG_MS)

/** In three processes that share a ledger. */
export const holdsAcrossProcesses = (
  service: OrderService,
  ledger: Ledger,
  fault: Fault,
  status: number
): Promise<void> => {
  const id = crypto.randomUUID()
  const delivery = (over: Ledger, timeoutMs?: number): Deliver =>
    deliverTo(service.origin, openSession({ ledger: over, loop: false }).openTurn({ id }), timeoutMs)
  const first = delivery(fault === 'dies' ? dying(ledger) : ledger, timeoutOf(fault))
  return hold(service, fault, status, [first, delivery(ledger), delivery(ledger)])
}

/** In one turn, without a ledger. */
export const holdsInOneTurn = (service: OrderService, fault: Fault, status: number): Promise<void> => {
  const turn = openSession({ loop: false }).openTurn()
  const delivery = (timeoutMs?: number): Deliver => deliverTo(service.origin, turn, timeoutMs, undefined, 3)
  return hold(service, fault, status, [delivery(timeoutOf(fault)), delivery(), delivery()])
}

const AT_ONCE = 8

/** Tries each pair, a few at a time. */
export const each = async (
  statuses: ReadonlyArray<number>,
  holds: (fault: Fault, status: number) => Promise<void>,
  faults: ReadonlyArray<Fault> = FAULTS
): Promise<void> => {
  const rest = faults.flatMap((fault) => statuses.map((status) => [fault, status] as const))
  const lane = async (): Promise<void> => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) await holds(...next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}
