/**
 * A tool that makes one HTTP request a call, bounded in where it goes, how long it takes, how much it reads and how
 * often it asks.
 */
import type { LookupFunction } from 'node:net'
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { asCodec } from '../../codec/standard-schema.js'
import { schemaMismatch } from '../../core/errors/index.js'
import {
  answerTo,
  DEFAULT_MAX_BYTES,
  DEFAULT_TIMEOUT_MS,
  failed,
  failedAs,
  idempotencyKeyOf,
  patchOf,
  refusal,
  runningNow,
  authorityOf,
  toAnswer,
  TOOL,
  verdictOf,
  withFault,
  withNextArgs,
  type CallContext,
  type Outcome,
  type Tool
} from '../../guard/kernel.js'
import { abandon } from '../../core/foreign/index.js'
import * as o from '../../core/options.js'
import { forbidden } from './classify.js'
import { openHttpDeadline } from './deadline.js'
import { follow } from './follow.js'
import { CursorPages } from './pages.js'
import { networkPolicyOf, type AllowOrigins, type NetworkPolicy } from './network-policy.js'
import { prepareRequest, sentSecrets, type HttpRequest, type PreparedRequest } from './request.js'
import { withRetries } from './retry.js'
import { PROCESS_BUDGET, type RetryBudget } from './retry-budget.js'

// -- model

/**
 * The options of `httpTool`: a `Tool` without `run`, the request of a call, and where it may go.
 * @category HTTP @since 0.1.0
 */
export interface HttpToolOptions<Args> extends Omit<Tool<Args>, 'run'> {
  /**
   * Describes the request of a call. It may return or throw `failed(…)`, which was not executed unless it says
   * otherwise; of anything else that it throws the model learns nothing.
   */
  readonly request: (args: Args, context: CallContext) => HttpRequest
  /** Where the tool may go, redirects included. */
  readonly allowOrigins: AllowOrigins
  /**
   * Adds an optional argument `cursor`: where headers name a next page (`Link`, `x-ms-continuation`, …) that no
   * argument asks for, the model is given one that stands for it in this process. It can send that back, and nothing
   * else. For reads with an `args` codec of io-ts.
   * @default false
   */
  readonly pages?: boolean
  /** @default one budget for all HTTP tools of the process */
  readonly retryBudget?: RetryBudget
  /**
   * Resolves names, as `dns.lookup` does. What it answers is still held to `allowOrigins: 'public'`.
   * @default dns.lookup
   */
  readonly lookup?: LookupFunction
}

interface Policy {
  readonly networkPolicy: NetworkPolicy
  readonly budget: RetryBudget
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly effect: 'read' | 'write'
  /** An idempotency key makes a repeated write harmless, for so long. */
  readonly keyedForMs: number | undefined
}

// -- one call

const KEY_HEADER = 'idempotency-key'

const send = async (
  request: PreparedRequest,
  { networkPolicy, budget, timeoutMs, maxBytes, effect, keyedForMs }: Policy,
  caller: AbortSignal
): Promise<Outcome> => {
  const refused = networkPolicy.refuses(request.url)
  if (refused !== null) return forbidden(refused)
  const isSafe = effect === 'read' && (request.method === 'GET' || request.method === 'HEAD')
  const deadline = openHttpDeadline(timeoutMs, caller)
  const lease = budget.enter(request.url.origin)
  const attempt = (): Promise<Outcome> =>
    follow(request, { networkPolicy, maxBytes, deadline, mayFollow: isSafe, now: Date.now })
  try {
    // The key is looked for where it is sent: an option alone makes no repeat harmless.
    const isKeyed = keyedForMs !== undefined && KEY_HEADER in request.headers
    // Its service counts from the first request of the operation, whichever delivery sent it.
    const until = isKeyed && !isSafe ? (runningNow()?.beganAt ?? performance.now()) + keyedForMs : Infinity
    const retried =
      isSafe || isKeyed ? withRetries(attempt, { lease, deadline, until, random: Math.random }) : attempt()
    const outcome = await retried
    return outcome.kind === 'failed' && outcome.error.code === 'timeout'
      ? { ...outcome, place: authorityOf(request.url) }
      : outcome
  } finally {
    lease.end()
    deadline.close()
  }
}

// -- constructor

const withKey = (request: PreparedRequest, key: string | undefined): PreparedRequest => {
  if (key === undefined) throw new TypeError('Expected `idempotency.key` to give 1 to 255 visible ASCII characters.')
  return { ...request, headers: { ...request.headers, [KEY_HEADER]: key } }
}

// Nobody waits for a promise here, and its rejection must not end the process.
const atOnce = <A>(value: A): A => {
  abandon(value)
  if (value instanceof Promise) throw new TypeError('Expected a request to be described at once, not by a promise.')
  return value
}

// Nothing was sent: what an author refuses before that was not executed, unless the author knows better.
const unsent = (verdict: NonNullable<ReturnType<typeof verdictOf>>, said: unknown): unknown =>
  verdict.kind === 'failed' && verdict.executed === undefined
    ? failedAs({ error: verdict.error, executed: 'no', says: verdict.says })
    : said

const followed = <Args>(
  name: string,
  codec: t.Type<Args, unknown> | undefined,
  pages: CursorPages<Args> | undefined,
  args: Args,
  sent: URL,
  outcome: Outcome
): Outcome => {
  if (outcome.kind !== 'incomplete' || outcome.page === undefined || codec === undefined) return outcome
  const patch = patchOf(outcome.page, args, codec)
  const isOwn = patch === undefined || Object.keys(patch).length > 0
  return withNextArgs(outcome, name, isOwn ? patch : pages?.issue(args, outcome.page, sent))
}

const read = o.options('options', {
  ...TOOL,
  reads: o.optional(o.choice('json', 'text')),
  timeoutMs: o.optional(o.milliseconds, DEFAULT_TIMEOUT_MS),
  maxBytes: o.optional(o.positive, DEFAULT_MAX_BYTES),
  request: o.required(o.func),
  // By a reader of its own.
  allowOrigins: o.anything,
  pages: o.optional(o.flag, false),
  retryBudget: o.optional(o.having<RetryBudget>(['enter'], 'made by retryBudget()'), PROCESS_BUDGET),
  lookup: o.optional(o.func)
} satisfies o.TableOf<HttpToolOptions<never>>)

const noRequest = (thrown: unknown): Outcome => {
  const detail = 'The tool could not make a request of these arguments.'
  return refusal(withFault(schemaMismatch({ code: 'tool_threw', detail }), 'The `request`', thrown), 'no')
}

/**
 * Makes a tool of an HTTP request. Reads by GET are retried on network faults, 429 and 5xx, at most twice and within
 * the tool's time; anything else is sent once unless `idempotency` is given. Statuses, cut bodies, further pages and
 * redirects come back as `ToolError`s; the body of a success is handed to the guard as bytes. Nothing of a header, a
 * query or a credential is ever shown.
 *
 * @throws TypeError for options that cannot work.
 * @category HTTP @since 0.1.0
 * @example
 * import * as E from 'fp-ts/lib/Either.js'
 * import * as t from 'io-ts'
 * import { guardedCall, openTurn } from 'guarded-call'
 * import { httpTool } from 'guarded-call/http'
 *
 * const fetchOrder = httpTool<{ url: string }>({
 *   name: 'fetch_order',
 *   effect: 'read',
 *   request: ({ url }) => ({ url }),
 *   allowOrigins: ['https://api.example.com']
 * })
 * const call = guardedCall(fetchOrder, t.type({ id: t.number }))
 * const result = await openTurn().run(call({ url: 'http://169.254.169.254/latest/meta-data/' }))
 * assert.equal(E.isLeft(result) && result.left.code, 'forbidden_url')
 */
export const httpTool = <Args = unknown>(options: HttpToolOptions<Args>): Tool<Args> => {
  const { request, allowOrigins, retryBudget, lookup, pages: hasPages, ...filled } = read(options)
  const tool = o.given(filled)
  const { idempotency } = tool
  o.expectOption(!hasPages || tool.effect === 'read', 'pages', 'for a tool that reads')
  const codec = tool.args === undefined ? undefined : asCodec(tool.args, 'args')
  const pages = hasPages ? new CursorPages<Args>(codec) : undefined
  const policy: Policy = {
    networkPolicy: networkPolicyOf(allowOrigins, lookup),
    budget: retryBudget,
    timeoutMs: filled.timeoutMs,
    maxBytes: filled.maxBytes,
    effect: tool.effect,
    keyedForMs: idempotency?.forMs
  }
  const run = async (given: Args, context: CallContext): Promise<unknown> => {
    const page = pages?.open(given)
    const args = page === undefined ? given : page.args
    let prepared: PreparedRequest | undefined
    try {
      const described = atOnce(request(args, context))
      const verdict = verdictOf(described)
      if (verdict !== undefined) return unsent(verdict, described)
      prepared = prepareRequest(described, tool.effect)
      if (prepared !== undefined && idempotency !== undefined)
        prepared = withKey(prepared, idempotencyKeyOf(idempotency, args, context))
    } catch (error) {
      const verdict = verdictOf(error)
      return verdict === undefined ? toAnswer(noRequest(error)) : unsent(verdict, error)
    }
    if (prepared === undefined) return toAnswer(forbidden('The address is not an absolute URL.'))
    const onPage = page?.on(prepared) ?? E.right(prepared)
    if (E.isLeft(onPage)) return failed(onPage.left, { executed: 'no' })
    const outcome = await send(onPage.right, policy, context.signal)
    const answer = toAnswer(followed(tool.name, codec, pages, args, onPage.right.url, outcome))
    return answerTo(sentSecrets(onPage.right, args), answer)
  }
  const args = pages?.args ?? codec
  // A body of a success that nobody can read was sent all the same.
  return { ...tool, ...(args === undefined ? {} : { args }), respondsWhenDone: true, run }
}
