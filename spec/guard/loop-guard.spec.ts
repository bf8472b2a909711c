import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import {
  failed,
  guardedCall,
  guardFunctions,
  openSession,
  openTurn,
  partialData,
  type SemanticCheck,
  type Session,
  type Tool,
  type ToolError,
  type Turn
} from '../../lib/index.js'
import { expectLeft } from '../helpers/either.js'

const tool = (run: Tool<unknown>['run'], more: Partial<Tool<unknown>> = {}): Tool<unknown> => ({
  name: 'search',
  effect: 'read',
  run,
  ...more
})
const Anything = t.unknown

/** The codes of one call made in one turn after the other. */
const across = async (
  session: Session,
  turns: number,
  run: Tool<unknown>['run'],
  args: (turn: number) => unknown = () => ({ q: 1 })
): Promise<ReadonlyArray<string>> => {
  const codes: Array<string> = []
  const call = guardedCall(tool(run), Anything)
  for (let i = 0; i < turns; i++) {
    const result = await session.openTurn().run(call(args(i)))
    codes.push(E.isLeft(result) ? result.left.code : 'right')
  }
  return codes
}

describe('the loop detector of a session', () => {
  it('lets a read see what a write did that ran since, though it brought what it had brought before', async () => {
    const turn = openTurn()
    let page = 0
    const write = { effect: 'write', run: () => void page++ } as const
    const press = guardedCall({ ...write, name: 'press_key', maxIdenticalCalls: 50 }, Anything)
    const restart = guardedCall({ ...write, name: 'restart_pod', idempotent: true }, Anything)
    const reads = ['snapshot', 'network'].map((name) =>
      guardedCall({ name, effect: 'read', run: () => ({ [name]: page }) }, Anything)
    )
    for (const [act, rounds] of [
      [press, 4],
      [restart, 3]
    ] as const)
      for (let round = 0; round < rounds; round++) {
        expect(await turn.run(act({ key: 'Enter' })), String(round)).to.deep.include({ _tag: 'Right' })
        for (let wait = 0; wait < 3; wait++)
          for (const read of reads) {
            const result = await turn.run(read({}))
            expect(result, `${round} ${wait}`).to.deep.include({ _tag: 'Right' })
          }
      }
  })

  it('lets a write with a ceiling of its own repeat as often, alone and in turn with others', async () => {
    const turn = openTurn()
    const press = guardedCall({ name: 'press_key', effect: 'write', maxIdenticalCalls: 12, run: () => 'ok' }, Anything)
    const look = guardedCall(
      tool(() => 'the page'),
      Anything
    )
    const codes: Array<string> = []
    for (let i = 0; i < 13; i++)
      for (const call of [press({ key: 'Tab' }), press({ key: 'Space' }), look({})]) {
        const result = await turn.run(call)
        codes.push(E.isLeft(result) ? result.left.code : 'right')
      }
    expect(codes.slice(0, 36)).to.deep.equal(Array(36).fill('right'))
    expect(codes.slice(36, 38)).to.deep.equal(['retry_budget_exceeded', 'retry_budget_exceeded'])
  })

  it('lets calls through that name what was missing, however long it is', async () => {
    for (const chars of [10, 1_000, 100_000]) {
      const { apply } = guardFunctions(
        {
          apply: async ({ query }: { readonly name: string; readonly query?: string }) => {
            if (query === undefined) throw new Error('Missing required parameter: query')
            return '{"success":true}'
          }
        },
        { turn: openTurn(), rules: { apply: { effect: 'write', idempotent: true } } }
      )
      const told = (args: { readonly name: string; readonly query?: string }) =>
        apply(args).catch((error: unknown) => (JSON.parse((error as Error).message) as ToolError).code)
      for (let n = 0; n < 5; n++) expect(await told({ name: `all ${n}` })).to.equal('rejected_arguments')
      expect(await told({ name: 'all 5' })).to.equal('loop_detected')
      for (let n = 0; n < 3; n++)
        expect(await told({ name: `part ${n}`, query: 'x'.repeat(chars) })).to.equal('{"success":true}')
    }
  })

  it('refuses a call that failed alike three times across turns, and names the tool and another move', async () => {
    const session = openSession()
    let ran = 0
    const cut = (): string => {
      ran += 1
      return '[1,2'
    }
    expect(await across(session, 5, cut)).to.deep.equal([
      'truncated_response',
      'truncated_response',
      'truncated_response',
      'loop_detected',
      'loop_detected'
    ])
    expect(ran).to.equal(3)
    // The third goes through: what failed may have been repaired.
    expect(await across(session, 3, cut)).to.deep.equal(['truncated_response', 'loop_detected', 'loop_detected'])
    await across(session, 1, cut)
    const turn = session.openTurn()
    const error = expectLeft(await turn.run(guardedCall(tool(cut), Anything)({ q: 1 })))
    expect(error.error_class).to.equal('semantic_garbage')
    expect(error.detail).to.match(/search 5 times over 5 turns/)
    expect(error.hint).to.match(/^Do not call search with these arguments again\./)
    expect(turn.calls[0]?.executed).to.equal('refused')
  })

  it('counts as no repeat: the budget refuses nothing that the detector refused', async () => {
    const session = openSession()
    const call = guardedCall(
      tool(() => '<html>Sign in</html>'),
      Anything
    )
    for (let i = 0; i < 3; i++) await session.openTurn().run(call({ q: 1 }))
    const turn = session.openTurn()
    const codes: Array<string> = []
    for (let i = 0; i < 7; i++) {
      const result = await turn.run(call({ q: 1 }))
      codes.push(E.isLeft(result) ? result.left.code : 'right')
    }
    // The same call is tried once in a turn.
    const [loop, html] = ['loop_detected', 'html_response']
    expect(codes).to.deep.equal([loop, loop, html, loop, loop, loop, loop])
  })

  it('lets a call that is fine be made again in each turn', async () => {
    expect(await across(openSession(), 8, () => '[1]')).to.deep.equal(Array<string>(8).fill('right'))
  })

  it('ends with the first success, though that is as it was in earlier turns', async () => {
    let i = 0
    const closed = (): unknown => failed({ code: 'closed', detail: 'The shop is closed.', hint: null })
    const healthy = ['closed', 'closed', 'closed', 'loop_detected', 'loop_detected', ...Array<string>(9).fill('right')]
    expect(await across(openSession(), 14, () => (++i > 3 ? { id: 1 } : closed()))).to.deep.equal(healthy)
    const once = Array.from({ length: 16 }, (_, n) => (n % 4 === 3 ? 'closed' : 'right'))
    i = 0
    expect(await across(openSession(), 16, () => (++i % 4 === 0 ? closed() : { id: 1 }))).to.deep.equal(once)
  })

  it('lets polling that moves and paging go on', async () => {
    const session = openSession()
    let n = 0
    expect(
      await across(session, 12, () =>
        failed(partialData({ code: 'job_running', detail: `Doing ${'x'.repeat((n += 1))}.` }))
      )
    ).not.to.include('loop_detected')
    expect(
      await across(
        openSession(),
        12,
        () => failed(partialData({ code: 'more_pages_available', detail: 'More.' })),
        (page) => ({ page })
      )
    ).not.to.include('loop_detected')
  })

  it('ends a loop with the news of a poll, and never counts a poll into one', async () => {
    const codesWith = async (answers: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
      const session = openSession({ budget: false })
      const get = guardedCall({ name: 'get', effect: 'read', run: () => '[1,2' }, Anything)
      let polled = 0
      const poll = guardedCall(
        { name: 'poll', effect: 'read', polls: true, run: () => answers[polled++ % answers.length] },
        Anything
      )
      const codes: Array<string> = []
      for (let i = 0; i < 6; i++)
        for (const call of [get, poll]) {
          const result = await session.openTurn().run(call())
          codes.push(E.isLeft(result) ? result.left.code : 'right')
        }
      return codes
    }
    const cut = ['truncated_response', 'right']
    expect(await codesWith(['"10 %"', '"20 %"', '"30 %"', '"40 %"', '"50 %"', '"60 %"'])).to.deep.equal(
      Array(6).fill(cut).flat()
    )
    const looped = ['loop_detected', 'right']
    expect(await codesWith(['"pending"'])).to.deep.equal([...Array(4).fill(cut), looped, looped].flat())
  })

  it('sees one tool fail alike whatever its arguments', async () => {
    const session = openSession()
    let page = '<html></html>'
    const call = guardedCall(
      tool(() => page),
      Anything
    )
    const codesOf = async (turn: Turn, args: ReadonlyArray<number>): Promise<ReadonlyArray<string>> => {
      const codes: Array<string> = []
      for (const i of args) {
        const result = await turn.run(call({ i }))
        codes.push(E.isLeft(result) ? result.left.code : 'right')
      }
      return codes
    }
    const turn = session.openTurn()
    const [html, loop] = ['html_response', 'loop_detected']
    expect(await codesOf(turn, [1, 2, 3, 4, 5])).to.deep.equal(Array(5).fill(html))
    // Open: the third goes through, unless its arguments were tried since.
    expect(await codesOf(turn, [6, 7, 8, 9, 10, 8, 11])).to.deep.equal([loop, loop, html, loop, loop, loop, html])
    page = '[1]'
    expect(await codesOf(turn, [12, 13, 14, 15, 16])).to.deep.equal([loop, loop, 'right', 'right', 'right'])
    page = '<html></html>'
    expect(await codesOf(turn, [21, 22, 23, 24, 25, 26])).to.deep.equal([...Array<string>(5).fill(html), loop])
    // A new turn is a new chance.
    expect(await codesOf(session.openTurn(), [31, 32, 33, 34, 35, 36])).to.deep.equal([
      ...Array<string>(5).fill(html),
      loop
    ])
  })

  it('tells a write whose outcome is unknown to verify, in the next process too', async () => {
    const hintAfter = async (run: Tool<unknown>['run']): Promise<string | null> => {
      let session = openSession()
      const call = guardedCall(tool(run, { effect: 'write' }), Anything)
      for (let i = 0; i < 3; i++) {
        await session.openTurn().run(call())
        session = openSession({ state: JSON.parse(JSON.stringify(session.save())) as unknown })
      }
      return expectLeft(await session.openTurn().run(call())).hint
    }
    const stop = 'Do not call search with these arguments again.'
    expect(
      await hintAfter(() => {
        throw new Error('x')
      })
    ).to.equal(`${stop} It is unknown whether it was executed: verify with a read before doing anything else.`)
    expect(await hintAfter(() => '<html></html>')).to.equal(
      `${stop} It is unknown whether it was executed: verify with a read before doing anything else.`
    )
    expect(
      await hintAfter(() => failed(partialData({ code: 'tool_unavailable', detail: 'x' }), { executed: 'no' }))
    ).to.match(/Go on with other work, use another tool/)
  })

  it('is asked after the budget, and can be turned off', async () => {
    const turn = openSession().openTurn()
    const call = guardedCall(
      tool(() => '[1,2'),
      Anything
    )
    const codes = []
    for (let i = 0; i < 4; i++) codes.push(expectLeft(await turn.run(call())).code)
    expect(codes.at(-1)).to.equal('retry_budget_exceeded')
    expect(await across(openSession({ loop: false }), 6, () => '[1,2')).not.to.include('loop_detected')
    expect(() => openSession({ loop: { repeats: 1 } })).to.throw(TypeError, /`repeats`/)
  })

  it('ignores fields of arguments and of answers by name', async () => {
    const session = openSession({ loop: { ignoreArgs: ['request_id'], ignoreResultFields: ['took_ms'] } })
    let n = 0
    const wrong = (): unknown => ({ took_ms: (n += 1), status: 'shipping' })
    const call = guardedCall(tool(wrong), t.type({ status: t.literal('placed') }))
    const codes: Array<string> = []
    for (let i = 0; i < 4; i++) codes.push(expectLeft(await session.openTurn().run(call({ q: 1, request_id: i }))).code)
    expect(codes).to.deep.equal(['schema_violation', 'schema_violation', 'schema_violation', 'loop_detected'])
  })

  it('compares what carries data by the data, whatever its arguments and its code', async () => {
    const stale: SemanticCheck<unknown, unknown> = () => O.some(partialData({ code: 'stale', detail: 'An hour old.' }))
    const codesOf = async (run: Tool<unknown>['run']): Promise<ReadonlyArray<string>> => {
      const turn = openTurn()
      const call = guardedCall(tool(run), Anything, stale)
      for (let id = 0; id < 6; id++) await turn.run(call({ id }))
      return turn.calls.map(({ code }) => String(code))
    }
    const all = Array<string>(6).fill('stale')
    expect(await codesOf((args) => JSON.stringify(args))).to.deep.equal(all)
    expect(await codesOf(() => '{"id":1}')).to.deep.equal([...all.slice(1), 'loop_detected'])
  })

  it('sees that long answers go round, as it does of short ones', async () => {
    for (const length of [1, 65_536, 70_000, 1_000_000]) {
      const turn = openSession({ budget: { read: 20 } }).openTurn()
      const call = guardedCall(
        tool(() => JSON.stringify('x'.repeat(length))),
        Anything
      )
      const codes: Array<string> = []
      for (let i = 0; i < 7; i++) codes.push(E.isLeft(await turn.run(call({ q: i % 2 }))) ? 'left' : 'right')
      expect(codes, String(length)).to.deep.equal([...Array<string>(6).fill('right'), 'left'])
      expect(turn.calls.at(-1)?.code).to.equal('loop_detected')
    }
  })

  it('leaves it to the budget that a long answer is the same, as a short one is', async () => {
    for (const length of [1, 65_536, 70_000, 1_000_000]) {
      const turn = openSession().openTurn()
      const call = guardedCall(
        tool(() => JSON.stringify('x'.repeat(length))),
        Anything
      )
      const codes: Array<string> = []
      for (let i = 0; i < 4; i++)
        codes.push(
          E.fold(
            ({ code }: ToolError) => code,
            () => 'right'
          )(await turn.run(call()))
        )
      expect(codes, String(length)).to.deep.equal(['right', 'right', 'right', 'retry_budget_exceeded'])
    }
  })
})
