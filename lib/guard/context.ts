/** What a tool is told of its call. */
import type { CallContext } from './tool.js'

interface RunCall {
  readonly callId: string
  readonly turn: { readonly id: string }
  readonly operationId: string
  readonly input?: unknown
}

/** The context of a running tool. Its signal is made on demand: a controller costs more than the rest. */
export class Context implements CallContext {
  #controller: AbortController | undefined
  #reason: Error | undefined
  readonly #call: Pick<RunCall, 'operationId' | 'input'>
  readonly callId: string
  readonly turnId: string
  declare readonly signal: AbortSignal
  declare readonly operationId: string

  constructor(call: RunCall) {
    this.#call = call
    this.callId = call.callId
    this.turnId = call.turn.id
    Reflect.defineProperty(this, 'operationId', Context.#operationId)
    Reflect.defineProperty(this, 'signal', Context.#signal)
  }

  // Properties of its own, so that a copy (`{ ...context }`) has them, too. One getter for all: one for each context
  // costs a microsecond.
  static readonly #operationId: PropertyDescriptor & ThisType<Context> = {
    get() {
      return this.#call.operationId
    },
    enumerable: true
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

  /** What the call was asked with: a tool that is made once learns by it what this call is. */
  static inputOf(context: CallContext): unknown {
    return (context as Context).#call.input
  }

  static abort(context: Context, name: string, message: string): void {
    context.#reason = Object.assign(new Error(message), { name })
    context.#controller?.abort(context.#reason)
  }
}
