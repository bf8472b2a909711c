/** The stage that runs the tool: its answer, or the reason why none came in time. */
import { isThenable } from '../core/foreign/promises.js'
import { partialData, schemaMismatch } from '../core/tool-error.js'
import { waitFor } from '../core/wait.js'
import type { Call } from './call.js'
import { failedJudgement, type Judgement } from './judge.js'
import { runWatched } from './observer.js'
import { readThrown } from './thrown.js'
import { DEFAULT_TIMEOUT_MS, verdictOf, type CallContext, type Tool } from './tool.js'
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
class LazyAbort {
  #controller: AbortController | undefined
  #reason: unknown

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#reason !== undefined) this.#controller.abort(this.#reason)
    }
    return this.#controller.signal
  }

  abort(name: string, message: string): void {
    this.#reason = Object.assign(new Error(message), { name })
    this.#controller?.abort(this.#reason)
  }
}

// `signal` is a property of its own, so that a copy of the context (`{ ...context }`) has it, too.
const contextOf = <Args, A>({ callId, turn }: Call<Args, A>, abort: LazyAbort): CallContext => ({
  callId,
  turnId: turn.id,
  get signal() {
    return abort.signal
  }
})

const threw = (thrown: unknown): Ran => {
  // A verdict may be thrown from deep inside a tool as well as returned.
  if (verdictOf(thrown) !== undefined) return answered(thrown)
  const { error, executed, cause } = readThrown(thrown)
  return ended(error, executed, { cause })
}

const inTime = async <Args, A>(
  answer: PromiseLike<unknown>,
  { tool, signals }: Call<Args, A>,
  abort: LazyAbort
): Promise<Ran> => {
  const timeoutMs = tool.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const waited = await waitFor(() => answer, { timeoutMs, signals })
  switch (waited.kind) {
    case 'answered':
      return answered(waited.answer)
    case 'threw':
      return threw(waited.thrown)
    case 'timed_out':
      abort.abort('TimeoutError', `no answer within ${timeoutMs} ms`)
      return ended(
        partialData({ code: 'timeout', detail: `The tool gave no answer within ${timeoutMs} ms.` }),
        'unknown',
        { short: tool.effect === 'read' }
      )
    case 'aborted':
      abort.abort('AbortError', 'the caller cancelled the call')
      return ended(
        schemaMismatch({ code: 'cancelled', detail: 'The caller cancelled the call while the tool was running.' }),
        'unknown'
      )
  }
}

const start = <Args, A>(call: Call<Args, A>, tool: Tool<Args>, args: Args): Ran | Promise<Ran> => {
  const abort = new LazyAbort()
  try {
    call.began = true
    const answer = tool.run(args, contextOf(call, abort))
    return isThenable(answer, isProxy) ? inTime(answer, call, abort) : answered(answer)
  } catch (thrown) {
    return threw(thrown)
  }
}

/** Runs the tool against its time and its caller's signals. Never throws or rejects. A tool that blocks the thread cannot be stopped. */
export const run = <Args, A>(call: Call<Args, A>, tool: Tool<Args>, args: Args): Ran | Promise<Ran> =>
  // No closure for a call that nobody watches.
  call.watches.length === 0 ? start(call, tool, args) : runWatched(call.watches, () => start(call, tool, args))
