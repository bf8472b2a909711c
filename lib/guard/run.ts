/** The stage that runs the tool: its answer, or the reason why none came in time. */
import { partialData, schemaMismatch, toToolError, type ToolError } from '../core/tool-error.js'
import { waitFor } from '../core/wait.js'
import { abandon } from './abandon.js'
import type { Call } from './call.js'
import { failedJudgement, type Judgement } from './judge.js'
import { runWatched } from './observer.js'
import { readThrown } from './thrown.js'
import { DEFAULT_TIMEOUT_MS, verdictOf, type Tool, type ToolTraits } from './tool.js'
import { isProxy } from '#platform'

/** What running came to. */
export type Ran =
  | { readonly kind: 'answered'; readonly answer: unknown }
  | { readonly kind: 'ended'; readonly judgement: Judgement<never> }

const answered = (answer: unknown): Ran => ({ kind: 'answered', answer })

const ended = (...why: Parameters<typeof failedJudgement>): Ran => ({
  kind: 'ended',
  judgement: failedJudgement(...why)
})

/** Makes its signal only when the tool asks for it: most tools do not, and a controller costs more than the rest of the call. */
class Context {
  #controller: AbortController | undefined
  #reason: Error | undefined
  readonly callId: string
  readonly turnId: string
  declare readonly signal: AbortSignal

  constructor({ callId, turn }: Pick<Call, 'callId' | 'turn'>) {
    this.callId = callId
    this.turnId = turn.id
    // A property of its own, so that a copy (`{ ...context }`) has it, too. One getter for all: one for each context costs a microsecond.
    Object.defineProperty(this, 'signal', Context.#signal)
  }

  static readonly #signal: PropertyDescriptor & ThisType<Context> = {
    get() {
      if (this.#controller === undefined) {
        this.#controller = new AbortController()
        if (this.#reason !== undefined) this.#controller.abort(this.#reason)
      }
      return this.#controller.signal
    },
    enumerable: true
  }

  static abort(context: Context, name: string, message: string): void {
    context.#reason = Object.assign(new Error(message), { name })
    context.#controller?.abort(context.#reason)
  }
}

/** The error that the author makes of what the tool threw, if any. */
const inOwnWords = <Args>({ errors }: ToolTraits<Args>, thrown: unknown, args: Args): ToolError | undefined => {
  try {
    const own: unknown = errors?.(thrown, args)
    abandon(own)
    return toToolError(own)
  } catch {
    return undefined
  }
}

const threw = <Args>(tool: ToolTraits<Args>, args: Args, thrown: unknown): Ran => {
  // A verdict may be thrown from deep inside a tool as well as returned.
  if (verdictOf(thrown) !== undefined) return answered(thrown)
  const { error, executed, says, cause } = readThrown(thrown)
  const own = tool.errors === undefined ? undefined : inOwnWords(tool, thrown, args)
  return own === undefined
    ? ended(error, executed, { cause, ...(says === undefined ? {} : { says }) })
    : ended(own, executed, { cause })
}

// `instanceof` would run the traps of a proxy among the prototypes.
const isThenable = (answer: unknown): answer is PromiseLike<unknown> => {
  if (typeof answer !== 'object' && typeof answer !== 'function') return false
  if (answer === null || isProxy(answer)) return false
  for (
    let holder: object | null = answer;
    holder !== null && !isProxy(holder);
    holder = Object.getPrototypeOf(holder) as object | null
  ) {
    const then = Object.getOwnPropertyDescriptor(holder, 'then')
    if (then !== undefined) return typeof then.value === 'function'
  }
  return false
}

const inTime = async <Args, A>(
  answer: PromiseLike<unknown>,
  { tool, signals }: Call<Args, A>,
  args: Args,
  context: Context
): Promise<Ran> => {
  const timeoutMs = tool.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const waited = await waitFor(() => answer, { timeoutMs, signals })
  switch (waited.kind) {
    case 'answered':
      return answered(waited.answer)
    case 'threw':
      return threw(tool, args, waited.thrown)
    case 'timed_out':
      Context.abort(context, 'TimeoutError', `no answer within ${timeoutMs} ms`)
      return ended(
        partialData({ code: 'timeout', detail: `The tool gave no answer within ${timeoutMs} ms.` }),
        'unknown',
        { short: tool.effect === 'read' }
      )
    case 'aborted':
      Context.abort(context, 'AbortError', 'the caller cancelled the call')
      return ended(
        schemaMismatch({ code: 'cancelled', detail: 'The caller cancelled the call while the tool was running.' }),
        'unknown'
      )
  }
}

const start = <Args, A>(call: Call<Args, A>, tool: Tool<Args>, args: Args): Ran | Promise<Ran> => {
  const context = new Context(call)
  try {
    call.began = true
    const answer = tool.run(args, context)
    return isThenable(answer) ? inTime(answer, call, args, context) : answered(answer)
  } catch (thrown) {
    return threw(tool, args, thrown)
  }
}

/** Runs the tool against its time and its caller's signals. Never throws or rejects. A tool that blocks the thread cannot be stopped. */
export const run = <Args, A>(call: Call<Args, A>, tool: Tool<Args>, args: Args): Ran | Promise<Ran> =>
  // No closure for a call that nobody watches.
  call.watches.length === 0 ? start(call, tool, args) : runWatched(call.watches, () => start(call, tool, args))
