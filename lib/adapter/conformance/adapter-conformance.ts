/** The requirements for every adapter, whichever framework it is for. */
import type { ConformanceCase } from '../../stores/conformance/case.js'
import { ANSWER_PROMISES } from './answers.js'
import { ABORTS, BUDGETS, UNKNOWN } from './budgets.js'
import { GUARDED_ANSWERS, MENDS, SEES_VALUES, SHOWS } from './guarded-answers.js'
import { FILLS, GUARDED_CALLS, RUNS_TOOLS } from './guarded-calls.js'
import { LEDGERS } from './ledgers.js'
import { PICTURES } from './pictures.js'
import type { AdapterUnderTest, CallsUnderTest, Promises, ToolsUnderTest } from './under-test.js'

const casesOf = <UnderTest>(
  way: string,
  adapter: UnderTest,
  promises: ReadonlyArray<Promises<UnderTest>>
): ReadonlyArray<ConformanceCase> =>
  promises
    .flatMap((some) => Object.entries(some))
    .map(([name, keeps]) => ({ name: `${way}: ${name}`, run: () => keeps(adapter) }))

const promisesOfCalls = ({ aborts = true, answersUnknown = true }: CallsUnderTest) => [
  ANSWER_PROMISES,
  BUDGETS,
  ...(aborts ? [ABORTS] : []),
  ...(answersUnknown ? [UNKNOWN] : [])
]

const promisesOfTools = ({
  repairs = true,
  seesValues = true,
  runsTools = true,
  guardFilling,
  pictures
}: ToolsUnderTest) => [
  GUARDED_ANSWERS,
  GUARDED_CALLS,
  LEDGERS,
  ...(repairs ? [MENDS] : []),
  ...(seesValues ? [SEES_VALUES] : []),
  ...(runsTools ? [RUNS_TOOLS, SHOWS] : []),
  ...(guardFilling === undefined ? [] : [FILLS]),
  ...(pictures === undefined ? [] : [PICTURES])
]

/**
 * Returns the promises of an adapter as cases for any test runner. What its framework makes impossible is said beside
 * the functions, and changes what is asked: an adapter that cannot give up a tool says `runsTools: false`.
 *
 * @category Conformance @since 0.1.0
 * @example
 * import { adapterConformance } from 'guarded-call/adapter'
 *
 * // Of a real adapter, both ways in: docs/frameworks.md has one, whole.
 * const cases = adapterConformance({
 *   inPlace: {
 *     guard:
 *       () =>
 *       async ({ id }) => ({ id, text: 'done', isError: false })
 *   }
 * })
 *
 * // for (const { name, run } of cases) it(name, run)
 * const ending = cases.find(({ name }) => name === 'in place: ends the story of 17 identical calls after 3')
 * await assert.rejects(async () => ending?.run(), /Expected a reply with an error flag: done/)
 */
export const adapterConformance = ({ fromCalls, inPlace }: AdapterUnderTest): ReadonlyArray<ConformanceCase> => [
  ...(fromCalls === undefined ? [] : casesOf('guarded calls', fromCalls, promisesOfCalls(fromCalls))),
  ...(inPlace === undefined ? [] : casesOf('in place', inPlace, promisesOfTools(inPlace)))
]
