/** What a tool that is guarded where it stands gives again where its write ran in an earlier delivery. */
import * as t from 'io-ts'
import { isObject } from '../../core/foreign/index.js'
import { openSession } from '../../guard/kernel.js'
import { expectSame } from '../../stores/conformance/case.js'
import { memoryLedger } from '../../stores/memory-ledger.js'
import type { GuardToolsOptions } from '../../toolset/in-place.js'
import { codeIn, errorIn, expectMatch, expectThat, goodIn } from './expect.js'
import { guardOne } from './guarded-answers.js'
import type { Promises, ReplyToModel, ToolsUnderTest } from './under-test.js'

type Rule = NonNullable<GuardToolsOptions['rules']>[string]

interface Deliveries {
  readonly replies: readonly [first: ReplyToModel, again: ReplyToModel]
  readonly runs: number
}

/** One write of a job that is delivered twice. */
const deliverTwice = async (adapter: ToolsUnderTest, answer: unknown, rule: Rule): Promise<Deliveries> => {
  const ledger = memoryLedger()
  let runs = 0
  const run = () => {
    runs += 1
    return answer
  }
  const deliver = async () => {
    const turn = openSession({ ledger, logger: false }).openTurn({ id: 'job-17' })
    return guardOne(adapter, run, { turn, rules: { look_up: { effect: 'write', ...rule } } })()
  }
  return { replies: [await deliver(), await deliver()], runs }
}

const prototypeOf = (value: unknown): unknown => (isObject(value) ? Object.getPrototypeOf(value) : typeof value)

export const LEDGERS: Promises<ToolsUnderTest> = {
  'gives again what a write gave in an earlier delivery, in the same form': async (adapter) => {
    const output = t.strict({ total: t.number })
    const cases: ReadonlyArray<readonly [answer: unknown, rule: Rule]> = [
      ['paid 12.50', {}],
      ['{"a":1} ', {}],
      [{ rows: [1, null], note: '' }, {}],
      [{ total: 1, token: 'dropped' }, { output }],
      ['{"total":1,"token":"dropped"}', { output }]
    ]
    for (const [answer, rule] of cases) {
      const { replies, runs } = await deliverTwice(adapter, answer, rule)
      const [first, again] = replies
      goodIn(first)
      expectSame(runs, 1, 'how often the tool ran')
      // Where somebody else runs the tool, only a denial keeps it from running.
      if (adapter.runsTools === false) expectSame(codeIn(again), 'retry_budget_exceeded', 'the code of the denial')
      else {
        expectSame(again, first, 'the reply to the second delivery')
        expectThat(
          prototypeOf(again.value) === prototypeOf(first.value),
          'Expected the second delivery to be handed a value of the same class.'
        )
      }
    }
  },
  'says that a write ran whose response was too long to be kept': async (adapter) => {
    const { replies, runs } = await deliverTwice(adapter, 'x'.repeat(70_000), {})
    expectSame(runs, 1, 'how often the tool ran')
    const { code, hint } = errorIn(replies[1])
    expectSame(code, 'incomplete_response', 'the code')
    expectMatch(hint, /^It was executed/, 'the hint')
  }
}
