/** The turn within which a host runs its agent, for tools that were made before it was opened. */
import * as o from '../core/options.js'
import { stateOf, type Turn, type TurnState } from './turn.js'
import { asyncValue } from '#platform'

/** The options of `withTurn`. @category Guard @since 0.1.0 */
export interface WithTurnOptions {
  /** Names a step of the run: equal calls of different steps are different calls, each with a budget and an effect of its own. @default none */
  readonly step?: string
}

interface Within {
  readonly turn: Turn
  readonly step: string | undefined
}

const within = asyncValue<Within>()

const read = o.options('options', { step: o.optional(o.name) } satisfies o.TableOf<WithTurnOptions>)

/**
 * Runs an agent in a turn: tools that have no `turn` of their own find it, however deep within the framework they are called. So they can be made
 * once, at the top of a module.
 *
 * @throws TypeError for what is no turn, for options that cannot work, and on platforms without AsyncLocalStorage: there, give each guard its `turn`.
 * @category Guard @since 0.1.0
 * @example
 * import { guardFunctions, openTurn, withTurn } from 'guarded-call'
 *
 * const tools = guardFunctions({ getOrder: async ({ id }: { readonly id: string }) => ({ id, state: 'paid' }) })
 *
 * const answer = async (question: string) => {
 *   const turn = openTurn()
 *   const order = await withTurn(turn, () => tools.getOrder({ id: question }))
 *   return `${order.state}, by ${turn.count} call`
 * }
 *
 * assert.equal(await answer('17'), 'paid, by 1 call')
 */
export const withTurn = <A>(turn: Turn, work: () => A, options: WithTurnOptions = {}): A => {
  const { step } = read(options)
  if (stateOf({ turn }) === undefined)
    throw new TypeError('Expected `turn` to be made by `openTurn` or `session.openTurn`.')
  if (typeof work !== 'function')
    throw new TypeError('Expected the work to be a function, as in `withTurn(turn, () => generateText(…))`.')
  if (within === undefined)
    throw new TypeError('`withTurn` needs AsyncLocalStorage, which this platform lacks: give each guard its `turn`.')
  return within.run({ turn, step }, work)
}

/** The turn within which the code runs that asks. */
export const turnWithin = (): Turn | undefined => within?.getStore()?.turn

/** The name of a tool in a turn, with that of the step in which it is called; no name holds what parts them. */
export const namedWithin = (tool: string, turn: TurnState): string => {
  const here = within?.getStore()
  return here?.step !== undefined && stateOf(here) === turn ? `${JSON.stringify(here.step)}\u0000${tool}` : tool
}
