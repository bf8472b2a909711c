/** The stage that runs the tool: the answer, or the reason why none came in time. */
import { partialData, schemaMismatch, type ToolError } from '../core/tool-error.js'
import { onAbort } from './abort.js'
import { readThrown } from './thrown.js'
import { verdictOf, type CallContext, type Tool } from './tool.js'
import { isProxy } from '#platform'

export type Ran =
  | { readonly kind: 'answered'; readonly answer: unknown }
  | { readonly kind: 'ended'; readonly error: ToolError; readonly executed: 'no' | 'unknown'; readonly cause?: string }

export interface RunOptions {
  readonly callId: string
  readonly turnId: string
  readonly timeoutMs: number
  /** Whichever aborts first ends the call. */
  readonly signals: ReadonlyArray<AbortSignal>
}

/** Makes the signal only when the tool asks for it: most tools do not, and a controller costs more than the rest of the call. */
class Context implements CallContext {
  readonly callId: string
  readonly turnId: string
  #controller: AbortController | undefined
  #reason: unknown

  constructor(options: RunOptions) {
    this.callId = options.callId
    this.turnId = options.turnId
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#reason !== undefined) this.#controller.abort(this.#reason)
    }
    return this.#controller.signal
  }

  abort(reason: Error): void {
    this.#reason = reason
    this.#controller?.abort(reason)
  }
}

const threw = (thrown: unknown): Ran => {
  // A verdict may be thrown from deep inside a tool as well as returned.
  if (verdictOf(thrown) !== undefined) return { kind: 'answered', answer: thrown }
  return { kind: 'ended', ...readThrown(thrown) }
}

const timedOut = (timeoutMs: number): Ran => ({
  kind: 'ended',
  error: partialData({ code: 'timeout', detail: `The tool gave no answer within ${timeoutMs} ms.` }),
  executed: 'unknown'
})

const cancelled = (): Ran => ({
  kind: 'ended',
  error: schemaMismatch({ code: 'cancelled', detail: 'The caller cancelled the call while the tool was running.' }),
  executed: 'unknown'
})

const named = (name: string, message: string): Error => Object.assign(new Error(message), { name })

// `instanceof` would run the traps of a proxy among the prototypes.
const isThenable = (answer: unknown): boolean => {
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

// An async function, since Promise.resolve() itself throws on a promise whose constructor does.
const waitFor = async (answer: unknown): Promise<unknown> => await answer

const settled = (answer: unknown, context: Context, { timeoutMs, signals }: RunOptions): Promise<Ran> =>
  new Promise((resolve) => {
    const stops: Array<() => void> = []
    // Only the first to come counts; what a deaf tool still answers or throws afterwards is swallowed here.
    const end = (ran: Ran): void => {
      clearTimeout(timer)
      for (const stop of stops) stop()
      resolve(ran)
    }
    const timer = setTimeout(() => {
      context.abort(named('TimeoutError', `no answer within ${timeoutMs} ms`))
      end(timedOut(timeoutMs))
    }, timeoutMs)
    for (const signal of signals) {
      stops.push(
        onAbort(signal, () => {
          context.abort(named('AbortError', 'the caller cancelled the call'))
          end(cancelled())
        })
      )
    }
    waitFor(answer).then(
      (value) => end({ kind: 'answered', answer: value }),
      (thrown: unknown) => end(threw(thrown))
    )
  })

/** Runs the tool against its time and its caller's signals. Never throws or rejects. A tool that blocks the thread cannot be stopped. */
export const run = <Args>(tool: Tool<Args>, args: Args, options: RunOptions): Ran | Promise<Ran> => {
  const context = new Context(options)
  try {
    const answer = tool.run(args, context)
    return isThenable(answer) ? settled(answer, context, options) : { kind: 'answered', answer }
  } catch (thrown) {
    return threw(thrown)
  }
}
