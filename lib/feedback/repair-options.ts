/** What repairing needs of its caller. */
import type * as RTE from 'fp-ts/lib/ReaderTaskEither.js'
import type { ToolError } from '../core/tool-error.js'
import type { MaybePromise } from '../guard/budget.js'
import type { AnyGuardedCall, CallOptions } from '../guard/guarded-call.js'
import type { Turn } from '../guard/turn.js'

/** The model's next call of the same tool. Without `args`, the model gave up. @category Feedback @since 0.1.0 */
export interface AskAnswer {
  /** The arguments of that call, as the model sent them. */
  readonly args?: unknown
  /** What asking cost, in whatever form the provider reports it: kept in the call's record. */
  readonly usage?: unknown
}

/** What an `ask` may need besides the feedback. @category Feedback @since 0.1.0 */
export interface AskContext {
  /** The arguments that the feedback is about, as the model sent them. */
  readonly args: unknown
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal
}

/** Arguments that run in place of those that the model first sent. @category Feedback @since 0.1.0 */
export interface RepairedCall {
  /** The call's id, where the caller gave one. */
  readonly callId: string | undefined
  /** The arguments as data: put them into the stored call, so that no history shows the wrong ones at work. */
  readonly args: unknown
}

/** How a model is asked to mend its arguments, and how often. @category Feedback @since 0.1.0 */
export interface RepairOptions {
  /**
   * Shows the model the feedback, together with its failed call and nothing else that failed, and gives its next call of the same tool (the
   * first, where it makes several), or `undefined` if it makes none. Leave the stored conversation as it is.
   */
  readonly ask: (feedback: string, attempt: number, context: AskContext) => MaybePromise<AskAnswer | undefined>
  /** Most re-asks for one call. @default 2 */
  readonly maxRetries?: number
  /** Whether the raw arguments hold an id that was made up: `true` ends the call as `fabricated_id`, and the model is not asked again. */
  readonly checkIds?: (args: Readonly<Record<string, unknown>>) => boolean
  /**
   * Mends without asking what has one meaning only: JSON text that holds the object or array that is due, a single value where an array is due, a
   * number in a string, `"null"`. Each mending stands in the call's record and in the log. @default false
   */
  readonly coerce?: boolean
  /** Told when other arguments run than those that the model first sent, before they run. */
  readonly onRepaired?: (repaired: RepairedCall) => unknown
  /** Milliseconds that one `ask` may take. @default 120_000 */
  readonly timeoutMs?: number
}

/** A call whose arguments are repaired before it is made. Adapters take it as they take a guarded call. @category Feedback @since 0.1.0 */
export interface RepairingCall<A> extends AnyGuardedCall {
  (input: unknown, options?: CallOptions): RTE.ReaderTaskEither<Turn, ToolError, A>
  readonly fromModel: (input: unknown, options?: CallOptions) => RTE.ReaderTaskEither<Turn, ToolError, A>
}
