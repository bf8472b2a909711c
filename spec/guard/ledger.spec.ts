import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  failed,
  guardedCall,
  incomplete,
  memoryLedger,
  openSession,
  partialData,
  schemaMismatch,
  semanticGarbage,
  type CallContext,
  type CallOptions,
  type Ledger,
  type SessionOptions,
  type Tool,
  type Turn
} from '../../lib/index.js'
import { noContent, unmarked, type Idempotency } from '../../lib/guard/tool.js'
import type { DatabaseConnection } from '../../lib/guard/commit.js'
import { transactional, withTransaction } from '../../lib/guard/transaction.js'
import { inPlace } from '../../lib/toolset/in-place.js'
import { expectLeft, expectRight } from '../helpers/either.js'

const Order = t.type({ id: t.number })

/** A service that places orders, and the tool that asks it. */
const shop = (more: Partial<Tool<unknown>> = {}, run?: (placed: number, context: CallContext) => unknown) => {
  const ids: Array<string> = []
  const tool: Tool<unknown> = {
    name: 'place_order',
    effect: 'write',
    timeoutMs: 120,
    ...more,
    run: (_args, context) => {
      ids.push(context.operationId)
      return run === undefined ? `{"id":${ids.length}}` : run(ids.length, context)
    }
  }
  return { ids, order: guardedCall(tool, Order), tool }
}

/** Leases that end at once: a process that dies is seen to be dead. */
const impatient = (ledger: Ledger): Ledger => ({
  ...ledger,
  begin: (turnId, key, asked) => ledger.begin(turnId, key, { ...asked, leaseMs: 1 })
})

const jobs = (options: Partial<SessionOptions> = {}) => {
  const ledger = options.ledger ?? memoryLedger()
  return { ledger, open: (id = 'job-17'): Turn => openSession({ ...options, ledger }).openTurn({ id }) }
}

/** A service that remembers keys for so long. */
const forMs = (ms: number): Idempotency<unknown> => ({ key: (_args, { operationId }) => operationId, forMs: ms })

const ARGS = { sku: 'A-1' }

const NOT_NOW = schemaMismatch({ code: 'out_of_stock', detail: 'None is left.' })

const never = (): Promise<unknown> => new Promise(() => {})

const after = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

describe('a session with a ledger', () => {
  it('asks for the id of each turn', () => {
    const session = openSession({ ledger: memoryLedger() })
    expect(() => session.openTurn()).to.throw(TypeError, 'Expected `id` to be given where the session has a ledger')
    expect(() => openSession({ ledger: {} as Ledger })).to.throw(TypeError, 'Expected `ledger` to be a Ledger')
  })

  it('gives a replay the answer of the first run, and runs nothing', async () => {
    const { ids, order } = shop()
    const { open } = jobs()
    const [first, replay] = [open(), open()]
    const results = [await first.run(order(ARGS)), await replay.run(order(ARGS))]
    first.close()
    results.push(await open().run(order({ ...ARGS })))
    expect(results).to.deep.equal([1, 2, 3].map(() => E.right({ id: 1 })))
    expect(ids).to.have.length(1)
    const [{ replayed: atFirst }, { replayed, executed, outcome }] = [first.calls[0]!, replay.calls[0]!]
    expect([atFirst, replayed, executed, outcome]).to.deep.equal([undefined, true, 'yes', 'right'])
    expect(replay.outcomes().map((one) => [one.operationId, one.executed])).to.deep.equal([[ids[0], 'yes']])
  })

  it('refuses a second effect in the same run', async () => {
    const once = shop()
    const { open } = jobs()
    const turn = open()
    await turn.run(once.order(ARGS))
    expect(expectLeft(await turn.run(once.order(ARGS))).code).to.equal('retry_budget_exceeded')
    expect(once.ids).to.have.length(1)
  })

  it('asks the ledger once to begin, for a lease of half a minute more than the call may take, and once to settle', async () => {
    const asked: Array<unknown> = []
    const tokens = new Set<string>()
    const inner = memoryLedger()
    const ledger: Ledger = {
      begin: (turnId, key, begin) => {
        const { operationId, token, ...rest } = begin
        asked.push({ ...rest, first: operationId(1) })
        tokens.add(token)
        return inner.begin(turnId, key, begin)
      },
      settle: (turnId, key, attempt, token, executed, said) => {
        asked.push({ attempt, executed, by: said.by, hasAnswer: said.answer !== undefined })
        tokens.add(token)
        return inner.settle(turnId, key, attempt, token, executed, said)
      }
    }
    const { open } = jobs({ ledger })
    const { order, ids } = shop({ timeoutMs: 120 })
    expectRight(await open().run(order(ARGS)))
    const begin = {
      seen: 0,
      leaseMs: 30_120,
      tool: 'place_order',
      argsDigest: '8589efab68c9a803899596e022c3f653bd430afca6d73bcc82051c623aab242f',
      first: ids[0]
    }
    const settle = { attempt: 1, executed: 'yes', by: 'run', hasAnswer: true }
    expect([asked, tokens.size]).to.deep.equal([[begin, settle], 1])
    // A replay only asks, by a token of its own.
    expectRight(await open().run(order(ARGS)))
    expect([asked, tokens.size]).to.deep.equal([[begin, settle, begin], 2])
  })

  it('refuses no delivery of a job its reads', async () => {
    const { open } = jobs()
    const { order, ids } = shop({ name: 'list', effect: 'read' }, () => '{"id":1}')
    for (let delivery = 0; delivery < 6; delivery++) {
      const turn = open()
      for (let i = 0; i < 3; i++) expectRight(await turn.run(order(ARGS)))
    }
    expect(ids).to.have.length(18)
  })

  it('says in the line of each call what was replayed, and what was not settled', async () => {
    const lines: Array<ReadonlyArray<unknown>> = []
    const logger = {
      log: (level: string, message: string, { unsettled, replayed }: Readonly<Record<string, unknown>>) =>
        lines.push([level, message.split(' ')[0], unsettled, replayed])
    }
    const inner = memoryLedger()
    const { order } = shop()
    const deaf: Ledger = { ...inner, settle: (...said) => (inner.settle(...said), Promise.reject(new Error('down'))) }
    for (const ledger of [deaf, inner]) await jobs({ ledger, logger }).open().run(order(ARGS))
    // What is not settled may be known here alone: no level that production turns off.
    expect(lines).to.deep.equal([
      ['info', 'ledger_began', undefined, undefined],
      ['warn', 'tool_call', true, undefined],
      ['debug', 'tool_call', undefined, true]
    ])
  })

  it('says before each run what begins, so that a process which dies leaves the turn of an operation behind', async () => {
    const ways: ReadonlyArray<readonly [string, Partial<Parameters<typeof shop>[0]>, ReadonlyArray<string>]> = [
      ['a write', {}, ['info ledger_began', 'ran', 'debug tool_call', 'debug tool_call']],
      ['a read', { effect: 'read' }, ['ran', 'debug tool_call', 'ran', 'debug tool_call']]
    ]
    for (const [what, more, expected] of ways) {
      const seen: Array<string> = []
      let said: object = {}
      const logger = {
        log: (level: string, message: string, line: object) => {
          seen.push(`${level} ${message.split(' ')[0]}`)
          if (message.startsWith('ledger_began')) said = line
        }
      }
      const ledger = memoryLedger()
      const { order, ids } = shop(more, () => (seen.push('ran'), '{"id":1}'))
      for (let times = 0; times < 2; times++)
        await openSession({ ledger, logger, ext: 'shop' })
          .openTurn({ id: 'job-17' })
          .run(order(ARGS, { callId: 'c' }))
      expect(seen, what).to.deep.equal(expected)
      if (what === 'a write')
        expect(said).to.deep.equal({
          ext: 'shop',
          callId: 'c',
          turnId: 'job-17',
          tool: 'place_order',
          operationId: ids[0],
          attempt: 1
        })
    }
  })

  it('keeps reads and idempotent writes out of the ledger', async () => {
    let asked = 0
    const ledger: Ledger = {
      begin: () => {
        asked += 1
        throw new Error('down')
      },
      settle: () => undefined
    }
    const { open } = jobs({ ledger })
    expectRight(await open().run(shop({ effect: 'read' }).order(ARGS)))
    expectRight(await open().run(shop({ idempotent: true }).order(ARGS)))
    expect(asked).to.equal(0)
  })

  it('counts a write in the ledger alone, not in the store', async () => {
    const store = {
      append: () => expect.fail('the store was asked'),
      close: () => undefined
    }
    const { open } = jobs({ store })
    const { order } = shop({ transient: () => true }, () =>
      failed(schemaMismatch({ code: 'busy', detail: 'Busy.' }), { executed: 'no' })
    )
    const turn = open()
    expect(expectLeft(await turn.run(order(ARGS))).code).to.equal('busy')
    expect(expectLeft(await turn.run(order(ARGS))).code).to.equal('busy')
  })

  it('judges a stored answer again: by the codec and the checks of today, and as executed', async () => {
    const { open } = jobs()
    await open().run(shop().order(ARGS))
    const { tool, ids } = shop()
    const renamed = guardedCall(tool, t.type({ orderId: t.string }))
    const error = expectLeft(await open().run(renamed(ARGS)))
    expect([error.code, error.hint?.startsWith('It was executed: do not repeat it')]).to.deep.equal([
      'schema_violation',
      true
    ])
    const checked = guardedCall(tool, Order, () => ({
      _tag: 'Some',
      value: semanticGarbage({ code: 'odd', detail: 'Odd.' })
    }))
    const turn = open()
    expect(expectLeft(await turn.run(checked(ARGS))).code).to.equal('odd')
    expect([ids.length, turn.calls[0]?.executed]).to.deep.equal([0, 'yes'])
  })

  const short = partialData({ code: 'incomplete_response', detail: 'There is more.' })
  const Any = t.unknown
  const big = 'x'.repeat(65_537)
  const answers: ReadonlyArray<readonly [string, () => unknown, t.Decoder<unknown, unknown>]> = [
    ['text', () => '{"id":1,"name":"Zoë \\u0000 👍"}', Any],
    ['a part', () => incomplete({ id: 1 }, short), Order],
    ['nothing by the protocol', () => noContent(), t.null],
    ['JSON whose end nothing marked', () => unmarked('{"id":1}', short), Order],
    [
      'its own refusal after the effect',
      () => failed(schemaMismatch({ code: 'no_receipt', detail: 'No receipt.' }), { executed: 'yes' }),
      Any
    ],
    [
      'data',
      () => ({ at: new Date(0), big: 2n ** 70n, $: 'x', none: undefined, nan: NaN, deep: [{ $: 1, value: 2 }] }),
      Any
    ],
    ['bytes', () => new TextEncoder().encode('{"id":1}'), Order]
  ]
  for (const [what, run, codec] of answers)
    it(`answers a replay as the first run was: ${what}`, async () => {
      // A part proves no write of a tool that may respond before it is done.
      const { tool, ids } = shop({ respondsWhenDone: true }, run)
      const call = guardedCall(tool, codec)
      const { open } = jobs()
      const first = await open().run(call(ARGS))
      expect(await open().run(call(ARGS))).to.deep.equal(first)
      expect(ids).to.have.length(1)
    })

  it('says that a write ran where its answer was too long to keep', async () => {
    const { order, ids } = shop({}, () => `{"id":1,"receipt":"${big}"}`)
    const { open } = jobs()
    expectRight(await open().run(order(ARGS)))
    const replay = expectLeft(await open().run(order(ARGS)))
    expect(replay).to.deep.equal({
      error_class: 'partial_data',
      code: 'incomplete_response',
      detail: `Operation ${ids[0]} of place_order was executed before, and its response was not kept.`,
      hint: 'It was executed: do not repeat it; verify its effect with a read.'
    })
    expect(ids).to.have.length(1)
  })

  it('waits for a run elsewhere, and is given its answer', async () => {
    const { order, ids } = shop({ timeoutMs: 2_000 }, async (placed) => {
      await after(80)
      return `{"id":${placed}}`
    })
    const { open } = jobs()
    const [one, other] = [open(), open()]
    const results = await Promise.all([one.run(order(ARGS)), other.run(order(ARGS))])
    expect(results).to.deep.equal([E.right({ id: 1 }), E.right({ id: 1 })])
    expect(ids).to.have.length(1)
    expect(other.calls[0]?.replayed).to.equal(true)
  })

  it('does not wait longer than the call may take, and names the operation', async () => {
    const slow = shop({ timeoutMs: 5_000 }, never)
    const { open } = jobs()
    void open().run(slow.order(ARGS))
    const { order, ids } = shop({ timeoutMs: 60 })
    const turn = open()
    const error = expectLeft(await turn.run(order(ARGS)))
    expect(error).to.deep.equal({
      error_class: 'schema_mismatch',
      code: 'outcome_unknown',
      detail: `Operation ${slow.ids[0]} of place_order still runs in another run or process; the tool was not run now.`,
      hint: 'It is unknown whether it was executed: verify with a read before doing anything else.'
    })
    expect([ids.length, turn.outcomes()[0]?.executed]).to.deep.equal([0, 'unknown'])
  })

  it('lets the caller cancel the wait', async () => {
    const { open } = jobs()
    const slow = shop({ timeoutMs: 5_000 }, never)
    void open().run(slow.order(ARGS))
    const result = open().run(slow.order(ARGS, { signal: AbortSignal.timeout(30) }))
    expect(expectLeft(await result).detail).to.match(/the caller cancelled the wait; the tool was not run now/)
  })

  for (const [what, executed, next] of [
    ['not executed', 'no', E.right({ id: 2 })],
    ['executed', 'yes', undefined]
  ] as const)
    it(`goes by the word of a tool that says that it was ${what}`, async () => {
      const { order, ids } = shop({ maxIdenticalCalls: 1 }, (placed) =>
        placed === 1 ? failed(schemaMismatch({ code: 'closed', detail: 'Closed.' }), { executed }) : `{"id":${placed}}`
      )
      const { open } = jobs()
      const first = await open().run(order(ARGS))
      expect(await open().run(order(ARGS))).to.deep.equal(next ?? first)
      expect(new Set(ids).size).to.equal(executed === 'no' ? 2 : 1)
    })
})

describe('a job that is delivered again after days', () => {
  const DAY_MS = 86_400_000

  const aged = () => {
    let days = 0
    const ledger = memoryLedger({ clock: () => Date.UTC(2026, 0, 1) + days * DAY_MS })
    return { ...jobs({ ledger: impatient(ledger) }), pass: (more: number) => (days += more) }
  }

  it('is told when its write was executed, once the answer is no longer kept, and never runs it again', async () => {
    const { ids, order } = shop()
    const { open, pass } = aged()
    expectRight(await open().run(order(ARGS)))
    pass(6)
    expect(expectRight(await open().run(order(ARGS)))).to.deep.equal({ id: 1 })
    for (const days of [2, 390]) {
      pass(days)
      const turn = open()
      const { code, detail } = expectLeft(await turn.run(order(ARGS)))
      expect(code).to.equal('retry_budget_exceeded')
      expect(detail).to.contain('It was executed on 2026-01-01T00:00:00.000Z; its answer is no longer kept.')
      expect(turn.calls.map(({ executed, replayed }) => [executed, replayed])).to.deep.equal([['yes', true]])
    }
    expect(ids).to.have.length(1)
  })

  it('never finds an unknown outcome forgotten, and after a refusal has a name of its own', async () => {
    const { open, pass } = aged()
    const lost = shop({ timeoutMs: 20 }, never)
    expect(expectLeft(await open().run(lost.order(ARGS))).code).to.equal('timeout')
    pass(3_650)
    expect(expectLeft(await open().run(lost.order(ARGS))).code).to.equal('outcome_unknown')
    expect(lost.ids).to.have.length(1)
    const denied = shop({ name: 'pay' }, (placed) => (placed === 1 ? failed(NOT_NOW, { executed: 'no' }) : '{"id":2}'))
    expectLeft(await open().run(denied.order(ARGS)))
    pass(30)
    expectRight(await open().run(denied.order(ARGS)))
    expect(new Set(denied.ids).size).to.equal(2)
  })
})

describe('an operation of unknown outcome', () => {
  const closed = semanticGarbage({ code: 'closed', detail: 'Closed.' })
  const UNKNOWN = 'It is unknown whether it was executed: verify with a read before doing anything else.'

  it('stays unknown when it is made again and its author says that nothing happened: that speaks of the second request', async () => {
    const { order, ids } = shop({ idempotency: forMs(60_000) }, (placed) =>
      placed === 1 ? never() : failed(closed, { executed: 'no' })
    )
    const { open } = jobs()
    await open().run(order(ARGS))
    for (const turn of [open(), open()]) {
      expect(expectLeft(await turn.run(order(ARGS)))).to.deep.equal({ ...closed, hint: UNKNOWN })
      expect(turn.outcomes()[0]?.executed).to.equal('unknown')
    }
    expect([ids.length, new Set(ids).size]).to.deep.equal([3, 1])
  })

  it('stays unknown when it is made again and its framework stops it', async () => {
    const STOP = new Error('an interrupt')
    const ids: Array<string> = []
    const answers = [never, () => Promise.reject(STOP), () => '{"id":1}']
    const { open } = jobs()
    const deliver = async (): Promise<unknown> => {
      const turn = open()
      const rules = { pay: { effect: 'write', idempotency: forMs(60_000), timeoutMs: 15 } } as const
      const pay = inPlace({ turn, rules }, ['pay'])('pay', { isControl: (thrown) => thrown === STOP })
      const execute = ({ operationId }: CallContext) => answers[ids.push(operationId) - 1]?.()
      const replied = await pay({ args: {}, execute }).catch((thrown: unknown) => thrown)
      return [replied === STOP, turn.outcomes()[0]?.executed]
    }
    expect([await deliver(), await deliver(), await deliver()]).to.deep.equal([
      [false, 'unknown'],
      [true, 'unknown'],
      [false, 'yes']
    ])
    expect([ids.length, new Set(ids).size]).to.deep.equal([3, 1])
  })

  it('is not run again, and stays unknown', async () => {
    const { order, ids } = shop({}, never)
    const { open } = jobs()
    expect(expectLeft(await open().run(order(ARGS))).code).to.equal('timeout')
    for (const turn of [open(), open()]) {
      expect(expectLeft(await turn.run(order(ARGS))).code).to.equal('outcome_unknown')
      expect(turn.calls[0]?.executed).to.equal('unknown')
    }
    expect(ids).to.have.length(1)
  })

  it('may be asked about until that brought nothing new thrice in a row, and is refused then', async () => {
    const { order, ids } = shop({}, never)
    const turn = jobs().open()
    const codes: Array<string> = []
    for (let i = 0; i < 5; i++) codes.push(expectLeft(await turn.run(order(ARGS))).code)
    const unknown = 'outcome_unknown'
    expect(codes).to.deep.equal(['timeout', unknown, unknown, unknown, 'retry_budget_exceeded'])
    expect(ids).to.have.length(1)
  })

  it('may have changed what reads answer: their counts begin afresh', async () => {
    const turn = jobs().open()
    const list = shop({ name: 'list', effect: 'read' }, () => '{"id":1}').order(ARGS)
    for (let i = 0; i < 3; i++) expectRight(await turn.run(list))
    expect(expectLeft(await turn.run(list)).code).to.equal('retry_budget_exceeded')
    expect(expectLeft(await turn.run(shop({}, never).order(ARGS))).code).to.equal('timeout')
    expectRight(await turn.run(list))
  })

  it('is seen as running by others while somebody verifies', async () => {
    const { order, ids } = shop(
      { timeoutMs: 2_000, verify: async () => (await after(60), { answer: '{"id":1}' }) },
      () => Promise.reject(new Error('the line broke'))
    )
    const { open } = jobs()
    const results = await Promise.all([open().run(order(ARGS)), open().run(order(ARGS))])
    expect(results).to.deep.equal([E.right({ id: 1 }), E.right({ id: 1 })])
    expect(ids).to.have.length(1)
  })

  it('is asked of the service again under the same idempotency key, for as long as that knows keys', async () => {
    const lost = (placed: number): unknown => (placed === 1 ? never() : '{"id":1}')
    const keyed = shop({ idempotency: forMs(60_000) }, lost)
    const { open } = jobs()
    await open().run(keyed.order(ARGS))
    expect(await open().run(keyed.order(ARGS))).to.deep.equal(E.right({ id: 1 }))
    expect([keyed.ids.length, new Set(keyed.ids).size]).to.deep.equal([2, 1])
    const forgotten = shop({ name: 'pay', idempotency: forMs(1) }, lost)
    await open().run(forgotten.order(ARGS))
    await after(5)
    expect(expectLeft(await open().run(forgotten.order(ARGS))).code).to.equal('outcome_unknown')
    expect(forgotten.ids).to.have.length(1)
  })

  it('is not asked again once the service has forgotten the key while `verify` took its time', async () => {
    let now = 1e12
    const clock = (): number => now
    const { order, ids } = shop(
      {
        idempotency: forMs(1_000),
        verify: () => {
          now += 600
          return 'unknown'
        }
      },
      never
    )
    const { open } = jobs({ ledger: memoryLedger({ clock }), clock })
    await open().run(order(ARGS))
    expect(expectLeft(await open().run(order(ARGS))).code).to.equal('outcome_unknown')
    expect(ids).to.have.length(1)
  })

  it('is that of a process that died, once its lease has ended', async () => {
    const ledger = memoryLedger()
    const dying = shop({}, never)
    void jobs({ ledger: impatient({ ...ledger, settle: () => undefined }) })
      .open()
      .run(dying.order(ARGS))
    await after(5)
    const { order, ids } = shop()
    expect(expectLeft(await jobs({ ledger }).open().run(order(ARGS))).code).to.equal('outcome_unknown')
    expect(ids).to.have.length(0)
  })
})

describe('a ledger that fails', () => {
  const broken = (begin: Ledger['begin'], settle: Ledger['settle'] = () => undefined): Ledger => ({ begin, settle })

  for (const [what, begin] of [
    [
      'throws',
      () => {
        throw new Error('down')
      }
    ],
    ['rejects', () => Promise.reject(new Error('down'))],
    ['answers nonsense', () => ({ is: 'fresh' }) as never]
  ] as ReadonlyArray<readonly [string, Ledger['begin']]>)
    it(`runs nothing where it ${what}`, async () => {
      const { order, ids } = shop()
      const turn = jobs({ ledger: broken(begin) }).open()
      const error = expectLeft(await turn.run(order(ARGS)))
      expect([error.code, ids.length, turn.calls[0]?.executed, turn.outcomes()]).to.deep.equal([
        'store_unavailable',
        0,
        'refused',
        []
      ])
    })

  it('runs nothing where it hangs, and hands back a lease that comes too late', async () => {
    const ledger = memoryLedger()
    const slow = broken(async (...asked) => (await after(2_050), await ledger.begin(...asked)), ledger.settle)
    const { order, ids } = shop()
    expect(expectLeft(await jobs({ ledger: slow }).open().run(order(ARGS))).code).to.equal('store_unavailable')
    await after(100)
    expect(ids).to.have.length(0)
    expectRight(await jobs({ ledger }).open().run(order(ARGS)))
  })

  it('is asked again by the same token where its answer was lost, and gives the same lease', async () => {
    const ledger = memoryLedger()
    let lost = 0
    const lossy = broken(async (...asked) => {
      const begun = await ledger.begin(...asked)
      if ((lost += 1) % 2 === 1) throw new Error('the connection broke')
      return begun
    }, ledger.settle)
    const { order, ids } = shop()
    for (let delivery = 0; delivery < 2; delivery++)
      expect(await jobs({ ledger: lossy }).open().run(order(ARGS))).to.deep.equal(E.right({ id: 1 }))
    expect([ids.length, lost]).to.deep.equal([1, 4])
  })

  it('claims nothing of an earlier run while it is down', async () => {
    const { order } = shop()
    const down = broken(() => Promise.reject(new Error('down')))
    expect(expectLeft(await jobs({ ledger: down }).open().run(order(ARGS)))).to.deep.equal({
      error_class: 'schema_mismatch',
      code: 'store_unavailable',
      detail: 'The ledger cannot be reached, so it is unknown whether this call ran before; the tool was not run.',
      hint: 'Tell the user that this tool is unavailable, and that an earlier run may have done it.'
    })
  })

  it('hands the answer on where it cannot settle, and the record says so', async () => {
    const ledger = memoryLedger()
    const { order, ids } = shop()
    const deaf = impatient({ ...ledger, settle: () => Promise.reject(new Error('down')) })
    const turn = jobs({ ledger: deaf }).open()
    expect(await turn.run(order(ARGS))).to.deep.equal(E.right({ id: 1 }))
    expect([turn.calls[0]?.unsettled, turn.calls[0]?.executed]).to.deep.equal([true, 'yes'])
    await after(5)
    expect(expectLeft(await jobs({ ledger }).open().run(order(ARGS))).code).to.equal('outcome_unknown')
    expect(ids).to.have.length(1)
  })

  it('is not hidden by the refusal of a later delivery that did not ask', async () => {
    const silent = (ledger: Ledger): Ledger => ({ ...ledger, begin: never as never })
    const ends = [() => '{"id":1}', () => Promise.reject(new Error('socket hang up'))]
    for (const run of ends)
      for (const [code, options, isSilent, more] of [
        ['denied', () => ({ approved: false }), false, {}],
        ['cancelled', () => ({ signal: AbortSignal.abort() }), false, {}],
        ['cancelled', () => ({ signal: AbortSignal.timeout(20) }), true, {}],
        ['turn_limit_reached', () => ({}), false, { budget: { calls: 1 } }]
      ] satisfies ReadonlyArray<[string, () => CallOptions, boolean, Pick<SessionOptions, 'budget'>]>) {
        const [{ order }, other] = [shop({}, run), shop({ name: 'other' })]
        const ledger = memoryLedger()
        await jobs({ ledger }).open().run(order(ARGS))
        const turn = jobs({ ledger: isSilent ? silent(ledger) : ledger, ...more }).open()
        if (more.budget !== undefined) await turn.run(other.order(ARGS))
        const refusal = expectLeft(await turn.run(order(ARGS, options())))
        expect(refusal.code).to.equal(code)
        expect(refusal.hint).to.match(/ This says nothing of an equal call before it\.$/)
      }
  })

  describe('in a transaction that keeps its row', () => {
    const reset = (): never => {
      throw new Error('socket hang up')
    }

    /** Deliveries of one write, in a transaction or outside of one. */
    const deliveries = (more: Partial<Tool<unknown>>, runs: ReadonlyArray<() => unknown>) => {
      const memory = memoryLedger()
      const ledger = transactional(impatient(memory), {
        settleOn: async (_on, { turnId, key, attempt, token }, said) => {
          await memory.settle(turnId, key, attempt, token, 'yes', said)
          return true
        },
        isCommitted: () => Promise.resolve(false)
      })
      const { order, ids } = shop(more, (placed) => runs[placed - 1]?.())
      const on = { query: () => Promise.resolve({ rows: [] }) }
      const deliver = async (isWithin: boolean): Promise<unknown> => {
        const work = () => openSession({ ledger }).openTurn({ id: 'job-17' }).run(order(ARGS))
        const once = [true]
        const commit = async (settle: (on: DatabaseConnection) => Promise<boolean>) =>
          (await settle(on)) ? ({ is: 'committed' } as const) : ({ is: 'taken_over' } as const)
        const result = await (isWithin
          ? withTransaction({ ledger, take: () => once.pop() === true, commit, rollBack: () => {} }, work)
          : work())
        return E.isLeft(result) ? result.left.code : result.right
      }
      return { deliver, ids }
    }
    const PLACED = { id: 1 }

    it('runs again once its process died in one', async () => {
      const { deliver, ids } = deliveries({}, [never, () => PLACED])
      void deliver(true)
      await after(10)
      expect(await deliver(true)).to.deep.equal(PLACED)
      expect(ids).to.have.length(2)
    })

    for (const [where, before] of [
      ['outside of one', [false]],
      ['in one, and asked for outside', [true, false]]
    ] as const)
      it(`stays unknown where it began ${where}, key or not`, async () => {
        for (const more of [{}, { idempotency: forMs(60_000) }, { transient: () => true }]) {
          const { deliver, ids } = deliveries(more, [before[0] ? never : reset, reset, reset])
          for (const isWithin of before) {
            const made = deliver(isWithin)
            if (!isWithin) await made
            await after(10)
          }
          const runs = ids.length
          expect(await deliver(true)).to.equal('outcome_unknown')
          expect(await deliver(true)).to.equal('outcome_unknown')
          expect(ids).to.have.length(runs)
        }
      })

    it('is asked about where it began outside of one, and then runs under a new name', async () => {
      const words = ['unknown', 'not_executed'] as const
      let asked = 0
      const verify = () => words[(asked += 1) - 2] ?? 'unknown'
      const { deliver, ids } = deliveries({ verify, timeoutMs: 5 }, [reset, () => PLACED])
      await deliver(false)
      await after(15)
      expect(await deliver(true)).to.equal('outcome_unknown')
      await after(15)
      expect(await deliver(true)).to.deep.equal(PLACED)
      expect(new Set(ids)).to.have.length(2)
    })
  })

  it('is refused where a tool or an option cannot work', () => {
    expect(() => shop({ effect: 'read', verify: () => 'unknown' })).to.throw(TypeError, 'Expected `verify`')
    expect(() => shop({ verify: 1 as never })).to.throw(TypeError, 'Expected `verify` to be a function.')
    for (const [idempotency, sentence] of [
      [{ forMs: 1 }, 'Expected `idempotency.key` to be a function.'],
      [{ key: () => 'k' }, 'Expected `idempotency.forMs` to be a positive integer.'],
      [forMs(0), 'Expected `idempotency.forMs` to be a positive integer.'],
      [86_400_000, 'Expected `idempotency` to be an object.']
    ] as const)
      expect(() => shop({ idempotency: idempotency as never })).to.throw(TypeError, sentence)
  })
})
