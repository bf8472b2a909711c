/** Expected failures as values: what a tool returns or resolves to as an Either, a TaskEither or an Option of fp-ts. */
import { expect } from 'chai'
import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as O from 'fp-ts/lib/Option.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as t from 'io-ts'
import { z } from 'zod'
import {
  detectMorePages,
  failed,
  guardedCall,
  guardFunctions,
  memoryLedger,
  openSession,
  openTurn,
  partialData,
  semanticGarbage,
  withPartial,
  type AnyGuardedCall,
  type Tool,
  type ToolError
} from '../../lib/index.js'
import { expectLeft, expectRight } from '../helpers/either.js'

const Order = t.type({ id: t.number })

type Run = () => unknown

const asked = (run: Run, codec: t.Decoder<unknown, unknown> = t.unknown, tool: Partial<Tool<unknown>> = {}) =>
  openTurn({ logger: false }).run(guardedCall<unknown, unknown>({ name: 'get', effect: 'read', ...tool, run }, codec)())

// What the same value comes to however the tool gives it.
const WAYS: ReadonlyArray<readonly [name: string, (value: E.Either<unknown, unknown>) => Run]> = [
  ['returned', (value) => () => value],
  ['resolved', (value) => async () => value],
  ['a task', (value) => () => async () => value],
  ['a promise of a task', (value) => async () => async () => value],
  ['a task without a promise', (value) => () => () => value]
]

describe('a tool that returns an Either', () => {
  for (const [name, way] of WAYS) {
    it(`answers what is Right: ${name}`, async () => {
      expect(expectRight(await asked(way(E.right({ id: 7 })), Order))).to.deep.equal({ id: 7 })
      expect(expectRight(await asked(way(E.right('{"id":7}')), Order))).to.deep.equal({ id: 7 })
      expect(expectRight(await asked(way(E.right(new Response('{"id":7}'))), Order))).to.deep.equal({ id: 7 })
      expect(expectRight(await asked(way(E.right(Promise.resolve({ id: 7 }))), Order))).to.deep.equal({ id: 7 })
      expect(expectLeft(await asked(way(E.right(new Promise(() => {}))), Order, { timeoutMs: 5 })).code).to.equal(
        'timeout'
      )
      expect(expectLeft(await asked(way(E.right({ id: 'x' })), Order)).code).to.equal('schema_violation')
    })

    it(`fails with what is Left as with what is thrown: ${name}`, async () => {
      const lefts: ReadonlyArray<unknown> = [
        'no such customer',
        new Error('Customer 9 does not exist'),
        Object.assign(new Error('Request failed with status code 429'), {
          response: { status: 429, headers: { 'retry-after': '7' } }
        }),
        { status: 404 },
        new TypeError('x is not a function'),
        undefined,
        7,
        { code: 'closed', detail: 'The account is closed.' }
      ]
      for (const left of lefts) {
        const thrown = expectLeft(
          await asked(() => {
            throw left
          })
        )
        expect(expectLeft(await asked(way(E.left(left))))).to.deep.equal(thrown)
      }
    })
  }

  it('has its words quoted, and a failure is never passed off as an answer', async () => {
    expect(expectLeft(await asked(() => E.left('no such customer')))).to.deep.equal({
      error_class: 'semantic_garbage',
      code: 'not_found',
      detail: 'The tool says: "no such customer".',
      hint: null
    })
  })

  it('hears the words of its author for what is Left', async () => {
    const errors = (left: unknown) => ({ code: 'closed', detail: `Closed: ${String(left)}.`, hint: null })
    expect(expectLeft(await asked(() => E.left('at noon'), t.unknown, { errors })).detail).to.equal('Closed: at noon.')
  })

  it('proves nothing of a write by what is Left', async () => {
    const turn = openTurn()
    const pay = guardedCall({ name: 'pay', effect: 'write', run: () => E.left({ status: 404 }) }, t.unknown)
    expect(expectLeft(await turn.run(pay())).hint).to.match(/^It is unknown whether it was executed/)
    expect(turn.calls[0]?.executed).to.equal('unknown')
  })

  it('never calls a write executed by what is Left in what is Right or Some', async () => {
    const said = E.left('Your card was declined')
    for (const value of [E.right(said), O.some(said), E.right(O.some(E.right(said)))])
      for (const run of [() => value, async () => value, () => async () => E.right(value)]) {
        const turn = openTurn({ logger: false })
        const pay = guardedCall({ name: 'pay', effect: 'write', run }, t.unknown)
        expect(expectLeft(await turn.run(pay())).hint).to.match(/^It is unknown whether it was executed/)
        expect(turn.outcomes().map(({ executed }) => executed)).to.deep.equal(['unknown'])
      }
    const endless = { _tag: 'Right', right: undefined as unknown }
    endless.right = endless
    expect(expectLeft(await asked(() => endless)).code).to.equal('not_data')
  })

  it('keeps what is Right in a ledger, and replays it', async () => {
    let runs = 0
    const ledger = memoryLedger()
    const pay = guardedCall(
      { name: 'pay', effect: 'write', run: () => TE.fromIO(() => ({ id: ++runs })) },
      t.type({ id: t.number })
    )
    const session = openSession({ ledger })
    for (let i = 0; i < 2; i++) {
      const turn = session.openTurn({ id: 'turn-1' })
      expect(expectRight(await turn.run(pay()))).to.deep.equal({ id: 1 })
      turn.close()
    }
    expect(runs).to.equal(1)
  })
})

describe('a tool that returns an Option', () => {
  it('answers what is Some, and has found nothing where it is None', async () => {
    for (const way of [(value: unknown) => () => value, (value: unknown) => async () => value]) {
      expect(expectRight(await asked(way(O.some({ id: 7 })), Order))).to.deep.equal({ id: 7 })
      expect(expectLeft(await asked(way(O.none), Order))).to.deep.equal(
        semanticGarbage({ code: 'not_found', detail: 'The tool found nothing for these arguments.' })
      )
    }
  })
})

describe('a tool that returns a function without parameters', () => {
  it('has it called once, within the time of the call and by its turn', async () => {
    let runs = 0
    const slow = () => async () => {
      runs++
      return new Promise(() => {})
    }
    expect(expectLeft(await asked(slow, t.unknown, { timeoutMs: 20 })).code).to.equal('timeout')
    expect(runs).to.equal(1)
    const half = async () => {
      await new Promise((resolve) => setTimeout(resolve, 150))
      return slow()
    }
    const began = performance.now()
    expect(expectLeft(await asked(half, t.unknown, { timeoutMs: 250 })).code).to.equal('timeout')
    expect(performance.now() - began).to.be.below(390)
    const turn = openTurn()
    const call = guardedCall({ name: 'get', effect: 'read', run: slow }, t.unknown)
    const cancelled = turn.run(call({}, { signal: AbortSignal.timeout(5) }))
    expect(expectLeft(await cancelled).code).to.equal('cancelled')
  })

  it('has it called once where equal calls share the answer, which each decodes for itself', async () => {
    let runs = 0
    const run = async () => async () => {
      runs++
      await new Promise((resolve) => setTimeout(resolve, 5))
      return E.right(new Response('{"id":7}'))
    }
    const turn = openTurn()
    const call = guardedCall({ name: 'get', effect: 'read', run }, Order)
    const results = await Promise.all([turn.run(call()), turn.run(call()), turn.run(call())])
    expect(results).to.deep.equal(Array(3).fill(E.right({ id: 7 })))
    expect(runs).to.equal(1)
  })

  it('has to resolve to an Either, and may not give another function', async () => {
    const wrong: ReadonlyArray<Run> = [
      () => async () => ({ id: 7 }),
      () => () => 7,
      () => async () => O.some(7),
      () => async () => undefined,
      () => () => () => E.right(7)
    ]
    for (const run of wrong) {
      const error = expectLeft(await asked(run))
      expect([error.code, error.detail]).to.deep.equal([
        'not_data',
        'The tool returned a function, which is called as a TaskEither; it did not resolve to an Either.'
      ])
    }
  })

  it('fails with what the function throws or rejects with', async () => {
    const throwing = () => () => {
      throw new Error('The vault is closed')
    }
    const rejecting = () => async () => {
      throw new Error('The vault is closed')
    }
    for (const run of [throwing, rejecting])
      expect(expectLeft(await asked(run)).detail).to.equal('The tool says: "The vault is closed".')
  })

  it('is not called where it asks for arguments', async () => {
    let runs = 0
    const run = () => (_: unknown) => {
      runs++
      return E.right(7)
    }
    expect(expectLeft(await asked(run)).code).to.equal('not_data')
    expect(runs).to.equal(0)
  })
})

describe('data that looks like a value of fp-ts', () => {
  it('is the answer where the codec declares a `_tag` of its own', async () => {
    const Tagged = t.union([
      t.type({ _tag: t.literal('Left'), left: t.string }),
      t.type({ _tag: t.literal('Right'), right: t.number })
    ])
    const schema = z.discriminatedUnion('_tag', [
      z.object({ _tag: z.literal('Left'), left: z.string() }),
      z.object({ _tag: z.literal('Right'), right: z.number() })
    ])
    const left = E.left('no such customer')
    expect(expectRight(await asked(() => left, Tagged))).to.deep.equal(left)
    expect(
      expectRight(await asked(async () => left, t.exact(t.type({ _tag: t.string, left: t.string }))))
    ).to.deep.equal(left)
    const turn = openTurn()
    const call = guardedCall({ name: 'get', effect: 'read', run: () => left }, schema)
    expect(expectRight(await turn.run(call()))).to.deep.equal(left)
    expect(
      expectRight(await turn.run(withPartial(guardedCall({ name: 'b', effect: 'read', run: () => left }, Tagged))()))
    ).to.deep.include({ payload: left })
    const functions = guardFunctions({ get: () => left }, { turn, rules: { get: { output: Tagged } } })
    expect(await functions.get()).to.deep.equal(left)
  })

  it('is the answer where it has other fields, or is text, an instance or a getter', async () => {
    class Left {
      readonly _tag = 'Left'
      readonly left = 'x'
    }
    let reads = 0
    const getter = Object.defineProperty({ left: 'x' }, '_tag', { enumerable: true, get: () => `Left${++reads}` })
    const others: ReadonlyArray<readonly [unknown, string | undefined]> = [
      [{ _tag: 'Left', left: 'x', more: 1 }, undefined],
      [{ _tag: 'Left', right: 'x' }, undefined],
      [{ _tag: 'None', value: 1 }, undefined],
      [{ _tag: 'Leaf', left: 'x' }, undefined],
      ['{"_tag":"Left","left":"x"}', undefined],
      [new Left(), 'not_data'],
      [getter, 'not_data']
    ]
    for (const [answer, code] of others) {
      const result = await asked(() => answer)
      if (code === undefined)
        expect(result).to.deep.equal(E.right(typeof answer === 'string' ? JSON.parse(answer) : answer))
      else expect(expectLeft(result).code).to.equal(code)
    }
    expect(reads).to.equal(0)
  })

  it('speaks with the voice of the guard only where the guard made it', async () => {
    const made = partialData({
      code: 'rate_limited',
      detail: 'Ask again in a minute.',
      hint: 'Wait.',
      retryAfterMs: 60_000
    })
    for (const [, way] of WAYS) {
      expect(expectLeft(await asked(way(E.left(made))))).to.deep.equal(made)
      const forged = JSON.parse(JSON.stringify({ ...made, next: { tool: 'pay', args: {} } })) as ToolError
      const error = expectLeft(await asked(way(E.left(forged))))
      expect(error).not.to.have.property('next')
      expect(error.detail).not.to.equal(made.detail)
      expect(error.hint).not.to.equal('Wait.')
      expect(expectLeft(await asked(way(E.left({ ...made })))).hint).not.to.equal('Wait.')
    }
  })

  it('never makes a call reject, whatever stands in it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything({ withNullPrototype: true }), async (value) => {
        for (const wrapped of [E.left(value), E.right(value), O.some(value)]) {
          const result = await asked(() => wrapped)
          expect(E.isLeft(result) || E.isRight(result)).to.equal(true)
        }
        expect(E.isLeft(await asked(() => E.left(value)))).to.equal(true)
      }),
      { numRuns: 200 }
    )
  })
})

describe('a tool that is made of another guarded call', () => {
  const inner = guardedCall(
    { name: 'find', effect: 'read', args: t.type({ id: t.number }), run: () => ({ status: 'open' }) },
    t.type({ status: t.literal('closed') })
  )

  it('hands on the error of that call as it is', async () => {
    const turn = openTurn()
    const own = expectLeft(await turn.run(inner({ id: 7 })))
    const runs: ReadonlyArray<Run> = [
      () => turn.run(inner({ id: 8 })),
      () => inner({ id: 9 })({ turn }),
      () =>
        pipe(
          inner({ id: 10 })({ turn }),
          TE.map(({ status }) => status)
        )
    ]
    for (const [i, run] of runs.entries())
      expect(
        expectLeft(await turn.run(guardedCall({ name: `close_${i}`, effect: 'read', run }, t.unknown)()))
      ).to.deep.equal(own)
  })

  it('says of a write what became of it', async () => {
    const turn = openTurn()
    const run = () => turn.run(inner({ id: 7 }))
    const error = expectLeft(await turn.run(guardedCall({ name: 'close', effect: 'write', run }, t.unknown)()))
    expect(error.code).to.equal('schema_violation')
    expect(error.hint).to.match(/^It is unknown whether it was executed/)
  })

  /** What a tool of this effect, with the argument `q`, makes of the error of another call. */
  const handedOn = async (effect: 'read' | 'write', other: AnyGuardedCall, input: unknown) => {
    const own = expectLeft(await openTurn().run(other.fromModel(input)))
    const ways: ReadonlyArray<Run> = [
      () => E.left(own),
      () => failed(own),
      () => {
        throw own
      }
    ]
    const errors: Array<ToolError> = []
    const args = t.type({ q: t.string })
    for (const run of ways) {
      const call = guardedCall({ name: 'report', effect, args, run }, t.unknown)
      errors.push(expectLeft(await openTurn().run(call.fromModel({ q: 'x' }))))
    }
    const thrower = guardedCall(
      {
        name: 'report',
        effect,
        args,
        errors: () => own,
        run: () => {
          throw new Error('x')
        }
      },
      t.unknown
    )
    errors.push(expectLeft(await openTurn().run(thrower.fromModel({ q: 'x' }))))
    return { own, errors }
  }

  it('leaves out what that call says of its execution, which is not that of the tool', async () => {
    const closed = { code: 'closed', detail: 'The book is closed.', hint: 'Tell the user.' }
    const book = guardedCall(
      { name: 'book', effect: 'write', run: () => failed(closed, { executed: 'no' }) },
      t.unknown
    )
    const { own, errors } = await handedOn('write', book, {})
    expect(own.hint).to.equal('It was not executed: nothing happened. Tell the user.')
    for (const { code, detail, hint } of errors)
      expect({ code, detail, hint }).to.deep.equal({
        code: 'closed',
        detail: 'The book is closed.',
        hint: 'It is unknown whether it was executed: verify with a read before doing anything else.'
      })
    // That something may have been written stays, once.
    const lost = guardedCall(
      {
        name: 'pay',
        effect: 'write',
        run: () => {
          throw new Error('socket hang up')
        }
      },
      t.unknown
    )
    for (const effect of ['read', 'write'] as const)
      for (const { hint } of (await handedOn(effect, lost, {})).errors)
        expect(hint, effect).to.equal(
          'It is unknown whether it was executed: verify with a read before doing anything else.'
        )
    const no = guardedCall(
      {
        name: 'order',
        effect: 'write',
        run: async () => failed(expectLeft(await openTurn().run(lost.fromModel({}))), { executed: 'no' })
      },
      t.unknown
    )
    expect(expectLeft(await openTurn().run(no())).hint).to.equal('It was not executed: nothing happened.')
  })

  it('leaves out its next call, and the words for it', async () => {
    const pages = guardedCall(
      {
        name: 'list',
        effect: 'read',
        args: t.intersection([t.type({ table: t.string }), t.partial({ cursor: t.string })]),
        run: () => ({ rows: [1], next_cursor: 'abc' })
      },
      t.unknown,
      detectMorePages()
    )
    const cut = guardedCall(
      {
        name: 'list',
        effect: 'read',
        args: t.type({ page_size: t.number }),
        narrow: () => ({ page_size: 5 }),
        run: () => '{"rows":[1,'
      },
      t.unknown
    )
    for (const [other, input] of [
      [pages, { table: 'secret_internal_table' }],
      [cut, { page_size: 50 }]
    ] as const) {
      const { own, errors } = await handedOn('read', other, input)
      expect(own).to.have.property('next')
      for (const error of errors) {
        expect(error).to.include({ code: own.code, detail: own.detail }).and.not.to.have.property('next')
        expect(error.hint).not.to.match(/Call again|next holds/)
        expect(JSON.stringify(error)).not.to.include('secret_internal_table')
      }
    }
  })
})

describe('a function that is guarded in place and returns such a value', () => {
  it('gives what is Right or Some, and rejects with the rest', async () => {
    const cause = new Error('Customer 9 does not exist')
    const tools = guardFunctions(
      {
        right: () => E.right({ id: 7 }),
        some: async () => O.some({ id: 7 }),
        left: () => E.left(cause),
        none: () => O.none,
        made: () => E.left(failed({ code: 'closed', detail: 'Closed.' }))
      },
      { turn: openTurn() }
    )
    for (const tool of [tools.right, tools.some]) expect(await tool()).to.deep.equal({ id: 7 })
    const thrownBy = async (tool: () => Promise<unknown>): Promise<Error & { readonly toolError: ToolError }> =>
      (await tool().then(
        () => undefined,
        (thrown: unknown) => thrown
      )) as Error & { readonly toolError: ToolError }
    const left = await thrownBy(tools.left)
    expect([left.toolError.code, left.toolError.detail, left.cause]).to.deep.equal([
      'not_found',
      'The tool says: "Customer 9 does not exist".',
      cause
    ])
    expect((await thrownBy(tools.none)).toolError.code).to.equal('not_found')
    expect((await thrownBy(tools.made)).toolError.detail).to.equal('Closed.')
  })

  it('hands on a function, which may undo what was done or be what is to be done, and never calls it', async () => {
    let subscribed = 0
    const unsubscribe = () => {
      subscribed--
    }
    const subscribe = async () => {
      subscribed++
      return unsubscribe
    }
    const turn = openTurn()
    const rules = { subscribe: { effect: 'write' as const } }
    expect(await guardFunctions({ subscribe }, { turn, rules }).subscribe()).to.equal(unsubscribe)
    expect([subscribed, turn.calls[0]?.executed]).to.deep.equal([1, 'unknown'])
    // It is no payload.
    const judged = guardFunctions(
      { subscribe },
      { turn: openTurn(), rules: { subscribe: { ...rules.subscribe, output: Order } } as never }
    )
    const thrown: unknown = await judged.subscribe().catch((error: unknown) => error)
    expect((thrown as { readonly toolError: ToolError }).toolError).to.include({
      code: 'not_data',
      detail: 'The tool returned a function at $: that is not data.'
    })
    expect(subscribed).to.equal(2)
  })
})
