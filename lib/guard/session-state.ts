/** The data that a session carries from one process to the next. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { LoopState } from '../core/loop-state.js'
import { SavedTurn } from './saved-turn.js'

/** The result of `session.save()`: small plain data, without arguments or responses in clear. @category Guard @since 0.1.0 */
export interface SessionState {
  readonly v: 1
  /** The memory of the loop detector. */
  readonly loop: LoopState
  /** The turns that were opened with an `id` and are open still: openTurn with that `id` goes on with them. */
  readonly turns: ReadonlyArray<SavedTurn>
}

/** The codec by which `openSession` checks a saved session. @category Guard @since 0.1.0 */
export const SessionState: t.Type<SessionState, unknown> = t.strict(
  { v: t.literal(1), loop: LoopState, turns: t.readonlyArray(SavedTurn) },
  'SessionState'
)

/** Checks a saved session; a TypeError where it is not one. */
export const stateFrom = (saved: unknown): SessionState => {
  const decoded = SessionState.decode(saved)
  if (E.isLeft(decoded)) throw new TypeError('Expected `state` to be what `session.save()` gave.')
  return decoded.right
}
