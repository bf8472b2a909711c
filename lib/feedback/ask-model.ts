/** Waits for a model, and reports its reply or the reason why none came. */
import { type MaybePromise, isAborted, waitFor } from '../core/foreign/index.js'
import { cutCause, longCauseOf, ownRedacted, takenOf, thrownSources, type TurnState } from '../guard/kernel.js'

export type ModelReply<A> =
  | { readonly kind: 'answered'; readonly answer: A }
  | { readonly kind: 'threw'; readonly cause: string; readonly thrown: unknown }
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'aborted' }

export interface AskOptions {
  /** The first of them to abort ends the waiting. */
  readonly signals: ReadonlyArray<AbortSignal>
  readonly timeoutMs: number
}

/** Two minutes: models rarely take longer, and people rarely wait longer. */
export const DEFAULT_ASK_TIMEOUT_MS = 120_000

/** Whether every caller has stopped waiting, so that the model need not be asked. */
export const isOver = ({ closed }: TurnState, signals: ReadonlyArray<AbortSignal>): boolean =>
  closed || isAborted(signals)

/** Asks a model through the caller's function: never rejects, and aborts its signal after `timeoutMs`. */
export const askModel = async <A>(
  ask: (signal: AbortSignal) => MaybePromise<A>,
  options: AskOptions
): Promise<ModelReply<A>> => {
  if (isAborted(options.signals)) return { kind: 'aborted' }
  const controller = new AbortController()
  const waited = await waitFor(() => ask(controller.signal), options)
  if (waited.kind === 'threw') return { ...waited, cause: longCauseOf(waited.thrown) }
  if (waited.kind !== 'answered') controller.abort()
  return waited
}

/** Why a model gave no answer, for the operator. */
export const unaskedFor = (
  asked: Exclude<ModelReply<unknown>, { readonly kind: 'answered' }>,
  { settings }: TurnState
): { readonly cause?: string } => {
  switch (asked.kind) {
    case 'threw':
      return { cause: cutCause(ownRedacted(asked.cause, settings, takenOf(thrownSources(asked.thrown), [], settings))) }
    case 'timed_out':
      return { cause: 'no answer in time' }
    case 'aborted':
      return {}
  }
}
