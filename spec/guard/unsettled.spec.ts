import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  failed,
  guardedCall,
  memoryLedger,
  openSession,
  schemaMismatch,
  type CallContext,
  type CallRecord,
  type Ledger,
  type SessionOptions
} from '../../lib/index.js'
import type { MaybePromise } from '#core/foreign'
import { expectLeft, expectRight } from '../helpers/either.js'

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

const never = (): Promise<never> => new Promise(() => {})

type Way = 'up' | 'down' | 'deaf' | 'mute'

/**
 * A ledger that is up, is down (it hears nothing), is deaf (it hears nothing and does not answer) or mute (it hears,
 * and the answer is lost).
 */
const failing = (inner: Ledger = memoryLedger()) => {
  const server: { begin: Way; settle: Way } = { begin: 'up', settle: 'up' }
  const tokens = new Set<string>()
  const asked = async <A>(way: Way, ask: () => MaybePromise<A>): Promise<A> => {
    if (way === 'down') throw new Error('connect ECONNREFUSED')
    if (way === 'deaf') return never()
    const answer = ask()
    if (way === 'mute') throw new Error('Connection terminated unexpectedly')
    return answer
  }
  const ledger: Ledger = {
    begin: (turnId, key, request) => {
      tokens.add(request.token)
      return asked(server.begin, () => inner.begin(turnId, key, request))
    },
    settle: (...said) => asked(server.settle, () => inner.settle(...said))
  }
  const open = (options: Partial<SessionOptions> = {}) =>
    openSession({ ledger, deadlines: { ledgerMs: 30 }, loop: false, ...options })
  /** Another process, whose way to the ledger is fine. */
  const elsewhere = (id: string) => openSession({ ledger: inner }).openTurn({ id })
  return { server, ledger, open, elsewhere, begins: () => tokens.size }
}

const shop = (answer: (placed: number) => unknown = (id) => ({ id }), timeoutMs = 2_000) => {
  let placed = 0
  const run = async (): Promise<unknown> => answer((placed += 1))
  const order = guardedCall({ name: 'place_order', effect: 'write', timeoutMs, run }, t.type({ id: t.number }))
  return { order: order({ sku: 'A-1' }), placed: () => placed }
}

const outcomes: ReadonlyArray<readonly [string, () => unknown, string]> = [
  ['an executed one', () => ({ id: 1 }), 'replayed'],
  [
    'one that was not executed',
    () => failed(schemaMismatch({ code: 'sold_out', detail: 'x' }), { executed: 'no' }),
    'runs'
  ],
  ['an unknown one', () => Promise.reject(new Error('socket hang up')), 'outcome_unknown']
]

describe('an outcome that the ledger did not take', () => {
  for (const way of ['down', 'deaf', 'mute'] as const)
    for (const [what, answer, then] of outcomes)
      it(`reaches it once it is back, where it was ${way}: ${what}`, async () => {
        const { server, open, elsewhere } = failing()
        const { order } = shop(answer)
        const session = open()
        const turn = session.openTurn({ id: 'job-17' })
        server.settle = way
        await turn.run(order)
        expect(turn.calls[0]?.unsettled).to.equal(true)
        server.settle = 'up'
        expect(await session.drain(2_000)).to.equal(0)
        const replay = elsewhere('job-17')
        const next = shop()
        const result = await replay.run(next.order)
        const came = E.isLeft(result) ? result.left.code : replay.calls[0]?.replayed === true ? 'replayed' : 'runs'
        expect([came, next.placed()]).to.deep.equal([then, then === 'runs' ? 1 : 0])
      })

  it('reaches it without anybody who drains, and before the same operation is begun again', async () => {
    const { server, open, elsewhere } = failing()
    const [first, second] = [shop(), shop()]
    server.settle = 'down'
    await open().openTurn({ id: 'one' }).run(first.order)
    const other = open()
    await other.openTurn({ id: 'two' }).run(second.order)
    // The same job again, in this process: its outcome is known here, and nothing is begun without it.
    expect(expectLeft(await other.openTurn({ id: 'two' }).run(second.order)).code).to.equal('store_unavailable')
    server.settle = 'up'
    expect(expectRight(await other.openTurn({ id: 'two' }).run(second.order))).to.deep.equal({ id: 1 })
    await pause(300)
    expect(expectRight(await elsewhere('one').run(first.order))).to.deep.equal({ id: 1 })
    expect([first.placed(), second.placed()]).to.deep.equal([1, 1])
  })

  it('is one for all sessions of a ledger, and of none without one', async () => {
    const { server, open } = failing()
    server.settle = 'down'
    await open().openTurn({ id: 'a' }).run(shop().order)
    const session = open()
    await session.openTurn({ id: 'b' }).run(shop().order)
    expect(await session.drain(10)).to.equal(2)
    expect(await openSession().drain(10)).to.equal(0)
    server.settle = 'up'
    expect(await open().drain(1_000)).to.equal(0)
    for (const ms of [-1, 0, 1.5, 2 ** 31])
      expect(await session.drain(ms).catch((thrown: unknown) => thrown), String(ms)).to.be.instanceOf(TypeError)
  })

  it('is named in the log by a drain that gives it up, once, and by nobody where it arrives', async () => {
    for (const [what, answer] of outcomes) {
      const { server, open } = failing()
      const [lines, ids]: [Array<readonly [string, string, object]>, Array<string>] = [[], []]
      const logger = { log: (...line: readonly [string, string, object]) => lines.push(line) }
      const session = open({ logger, ext: 'shop' })
      const run = async (_: unknown, { operationId }: CallContext): Promise<unknown> => (
        ids.push(operationId),
        answer()
      )
      const pay = guardedCall({ name: 'pay', effect: 'write', run }, t.unknown)
      server.settle = 'down'
      const turn = session.openTurn({ id: 'job-17' })
      await turn.run(pay({ cents: 500 }, { callId: 'c' }))
      const lost = () => lines.filter(([, message]) => message.startsWith('ledger_lacks'))
      expect(lost(), what).to.deep.equal([])
      // Sessions of one ledger drain the same outcomes.
      for (const each of [session, open(), session]) expect(await each.drain(10)).to.equal(1)
      const [operationId] = ids
      const { executed } = turn.calls[0] ?? {}
      expect(lost(), what).to.deep.equal([
        [
          'error',
          `ledger_lacks tool=pay operation=${operationId}`,
          { ext: 'shop', callId: 'c', turnId: 'job-17', tool: 'pay', operationId, attempt: 1, executed }
        ]
      ])
      server.settle = 'up'
      expect(await session.drain(1_000)).to.equal(0)
      expect(lost()).to.have.length(1)
    }
  })

  it('is named where only a lease was to be given back, and moves no count of those who watch', async () => {
    const { server, open } = failing()
    const lines: Array<string> = []
    const seen: Array<string> = []
    const session = open({
      logger: { log: (level: string, message: string) => lines.push(`${level} ${message.split(' ')[0]}`) },
      observers: [{ start: () => ({ end: () => seen.push('end'), settled: () => seen.push('settled') }) }]
    })
    const turn = session.openTurn({ id: 'job' })
    const { order } = shop()
    server.settle = 'down'
    const ended = turn.run(order)
    turn.close()
    await ended
    expect(await session.drain(10)).to.equal(1)
    expect(lines).to.deep.equal(['warn tool_call', 'error ledger_lacks'])
    server.settle = 'up'
    expect(await session.drain(1_000)).to.equal(0)
    expect(seen).to.deep.equal(['end'])
  })

  it('is told to the watchers of its call when it arrives, once', async () => {
    const { server, open } = failing()
    const seen: Array<string> = []
    const watch = {
      start: () => ({
        end: (record: CallRecord) => seen.push(`end ${record.unsettled}`),
        settled: () => {
          seen.push('settled')
          throw new Error('a fault of its own')
        }
      })
    }
    const session = open({ observers: [watch] })
    await session.openTurn({ id: 'fine' }).run(shop().order)
    server.settle = 'down'
    await session.openTurn({ id: 'late' }).run(shop().order)
    server.settle = 'up'
    await session.drain(1_000)
    expect(seen).to.deep.equal(['end undefined', 'end true', 'settled'])
  })
})

describe('a begin whose answer was lost', () => {
  for (const way of ['down', 'deaf', 'mute'] as const)
    it(`leaves no unknown outcome behind, where the ledger was ${way}`, async () => {
      const { server, open, elsewhere } = failing()
      const { order, placed } = shop()
      const session = open()
      server.begin = way
      expect(expectLeft(await session.openTurn({ id: 'job' }).run(order)).code).to.equal('store_unavailable')
      server.begin = 'up'
      expect(await session.drain(1_000)).to.equal(0)
      expect(expectRight(await elsewhere('job').run(order))).to.deep.equal({ id: 1 })
      expect(placed()).to.equal(1)
    })

  it('leaves none though the outage outlasts the lease', async () => {
    let now = 0
    const { server, open, elsewhere } = failing(memoryLedger({ clock: () => now }))
    const { order } = shop()
    const session = open()
    server.begin = 'mute'
    await session.openTurn({ id: 'job' }).run(order)
    now += 3_600_000
    server.begin = 'up'
    await session.drain(1_000)
    expect(expectRight(await elsewhere('job').run(order))).to.deep.equal({ id: 1 })
  })

  it('is asked for again at once, by its token', async () => {
    const { server, ledger, open } = failing()
    const tokens: Array<string> = []
    const once: Ledger = {
      ...ledger,
      begin: (turnId, key, asked) => {
        tokens.push(asked.token)
        server.begin = tokens.length === 1 ? 'mute' : 'up'
        return ledger.begin(turnId, key, asked)
      }
    }
    expect(expectRight(await open({ ledger: once }).openTurn({ id: 'job' }).run(shop().order))).to.deep.equal({ id: 1 })
    expect([tokens.length, new Set(tokens).size]).to.deep.equal([2, 1])
  })
})

describe('many writes at once over a narrow ledger', () => {
  /** One that takes `ms` for each question, one after the other. */
  const narrow = (ms: number) => {
    const inner = memoryLedger()
    let line: Promise<unknown> = Promise.resolve()
    let [asked, most] = [0, 0]
    const queued = <A>(ask: () => MaybePromise<A>): Promise<A> => {
      asked += 1
      most = Math.max(most, asked)
      const answer = line.then(() => pause(ms)).then(ask)
      line = answer
      return answer.finally(() => (asked -= 1))
    }
    const ledger: Ledger = {
      begin: (...said) => queued(() => inner.begin(...said)),
      settle: (...said) => queued(() => inner.settle(...said))
    }
    return { ledger, most: () => most }
  }

  it('begin so many at a time, each with its deadline from when it is sent: none is lost', async () => {
    const { ledger, most } = narrow(1)
    // Two questions for each job: all of them take longer than the deadline, and the 128 before one do not.
    const session = openSession({ ledger, deadlines: { ledgerMs: 900 }, loop: false })
    const jobs = Array.from({ length: 500 }, (_, i) => session.openTurn({ id: `job-${i}` }))
    const { order, placed } = shop(() => ({ id: 1 }), 20_000)
    const results = await Promise.all(jobs.map((turn) => turn.run(order)))
    expect([results.filter(E.isRight).length, placed()]).to.deep.equal([500, 500])
    expect(jobs.filter(({ calls }) => calls[0]?.unsettled === true)).to.have.length(0)
    expect(most()).to.be.at.most(128)
  })

  it('are all refused soon where it does not answer, and wait no longer than their callers', async () => {
    const { server, open, begins } = failing()
    server.begin = 'deaf'
    const session = open()
    const started = performance.now()
    const { order } = shop()
    const jobs = Array.from({ length: 400 }, (_, i) => session.openTurn({ id: `job-${i}` }).run(order))
    const codes = (await Promise.all(jobs)).map((result) => expectLeft(result).code)
    expect([new Set(codes), begins()]).to.deep.equal([new Set(['store_unavailable']), 64])
    expect(performance.now() - started).to.be.below(1_000)
    const slow = openSession({ ledger: narrow(20).ledger, loop: false })
    const controller = new AbortController()
    const turns = Array.from({ length: 100 }, (_, i) => slow.openTurn({ id: `slow-${i}`, signal: controller.signal }))
    const waiting = turns.map((turn) => turn.run(order))
    await pause(10)
    controller.abort()
    expect(expectLeft((await waiting.at(-1))!).code).to.equal('cancelled')
    await Promise.all(waiting)
  })
})

describe('deadlines', () => {
  it('are options', async () => {
    const { server, open } = failing()
    server.begin = 'deaf'
    const causes: Array<unknown> = []
    for (const ledgerMs of [10, 40]) {
      const turn = open({ deadlines: { ledgerMs } }).openTurn({ id: `within ${ledgerMs}` })
      await turn.run(shop().order)
      causes.push(turn.calls[0]?.cause)
    }
    expect(causes).to.deep.equal(['no answer within 10 ms', 'no answer within 40 ms'])
    expect(() => openSession({ deadlines: { ledgerMs: 0 } })).to.throw(TypeError, '`deadlines.ledgerMs`')
    expect(() => openSession({ deadlines: { storeMs: -1 } })).to.throw(TypeError, '`deadlines.storeMs`')
    expect(() => openSession({ deadlines: { ms: 1 } as never })).to.throw(TypeError, '`ms`')
  })
})

describe('an outcome that contradicts a person', () => {
  const ADA = { by: 'ada', note: 'no charge in the dashboard' }

  /** A worker whose ledger is down until `up`, and a lease that ends at once. */
  const worker = () => {
    const inner = memoryLedger()
    let isUp = false
    const ledger: Ledger = {
      begin: (turnId, key, asked) => inner.begin(turnId, key, { ...asked, leaseMs: 1 }),
      settle: (...said) => (isUp ? inner.settle(...said) : Promise.reject(new Error('down')))
    }
    const [lines, seen]: [Array<readonly [string, string, unknown]>, Array<string>] = [[], []]
    const session = openSession({
      ledger,
      loop: false,
      logger: { log: (level: string, line: string, meta: unknown) => lines.push([level, line, meta]) },
      observers: [{ start: () => ({ end: () => seen.push('end'), contradicted: () => seen.push('contradicted') }) }]
    })
    const up = async (): Promise<number> => {
      isUp = true
      return session.drain(2_000)
    }
    return { inner, session, up, seen, told: () => lines.filter(([, line]) => line.startsWith('ledger_contradicted')) }
  }

  it('is told at once: to the log, with who had said so, and to whoever watches', async () => {
    const { inner, session, up, seen, told } = worker()
    await session.openTurn({ id: 'job-1' }).run(shop().order)
    await pause(20)
    const [row] = await inner.list({ state: 'unknown' })
    await inner.resolve(row?.operationId ?? '', { as: 'not_executed' }, ADA)
    expect([told(), await up()]).to.deep.equal([[], 0])
    const [[level, line, meta] = ['', '', {}], ...others] = told()
    expect([level, others]).to.deep.equal(['error', []])
    expect(line).to.equal(`ledger_contradicted tool=place_order operation=${row?.operationId}`)
    expect(meta).to.deep.include({ ...ADA, turnId: 'job-1', operationId: row?.operationId, attempt: 1 })
    expect(seen).to.deep.equal(['end', 'contradicted'])
    expect((await inner.find(row?.operationId ?? ''))?.state).to.equal('executed')
  })

  it('is no news where nobody had said so, or said the same', async () => {
    for (const as of [undefined, 'executed'] as const) {
      const { inner, session, up, seen, told } = worker()
      await session.openTurn({ id: 'job-1' }).run(shop().order)
      await pause(20)
      const [row] = await inner.list({ state: 'unknown' })
      if (as !== undefined) await inner.resolve(row?.operationId ?? '', { as }, ADA)
      await up()
      expect([told(), seen]).to.deep.equal([[], ['end']])
    }
  })
})
