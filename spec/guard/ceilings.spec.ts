/** Ceilings of a turn and of a tool: what counts, what a refusal says, and how calls wait for a place. */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  failed,
  guardedCall,
  guardFunctions,
  openSession,
  openTurn,
  type GuardedCall,
  type Tool,
  type Turn
} from '../../lib/index.js'
import type { BudgetOptions } from '../../lib/guard/settings.js'
import { expectLeft, expectRight } from '../helpers/either.js'
import { memoryStore } from '../stores/memory-store.js'

const tool = (traits: Partial<Tool<unknown>> = {}) =>
  guardedCall<unknown, unknown>({ name: 'look', effect: 'read', run: () => '{"a":1}', ...traits }, t.unknown)

const turnWith = (budget: BudgetOptions): Turn => openSession({ budget, loop: false }).openTurn()

const codes = async (turn: Turn, call: GuardedCall<unknown, unknown>, n: number, from = 0) => {
  const found: Array<string> = []
  for (let i = 0; i < n; i++) {
    const result = await turn.run(call({ i: from + i }))
    found.push(E.isLeft(result) ? result.left.code : 'right')
  }
  return found
}

const times = <A>(n: number, of: A): Array<A> => Array<A>(n).fill(of)

const LIMIT = 'turn_limit_reached'

describe('the ceilings of a turn', () => {
  it('are not there by default: 3,451 different calls run', async () => {
    const turn = openSession({ loop: false }).openTurn()
    const results = await codes(turn, tool(), 3_451)
    expect(results.every((code) => code === 'right')).to.equal(true)
    expect(turn.left()).to.deep.equal({ tools: {} })
  })

  it('allow so many calls, whatever they are, and say what was used', async () => {
    const turn = turnWith({ calls: 5 })
    expect(await codes(turn, tool(), 3)).to.deep.equal(times(3, 'right'))
    expect(turn.left()).to.deep.equal({ calls: 2, tools: {} })
    const pay = tool({ name: 'pay', effect: 'write' })
    expect(await codes(turn, pay, 3)).to.deep.equal(['right', 'right', LIMIT])
    const refusal = expectLeft(await turn.run(tool()({ i: 99 })))
    expect(refusal).to.deep.equal({
      error_class: 'schema_mismatch',
      code: LIMIT,
      detail: '5 of 5 calls of this turn are made; no further call is left. The tool was not run.',
      hint: 'Call no more tools in this turn: answer with what came so far, and say what is missing.'
    })
    expect(turn.left()).to.deep.equal({ calls: 0, tools: {} })
    expect(await codes(openTurn({ budget: { calls: 0 } }), tool(), 1)).to.deep.equal([LIMIT])
  })

  it('count runs alone: not what was refused, joined, or had arguments that do not fit', async () => {
    const turn = turnWith({ calls: 8 })
    const slow = tool({ run: () => new Promise((resolve) => setTimeout(resolve, 5, '{"a":1}')) })
    await Promise.all(times(10, 0).map(() => turn.run(slow({}))))
    expect(turn.left().calls).to.equal(7)
    const strict = guardedCall(
      { name: 'strict', effect: 'read', args: t.type({ n: t.number }), run: () => '1' },
      t.number
    )
    for (let i = 0; i < 3; i++)
      expect(expectLeft(await turn.run(strict.fromModel({}))).code).to.match(/invalid_arguments/)
    expect(turn.left().calls).to.equal(7)
    for (let i = 0; i < 6; i++) await turn.run(tool()({ same: true }))
    expect(turn.left().calls).to.equal(4)
    // A failure is a run.
    await turn.run(tool({ run: () => failed({ code: 'x', detail: 'X.' }) })({ i: 1 }))
    expect(turn.left().calls).to.equal(3)
  })

  it('let the last response pass the characters, and refuse the next call', async () => {
    const turn = turnWith({ chars: 1_000 })
    const long = tool({ run: () => JSON.stringify('x'.repeat(598)) })
    expect(await codes(turn, long, 3)).to.deep.equal(['right', 'right', LIMIT])
    expect(turn.left()).to.deep.equal({ chars: 0, tools: {} })
    expect(expectLeft(await turn.run(tool()({}))).detail).to.match(
      /^The responses of this turn have 1\d\d\d of 1000 characters; no further call is left\. The tool was not run\.$/
    )
  })

  it('allow so many calls of a tool, and say what is left for others', async () => {
    const turn = turnWith({ calls: 10, chars: 10_000 })
    const search = tool({ name: 'search', maxCalls: 2 })
    expect(await codes(turn, search, 3)).to.deep.equal(['right', 'right', LIMIT])
    const { detail, hint } = expectLeft(await turn.run(search({ i: 7 })))
    expect(detail).to.match(
      /^2 of 2 calls of search are made in this turn; left for other tools: 8 calls and 9\d{3} characters\./
    )
    expect(hint).to.equal('Use what this tool returned so far, or another tool.')
    expect(turn.left().tools).to.deep.equal({ search: 0 })
    expect(await codes(turn, tool(), 1)).to.deep.equal(['right'])
    const tools = guardFunctions({ get: async (n: number) => n }, { turn: openTurn(), rules: { get: { maxCalls: 1 } } })
    await tools.get(1)
    const refused = await tools.get(2).then(String, String)
    expect(refused).to.match(/turn_limit_reached/)
  })

  it('are none where nothing is counted, and none are left to tell', async () => {
    const turn = openTurn({ budget: false })
    expect(await codes(turn, tool({ maxCalls: 2 }), 3)).to.deep.equal(times(3, 'right'))
    expect(turn.left()).to.deep.equal({ tools: {} })
  })

  it('say so of a single call', async () => {
    const turn = turnWith({ calls: 2 })
    const search = tool({ name: 'search', maxCalls: 1 })
    await codes(turn, search, 1)
    expect(expectLeft(await turn.run(search({ i: 7 }))).detail).to.equal(
      '1 of 1 call of search is made in this turn; left for other tools: 1 call. The tool was not run.'
    )
    const once = turnWith({ calls: 1 })
    await codes(once, tool(), 1)
    expect(expectLeft(await once.run(tool()({ i: 7 }))).detail).to.match(/^1 of 1 call of this turn is made; /)
  })

  it('leave a repeat its own refusal, which carries the response', async () => {
    const turn = turnWith({ calls: 3 })
    for (let i = 0; i < 3; i++) await turn.run(tool()({}))
    expect(expectLeft(await turn.run(tool()({})))).to.deep.include({ code: 'retry_budget_exceeded', data: { a: 1 } })
    expect(expectLeft(await turn.run(tool()({ other: 1 }))).code).to.equal(LIMIT)
  })

  it('go on where the turn is saved, forgotten calls included', async () => {
    const options = { budget: { calls: 30, read: 100, chars: 100_000 }, loop: false } as const
    const session = openSession(options)
    const poll = tool({ name: 'poll', maxIdenticalCalls: 100, maxCalls: 28 })
    const turn = session.openTurn({ id: 'run' })
    let n = 0
    const news = tool({ ...poll.tool, run: () => String((n += 1)) } as never)
    for (let i = 0; i < 27; i++) expectRight(await turn.run(news({})))
    const before = turn.left()
    const state: unknown = JSON.parse(JSON.stringify(session.save()))
    const gone = openSession({ ...options, state }).openTurn({ id: 'run' })
    expect(gone.left()).to.deep.equal({ ...before, tools: {} })
    expectRight(await gone.run(news({ i: 1 })))
    expect(expectLeft(await gone.run(news({ i: 2 }))).code).to.equal(LIMIT)
    expect(gone.left()).to.include({ calls: 2 })
  })

  it('count over a shared store, in all processes together', async () => {
    const store = memoryStore()
    const open = () =>
      openSession({ store, loop: false, budget: { calls: 5, chars: 1_000 } }).openTurn({ id: 'shared' })
    const [here, there] = [open(), open()]
    const look = tool({ maxCalls: 4 })
    expect(await codes(here, look, 2)).to.deep.equal(times(2, 'right'))
    expect(await codes(there, look, 3, 10)).to.deep.equal(['right', 'right', LIMIT])
    expect(await codes(here, look, 1, 20)).to.deep.equal([LIMIT])
    expect(await codes(here, tool({ name: 'other' }), 2, 30)).to.deep.equal(['right', LIMIT])
    expect(here.left()).to.deep.equal({ calls: 0, chars: 1_000 - 5 * '{"a":1}'.length, tools: { look: 0 } })
  })

  it('are refused in a sentence where they cannot work', () => {
    for (const budget of [{ calls: -1 }, { chars: 1.5 }, { atOnce: 0 }])
      expect(() => openTurn({ budget })).to.throw(TypeError, /budget\.(?:calls|chars|atOnce)/)
    expect(() => tool({ maxCalls: -1 })).to.throw(TypeError, 'maxCalls')
  })
})

describe('calls at once', () => {
  const counting = (traits: Partial<Tool<unknown>> = {}) => {
    const made = { now: 0, most: 0, order: [] as Array<unknown> }
    const call = tool({
      run: async (args) => {
        made.order.push(args)
        made.most = Math.max(made.most, (made.now += 1))
        await new Promise((resolve) => setTimeout(resolve, 2))
        made.now -= 1
        return '{"a":1}'
      },
      ...traits
    })
    return { made, call }
  }

  it('are as many as they may be, in order: 792 of them', async () => {
    const { made, call } = counting()
    const turn = turnWith({ atOnce: 50 })
    const all = Array.from({ length: 792 }, (_, i) => i)
    const results = await Promise.all(all.map((i) => turn.run(call(i))))
    expect([results.every(E.isRight), made.most, made.order]).to.deep.equal([true, 50, all])
  })

  it('wait within their own time, which the wait shortens, and end by their signals', async () => {
    const never = tool({ name: 'never', timeoutMs: 200, run: () => new Promise(() => {}) })
    const turn = turnWith({ atOnce: 1 })
    const own = new AbortController()
    const began = performance.now()
    const running = [
      turn.run(never({ i: 1 })),
      turn.run(never({ i: 2 }, { signal: own.signal })),
      turn.run(never({ i: 3 }))
    ]
    own.abort()
    const errors = (await Promise.all(running)).map(expectLeft)
    expect(errors.map(({ code }) => code)).to.deep.equal(['timeout', 'cancelled', 'timeout'])
    expect(performance.now() - began).to.be.below(390)
    expect(turn.calls.filter(({ executed }) => executed === 'refused').length).to.be.at.least(1)
    expectRight(await turn.run(tool()({ free: true })))
  })

  it('say of a call without a place that it may be made again', async () => {
    const turn = turnWith({ atOnce: 1 })
    const never = tool({ name: 'never', run: () => new Promise((resolve) => setTimeout(resolve, 40, '{}')) })
    for (const effect of ['read', 'write'] as const) {
      const pay = tool({ name: 'pay', effect, timeoutMs: 10 })
      const running = turn.run(never({ effect }))
      const error = expectLeft(await turn.run(pay({ effect })))
      expect([error.code, error.hint]).to.deep.equal(['timeout', 'This call was not executed, and may be made again.'])
      await running
      expectRight(await turn.run(pay({ effect })))
    }
  })

  it('take no place inside a running call', async () => {
    const turn = turnWith({ atOnce: 1 })
    const inner = counting()
    const outer = tool({
      name: 'outer',
      timeoutMs: 1_000,
      run: async () => String((await turn.run(inner.call({})))._tag === 'Right')
    })
    expect(expectRight(await turn.run(outer({})))).to.equal(true)
  })

  it('give their place back whatever the tool does', async () => {
    const turn = turnWith({ atOnce: 1 })
    const throws = tool({
      name: 'throws',
      run: () => {
        throw new Error('No such file')
      }
    })
    for (let i = 0; i < 5; i++) expect(expectLeft(await turn.run(throws({ i }))).code).to.match(/not_found|loop/)
    expectRight(await turn.run(tool()({})))
  })
})
