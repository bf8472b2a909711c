/** One way for a service to behave, what a guarded call must make of it, and what that may cost. */
import * as t from 'io-ts'
import type { ErrorClass } from '#core/errors'
import type { HttpToolOptions } from '../../../../lib/tools/http/index.js'
import { reply, type Serve } from '../loopback.js'

export interface Misbehaviour {
  readonly path: string
  readonly serve: Serve
  /** What a guarded read by GET must come to. */
  readonly outcome: 'right' | ErrorClass
  readonly code: string | null
  /** Most requests of a GET. A POST is sent once, whatever happens. */
  readonly maxRequests: number
  readonly maxMs: number
  readonly maxRssMb: number
  readonly options: Partial<Pick<HttpToolOptions<unknown>, 'timeoutMs' | 'maxBytes'>>
}

type Costs = Partial<Pick<Misbehaviour, 'maxRequests' | 'maxMs' | 'maxRssMb' | 'options'>>

/** What every honest answer holds. */
export const Orders = t.type({ orders: t.array(t.type({ id: t.number, total: t.number })) })
export const GOOD = '{"orders":[{"id":1,"total":9.5},{"id":2,"total":12}]}'
export const JSON_TYPE = { 'content-type': 'application/json' }

/**
 * Appears in every request's headers and query and in what the server says outside of bodies; it must never be shown.
 */
export const CANARY = 'canary-5f0d1c7e'

/** Where redirects lead that may be followed; behaves. */
export const LANDING = '/landing'

export const TIMEOUT_MS = 400

// Half of the tool's 15 seconds: what ends by then did not end by them, on slow machines too.
const MAX_MS = 7_500

const costs = ({ maxRequests = 1, maxMs = MAX_MS, maxRssMb = 64, options = {} }: Costs) => ({
  maxRequests,
  maxMs,
  maxRssMb,
  options
})

export const right = (path: string, serve: Serve, given: Costs = {}): Misbehaviour => ({
  path,
  serve,
  outcome: 'right',
  code: null,
  ...costs(given)
})

/** The tool itself says what is wrong. */
export const spoken = (
  path: string,
  outcome: ErrorClass,
  code: string,
  serve: Serve,
  given: Costs = {}
): Misbehaviour => ({ path, serve, outcome, code, ...costs(given) })

/** The tool hands the bytes on, and the guard finds out. */
export const read = (path: string, code: string, serve: Serve, given: Costs = {}): Misbehaviour => ({
  path,
  serve,
  outcome: 'schema_mismatch',
  code,
  ...costs(given)
})

/** The transport knows that not all came. */
export const cut = (path: string, serve: Serve, given: Costs = {}): Misbehaviour =>
  spoken(path, 'partial_data', 'incomplete_response', serve, { maxRequests: 3, ...given })

/** Ends by the tool's own time. */
export const hang = (path: string, serve: Serve): Misbehaviour =>
  spoken(path, 'partial_data', 'timeout', serve, { options: { timeoutMs: TIMEOUT_MS }, maxMs: TIMEOUT_MS + 3000 })

/** The service cannot be reached, which may pass. */
export const down = (path: string, serve: Serve, given: Costs = {}): Misbehaviour =>
  spoken(path, 'partial_data', 'tool_unavailable', serve, { maxRequests: 3, ...given })

/** What the server says at once, and then no more. */
export const says =
  (...parts: ReadonlyArray<string | Uint8Array>): Serve =>
  (socket) => {
    for (const part of parts) socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part)
    socket.end()
  }

/** The same, but the connection stays open. */
export const saysAndStays =
  (...parts: ReadonlyArray<string | Uint8Array>): Serve =>
  (socket) => {
    for (const part of parts) socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part)
  }

export const answers = (
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body: string | Uint8Array = ''
): Serve => says(reply(`${status} ${CANARY}`, { 'x-internal': CANARY, ...headers }, body))

/** Repeats something for as long as the other side listens. */
export const drips =
  (head: string | Uint8Array, part: () => string | Uint8Array, everyMs: number): Serve =>
  (socket) => {
    socket.write(head)
    const timer = setInterval(() => socket.write(part()), everyMs)
    socket.on('close', () => clearInterval(timer))
  }

/** Writes as fast as the other side reads. */
export const floods =
  (head: string | Uint8Array, part: Uint8Array): Serve =>
  (socket) => {
    const pour = (): void => {
      while (!socket.destroyed && socket.write(part));
    }
    socket.on('drain', pour)
    socket.write(head)
    pour()
  }
