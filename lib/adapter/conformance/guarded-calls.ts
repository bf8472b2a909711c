/** How calls of tools that are guarded where they stand are counted, ended and configured. */
import * as t from 'io-ts'
import { currentCall, openTurn, withTurn, type CallContext, type Turn } from '../../guard/kernel.js'
import { expectSame } from '../../stores/conformance/case.js'
import { lostAnswer, misbehaving } from '../../testing/misbehaving.js'
import type { GuardToolsOptions } from '../../toolset/in-place.js'
import { codeIn, errorIn, expectMatch, expectThat, expectTypeError, fail } from './expect.js'
import { guardOne } from './guarded-answers.js'
import { askFor, cutSearch, endless, ending, Orders, strangers, times } from './story.js'
import type { Promises, ToolsUnderTest } from './under-test.js'

export const GUARDED_CALLS: Promises<ToolsUnderTest> = {
  'ends the story of 17 identical calls after 3': async ({ guard }) => {
    const search_orders = cutSearch()
    const turn = openTurn()
    const call = guard({ search_orders }, { turn, rules: { search_orders: { output: Orders } } })
    const codes: Array<string> = []
    for (let i = 1; i <= 17; i++)
      codes.push(codeIn(await call(askFor('search_orders', { status: 'open' }, `call_${i}`))))
    expectSame(search_orders.calls, 3, 'how often the tool ran')
    expectSame(codes, [...times(3, 'truncated_response'), ...times(14, 'retry_budget_exceeded')], 'the codes')
    expectSame(
      [...new Set(turn.calls.map(({ args }) => JSON.stringify(args)))],
      ['{"status":"open"}'],
      'the arguments in the records'
    )
  },
  'tells calls with other arguments apart': async (adapter) => {
    let runs = 0
    const call = guardOne(adapter, () => ++runs)
    for (let i = 0; i < 6; i++) await call(askFor('look_up', { q: String(i % 2) }))
    expectSame(runs, 6, 'how often the tool ran')
  },
  'runs a write once, and says of a failed one what is known': async (adapter) => {
    const order = misbehaving(() => 'done', lostAnswer)
    const call = guardOne(adapter, order, { rules: { look_up: { effect: 'write' } } })
    expectMatch(errorIn(await call()).hint, /^It is unknown whether it was executed/, 'the hint')
    expectSame(codeIn(await call()), 'retry_budget_exceeded', 'the code of the second call')
    expectSame(order.calls, 1, 'how often the tool ran')
  },
  'refuses an answer that is too long where there is a limit': async (adapter) => {
    const long = () => ({ note: 'x'.repeat(1000) })
    for (const rule of [{}, { output: t.UnknownRecord }])
      expectSame(
        codeIn(await guardOne(adapter, long, { maxChars: 100, rules: { look_up: rule } })()),
        'too_long_for_model',
        'the code'
      )
  },
  'asks for the turn of each call where a function gives it': async (adapter) => {
    const turns = [openTurn(), openTurn()]
    let at = 0
    const call = guardOne(adapter, () => 'x', { turn: () => turns[at] ?? fail('Expected a turn.') })
    await call()
    at = 1
    await call()
    expectSame(
      turns.map(({ count }) => count),
      [1, 1],
      'the counts of the turns'
    )
  },
  'finds the turn within which it is called, and the tool its operation': async ({ guard, runsTools }) => {
    const turn = openTurn({ id: 'run-17' })
    let told: CallContext | undefined
    const look_up = () => {
      told = currentCall()
      return 'x'
    }
    const call = guard({ look_up }, {})
    await withTurn(turn, () => call({ id: 'call_1', name: 'look_up', input: { q: 'a' } }))
    expectSame(turn.count, 1, 'the count of the turn')
    if (runsTools === false) return
    expectSame(told?.turnId, 'run-17', 'the turn that the tool is told')
    expectMatch(told?.operationId, /^[0-9a-f]{32}$/, 'the operation that the tool is told')
  },
  'refuses at once options of other adapters, and those that nobody knows': async ({ guard, ownOptions }) => {
    for (const word of strangers(ownOptions))
      await expectTypeError(
        () => guard({ look_up: () => 1 }, { turn: openTurn(), [word]: 1 } as GuardToolsOptions),
        `Expected \`options\` to hold no \`${word}\`: `
      )
  },
  'refuses at once names that no tool has, and what is no output, no time and no turn': async ({ guard }) => {
    const refused = (options: GuardToolsOptions, message: string) =>
      expectTypeError(() => guard({ look_up: () => 1 }, { turn: openTurn(), ...options }), message)
    await refused(
      { rules: { lookup: { effect: 'write' } } },
      'Expected `rules` to name tools that are there; there is no `lookup`.'
    )
    await refused(
      { rules: { lookUp: { output: t.string } } },
      'Expected `rules` to name tools that are there; there is no `lookUp`.'
    )
    await refused({ rules: { look_up: { output: 5 as never } } }, 'Expected')
    await refused({ timeoutMs: 0 }, 'Expected `timeoutMs` to be a whole number of milliseconds')
    await refused({ turn: {} as Turn }, 'Expected `turn` to be a turn')
  }
}

export const FILLS: Promises<ToolsUnderTest> = {
  'runs a write once where the schema of its tool makes two calls equal': async ({ guardFilling }) => {
    const seen: Array<unknown> = []
    const identity = (args: unknown): unknown => {
      seen.push(args)
      return args
    }
    for (const rule of [{}, { identity }]) {
      const given: Array<unknown> = []
      const look_up = (args: Record<string, unknown>): string => `done ${given.push(args)}`
      const options = { turn: openTurn(), rules: { look_up: { effect: 'write' as const, ...rule } } }
      const call = (guardFilling ?? fail('Expected tools that fill in arguments.'))({ look_up }, options)
      for (const input of [{}, { q: 'x' }]) await call(askFor('look_up', input))
      expectSame(given, [{ q: 'x' }], 'the arguments that the tool got')
    }
    expectSame([...new Set(seen.map((args) => JSON.stringify(args)))], ['{"q":"x"}'], 'what `identity` saw')
  }
}

export const RUNS_TOOLS: Promises<ToolsUnderTest> = {
  'gives up a tool that does not end': async (adapter) => {
    let told: AbortSignal | undefined
    const call = guardOne(
      adapter,
      (_, { signal }) => {
        told = signal
        return endless()
      },
      { timeoutMs: 10 }
    )
    expectSame(codeIn(await ending(call())), 'timeout', 'the code')
    if (adapter.passesSignal !== false)
      expectThat(told?.aborted === true, 'Expected the tool to be told that its time is over.')
  }
}
