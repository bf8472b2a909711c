/** Which turn a call belongs to. */
import type { Turn } from '../guard/kernel.js'

/**
 * A turn; or for tools that live longer than a turn, a function that gives it. The function is told what the framework tells a tool when it
 * runs: LangChain's config, an MCP request's extra, the options of the AI SDK.
 *
 * @category Adapters @since 0.1.0
 */
export type TurnSource = Turn | ((context: unknown) => Turn)

export const turnOf = (turn: TurnSource, context: unknown): Turn => (typeof turn === 'function' ? turn(context) : turn)

/** Refuses at construction a value that cannot be a turn. */
export const checkTurn = (turn: TurnSource): void => {
  if (typeof turn !== 'function' && typeof (turn as Partial<Turn> | null | undefined)?.run !== 'function') {
    throw new TypeError(
      'Expected `turn` to be a turn of `openTurn` or `session.openTurn`, or a function that gives one.'
    )
  }
}
