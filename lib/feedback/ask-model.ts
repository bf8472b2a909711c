/** Waits for a model: what it answered, or why nothing came. */
import { onAbort } from '../guard/abort.js'
import type { MaybePromise } from '../guard/budget.js'
import { readThrown } from '../guard/thrown.js'
import type { TurnState } from '../guard/turn.js'

export type Asked<A> =
  | { readonly kind: 'answered'; readonly answer: A }
  | { readonly kind: 'threw'; readonly cause: string }
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'cancelled' }

export interface AskOptions {
  /** Whichever aborts first ends the waiting. */
  readonly signals: ReadonlyArray<AbortSignal>
  readonly timeoutMs: number
}

/** Two minutes: longer than a model takes, shorter than a person waits. */
export const DEFAULT_ASK_TIMEOUT_MS = 120_000

/** Whether nobody waits any more: the model is not asked then. */
export const isOver = ({ closed }: TurnState, signals: ReadonlyArray<AbortSignal>): boolean =>
  closed || signals.some((signal) => signal.aborted)

// An async function, so that a model's client that throws at once is caught as one that rejects.
const start = async <A>(ask: (signal: AbortSignal) => MaybePromise<A>, signal: AbortSignal): Promise<A> =>
  await ask(signal)

/** Asks a model through the caller's own function. Never rejects, and never waits longer than told; the function's signal is aborted then. */
export const askModel = <A>(
  ask: (signal: AbortSignal) => MaybePromise<A>,
  { signals, timeoutMs }: AskOptions
): Promise<Asked<A>> =>
  new Promise((resolve) => {
    const controller = new AbortController()
    const stops: Array<() => void> = []
    const end = (asked: Asked<A>): void => {
      clearTimeout(timer)
      for (const stop of stops) stop()
      resolve(asked)
    }
    const giveUp = (asked: Asked<A>): void => {
      end(asked)
      controller.abort()
    }
    const timer = setTimeout(() => giveUp({ kind: 'timed_out' }), timeoutMs)
    for (const signal of signals) stops.push(onAbort(signal, () => giveUp({ kind: 'cancelled' })))
    if (controller.signal.aborted) return
    start(ask, controller.signal).then(
      (answer) => end({ kind: 'answered', answer }),
      (thrown: unknown) => end({ kind: 'threw', cause: readThrown(thrown).cause })
    )
  })
