/** Tools that were made once find the turn within which their agent runs. */
import { expect } from 'chai'
import * as t from 'io-ts'
import { setImmediate as later } from 'node:timers/promises'
import { guardTools, toTools, type GuardToolsOptions } from '../../lib/adapters/ai-sdk/index.js'
import {
  currentCall,
  guardedCall,
  guardFunctions,
  memoryLedger,
  openSession,
  openTurn,
  withTurn,
  type Turn
} from '../../lib/index.js'
import { warningsOf } from '../helpers/warnings.js'
import { memoryStore } from '../stores/memory-store.js'

const RULES = { pay: { effect: 'write' } } as const

const shop = (turn?: GuardToolsOptions['turn']) => {
  const paid: Array<string> = []
  const tools = guardFunctions(
    {
      pay: async ({ order }: { readonly order: string }) => {
        await later()
        paid.push(order)
        return { paid: order, operationId: currentCall()?.operationId, turnId: currentCall()?.turnId }
      }
    },
    { ...(turn === undefined ? {} : { turn }), rules: RULES }
  )
  return { paid, ...tools }
}

const codeOf = async (call: Promise<unknown>): Promise<unknown> => {
  try {
    await call
    return undefined
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return error instanceof TypeError ? error.message : (JSON.parse(error.message) as { readonly code: string }).code
  }
}

describe('currentCall', () => {
  it('gives a plain function, a method and an `execute` the operation as the ledger has it, and the signal', async () => {
    const seen: Array<{ readonly operationId: string | undefined; readonly signal: AbortSignal | undefined }> = []
    const look = async (): Promise<never> => {
      await later()
      const { operationId, signal } = currentCall() ?? {}
      seen.push({ operationId, signal })
      return new Promise(() => {})
    }
    const ways = { pay: look, send: { at: 'here', execute: look }, order: async (_: { id: number }) => look() }
    const ledger = memoryLedger()
    const turn = openSession({ ledger, logger: false }).openTurn({ id: 'job-17' })
    const rule = { effect: 'write', timeoutMs: 20 } as const
    const tools = guardFunctions(ways, { turn, rules: { pay: rule, send: rule, order: rule } })
    const codes = [codeOf(tools.pay()), codeOf(tools.send.execute({})), codeOf(tools.order({ id: 1 }))]
    expect(await Promise.all(codes)).to.deep.equal(['timeout', 'timeout', 'timeout'])
    const found = await Promise.all(seen.map(({ operationId = '' }) => ledger.find(operationId)))
    expect(found.map((operation) => operation?.tool)).to.have.members(['pay', 'send', 'order'])
    expect(seen.map(({ operationId }) => operationId)).to.have.members(turn.calls.map((call) => call.operationId))
    expect(seen.map(({ signal }) => (signal?.reason as Error | undefined)?.name)).to.deep.equal(
      Array(3).fill('TimeoutError')
    )
  })
})

describe('withTurn', () => {
  it('gives each run of an agent its turn, also of runs at once', async () => {
    const { pay, paid } = shop()
    const runOf = async (id: string): Promise<ReadonlyArray<unknown>> => {
      const turn = openTurn({ id })
      return withTurn(turn, async () => {
        await later()
        const first = await pay({ order: '1' })
        return [first.turnId, await codeOf(pay({ order: '1' })), turn.count]
      })
    }
    expect(await Promise.all(['a', 'b', 'c'].map(runOf))).to.deep.equal(
      ['a', 'b', 'c'].map((id) => [id, 'retry_budget_exceeded', 2])
    )
    expect(paid).to.have.length(3)
  })

  it('returns what the work returns, and throws what it throws', async () => {
    const turn = openTurn()
    expect(withTurn(turn, () => 7)).to.equal(7)
    expect(() =>
      withTurn(turn, () => {
        throw new RangeError('far')
      })
    ).to.throw(RangeError, 'far')
  })

  it('is outdone by a turn of its own, and by an inner one', async () => {
    const [outer, inner, own] = [openTurn({ id: 'outer' }), openTurn({ id: 'inner' }), openTurn({ id: 'own' })]
    const free = shop()
    const bound = shop(own)
    await withTurn(outer, async () => {
      expect((await free.pay({ order: '1' })).turnId).to.equal('outer')
      expect((await withTurn(inner, () => free.pay({ order: '2' }))).turnId).to.equal('inner')
      expect((await bound.pay({ order: '3' })).turnId).to.equal('own')
    })
  })

  it('is found by tools of frameworks, made in place or of calls', async () => {
    const execute = async (_args: object, _options: object) => currentCall()?.turnId
    const where = guardedCall(
      { name: 'where', effect: 'read', args: t.type({}), run: () => currentCall()?.turnId },
      t.string
    )
    const made: { readonly where: { readonly execute: typeof execute } } = guardTools({ where: { execute } }, {})
    const called = toTools([where], {}) as unknown as typeof made
    await withTurn(openTurn({ id: 'run-1' }), async () => {
      for (const tools of [made, called])
        expect(await tools.where.execute({}, { toolCallId: '1', messages: [] })).to.equal('run-1')
    })
  })

  it('tells equal calls of different steps apart, and their operations', async () => {
    const ledger = memoryLedger()
    const session = openSession({ ledger })
    const { pay, paid } = shop()
    const inStep = (id: string, step: string) => withTurn(session.openTurn({ id }), () => pay({ order: '1' }), { step })
    const first = await inStep('job-1', 'deposit')
    const second = await inStep('job-1', 'rest')
    expect(paid).to.have.length(2)
    expect(first.operationId).not.to.equal(second.operationId)
    // Redelivered, each is replayed with its own answer.
    expect(await inStep('job-1', 'rest')).to.deep.equal(second)
    expect(await inStep('job-1', 'deposit')).to.deep.equal(first)
    expect(paid).to.have.length(2)
  })

  it('compares arguments within a step', async () => {
    const turn = openTurn()
    const { pay, paid } = shop()
    const codes = []
    for (const step of ['a', 'a', 'b', undefined, 'a'])
      codes.push(await codeOf(withTurn(turn, () => pay({ order: '1' }), step === undefined ? {} : { step })))
    expect(codes).to.deep.equal([undefined, 'retry_budget_exceeded', undefined, undefined, 'retry_budget_exceeded'])
    expect(paid).to.have.length(3)
  })

  it('refuses in a sentence what cannot work', () => {
    const turn = openTurn()
    const refused = (...given: ReadonlyArray<unknown>) => expect(() => withTurn(...(given as [Turn, () => 1])))
    refused({}, () => 1).to.throw(TypeError, 'Expected `turn` to be made by `openTurn` or `session.openTurn`.')
    refused(turn, Promise.resolve()).to.throw(TypeError, 'Expected the work to be a function')
    refused(turn, () => 1, { stpe: 'a' }).to.throw(TypeError, 'step')
    refused(turn, () => 1, { step: '' }).to.throw(TypeError, 'step')
  })
})

describe('a tool without a turn', () => {
  it('is a TypeError that says where it gets one', async () => {
    const { pay, paid } = shop()
    const sentence =
      'Expected `pay` to be called within `withTurn(turn, () => …)`, or to be guarded with a `turn` of its own. It did not run.'
    expect(await codeOf(pay({ order: '1' }))).to.equal(sentence)
    expect(paid).to.deep.equal([])
  })

  it('warns the process once a tool, since a framework shows a throw to its model alone', async () => {
    const { read_alone } = guardTools({ read_alone: { execute: () => 1 } }, {})
    const calling = async (): Promise<unknown> =>
      (read_alone.execute as (...given: ReadonlyArray<unknown>) => unknown)({}, { toolCallId: 'a', messages: [] })
    const warnings = await warningsOf(async () => {
      for (let i = 0; i < 2; i++) await calling().catch((thrown: unknown) => expect(thrown).to.be.instanceOf(TypeError))
    })
    expect(warnings).to.deep.equal([
      'GuardedCallWarning: Expected `read_alone` to be called within `withTurn(turn, () => …)`, or to be guarded with a `turn` of its own. It did not run.'
    ])
  })

  it('takes none that is opened anew at each call', async () => {
    const stored = openSession({ store: memoryStore() })
    const opens: ReadonlyArray<() => Turn> = [
      () => openTurn(),
      () => openSession().openTurn({ id: 'a' }),
      // Shared, but under another id each time.
      () => stored.openTurn()
    ]
    for (const open of opens) {
      const { pay, paid } = shop(open)
      for (let i = 0; i < 5; i++)
        expect(await codeOf(pay({ order: '1' }))).to.match(/^Expected `turn` to give a turn that was opened before/)
      expect(paid).to.deep.equal([])
    }
  })

  it('takes one that is opened at the first call and kept, or that a store counts by its id', async () => {
    const turns = new Map<string, Turn>()
    const kept = shop(() => turns.get('a') ?? turns.set('a', openTurn()).get('a')!)
    const session = openSession({ store: memoryStore() })
    const stored = shop(() => session.openTurn({ id: 'a' }))
    for (const { pay, paid } of [kept, stored]) {
      expect(await codeOf(pay({ order: '1' }))).to.equal(undefined)
      expect(await codeOf(pay({ order: '1' }))).to.equal('retry_budget_exceeded')
      expect(paid).to.deep.equal(['1'])
    }
  })
})
