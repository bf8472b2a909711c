/** Which turn a call belongs to. */
import type { Turn } from '../guard/turn.js'

/** A turn; or a function that gives it, for tools that live longer than a turn. @category Adapters @since 0.1.0 */
export type TurnSource = Turn | (() => Turn)

export const turnOf = (turn: TurnSource): Turn => (typeof turn === 'function' ? turn() : turn)

/** Refuses at construction what can be no turn. */
export const checkTurn = (turn: TurnSource): void => {
  if (typeof turn !== 'function' && typeof (turn as Partial<Turn> | null | undefined)?.run !== 'function') {
    throw new TypeError('Expected `turn` to be a turn of `openTurn` or `session.openTurn`, or a function that gives one.')
  }
}
