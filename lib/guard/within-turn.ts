/** The turn within which a host runs its agent, for tools that were made before it was opened. */
import { nameAt, readStep, type StepOptions } from './step.js'
import { openedTurn, stateOf, turnAt, type Turn } from './turn.js'
import { asyncValue } from '#platform'

const within = asyncValue<Turn>()

/**
 * Runs an agent in a turn: tools that have no `turn` of their own find it, however deep within the framework they are
 * called. So they can be made once, at the top of a module.
 *
 * @throws TypeError for what is no turn, for options that cannot work, and on platforms without AsyncLocalStorage:
 * there, give each guard its `turn`.
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
export const withTurn = <A>(turn: Turn, work: () => A, options: StepOptions = {}): A => {
  const { step } = readStep(options)
  if (stateOf({ turn }) === undefined)
    throw new TypeError('Expected `turn` to be made by `openTurn` or `session.openTurn`.')
  if (typeof work !== 'function')
    throw new TypeError('Expected the work to be a function, as in `withTurn(turn, () => generateText(…))`.')
  if (within === undefined)
    throw new TypeError('`withTurn` needs AsyncLocalStorage, which this platform lacks: give each guard its `turn`.')
  return within.run(turnAt(turn, step), work)
}

/** The turn within which the code runs that asks. */
export const turnWithin = (): Turn | undefined => within?.getStore()

/** The step of a call: the one that its turn is at, else the one in which the host runs its agent. */
export const stepOf = (environment: unknown): string | undefined => {
  const own = openedTurn(environment)
  if (own === undefined || own.step !== undefined || within === undefined) return own?.step
  const here = openedTurn({ turn: within.getStore() })
  return here?.state === own.state ? here.step : undefined
}

/** The name of a tool where it is called: with that of its step. */
export const namedIn = (environment: unknown, tool: string): string => nameAt(stepOf(environment), tool)
