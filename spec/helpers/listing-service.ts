/** A real service on a loopback port that lists orders, in one of six ways to page, and with a fault of its own. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { startLoopback } from './loopback.js'

export const STYLES = ['page', 'page0', 'offset', 'cursor', 'link', 'header'] as const
export const FAULTS = ['none', 'cut', 'throttled', 'misspelt', 'oversized'] as const

export interface Scenario {
  readonly style: (typeof STYLES)[number]
  readonly fault: (typeof FAULTS)[number]
  readonly orders: number
  readonly limit: number
}

/** The statuses that the service knows; it answers 400 to any other. */
export const STATUSES = ['placed', 'shipped', 'cancelled'] as const

// A proxy on the way that passes on so many bytes and ends the answer there.
const CAP_BYTES = 1_500
const WAIT_MS = 30_000

interface Row {
  readonly id: number
  readonly name: string
}

const rowsOf = ({ orders }: Scenario): ReadonlyArray<Row> =>
  Array.from({ length: orders }, (_, i) => ({ id: 1_000 + i, name: 'an order of some length' }))

interface Page {
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

const token = (at: number): string => Buffer.from(`at:${at}`).toString('base64url')
const tokenAt = (text: string | null): number =>
  text === null ? 0 : Number(Buffer.from(text, 'base64url').toString().slice(3))

const pageOf = ({ style }: Scenario, rows: ReadonlyArray<Row>, url: URL, headers: IncomingMessage['headers']): Page => {
  const number = (name: string, otherwise: number): number => Number(url.searchParams.get(name) ?? otherwise)
  const limit = number('limit', 20)
  const starts = {
    page: () => (number('page', 1) - 1) * limit,
    page0: () => number('page', 0) * limit,
    offset: () => number('offset', 0),
    cursor: () => tokenAt(url.searchParams.get('cursor')),
    link: () => tokenAt(url.searchParams.get('after')),
    header: () => tokenAt((headers['x-ms-continuation'] as string | undefined) ?? null)
  }
  const from = starts[style]()
  const to = from + limit
  const orders = rows.slice(from, to)
  const isLast = to >= rows.length
  const next = new URL(url)
  next.searchParams.set('after', token(to))
  const bodies = {
    page: { orders, has_more: !isLast },
    page0: { orders, page: number('page', 0), limit, total: rows.length },
    offset: { data: { orders, total_count: rows.length } },
    cursor: { orders, paging: { next_cursor: isLast ? null : token(to) } },
    link: { orders },
    header: { orders }
  }
  const more = isLast
    ? {}
    : style === 'link'
      ? { link: `<${next.href}>; rel="next"` }
      : style === 'header'
        ? { 'x-ms-continuation': token(to) }
        : {}
  return { body: bodies[style], headers: more }
}

/** Starts it. `served` are the starts of pages that came whole; `wait` lets the time pass for which it is too busy. */
export const startListing = async (scenario: Scenario) => {
  const rows = rowsOf(scenario)
  const asked: Array<string> = []
  let busyMs = scenario.fault === 'throttled' ? WAIT_MS : 0
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? '/', origin)
    asked.push(`${url.search} ${String(request.headers['x-ms-continuation'])}`)
    if (busyMs > 0) return void response.writeHead(429, { 'retry-after': String(busyMs / 1_000) }).end()
    const status = url.searchParams.get('status')
    if (status !== null && !STATUSES.some((known) => known === status)) return void response.writeHead(400).end()
    const { body, headers } = pageOf(scenario, rows, url, request.headers)
    const text = JSON.stringify(body)
    const sent = scenario.fault === 'cut' ? text.slice(0, CAP_BYTES) : text
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(sent)
  }
  const { origin, close } = await startLoopback(answer)
  return {
    origin,
    close,
    ids: rows.map(({ id }) => id),
    asked,
    wait: (ms: number): void => {
      busyMs = Math.max(0, busyMs - ms)
    }
  }
}
