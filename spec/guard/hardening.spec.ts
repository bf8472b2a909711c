/** What untyped and hostile code did to a guarded call once, and must not do again. */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import {
  failed,
  guardedCall,
  incomplete,
  judge,
  openSession,
  openTurn,
  repairArguments,
  schemaMismatch,
  semanticGarbage,
  withPartial,
  type SemanticCheck,
  type Tool,
  type ToolError
} from '../../lib/index.js'
import { expectLeft, expectRight } from '../helpers/either.js'

const tool = (run: Tool<unknown>['run'], more: Partial<Tool<unknown>> = {}): Tool<unknown> => ({
  name: 'x',
  effect: 'read',
  run,
  ...more
})
const codeOf = async (run: Tool<unknown>['run']): Promise<string> =>
  expectLeft(await openTurn().run(guardedCall(tool(run), t.unknown)())).code

const hostileSignal = (hostile: object): AbortSignal =>
  Object.assign(Object.create(hostile) as AbortSignal, {
    addEventListener: () => {
      throw new Error('trap')
    }
  })

describe('a guarded call', () => {
  it('refuses what is no signal before anything runs, in a sentence', () => {
    let ran = 0
    const call = guardedCall({ ...tool(() => (ran += 1), { effect: 'write' }), args: t.UnknownRecord }, t.unknown)
    const options = { signal: new AbortController() as never }
    const repaired = repairArguments(call, { ask: () => undefined })
    for (const make of [call, call.fromModel, withPartial(call), repaired, repaired.fromModel])
      expect(() => make({}, options)).to.throw(TypeError, /^Expected `signal` to be an AbortSignal\.$/)
    expect(ran).to.equal(0)
  })

  it('tells the truth of a call whose signal throws when it is listened to', async () => {
    const answers: ReadonlyArray<readonly [Tool<unknown>['run'], string, 'yes' | 'unknown', RegExp]> = [
      [async () => 'paid', 'right', 'yes', /the last response was valid\./],
      [() => Promise.reject(new Error('x')), 'schema_mismatch', 'unknown', /the last response was tool_threw\./]
    ]
    for (const [run, outcome, executed, last] of answers) {
      const turn = openTurn()
      const pay = guardedCall(tool(run, { effect: 'write', reads: 'text' }), t.string)
      await turn.run(pay({}, { signal: hostileSignal({ aborted: false }) }))
      expect(turn.calls.map((call) => [call.outcome, call.executed])).to.deep.equal([[outcome, executed]])
      expect(expectLeft(await turn.run(pay({}))).detail).to.match(last)
    }
  })

  it('does not run, and is not counted, where its signal throws when it is asked', async () => {
    const turn = openTurn()
    const pay = guardedCall(
      tool(() => 'paid', { effect: 'write', reads: 'text' }),
      t.string
    )
    const signal = hostileSignal({
      get aborted() {
        throw new Error('trap')
      }
    })
    expect(expectLeft(await turn.run(pay({}, { signal }))).detail).to.match(/the tool was not run\.$/)
    expect(turn.calls.map(({ executed }) => executed)).to.deep.equal(['refused'])
    expectRight(await turn.run(pay({})))
  })

  it('takes an object that only claims to be bytes for no data', async () => {
    const trap = (): unknown =>
      Object.create(
        new Proxy(
          {},
          {
            getPrototypeOf() {
              throw new Error('trap')
            }
          }
        )
      )
    expect(await codeOf(() => Object.create(Uint8Array.prototype))).to.equal('not_data')
    expect(await codeOf(() => Object.create(ArrayBuffer.prototype))).to.equal('not_data')
    expect(await codeOf(async () => trap())).to.equal('not_data')
  })

  it('survives a failure that says nothing, and a verdict inside a verdict', async () => {
    expect(await codeOf(() => failed(undefined as never))).to.equal('tool_threw')
    expect(await codeOf(() => failed({ error_class: 'semantic_garbage', code: 'Not Snake' } as never))).to.equal(
      'not_snake'
    )
    const inner = failed(semanticGarbage({ code: 'no_such_order', detail: 'None.' }))
    expect(await codeOf(() => incomplete(inner, { detail: 'Some.' }))).to.equal('no_such_order')
  })

  it('takes of a failure only the words and the outcome that are ones', async () => {
    const closed = semanticGarbage({ code: 'account_closed', detail: 'The account is closed.' })
    for (const junk of [5, {}, [], null, Symbol('x'), 10n, () => 1]) {
      const say = (said: object) =>
        openTurn().run(
          guardedCall(
            tool(() => failed(closed, said)),
            t.unknown
          )()
        )
      expect(expectLeft(await say({ says: junk }))).to.deep.equal(closed)
      expect(expectLeft(await say({ executed: junk }))).to.deep.equal(closed)
    }
  })

  it('refuses a value whose parts are shared a hundred million times, and searches it for no longer than a copy', async () => {
    let shared: unknown = 0
    for (let level = 0; level < 4; level++) shared = new Array(120).fill(shared)
    expect(await codeOf(() => shared)).to.equal('too_large')
  })

  it('makes what a check gives an error of ours, or says that the check is broken', async () => {
    const answers = [
      { error_class: 'nonsense', code: 'x', detail: 'y' },
      {
        error_class: 'partial_data',
        get detail() {
          throw new Error('x')
        }
      },
      { error_class: 'semantic_garbage', code: 'Wrong Order', detail: 'a\nb', hint: 5 }
    ]
    const errors: Array<ToolError> = []
    for (const answer of answers) {
      const check = (() => O.some(answer)) as unknown as SemanticCheck<unknown, unknown>
      errors.push(
        expectLeft(
          await openTurn().run(
            guardedCall(
              tool(() => '1'),
              t.unknown,
              check
            )()
          )
        )
      )
    }
    expect(errors.map(({ code }) => code)).to.deep.equal(['check_threw', 'unspecified', 'wrong_order'])
    expect(errors[2]?.detail).to.equal('a b')
  })

  it('ends no process by promises that a tool or a codec forgot', async () => {
    let unhandled = 0
    const count = (): void => {
      unhandled += 1
    }
    process.on('unhandledRejection', count)
    const rejected = (): Promise<never> => Promise.reject(new Error('forgotten'))
    const values = [
      { a: rejected(), b: [rejected()] },
      Array.from({ length: 1_500 }, rejected),
      { a: { b: { c: { d: { e: { f: rejected() } } } } } },
      new Map([['a', rejected()]]),
      { a: new Set([rejected()]) }
    ]
    for (const value of values) expect(await codeOf(() => value)).to.equal('not_data')
    const asynchronous = {
      name: 'A',
      validate: t.unknown.validate,
      decode: (async () => {
        throw new Error('c')
      }) as never
    }
    expect(
      expectLeft(
        await openTurn().run(
          guardedCall(
            tool(() => '1'),
            asynchronous
          )()
        )
      ).code
    ).to.equal('codec_threw')
    const late = async (): Promise<unknown> => {
      await new Promise((resolve) => {
        setTimeout(resolve, 20)
      })
      return { a: rejected() }
    }
    const slow = guardedCall({ name: 'slow', effect: 'read', timeoutMs: 5, run: late }, t.unknown)
    expect(expectLeft(await openTurn().run(slow({}))).code).to.equal('timeout')
    await new Promise((resolve) => {
      setTimeout(resolve, 40)
    })
    process.off('unhandledRejection', count)
    expect(unhandled).to.equal(0)
  })

  it('knows a timeout of AbortSignal.timeout, and a network code behind two causes', async () => {
    expect(
      await codeOf(() => {
        throw new DOMException('late', 'TimeoutError')
      })
    ).to.equal('timeout')
    expect(
      await codeOf(() => {
        throw new Error('a', { cause: new Error('b', { cause: { code: 'EHOSTDOWN' } }) })
      })
    ).to.equal('tool_unavailable')
    expect(
      await codeOf(() => {
        throw Object.assign(new Error('a', { cause: { code: 'ECONNRESET' } }), { code: 'ERR_OURS' })
      })
    ).to.equal('tool_unavailable')
  })

  it('does not run a call that was cancelled while the store was asked', async () => {
    const abort = new AbortController()
    let ran = false
    const store = {
      append: async (_turn: string, event: string) => {
        await new Promise((resolve) => {
          setTimeout(resolve, 20)
        })
        return { at: 1, events: [{ now: 0, event }] }
      },
      close: () => {}
    }
    const call = guardedCall(
      tool(
        () => {
          ran = true
        },
        { effect: 'write' }
      ),
      t.unknown
    )
    const waiting = openSession({ store })
      .openTurn()
      .run(call({}, { signal: abort.signal }))
    abort.abort()
    expect(expectLeft(await waiting).code).to.equal('cancelled')
    expect(ran).to.equal(false)
  })

  it('counts refused arguments of a write, whatever is transient', async () => {
    const write = guardedCall(
      { name: 'w', effect: 'write', args: t.type({ id: t.number }), run: () => '1', transient: () => true },
      t.number
    )
    const turn = openTurn()
    const codes: Array<string> = []
    for (let i = 0; i < 4; i++) codes.push(expectLeft(await turn.run(write.fromModel({}))).code)
    expect(codes).to.deep.equal([...Array<string>(3).fill('invalid_arguments'), 'validation_cap_exceeded'])
    expect((await turn.run(write({ id: 1 })))._tag).to.equal('Right')
  })

  it('sees a long failure repeat, and a poll with a bigint move', async () => {
    const session = openSession()
    const cut = guardedCall(
      tool(() => `["${'x'.repeat(70_000)}`),
      t.unknown
    )
    const codes: Array<string> = []
    for (let i = 0; i < 4; i++) codes.push(expectLeft(await session.openTurn().run(cut())).code)
    expect(codes.at(-1)).to.equal('loop_detected')
    let n = 0n
    const poll = guardedCall(
      tool(() => ({ n: (n += 1n) }), { polls: true }),
      t.unknown
    )
    const turn = openTurn()
    for (let i = 0; i < 6; i++) expectRight(await turn.run(poll()))
  })

  it('answers and keeps its record even where the clock of the host throws or tells no time', async () => {
    for (const clock of [
      () => {
        throw new Error('clock')
      },
      () => Number.NaN,
      () => Promise.reject(new Error('clock'))
    ]) {
      const broken = openSession({ clock: clock as () => number }).openTurn()
      expect(
        expectRight(
          await broken.run(
            guardedCall(
              tool(() => '1'),
              t.unknown
            )()
          )
        )
      ).to.equal(1)
      expect(broken.calls.map(({ ms }) => ms)).to.deep.equal([0])
    }
  })

  it('refuses a check that is no function, at construction', () => {
    expect(() =>
      guardedCall(
        tool(() => '1'),
        t.unknown,
        5 as never
      )
    ).to.throw(TypeError, 'Expected `checks` to be an array of functions.')
    expect(() => judge({ codec: t.unknown, checks: [undefined as never] }, '1')).to.throw(
      TypeError,
      'Expected `checks` to be an array of functions.'
    )
  })

  it('swallows what a redactor rejects with', async () => {
    let rejections = 0
    const seen = (): void => {
      rejections++
    }
    process.on('unhandledRejection', seen)
    const logger = { log: () => undefined }
    const turn = openSession({ logger, redact: () => Promise.reject(new Error('later')) }).openTurn()
    expectRight(
      await turn.run(
        guardedCall(
          tool(() => '1'),
          t.unknown
        )()
      )
    )
    await new Promise((resolve) => {
      setTimeout(resolve, 5)
    })
    process.off('unhandledRejection', seen)
    expect(rejections).to.equal(0)
  })

  it("keeps the next call that a hint names before the tool's own smaller request", async () => {
    const narrow = (): string => 'Call again with per_page=3.'
    const named = guardedCall(
      tool(() => incomplete('[1]', { detail: 'More.', hint: 'Call again with page=2.' }), { narrow }),
      t.unknown
    )
    expect(expectLeft(await openTurn().run(named())).hint).to.equal('Call again with page=2.')
    const general = guardedCall(
      tool(() => incomplete('[1]', { detail: 'More.', hint: 'Add a LIMIT.' }), { narrow }),
      t.unknown
    )
    expect(expectLeft(await openTurn().run(general())).hint).to.equal('Call again with per_page=3.')
  })
})

describe('judge', () => {
  const big = '9007199254740993'

  it('finds a rounded id behind any number of rounded ones that nobody reads', () => {
    const text = `{"ignored":[${Array<string>(200).fill(big).join(',')}],"id":${big}}`
    expect(expectLeft(judge({ codec: t.type({ id: t.number }) }, text)).code).to.equal('unsafe_integer')
    const rows = `[${Array<string>(150).fill(`{"id":${big}}`).join(',')},{"id":`
    expect(expectLeft(judge({ codec: t.array(t.type({ id: t.number })), salvage: '$' }, rows)).code).to.equal(
      'truncated_response'
    )
  })

  it('sees that plain text was cut inside a character', () => {
    expect(expectLeft(judge({ codec: t.string, reads: 'text' }, Uint8Array.of(0x61, 0xc3)))).to.include({
      code: 'truncated_response',
      detail: 'The response ends after 2 bytes, inside a character.'
    })
  })

  it('takes a text that happens to be JSON for text, where text is read', () => {
    expect(
      expectLeft(judge({ codec: t.refinement(t.string, () => false, 'Never'), reads: 'text' }, '{"a":1}')).code
    ).to.equal('schema_violation')
  })

  it('prints no key that looks like a secret, and no connection string of an author', () => {
    expect(
      expectLeft(judge({ codec: t.record(t.string, t.number) }, '{"sk_live_abcdefghijkl1234":"x"}')).detail
    ).not.to.match(/sk_live/)
    expect(schemaMismatch({ code: 'x', detail: 'postgres://u:hunter2@h/db is down' }).detail).not.to.match(/hunter2/)
    expect(E.isLeft(judge({ codec: t.type({ password: t.string }) }, '{"password":1}'))).to.equal(true)
  })
})
