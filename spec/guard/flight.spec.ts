/** One flight: equal calls that are made at once. */
import { Readable } from 'node:stream'
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  currentCall,
  failed,
  guardedCall,
  guardFunctions,
  memoryLedger,
  openSession,
  openTurn,
  type GuardedCall,
  type Tool,
  type ToolError,
  type Turn
} from '../../lib/index.js'
import { expectLeft, expectRight } from '../helpers/either.js'
import { memoryStore } from '../stores/memory-store.js'

type Any = GuardedCall<unknown, unknown>

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A tool that counts its runs and answers after a moment with their number. */
const counted = (traits: Partial<Tool<unknown>> = {}, ms = 10) => {
  const made = { ran: 0, aborted: 0 }
  const tool: Tool<unknown> = {
    name: 'look',
    effect: 'read',
    run: async (_, { signal }) => {
      const n = (made.ran += 1)
      signal.addEventListener('abort', () => (made.aborted += 1))
      await pause(ms)
      return { n }
    },
    ...traits
  }
  return { made, tool, call: guardedCall<unknown, unknown>(tool, t.unknown) }
}

const at = (call: Any, args: unknown = {}) => call(args)

const times = <A>(n: number, make: () => A): Array<A> => Array.from({ length: n }, make)

const TAKEN = 'An equal call ran once; this one did not run.'
const UNKNOWN = 'An equal call was made; whether it ran is unknown. This one did not run.'

describe('equal calls under way', () => {
  for (const [kind, traits] of [
    ['reads', {}],
    ['idempotent writes', { effect: 'write', idempotent: true }],
    ['reads of at most one', { maxIdenticalCalls: 1 }]
  ] as const)
    it(`share one run: ${kind}`, async () => {
      const { made, call } = counted(traits)
      const turn = openTurn()
      const results = await Promise.all(times(10, () => turn.run(call({}))))
      expect(results).to.deep.equal(times(10, () => E.right({ n: 1 })))
      expect(made.ran).to.equal(1)
      expect(turn.calls.map(({ joined, asked }) => [joined, asked])).to.deep.equal([
        [undefined, undefined],
        ...times(9, () => [true, undefined])
      ])
    })

  it('spend nothing, and are no exchanges of the loop detector', async () => {
    const { made, call } = counted()
    const turn = openTurn()
    await Promise.all(times(10, () => turn.run(call({}))))
    for (let i = 2; i < 8; i++) expect(expectRight(await turn.run(call({})))).to.deep.equal({ n: i })
    expect(made.ran).to.equal(7)
  })

  it('are each decoded and checked for themselves', async () => {
    const { tool } = counted()
    const checked: Array<unknown> = []
    const call = guardedCall<unknown, { n: number }>(tool, t.type({ n: t.number }), (payload) => {
      checked.push(payload)
      return { _tag: 'None' }
    })
    const turn = openTurn()
    const [one, other] = await Promise.all(times(2, () => turn.run(call({}))))
    expect([one, other]).to.deep.equal(times(2, () => E.right({ n: 1 })))
    expect([checked.length, checked[0] === checked[1]]).to.deep.equal([2, false])
  })

  it('share what the tool throws, and a body that can be read once', async () => {
    let ran = 0
    const broken = guardedCall<unknown, unknown>(
      {
        name: 'broken',
        effect: 'read',
        run: async () => {
          ran += 1
          await pause(5)
          throw new Error('No such file')
        }
      },
      t.unknown
    )
    const body = guardedCall<unknown, unknown>(
      { name: 'body', effect: 'read', run: async () => (await pause(5), new Response('{"n":1}')) },
      t.unknown
    )
    const turn = openTurn()
    const codes = (await Promise.all(times(5, () => turn.run(broken({}))))).map((one) => expectLeft(one).code)
    expect([codes, ran]).to.deep.equal([times(5, () => 'not_found'), 1])
    expect(await Promise.all(times(3, () => turn.run(body({}))))).to.deep.equal(times(3, () => E.right({ n: 1 })))
  })

  it('do not join across turns, tools, arguments, and a call that is no read and began since', async () => {
    const { made, tool, call } = counted()
    const turn = openTurn()
    const same = guardedCall<unknown, unknown>({ ...tool }, t.unknown)
    await Promise.all([openTurn().run(call({})), turn.run(call({})), turn.run(same({})), turn.run(call({ n: 1 }))])
    expect(made.ran).to.equal(4)
    const write = guardedCall<unknown, unknown>({ name: 'edit', effect: 'write', run: () => 'edited' }, t.unknown)
    const read = guardedCall<unknown, unknown>({ name: 'other', effect: 'read', run: () => '1' }, t.unknown)
    const since = async (between: Any) => {
      const fresh = openTurn()
      const before = made.ran
      await Promise.all([fresh.run(call({})), fresh.run(between({})), fresh.run(call({})), fresh.run(call({}))])
      return made.ran - before
    }
    expect([await since(write), await since(read)]).to.deep.equal([2, 1])
  })

  it('do not join what began before a call ended that is no read: its answer may not show what that did', async () => {
    for (const [end, answer] of [
      ['executed', () => ({ ok: true })],
      ['reported a failure', () => 'Error: it must be opened first'],
      ['fell silent', () => pause(60)]
    ] as const) {
      let balance = 100
      const write: Any = guardedCall<unknown, unknown>(
        {
          name: 'pay',
          effect: 'write',
          timeoutMs: 20,
          run: async () => {
            await pause(10)
            balance -= 10
            return answer()
          }
        },
        t.unknown
      )
      const look: Any = guardedCall<unknown, unknown>(
        {
          name: 'look',
          effect: 'read',
          run: async () => {
            const seen = balance
            await pause(50)
            return seen
          }
        },
        t.unknown
      )
      const turn = openTurn()
      const paying = turn.run(write({}))
      const before = turn.run(look({}))
      await paying
      const verified = turn.run(look({}))
      const joined = turn.run(look({}))
      expect(await Promise.all([before, verified, joined]), end).to.deep.equal([100, 90, 90].map((n) => E.right(n)))
      expect(turn.calls.filter((one) => one.joined)).to.have.length(1)
    }
  })

  it('do not join polls, what may be made more than once, and calls that code makes', async () => {
    for (const traits of [{ polls: true }, { maxIdenticalCalls: 5 }]) {
      const { made, call } = counted(traits)
      const turn = openTurn()
      await Promise.all(times(3, () => turn.run(call({}))))
      expect(made.ran).to.equal(3)
    }
    const { made, call } = counted()
    const turn = openTurn({ budget: false })
    await Promise.all(times(3, () => turn.run(call({}))))
    expect(made.ran).to.equal(3)
  })

  it('begin afresh once the answer came, for whoever asks then', async () => {
    const { made, call } = counted()
    const turn = openTurn()
    const twice = async () => [await turn.run(call({})), await turn.run(call({}))]
    const [one, other] = await Promise.all([twice(), twice()])
    expect([one, other]).to.deep.equal(times(2, () => [E.right({ n: 1 }), E.right({ n: 2 })]))
    expect(made.ran).to.equal(2)
  })

  it('abort the tool when the last of them leaves, and none before', async () => {
    const { made, call } = counted({}, 5_000)
    const turn = openTurn()
    const [first, second] = [new AbortController(), new AbortController()]
    const running = [turn.run(call({}, { signal: first.signal })), turn.run(call({}, { signal: second.signal }))]
    await pause(1)
    first.abort()
    expect(expectLeft(await (running[0] as Promise<E.Either<ToolError, unknown>>)).code).to.equal('cancelled')
    expect(made.aborted).to.equal(0)
    second.abort()
    expect(expectLeft(await (running[1] as Promise<E.Either<ToolError, unknown>>)).code).to.equal('cancelled')
    expect(made).to.deep.equal({ ran: 1, aborted: 1 })
  })

  it('settle what became of an idempotent write whose caller left', async () => {
    const answers: Readonly<Record<string, readonly [() => unknown, string]>> = {
      'a response that proves it': [() => ({ id: 1 }), 'yes'],
      'one that proves nothing': [() => ({ id: 1, status: 'rejected' }), 'unknown'],
      'a throw': [() => Promise.reject(new Error('reset')), 'unknown']
    }
    for (const [name, [answer, executed]] of Object.entries(answers)) {
      const turn = openTurn({ logger: false })
      const { call } = counted({ effect: 'write', idempotent: true, run: () => pause(20).then(answer) })
      const first = new AbortController()
      const running = [turn.run(call({}, { signal: first.signal })), turn.run(call({}))]
      await pause(1)
      first.abort()
      expect(expectLeft(await (running[0] as Promise<E.Either<ToolError, unknown>>)).code).to.equal('cancelled')
      expect(turn.outcomes().map((outcome) => outcome.executed)).to.deep.equal(['unknown'])
      await running[1]
      expect(
        turn.outcomes().map((outcome) => [outcome.executed, outcome.code]),
        name
      ).to.deep.equal([executed === 'yes' ? ['yes', null] : ['unknown', 'cancelled']])
    }
  })

  it('have each their own time', async () => {
    let finish = (_: string): void => {}
    const call = guardedCall<unknown, unknown>(
      { name: 'slow', effect: 'read', timeoutMs: 60, run: () => new Promise<string>((resolve) => (finish = resolve)) },
      t.unknown
    )
    const turn = openTurn()
    const first = turn.run(call({}))
    await pause(40)
    const second = turn.run(call({}))
    expect(expectLeft(await first).code).to.equal('timeout')
    finish('{"n":1}')
    expect(expectRight(await second)).to.deep.equal({ n: 1 })
  })

  it('are refused where their turn is closed, or nobody wants them any more', async () => {
    const { made, call } = counted()
    const turn = openTurn()
    const first = turn.run(call({}))
    const given = AbortSignal.abort()
    const unwanted = expectLeft(await turn.run(call({}, { signal: given })))
    turn.close()
    const late = expectLeft(await turn.run(call({})))
    expect([unwanted, late].map(({ code, detail }) => [code, detail.endsWith('was not run.')])).to.deep.equal(
      times(2, () => ['cancelled', true])
    )
    await first
    expect(made.ran).to.equal(1)
  })

  it('make a call of their own where the first was refused before it ran', async () => {
    const store = memoryStore()
    const turn = openSession({ store, loop: false }).openTurn({ id: 'shared' })
    const { made, call } = counted({ run: () => ((made.ran += 1), '{"n":1}') })
    for (let i = 0; i < 3; i++) await turn.run(call({}))
    const codes = (await Promise.all(times(4, () => turn.run(call({}))))).map((one) => expectLeft(one).code)
    expect([codes, made.ran]).to.deep.equal([times(4, () => 'retry_budget_exceeded'), 3])
  })

  it('join where a shared store is asked first, too', async () => {
    const turn = openSession({ store: memoryStore() }).openTurn({ id: 'shared' })
    const { made, call } = counted()
    expect(await Promise.all(times(10, () => turn.run(call({}))))).to.deep.equal(times(10, () => E.right({ n: 1 })))
    expect(made.ran).to.equal(1)
  })

  it('do not wait for themselves inside a running call', async () => {
    const turn: Turn = openTurn()
    let depth = 0
    const call: Any = guardedCall<unknown, unknown>(
      {
        name: 'deep',
        effect: 'read',
        timeoutMs: 500,
        run: async () => {
          depth += 1
          await pause(1)
          return depth < 3 ? await turn.run(at(call)).then((one) => (E.isRight(one) ? 'in' : one.left.code)) : 'end'
        }
      },
      t.unknown
    )
    expect(expectRight(await turn.run(call({})))).to.equal('in')
    expect(depth).to.equal(3)
  })

  const Counted = t.type({ n: t.number, rows: t.array(t.type({ id: t.number })) })
  const answers: Readonly<Record<string, (made: object) => unknown>> = {
    'at once': (made) => made,
    later: async (made) => (await pause(1), made),
    'as a Right': (made) => E.right(made),
    'as a promise of a Right': (made) => Promise.resolve(E.right(made))
  }
  for (const [how, answer] of Object.entries(answers))
    it(`give each that joins an answer of its own: ${how}`, async () => {
      for (const rule of [{ output: undefined }, { output: Counted }])
        // With a store a call waits before it reaches its tool, so that others join it in time.
        for (const turn of [openTurn(), openSession({ store: memoryStore() }).openTurn({ id: 'shared' })]) {
          const { getOrder } = guardFunctions(
            { getOrder: () => answer({ n: 1, rows: [{ id: 1 }], photo: new Uint8Array([1]) }) },
            { turn, rules: { getOrder: rule.output === undefined ? {} : rule } }
          )
          const seenAndChanged = async (): Promise<string> => {
            const given = (await getOrder()) as { n: number; rows: Array<unknown> }
            const seen = JSON.stringify([given.n, given.rows])
            if (rule.output === undefined) expect(given).to.have.property('photo').that.is.instanceOf(Uint8Array)
            given.n += 1
            given.rows.push({ id: 2 })
            return seen
          }
          expect(await Promise.all(times(3, seenAndChanged))).to.deep.equal(times(3, () => '[1,[{"id":1}]]'))
          if (how === 'later') expect(turn.calls.filter(({ joined }) => joined)).to.have.length(2)
        }
    })

  class Cart {
    readonly items: Array<unknown> = []
  }
  async function* rows() {
    yield* [1, 2]
  }
  /** Of each kind an answer that cannot be copied, and what its holder finds in it and does to it. */
  const drained = async (one: unknown): Promise<unknown> => {
    const found: Array<unknown> = []
    for await (const each of one as AsyncIterable<unknown>) found.push(each)
    return found
  }
  const alone: Readonly<Record<string, readonly [make: () => unknown, use: (one: never) => unknown]>> = {
    'a stream': [() => Readable.from(['a']), drained],
    'a generator': [rows, drained],
    'a stream inside': [
      () => ({ status: 200, body: Readable.from(['a']) }),
      ({ body }: { body: Readable }) => drained(body)
    ],
    'an instance': [() => new Cart(), ({ items }: Cart) => items.push('mine')],
    'a Map in a list': [
      () => [new Map([['n', 5]])],
      ([map]: ReadonlyArray<Map<string, number>>) => [map?.get('n'), map?.clear()]
    ],
    'a Buffer': [() => ({ file: Buffer.from('a') }), ({ file }: { file: Buffer }) => [String(file), file.fill(9)][0]],
    'an array with fields': [() => Object.assign([1], { total: 1 }), (list: { total: number }) => list.total++],
    'a function': [
      () => ({
        next: (
          (n) => () =>
            n++
        )(1)
      }),
      ({ next }: { next: () => number }) => next()
    ]
  }
  for (const [kind, [make, use]] of Object.entries(alone))
    for (const effect of ['read', 'write'] as const)
      it(`make a run of their own where no copy is like the answer: ${kind}, ${effect}`, async () => {
        let ran = 0
        const turn = openTurn()
        const { look } = guardFunctions(
          { look: async () => ((ran += 1), await pause(5), make()) },
          { turn, rules: { look: effect === 'read' ? { effect } : { effect, idempotent: true } } }
        )
        const expected = await use(make() as never)
        expect(await Promise.all(times(3, async () => use((await look()) as never)))).to.deep.equal(
          times(3, () => expected)
        )
        expect([ran, turn.calls.map(({ joined = false }) => joined)]).to.deep.equal([3, [false, false, false]])
      })

  it('copy dates and bytes for each, and share what the guard copies or reads itself', async () => {
    let ran = 0
    const answer = () => ({
      at: new Date(0),
      photo: new Uint8Array([1]),
      bare: Object.assign(Object.create(null) as object, { n: 1 }) as { n: number }
    })
    const run = async () => ((ran += 1), await pause(5), answer())
    const { look } = guardFunctions({ look: run }, { turn: openTurn(), rules: { look: { effect: 'read' } } })
    const seen = await Promise.all(
      times(3, async () => {
        const given = await look()
        const before = {
          ...given,
          at: new Date(given.at),
          photo: given.photo.slice(),
          bare: Object.assign(Object.create(null) as object, given.bare)
        }
        given.at.setFullYear(2000)
        given.photo.fill(9)
        given.bare.n = 2
        return before
      })
    )
    expect([seen, ran]).to.deep.equal([times(3, answer), 1])
    const judged = guardFunctions(
      { look: async () => ((ran += 1), await pause(5), Object.assign(new Cart(), { n: 1 })) },
      { turn: openTurn(), rules: { look: { effect: 'read', output: t.strict({ n: t.number }) } } }
    )
    expect(await Promise.all(times(3, () => judged.look()))).to.deep.equal(times(3, () => ({ n: 1 })))
    expect(ran).to.equal(2)
  })

  it('join as plain functions in place, where they read by declaration or by their names', async () => {
    let ran = 0
    const run = async () => ((ran += 1), await pause(5), { n: ran })
    const tools = guardFunctions(
      { getOrder: run, frobnicate: run, query: run },
      { turn: openTurn(), rules: { query: { effect: 'read' } } }
    )
    const ranIn = async (one: () => Promise<unknown>): Promise<number> => {
      const before = ran
      await Promise.allSettled(times(3, one))
      return ran - before
    }
    expect([
      await ranIn(() => tools.getOrder()),
      await ranIn(() => tools.query()),
      await ranIn(() => tools.frobnicate())
    ]).to.deep.equal([1, 1, 3])
  })
})

describe('equal writes under way that may run once', () => {
  it('wait, and are refused with the answer of the one that ran', async () => {
    const { made, call } = counted({ name: 'coffee', effect: 'write' })
    const turn = openTurn()
    const [first, ...others] = await Promise.all(times(4, () => turn.run(call({}))))
    expect([first, made.ran]).to.deep.equal([E.right({ n: 1 }), 1])
    expect(others.map((one) => expectLeft(one)).map(({ code, detail, data }) => [code, detail, data])).to.deep.equal([
      ['retry_budget_exceeded', TAKEN, { n: 1 }],
      ['retry_budget_exceeded', TAKEN, undefined],
      ['retry_budget_exceeded', TAKEN, undefined]
    ])
    expect(turn.outcomes().map(({ executed }) => executed)).to.deep.equal(['yes'])
  })

  it('say that it is unknown whether it ran, where it is', async () => {
    for (const run of [() => new Promise(() => {}), () => Promise.reject(new Error('It broke.'))]) {
      const { call } = counted({ name: 'pay', effect: 'write', timeoutMs: 20, run })
      const turn = openTurn()
      const [, second] = await Promise.all(times(2, () => turn.run(call({}))))
      expect(expectLeft(second ?? expect.fail()).detail).to.equal(UNKNOWN)
    }
  })

  it('are judged by the rule of repeats where it surely did not run', async () => {
    let ran = 0
    const run = async () => {
      await pause(5)
      return (ran += 1) === 1 ? failed({ code: 'closed', detail: 'Closed.' }, { executed: 'no' }) : '{"id":1}'
    }
    const { call } = counted({ name: 'pay', effect: 'write', run })
    const turn = openTurn()
    const results = await Promise.all(times(3, () => turn.run(call({}))))
    expect(results.map((one) => (E.isLeft(one) ? one.left.detail : 'right'))).to.deep.equal(['Closed.', 'right', TAKEN])
    expect(ran).to.equal(2)
  })

  it('end with their own signals', async () => {
    const { call } = counted({ name: 'pay', effect: 'write' })
    const turn = openTurn()
    const own = new AbortController()
    const first = turn.run(call({}))
    const second = turn.run(call({}, { signal: own.signal }))
    own.abort()
    const refusal = expectLeft(await second)
    expect(refusal.code).to.equal('cancelled')
    expect(refusal.hint).to.match(/^An equal call before it may have run\./)
    expectRight(await first)
  })

  it('run as often as their author says', async () => {
    const { made, call } = counted({ name: 'scroll', effect: 'write', maxIdenticalCalls: 5 })
    const turn = openTurn()
    await Promise.all(times(3, () => turn.run(call({}))))
    expect(made.ran).to.equal(3)
  })

  it('wait over a ledger as well: for what ran, what surely did not, and what the ledger finds out', async () => {
    const no = (): unknown => failed({ code: 'closed', detail: 'Closed.' }, { executed: 'no' })
    const broken = (): unknown => Promise.reject(new Error('It broke.'))
    const verify = (): 'executed' => 'executed'
    const codes = async (first: () => unknown, traits: Partial<Tool<unknown>> = {}): Promise<unknown> => {
      let ran = 0
      const run = async (): Promise<unknown> => {
        await pause(5)
        return (ran += 1) === 1 ? first() : '{"id":1}'
      }
      const { call } = counted({ name: 'pay', effect: 'write', run, ...traits })
      const job = openSession({ ledger: memoryLedger(), logger: false }).openTurn({ id: 'job' })
      const results = await Promise.all(times(2, () => job.run(call({}))))
      return [...results.map((one) => (E.isLeft(one) ? one.left.detail.replace(/[\da-f]{32}/, 'X') : 'right')), ran]
    }
    expect(await codes(() => '{"id":1}')).to.deep.equal(['right', TAKEN, 1])
    expect(await codes(no)).to.deep.equal(['Closed.', 'right', 2])
    expect(
      await codes(broken, { transient: () => true, idempotency: { key: () => 'k', forMs: 60_000 } })
    ).to.deep.equal(['The tool says: "It broke.".', 'right', 2])
    expect(await codes(broken, { verify })).to.deep.equal([
      'Operation X of pay was executed, and its response was lost.',
      TAKEN,
      1
    ])
  })
})

describe('currentCall', () => {
  it('is the call that runs the code which asks, and none outside of it or after it', async () => {
    const seen: Array<unknown> = []
    let late: Promise<unknown> = Promise.resolve()
    const note = (): void => void seen.push(currentCall()?.callId)
    const inner = guardedCall<unknown, unknown>({ name: 'inner', effect: 'read', run: () => (note(), '1') }, t.unknown)
    const turn = openTurn({ id: 'run' })
    const outer = guardedCall<unknown, unknown>(
      {
        name: 'outer',
        effect: 'read',
        run: async () => {
          note()
          await pause(1)
          await turn.run(inner({}, { callId: 'in' }))
          note()
          late = pause(10).then(note)
          return '1'
        }
      },
      t.unknown
    )
    note()
    await turn.run(outer({}, { callId: 'out' }))
    await late
    expect(seen).to.deep.equal([undefined, 'out', 'in', 'out', undefined])
  })
})
