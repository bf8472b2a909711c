/** States as each released version wrote them: whatever a later version adds, they stay readable and mean the same. */
import { expect } from 'chai'
import * as t from 'io-ts'
import { readFileSync } from 'node:fs'
import {
  failed,
  guardFunctions,
  guardedCall,
  memoryLedger,
  openSession,
  schemaMismatch,
  type ToolCallError,
  type Turn
} from '../../lib/index.js'
import { ROOT } from '../helpers/docs-examples.js'

const VERSIONS = ['0.1.0']

/**
 * A conversation in which pay 1 was executed, pay 2 was not, pay 3 still ran, list failed twice and asked to wait, and
 * arguments of pay did not fit.
 */
const stateOf = (version: string): { turns: ReadonlyArray<{ events: Array<object> }> } =>
  JSON.parse(readFileSync(`${ROOT}spec/guard/states/${version}.json`, 'utf8')) as never

const tools = () => {
  const made: Array<number> = []
  const pay = guardedCall(
    {
      name: 'pay',
      effect: 'write',
      args: t.type({ n: t.number }),
      run: ({ n }) => {
        made.push(n)
        return '{"id":1}'
      }
    },
    t.type({ id: t.number })
  )
  const busy = failed(schemaMismatch({ code: 'busy', detail: 'Busy.', retryAfterMs: 1_000 }))
  const list = guardedCall({ name: 'list', effect: 'read', run: () => busy }, t.unknown)
  return { made, pay, list }
}

const open = (state: unknown, now = () => 0): Turn => openSession({ state, clock: now }).openTurn({ id: 'run-17' })

const codeOf = async (turn: Turn, call: Parameters<Turn['run']>[0]): Promise<string> => {
  const result = await turn.run(call as never)
  return result._tag === 'Left' ? (result.left as { code: string }).code : 'right'
}

for (const version of VERSIONS)
  describe(`a state that version ${version} saved`, () => {
    it('lists the writes, and lets none run again that ran or may have', async () => {
      const { pay, made } = tools()
      const turn = open(stateOf(version))
      expect(turn.outcomes().map(({ executed, code }) => [executed, code])).to.deep.equal([
        ['yes', null],
        ['no', 'closed'],
        ['unknown', null]
      ])
      for (const n of [1, 2, 3, 4]) await turn.run(pay({ n }))
      expect(made).to.deep.equal([2, 4])
    })

    it('goes on counting what failed, what asked to wait, and what did not fit', async () => {
      const { pay, list } = tools()
      let now = 0
      const turn = open(stateOf(version), () => now)
      // The write that still ran counts as one that came since.
      for (const code of ['busy', 'busy', 'busy', 'retry_budget_exceeded'])
        expect(await codeOf(turn, list())).to.equal(code)
      now = 1_000
      expect(await codeOf(turn, list())).to.equal('busy')
      const codes: Array<string> = []
      for (const n of ['a', 'b', 'c']) codes.push(await codeOf(turn, pay.fromModel({ n })))
      expect(codes).to.deep.equal(['invalid_arguments', 'invalid_arguments', 'validation_cap_exceeded'])
    })

    it('is read with what a later version adds to it, which is skipped', async () => {
      const state = stateOf(version)
      const [turn] = state.turns
      turn?.events.splice(1, 0, { is: 'joined', call: 'x', later: true })
      turn?.events.forEach((event) => Object.assign(event, { later: { and: ['more'] } }))
      const { pay, made } = tools()
      const again = open({ ...state, later: 1 })
      for (const n of [1, 2, 3]) await again.run(pay({ n }))
      expect(made).to.deep.equal([2])
    })
  })

describe('a state with reports of failures and ceilings', () => {
  /**
   * A conversation with `calls: 10`, in which start 1 said no, pay 1 was executed, search 1 was made (at most 3), and
   * then start 2 said no.
   */
  const stateWith = (change: (event: Record<string, unknown>) => boolean = () => true) => {
    const state = stateOf('0.1.0-ceilings') as { turns: Array<{ events: Array<Record<string, unknown>> }> }
    for (const turn of state.turns) turn.events = turn.events.filter(change)
    return state
  }

  const startedIn = async (state: unknown): Promise<ReadonlyArray<number>> => {
    const ran: Array<number> = []
    const start = guardedCall(
      { name: 'start', effect: 'write', args: t.type({ n: t.number }), run: ({ n }) => (ran.push(n), '1') },
      t.unknown
    )
    const turn = open(state)
    // pay frees the first, which then frees the second.
    for (const n of [1, 2]) await turn.run(start({ n }))
    return ran
  }

  it('lets what said no run again once another wrote, and never where it is not known that it said no', async () => {
    expect(await startedIn(stateWith())).to.deep.equal([1, 2])
    const alone = stateWith(({ call }) => call !== '3' && call !== '7')
    expect(await startedIn(alone)).to.deep.equal([2])
    const forgets = stateWith((event) => {
      delete event['report']
      return true
    })
    expect(await startedIn(forgets)).to.deep.equal([])
  })

  it('goes on counting what was used', async () => {
    const budget = { calls: 5, chars: 1_000 }
    const turn = openSession({ state: stateWith(), clock: () => 0, budget }).openTurn({ id: 'run-17' })
    const search = guardedCall(
      { name: 'search', effect: 'read', maxCalls: 2, args: t.type({ n: t.number }), run: () => '1' },
      t.unknown
    )
    expect(turn.left()).to.deep.equal({ calls: 1, chars: 1_000 - 92, tools: {} })
    expect([await codeOf(turn, search({ n: 2 })), await codeOf(turn, search({ n: 3 }))]).to.deep.equal([
      'right',
      'turn_limit_reached'
    ])
    expect(turn.left().tools).to.deep.equal({ search: 0 })
  })
})

describe('a state that cannot be read', () => {
  const broken = (): unknown => {
    const state = stateOf('0.1.0')
    Object.assign(state.turns[0]?.events[0] ?? {}, { key: 7 })
    return state
  }

  it('is a TypeError, which names the other way', () => {
    for (const state of [broken(), {}, { v: 2 }, null, 'x'])
      expect(() => openSession({ state })).to.throw(TypeError, "`onUnreadableState: 'fresh'`")
    expect(() => openSession({ onUnreadableState: 'maybe' as 'fresh' })).to.throw(TypeError, "'throw' or 'fresh'")
  })

  it('begins a session, where it is told to, that reads, and refuses writes unless they are idempotent or a ledger knows of them', async () => {
    const { pay, made } = tools()
    const put = guardedCall({ name: 'put', effect: 'write', idempotent: true, run: () => 'true' }, t.boolean)
    const look = guardedCall({ name: 'look', effect: 'read', run: () => 'true' }, t.boolean)
    const options = { state: broken(), onUnreadableState: 'fresh', logger: false } as const
    const turn = openSession(options).openTurn({ id: 'run-17' })
    expect([await codeOf(turn, look()), await codeOf(turn, put())]).to.deep.equal(['right', 'right'])
    expect(await codeOf(turn, pay({ n: 1 }))).to.equal('store_unavailable')
    const { send_mail } = guardFunctions({ send_mail: () => made.push(0) }, { turn })
    expect(await send_mail().catch(({ toolError }: ToolCallError) => toolError.code)).to.equal('store_unavailable')
    expect(made).to.deep.equal([])
    const ledgered = openSession({ ...options, ledger: memoryLedger() }).openTurn({ id: 'run-17' })
    expect(await codeOf(ledgered, pay({ n: 1 }))).to.equal('right')
  })

  it('refuses writes in no session whose state can be read', async () => {
    const { pay } = tools()
    const turn = openSession({ state: stateOf('0.1.0'), onUnreadableState: 'fresh' }).openTurn()
    expect(await codeOf(turn, pay({ n: 9 }))).to.equal('right')
  })
})
