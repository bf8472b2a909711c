import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  failed,
  guardFunctions,
  guardedCall,
  memoryLedger,
  openSession,
  schemaMismatch,
  type Ledger,
  type Session,
  type SessionOptions,
  type Tool,
  type Turn
} from '../../lib/index.js'
import { expectLeft } from '../helpers/either.js'

interface Args {
  readonly to: string
}

const ARGS: Args = { to: 'canary of the arguments' }

/** A tool that counts its runs. */
const tool = (traits: Partial<Tool<Args>> = {}) => {
  const made = { runs: 0 }
  const run = (): unknown => {
    made.runs += 1
    return '{"id":"canary of the answer"}'
  }
  const call = guardedCall<Args, { readonly id: string }>(
    { name: 'place_order', effect: 'write', args: t.type({ to: t.string }), run, ...traits },
    t.type({ id: t.string })
  )
  return { call, made }
}

const told = (result: E.Either<{ readonly code: string }, unknown>): string =>
  E.isLeft(result) ? result.left.code : 'right'

/** The session in another process: what was saved went through a database. */
const hop = (session: Session, options: SessionOptions = {}): Session => {
  const state: unknown = JSON.parse(JSON.stringify(session.save()))
  expect(JSON.stringify(state)).not.to.include('canary')
  return openSession({ ...options, state })
}

const times = async (n: number, turn: Turn, call: ReturnType<typeof tool>['call']): Promise<ReadonlyArray<string>> => {
  const codes: Array<string> = []
  for (let i = 0; i < n; i++) codes.push(told(await turn.run(call(ARGS))))
  return codes
}

const id = 'run-17'
const REFUSED = 'retry_budget_exceeded'

describe('an open turn that goes on in another process', () => {
  it('remembers which writes have an unknown outcome: what a later request is told proves nothing of them', async () => {
    const closed = schemaMismatch({ code: 'closed', detail: 'Closed.' })
    const ids: Array<string> = []
    const write = tool({
      maxIdenticalCalls: 2,
      run: (_args, { operationId }) =>
        ids.push(operationId) === 1 ? Promise.reject(new Error('reset')) : failed(closed, { executed: 'no' })
    })
    const here = openSession()
    await here.openTurn({ id }).run(write.call(ARGS))
    const there = hop(here).openTurn({ id })
    expect(told(await there.run(write.call(ARGS)))).to.equal('closed')
    expect(there.outcomes().map(({ executed }) => executed)).to.deep.equal(['unknown'])
    expect(new Set(ids).size).to.equal(1)
  })

  it('has no refusal that leaves out that a write may have run, however often it was refused before', async () => {
    const write = tool()
    const here = openSession()
    await times(3, here.openTurn({ id }), write.call)
    const there = hop(here).openTurn({ id })
    for (const _ of [1, 2, 3]) {
      const refusal = await there.run(write.call(ARGS))
      expect(E.isLeft(refusal) && refusal.left.detail).to.match(/its result is not known here/i)
      expect(E.isLeft(refusal) && refusal.left.hint).to.equal('It was executed: verify with a read.')
    }
    expect(write.made.runs).to.equal(1)
  })

  it('counts what was called before: a write runs once, a read brings nothing new only so often', async () => {
    const here = openSession()
    const write = tool()
    const read = tool({ name: 'list', effect: 'read' })
    await here.openTurn({ id }).run(write.call(ARGS))
    const first = here.openTurn({ id })
    await first.run(write.call(ARGS))
    await first.run(read.call(ARGS))
    await first.run(read.call(ARGS))
    const there = hop(here).openTurn({ id })
    expect(await times(2, there, write.call)).to.deep.equal([REFUSED, REFUSED])
    expect(await times(2, there, read.call)).to.deep.equal(['right', REFUSED])
    expect(write.made.runs).to.equal(2)
  })

  it('says of a refused write what is known here, and no more', async () => {
    const here = openSession()
    const { call } = tool()
    await here.openTurn({ id }).run(call(ARGS))
    const result = await hop(here).openTurn({ id }).run(call(ARGS))
    expect(E.isLeft(result) && result.left.detail).to.include('its result is not known here')
    expect(E.isLeft(result) && 'data' in result.left).to.equal(false)
  })

  it('begins a count afresh where another call wrote after the hop, or the answer changed', async () => {
    const here = openSession()
    const read = tool({ name: 'list', effect: 'read' })
    expect(await times(3, here.openTurn({ id }), read.call)).to.deep.equal(['right', 'right', 'right'])
    const there = hop(here).openTurn({ id })
    expect(await times(1, there, read.call)).to.deep.equal([REFUSED])
    await there.run(tool().call(ARGS))
    expect(await times(4, there, read.call)).to.deep.equal(['right', 'right', 'right', REFUSED])
  })

  it('counts a write in flight as one that may have run', async () => {
    const here = openSession()
    let open: () => void = () => {}
    const slow = tool({ run: () => new Promise((resolve) => (open = () => resolve('{"id":"1"}'))) })
    const running = here.openTurn({ id }).run(slow.call(ARGS))
    const { call, made } = tool()
    expect(told(await hop(here).openTurn({ id }).run(call(ARGS)))).to.equal(REFUSED)
    open()
    expect([told(await running), made.runs]).to.deep.equal(['right', 0])
  })

  it('does not know how one in flight ended that may be repeated, or that is a write by its name alone', async () => {
    let open: () => void = () => {}
    const slow = () => new Promise((resolve) => (open = () => resolve('{"id":"1"}')))
    for (const rules of [{ edit_note: { idempotent: true } }, {}]) {
      const here = openSession({ logger: false })
      const tools = guardFunctions({ edit_note: slow }, { turn: here.openTurn({ id }), rules })
      const running = tools.edit_note()
      expect(
        hop(here)
          .openTurn({ id })
          .outcomes()
          .map(({ tool: name, executed }) => [name, executed])
      ).to.deep.equal([['edit_note', 'unknown']])
      open()
      await running
    }
  })

  it('counts invalid arguments on', async () => {
    const here = openSession()
    const { call } = tool()
    const first = here.openTurn({ id })
    for (let i = 0; i < 3; i++) await first.run(call.fromModel({ to: i }))
    const there = hop(here).openTurn({ id })
    expect(told(await there.run(call.fromModel({ to: 3 })))).to.equal('validation_cap_exceeded')
    expect(
      told(
        await openSession()
          .openTurn({ id })
          .run(call.fromModel({ to: 3 }))
      )
    ).to.equal('invalid_arguments')
  })

  it('goes on waiting for what an answer asked to wait', async () => {
    let now = 0
    const options = { clock: () => now }
    const here = openSession(options)
    const busy = schemaMismatch({ code: 'busy', detail: 'Busy.', retryAfterMs: 1_000 })
    const poll = tool({ name: 'poll', effect: 'read', run: () => failed(busy) })
    expect(await times(4, here.openTurn({ id }), poll.call)).to.deep.equal(['busy', 'busy', 'busy', REFUSED])
    now = 600
    const saved = hop(here, { clock: () => now - 10_000 })
    const there = saved.openTurn({ id })
    now = 900
    expect(await times(1, there, poll.call)).to.deep.equal([REFUSED])
    now = 1_000
    expect(await times(1, there, poll.call)).to.deep.equal(['busy'])
  })

  it('names operations and calls on from where it was, and lists writes without their arguments', async () => {
    const here = openSession()
    const ids: Array<string> = []
    const fails = failed(schemaMismatch({ code: 'closed', detail: 'Closed.' }), { executed: 'no' })
    const { call } = tool({ run: (_, { operationId }) => (ids.push(operationId), fails) })
    const first = here.openTurn({ id })
    await first.run(call(ARGS))
    const there = hop(here).openTurn({ id })
    await there.run(call(ARGS))
    expect(new Set(ids).size).to.equal(2)
    const written = { tool: 'place_order', executed: 'no', code: 'closed' }
    expect(there.outcomes()).to.deep.equal([
      { operationId: ids[0], callId: 'run-17.1', args: null, ...written },
      { operationId: ids[1], callId: 'run-17.2', args: ARGS, ...written }
    ])
  })

  it('is given the answers of a ledger that it was not given yet, and no others', async () => {
    const ledger = memoryLedger()
    const press = tool({ name: 'press_key', maxIdenticalCalls: 3 })
    const here = openSession({ ledger })
    const first = here.openTurn({ id })
    const pressed = async (turn: Turn, step: string) => told(await turn.run(press.call(ARGS), { step }))
    expect(await pressed(first, '1')).to.equal('right')
    const state = here.save()
    expect(await pressed(first, '2')).to.equal('right')
    const there = openSession({ ledger, state }).openTurn({ id })
    const codes = []
    for (const step of ['1', '2', '3', '3']) codes.push(await pressed(there, step))
    expect(codes).to.deep.equal([REFUSED, 'right', 'right', REFUSED])
    expect(there.calls.map(({ replayed = false }) => replayed)).to.deep.equal([false, true, false, false])
    expect(press.made.runs).to.equal(3)
  })

  describe('is refused a repeat with what the ledger knows of the first', () => {
    /** A write here, and the same twice more where the turn goes on. */
    const repeated = async (run: () => unknown, ledger: Ledger = memoryLedger()) => {
      const order = tool({ run })
      const here = openSession({ ledger })
      await here.openTurn({ id }).run(order.call(ARGS))
      const state = here.save()
      const there = openSession({ ledger, state }).openTurn({ id })
      const refused = [expectLeft(await there.run(order.call(ARGS))), expectLeft(await there.run(order.call(ARGS)))]
      expect(there.calls.map(({ executed }) => executed)).to.deep.equal(['refused', 'refused'])
      return { refused, elsewhere: openSession({ ledger }).openTurn({ id }), call: order.call(ARGS) }
    }

    it('its response, once', async () => {
      const { refused, elsewhere, call } = await repeated(() => '{"id":"7"}')
      expect(refused.map(({ code, data }) => [code, data])).to.deep.equal([
        [REFUSED, { id: '7' }],
        [REFUSED, undefined]
      ])
      expect(refused[0]?.hint).to.equal('This call was made before in this turn: `data` is its response. Use that.')
      // Nothing was begun for it.
      expect(await elsewhere.run(call)).to.deep.equal(E.right({ id: '7' }))
    })

    it('that it was executed, where the response was not kept', async () => {
      const { refused } = await repeated(() => `{"id":"7","receipt":"${'x'.repeat(70_000)}"}`)
      expect([refused[0]?.code, refused[0]?.data]).to.deep.equal([REFUSED, undefined])
      expect(refused[0]?.hint).to.match(/It was executed/)
    })

    it('the outcome that was saved, where the ledger cannot be asked or has forgotten it', async () => {
      const inner = memoryLedger()
      let begins = 0
      const begin: Ledger['begin'] = (...said) => {
        if ((begins += 1) > 1) throw new Error('down')
        return inner.begin(...said)
      }
      let now = 0
      const forgets = memoryLedger({ clock: () => (now += 86_400_000 * 500) })
      for (const ledger of [{ ...inner, begin }, forgets]) {
        const { refused } = await repeated(() => '{"id":"7"}', ledger)
        expect(refused[0]).to.include({ code: REFUSED })
        expect(refused[0]?.hint).to.match(/It was executed/)
      }
    })
  })

  it('leaves a write in flight to the ledger, which knows whether it ran', async () => {
    const ledger = memoryLedger()
    const here = openSession({ ledger })
    let open: () => void = () => {}
    const slow = tool({ run: () => new Promise((resolve) => (open = () => resolve('{"id":"1"}'))) })
    const running = here.openTurn({ id }).run(slow.call(ARGS))
    const there = hop(here, { ledger }).openTurn({ id })
    const waiting = there.run(tool().call(ARGS))
    setTimeout(() => open(), 20)
    expect([await running, await waiting]).to.deep.equal([E.right({ id: '1' }), E.right({ id: '1' })])
  })
})

describe('an engine that replays the opening of turns', () => {
  const FREE = [
    [Date, 'now'],
    [performance, 'now'],
    [Math, 'random'],
    [crypto, 'randomUUID'],
    [crypto, 'getRandomValues'],
    [globalThis, 'setTimeout'],
    [globalThis, 'setInterval']
  ] as const satisfies ReadonlyArray<readonly [object, string]>

  it('meets no clock, no randomness and no timer, where the turn is given an id', () => {
    const ledger = memoryLedger()
    const before = FREE.map(([owner, name]) => Reflect.get(owner, name) as unknown)
    for (const [owner, name] of FREE)
      Reflect.set(owner, name, () => {
        throw new Error(`asked ${name}`)
      })
    try {
      const turn = openSession({ ledger }).openTurn({ id: 'run-17' })
      expect(turn.outcomes()).to.deep.equal([])
      turn.close()
    } finally {
      FREE.forEach(([owner, name], i) => Reflect.set(owner, name, before[i]))
    }
  })
})

describe('session.save', () => {
  it('carries turns that have an id of the host and are open, also those that are not opened here', async () => {
    const here = openSession()
    const { call } = tool()
    for (const turn of [here.openTurn({ id: 'a' }), here.openTurn({ id: 'b' }), here.openTurn()])
      await turn.run(call(ARGS))
    const closed = here.openTurn({ id: 'c' })
    await closed.run(call(ARGS))
    closed.close()
    const names = (session: Session) => session.save().turns.map(({ id: name }) => name)
    expect(names(here)).to.deep.equal(['a', 'b'])
    const there = hop(here)
    there.openTurn({ id: 'b' }).close()
    expect(names(there)).to.deep.equal(['a'])
    expect(told(await hop(there).openTurn({ id: 'a' }).run(call(ARGS)))).to.equal(REFUSED)
  })

  it('carries all that turns of one id did, whichever was opened last', async () => {
    const here = openSession({ budget: { calls: 9 } })
    const [unknown, order, other] = [
      tool({ name: 'send', run: () => Promise.reject(new Error('reset')) }),
      tool(),
      tool()
    ]
    const closed = schemaMismatch({ code: 'closed', detail: 'Closed.' })
    const refused = tool({ name: 'send', run: () => failed(closed, { executed: 'no' }) })
    let open: () => void = () => {}
    const slow = tool({ name: 'slow', run: () => new Promise((resolve) => (open = () => resolve('{"id":"1"}'))) })
    const [first, second, third] = [0, 1, 2].map(() => here.openTurn({ id })) as [Turn, Turn, Turn]
    await first.run(order.call(ARGS))
    await first.run(unknown.call(ARGS))
    const running = first.run(slow.call(ARGS))
    await second.run(refused.call(ARGS))
    await second.run(other.call({ to: 'other' }))
    await third.run(order.call(ARGS, { approved: false }))
    const resumed = hop(hop(here, { budget: { calls: 9 } }), { budget: { calls: 9 } })
    const there = resumed.openTurn({ id })
    open()
    await running
    expect(there.outcomes().map(({ tool: name, executed }) => `${name} ${executed}`)).to.have.members([
      'place_order yes',
      'send unknown',
      'place_order yes',
      'slow unknown'
    ])
    expect(there.left().calls).to.equal(4)
    for (const call of [
      order.call(ARGS, { approved: true }),
      refused.call(ARGS),
      other.call({ to: 'other' }),
      slow.call(ARGS)
    ])
      expect(told(await there.run(call))).to.equal(REFUSED)
    expect(resumed.save().turns.map(({ id: name }) => name)).to.deep.equal([id])
    expect([order.made.runs, other.made.runs]).to.deep.equal([1, 1])
  })

  it('carries the newest hundred at most, and is small', async () => {
    const here = openSession()
    const { call } = tool()
    const turns = Array.from({ length: 250 }, (_, i) => here.openTurn({ id: `turn ${i}` }))
    for (const turn of turns) await turn.run(call(ARGS))
    const { turns: saved } = here.save()
    expect([saved.length, saved.at(-1)?.id]).to.deep.equal([100, 'turn 249'])
    expect(JSON.stringify(saved[0]).length).to.be.below(700)
  })
})
