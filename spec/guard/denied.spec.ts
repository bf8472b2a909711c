/** A call that a person or a policy refused: final for the turn, unless a person lets it through. */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { guardedCall, memoryLedger, openSession, openTurn, type ToolError, type Turn } from '../../lib/index.js'
import { expectLeft } from '../helpers/either.js'
import { memoryStore } from '../stores/memory-store.js'

const DENIAL = 'The user rejected this tool call.'
const ORDER = t.type({ order: t.number })

const refusedBy = (tool: string) => ({
  error_class: 'schema_mismatch',
  code: 'denied',
  detail: `A person or a policy refused this call of ${tool} in this turn; the tool was not run.`,
  hint: 'This call was refused by a person or a rule. Do not make it again: do something else, or ask the user.'
})

// A tool that is denied until `answer` says otherwise, and how often it was reached.
const tool = (effect: 'read' | 'write') => {
  const reached: Array<unknown> = []
  const answers: Array<unknown> = []
  const call = guardedCall(
    {
      name: 'delete_order',
      effect,
      args: t.type({ id: t.number }),
      run: (args) => {
        reached.push(args)
        return answers.shift() ?? DENIAL
      }
    },
    ORDER
  )
  return { call, reached, answers }
}

const codeOf = (result: E.Either<ToolError, unknown>): string => (E.isLeft(result) ? result.left.code : 'right')

describe('a denied call', () => {
  for (const effect of ['read', 'write'] as const) {
    it(`is told as such, and refused when it is made again: a ${effect}`, async () => {
      const { call, reached } = tool(effect)
      const turn = openTurn()
      const first = await turn.run(call.fromModel({ id: 1 }))
      expect(E.isLeft(first) && [first.left.error_class, first.left.code]).to.deep.equal(['schema_mismatch', 'denied'])
      for (let i = 0; i < 3; i++)
        expect(await turn.run(call.fromModel({ id: 1 }))).to.deep.equal(E.left(refusedBy('delete_order')))
      expect(reached).to.have.length(1)
    })

    it(`runs once a person has let it through: a ${effect}`, async () => {
      const { call, reached, answers } = tool(effect)
      const turn = openTurn()
      answers.push(DENIAL, { order: 7 })
      await turn.run(call.fromModel({ id: 1 }))
      expect(await turn.run(call.fromModel({ id: 1 }, { approved: true }))).to.deep.equal(E.right({ order: 7 }))
      expect(reached).to.have.length(2)
    })
  }

  it('is denied again where the person who was asked again says no', async () => {
    const { call, reached } = tool('write')
    const turn = openTurn()
    await turn.run(call.fromModel({ id: 1 }))
    await turn.run(call.fromModel({ id: 1 }, { approved: true }))
    expect(await turn.run(call.fromModel({ id: 1 }))).to.deep.equal(E.left(refusedBy('delete_order')))
    expect(reached).to.have.length(2)
  })

  it('says nothing of other arguments, nor of another turn', async () => {
    const { call, reached } = tool('read')
    const turn = openTurn()
    await turn.run(call.fromModel({ id: 1 }))
    await turn.run(call.fromModel({ id: 2 }))
    await openTurn().run(call.fromModel({ id: 1 }))
    expect(reached).to.deep.equal([{ id: 1 }, { id: 2 }, { id: 1 }])
  })

  it('that was approved runs once, however many ask at the same time', async () => {
    const { call, reached, answers } = tool('write')
    const turn = openTurn()
    await turn.run(call.fromModel({ id: 1 }))
    answers.push({ order: 7 }, { order: 8 })
    const both = [1, 2].map(async () => turn.run(call.fromModel({ id: 1 }, { approved: true })))
    expect((await Promise.all(both)).map(codeOf)).to.deep.equal(['right', 'retry_budget_exceeded'])
    expect(reached).to.have.length(2)
  })

  it('is approved for once: a write that ran is a repeat like any other', async () => {
    const { call, reached, answers } = tool('write')
    const turn = openTurn()
    answers.push(DENIAL, { order: 7 })
    await turn.run(call.fromModel({ id: 1 }))
    await turn.run(call.fromModel({ id: 1 }, { approved: true }))
    expect(codeOf(await turn.run(call.fromModel({ id: 1 }, { approved: true })))).to.equal('retry_budget_exceeded')
    expect(reached).to.have.length(2)
  })

  it('is known to the processes that share the turn, and to the one that goes on with it', async () => {
    const store = memoryStore()
    const open = (): Turn => openSession({ store }).openTurn({ id: 'shared' })
    const { call, reached, answers } = tool('read')
    const [here, there] = [open(), open()]
    await here.run(call.fromModel({ id: 1 }))
    expect(codeOf(await there.run(call.fromModel({ id: 1 })))).to.equal('denied')
    expect(reached).to.have.length(1)
    answers.push({ order: 7 })
    expect(codeOf(await there.run(call.fromModel({ id: 1 }, { approved: true })))).to.equal('right')

    const session = openSession()
    const saved = tool('read')
    await session.openTurn({ id: 'saved' }).run(saved.call.fromModel({ id: 1 }))
    const resumed = openSession({ state: session.save() }).openTurn({ id: 'saved' })
    expect(codeOf(await resumed.run(saved.call.fromModel({ id: 1 })))).to.equal('denied')
    expect(saved.reached).to.have.length(1)
  })

  for (const effect of ['read', 'write'] as const) {
    it(`by a person's word is not run, is final, and is let through by the next word: a ${effect}`, async () => {
      const { call, reached, answers } = tool(effect)
      const turn = openTurn()
      const { hint, ...refused } = refusedBy('delete_order')
      expect(await turn.run(call.fromModel({ id: 1 }, { approved: false }))).to.deep.equal(E.left({ ...refused, hint }))
      for (const options of [{}, { approved: false }])
        expect(await turn.run(call.fromModel({ id: 1 }, options))).to.deep.equal(E.left({ ...refused, hint }))
      expect(reached).to.deep.equal([])
      expect(turn.calls.map(({ code, executed }) => [code, executed])).to.deep.equal([
        ['denied', 'refused'],
        ['denied', 'refused'],
        ['denied', 'refused']
      ])
      answers.push({ order: 7 })
      expect(await turn.run(call.fromModel({ id: 1 }, { approved: true }))).to.deep.equal(E.right({ order: 7 }))
      expect(reached).to.have.length(1)
    })

    it(`by a person's word runs with no equal call that is under way: a ${effect}`, async () => {
      let land = (_: unknown): void => {}
      const slow = new Promise((resolve) => (land = resolve))
      const { call, reached, answers } = tool(effect)
      const turn = openTurn()
      answers.push(slow)
      const first = turn.run(call.fromModel({ id: 1 }))
      const second = await turn.run(call.fromModel({ id: 1 }, { approved: false }))
      expect(codeOf(second)).to.equal(effect === 'read' ? 'denied' : 'retry_budget_exceeded')
      land({ order: 7 })
      expect(codeOf(await first)).to.equal('right')
      expect(reached).to.have.length(1)
    })
  }

  it("by a person's word never reaches a ledger, and arguments that do not fit are said first", async () => {
    const session = openSession({ ledger: memoryLedger() })
    const { call, reached } = tool('write')
    const turn = session.openTurn({ id: 'run' })
    expect(codeOf(await turn.run(call.fromModel({ id: 'x' }, { approved: false })))).to.equal('invalid_arguments')
    expect(codeOf(await turn.run(call.fromModel({ id: 1 }, { approved: false })))).to.equal('denied')
    expect(codeOf(await turn.run(call.fromModel({ id: 1 })))).to.equal('denied')
    expect(reached).to.deep.equal([])
    expect(turn.outcomes().filter(({ executed }) => executed !== 'no')).to.deep.equal([])
  })

  const first: ReadonlyArray<readonly [string, () => unknown]> = [
    ['ran', () => ({ order: 7 })],
    [
      'may have run',
      () => {
        throw Object.assign(new Error('gone'), { code: 'ECONNRESET' })
      }
    ]
  ]
  for (const [what, run] of first)
    it(`by a person's late word says nothing of a write that ${what} before, with or without a ledger`, async () => {
      const order = guardedCall({ name: 'order', effect: 'write', run, transient: () => true }, t.unknown)
      const ledger = memoryLedger()
      const one = openTurn()
      const other = (): Turn => openSession({ ledger }).openTurn({ id: 'job' })
      for (const [turn, later] of [
        [one, one],
        [other(), other()]
      ] as const) {
        await turn.run(order.fromModel({ id: 1 }))
        const before = turn.outcomes()
        const refused = expectLeft(await later.run(order.fromModel({ id: 1 }, { approved: false })))
        // Without a ledger, a write that ran is not asked about again.
        const code = what === 'ran' && turn === later ? 'retry_budget_exceeded' : 'denied'
        expect(refused.code).to.equal(code)
        expect(refused.hint).not.to.match(/nothing happened/)
        expect(later.calls.at(-1)?.executed).to.equal('refused')
        expect(turn.outcomes()).to.deep.equal(before)
        expect(later === turn ? [] : later.outcomes()).to.deep.equal([])
        expect(codeOf(await later.run(order.fromModel({ id: 1 })))).to.equal(code)
      }
    })

  it('is refused at construction for a word that is no truth value', () => {
    const { call } = tool('read')
    expect(() => call.fromModel({ id: 1 }, { approved: 'yes' as never })).to.throw(TypeError, 'approved')
  })
})
