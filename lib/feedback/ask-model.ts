/** Waits for a model: what it answered, or why nothing came. */
import { isAborted, waitFor } from '../core/wait.js'
import { readThrown, type MaybePromise, type TurnState } from '../guard/kernel.js'

export type ModelReply<A> =
  | { readonly kind: 'answered'; readonly answer: A }
  | { readonly kind: 'threw'; readonly cause: string }
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'aborted' }

export interface AskOptions {
  /** Whichever aborts first ends the waiting. */
  readonly signals: ReadonlyArray<AbortSignal>
  readonly timeoutMs: number
}

/** Two minutes: longer than a model takes, shorter than a person waits. */
export const DEFAULT_ASK_TIMEOUT_MS = 120_000

/** Whether nobody waits any more: the model is not asked then. */
export const isOver = ({ closed }: TurnState, signals: ReadonlyArray<AbortSignal>): boolean =>
  closed || isAborted(signals)

/** Asks a model through the caller's own function. Never rejects, and never waits longer than told; the function's signal is aborted then. */
export const askModel = async <A>(
  ask: (signal: AbortSignal) => MaybePromise<A>,
  options: AskOptions
): Promise<ModelReply<A>> => {
  if (isAborted(options.signals)) return { kind: 'aborted' }
  const controller = new AbortController()
  const waited = await waitFor(() => ask(controller.signal), options)
  if (waited.kind === 'threw') return { kind: 'threw', cause: readThrown(waited.thrown).cause }
  if (waited.kind !== 'answered') controller.abort()
  return waited
}
