/** What an engine should do with what a turn came to: keep it, or run the work again once more may be known. */

// -- model

/**
 * What an engine should do with the result of a turn: keep it, or run the work again, in a turn that is opened anew
 * with the same id, no sooner than after `afterMs`. Always `keep` without a ledger: whoever runs the work again would
 * repeat its writes.
 *
 * @category Ledger @since 0.1.0
 */
export type TurnAdvice =
  | { readonly do: 'keep' }
  | {
      readonly do: 'again'
      readonly afterMs: number
      /** For the operator: it names tools and operations, and no arguments. */
      readonly why: string
    }

/** A write, or a call that was refused while a store was down, of which more may be known later. */
export type OpenEnd = Pick<Extract<TurnAdvice, { readonly do: 'again' }>, 'afterMs' | 'why'>

/** After the longest wait, all of them may be known: who comes before wastes one of the engine's tries. */
export const adviceFrom = (ends: ReadonlyMap<string, OpenEnd>): TurnAdvice => {
  const [first, ...others] = ends.values()
  if (first === undefined) return { do: 'keep' }
  return { do: 'again', ...others.reduce((longest, end) => (end.afterMs > longest.afterMs ? end : longest), first) }
}

// -- destructors

/**
 * Tells an engine that the work of a turn is to be run again, no sooner than after `afterMs`.
 * @category Ledger @since 0.1.0
 */
export class AgainError extends Error {
  override readonly name = 'AgainError'

  constructor(
    why: string,
    readonly afterMs: number
  ) {
    super(why)
  }
}

/**
 * Throws where `turn.advice()` is to run the work again, so that an engine tries the step again instead of keeping its
 * result. The second argument makes the error by which your engine is told how long to wait.
 *
 * @throws AgainError, or the error that is made of the advice.
 * @category Ledger @since 0.1.0
 * @example
 * import * as t from 'io-ts'
 * import { guardedCall, memoryLedger, openSession, throwIfAgain } from 'guarded-call'
 *
 * const session = openSession({ ledger: memoryLedger() })
 * const lost = () => Promise.reject(new Error('socket hang up'))
 * const pay = guardedCall({ name: 'pay', effect: 'write', run: lost, verify: () => 'unknown' }, t.unknown)
 *
 * const turn = session.openTurn({ id: 'job-17' })
 * await turn.run(pay())
 * assert.throws(() => throwIfAgain(turn), { name: 'AgainError', afterMs: 30_000 })
 */
export const throwIfAgain = (
  turn: { readonly advice: () => TurnAdvice },
  toError: (advice: { readonly afterMs: number; readonly why: string }) => Error = ({ why, afterMs }) =>
    new AgainError(why, afterMs)
): void => {
  const advice = turn.advice()
  if (advice.do === 'again') throw toError(advice)
}
