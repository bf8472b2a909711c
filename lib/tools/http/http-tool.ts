/** A tool that makes one HTTP request a call, bounded in where it goes, how long it takes, how much it reads and how often it asks. */
import type { LookupFunction } from 'node:net'
import { partialData, schemaMismatch } from '../../core/tool-error.js'
import { verdictOf, type CallContext, type Tool } from '../../guard/tool.js'
import { forbidden } from './classify.js'
import { follow } from './follow.js'
import { refusal, toAnswer, type Outcome } from './outcome.js'
import { reachOf, type AllowOrigins, type Reach } from './reach.js'
import { prepare, type HttpRequest, type PreparedRequest } from './request.js'
import { withRetries } from './retry.js'
import { PROCESS_BUDGET, type RetryBudget } from './retry-budget.js'

// -- model

/** What `httpTool` takes: a `Tool` without `run`, and what to ask of whom. @category HTTP @since 0.1.0 */
export interface HttpToolOptions<Args> extends Omit<Tool<Args>, 'run'> {
  /** Describes the request of a call. What it throws is not shown to the model; it may throw or return `failed(…)`. */
  readonly request: (args: Args, context: CallContext) => HttpRequest
  /** Where the tool may go, redirects included. */
  readonly allowOrigins: AllowOrigins
  /** Sent as `Idempotency-Key`, the same with each retry; with it a write is retried as a read is. */
  readonly idempotencyKey?: (args: Args, context: CallContext) => string
  /** @default one budget for all HTTP tools of the process */
  readonly retryBudget?: RetryBudget
  /** Resolves names, as `dns.lookup` does. What it answers is still held to `allowOrigins: 'public'`. @default dns.lookup */
  readonly lookup?: LookupFunction
}

interface Settings<Args> {
  readonly options: HttpToolOptions<Args>
  readonly reach: Reach
  readonly budget: RetryBudget
  readonly timeoutMs: number
  readonly maxBytes: number
}

const DEFAULT_TIMEOUT_MS = 30_000
const DEFAULT_MAX_BYTES = 4 * 1024 * 1024
// setTimeout fires at once beyond this.
const MAX_TIMEOUT_MS = 2 ** 31 - 1

const checkInteger = (name: string, value: number, max: number): number => {
  if (!Number.isInteger(value) || value < 1 || value > max) {
    throw new TypeError(`Expected \`${name}\` to be an integer from 1 to ${max}, got ${String(value)}.`)
  }
  return value
}

// -- one call

const keyed = (prepared: PreparedRequest, key: string | undefined): PreparedRequest =>
  key === undefined ? prepared : { ...prepared, headers: { ...prepared.headers, 'idempotency-key': key } }

const abortOutcome = (isOurs: boolean, timeoutMs: number) => (bytes: number): Outcome => isOurs
  ? refusal(partialData({ code: 'timeout', detail: `No complete answer came within ${timeoutMs} ms; ${bytes} bytes had come.` }), 'unknown')
  : refusal(schemaMismatch({ code: 'cancelled', detail: 'The call was cancelled before an answer came.' }), 'unknown')

const isTimeout = (reason: unknown): boolean => reason instanceof DOMException && reason.name === 'TimeoutError'

const send = async <Args>(prepared: PreparedRequest, mayRepeat: boolean, { options, reach, budget, timeoutMs, maxBytes }: Settings<Args>, caller: AbortSignal): Promise<Outcome> => {
  const refused = reach.refuses(prepared.url)
  if (refused !== null) return forbidden(refused)
  const deadline = performance.now() + timeoutMs
  const over = new AbortController()
  const onAbort = (): void => over.abort(caller.reason)
  const timer = setTimeout(() => over.abort(new DOMException('', 'TimeoutError')), timeoutMs)
  caller.addEventListener('abort', onAbort, { once: true })
  if (caller.aborted) onAbort()
  const lease = budget.enter(prepared.url.origin)
  try {
    const isSafe = options.effect === 'read' && (prepared.method === 'GET' || prepared.method === 'HEAD')
    const attempt = (): Promise<Outcome> => follow(prepared, {
      reach,
      maxBytes,
      signal: over.signal,
      mayFollow: isSafe,
      now: Date.now,
      explainAbort: (bytes) => abortOutcome(isTimeout(over.signal.reason), timeoutMs)(bytes)
    })
    if (!isSafe && !mayRepeat) return await attempt()
    return await withRetries(attempt, { lease, signal: over.signal, timeLeftMs: () => deadline - performance.now(), random: Math.random })
  } finally {
    lease.end()
    clearTimeout(timer)
    caller.removeEventListener('abort', onAbort)
  }
}

// -- constructor

/**
 * Makes a tool of an HTTP request. Reads are retried on network faults, 429 and 5xx, at most twice and within the tool's time; a write is sent once
 * unless `idempotencyKey` is given. Statuses, cut bodies, pages and redirects come back as `ToolError`s; the body of a success is handed to the guard
 * as bytes. Nothing of a header, a query or a credential is ever shown.
 *
 * @category HTTP @since 0.1.0
 */
export const httpTool = <Args = unknown>(options: HttpToolOptions<Args>): Tool<Args> => {
  const { request, allowOrigins, idempotencyKey, retryBudget, lookup, ...tool } = options
  const settings: Settings<Args> = {
    options,
    reach: reachOf(allowOrigins, lookup),
    budget: retryBudget ?? PROCESS_BUDGET,
    timeoutMs: checkInteger('timeoutMs', tool.timeoutMs ?? DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS),
    maxBytes: checkInteger('maxBytes', tool.maxBytes ?? DEFAULT_MAX_BYTES, Number.MAX_SAFE_INTEGER)
  }
  const run = async (args: Args, context: CallContext): Promise<unknown> => {
    let prepared: PreparedRequest
    const key = (): string | undefined => idempotencyKey?.(args, context)
    try {
      const described = request(args, context)
      if (verdictOf(described) !== undefined) return described
      prepared = keyed(prepare(described, tool.effect), key())
    } catch (error) {
      if (verdictOf(error) !== undefined) return error
      return toAnswer(refusal(schemaMismatch({ code: 'tool_threw', detail: 'The tool could not make a request of these arguments.' }), 'no'))
    }
    return toAnswer(await send(prepared, idempotencyKey !== undefined, settings, context.signal))
  }
  return { ...tool, run }
}
