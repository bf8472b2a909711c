/**
 * Values that carry code, lie or have no end, through the real boundaries of a call: read once, safely, within bounds,
 * and without running what they carry.
 */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { guardedCall, openTurn, ToolError, type BudgetStore, type Tool } from '../../lib/index.js'
import { expectLeft, expectRight } from '../helpers/either.js'
import { memoryStore } from '../stores/memory-store.js'

let ran: Array<string> = []

const trap = (name: string) => (): never => {
  ran.push(name)
  throw new Error('hostile')
}

const everyTrap = (): ProxyHandler<object> =>
  Object.fromEntries(
    [
      'get',
      'set',
      'has',
      'ownKeys',
      'getOwnPropertyDescriptor',
      'defineProperty',
      'deleteProperty',
      'getPrototypeOf',
      'setPrototypeOf',
      'isExtensible',
      'preventExtensions',
      'apply',
      'construct'
    ].map((name) => [name, trap(name)])
  )

const nested = (levels: number): unknown => {
  let value: unknown = 1
  for (let i = 0; i < levels; i++) value = i % 2 === 0 ? [value] : { value }
  return value
}

const cyclic = (): unknown => {
  const value: Record<string, unknown> = {}
  value['self'] = [value]
  return value
}

const endless = (): unknown => {
  const value: Array<unknown> = []
  value.length = 4_294_967_295
  return value
}

class Account {
  readonly id = 1
  get secret(): string {
    return trap('class getter')()
  }
  toJSON(): unknown {
    return trap('toJSON')()
  }
}

const VALUES: Readonly<Record<string, () => unknown>> = {
  'a getter': () => ({
    get id() {
      return trap('getter')()
    }
  }),
  'a setter': () => ({
    set id(_: unknown) {
      trap('setter')()
    }
  }),
  'a getter deep inside': () => ({
    list: [{ inner: Object.defineProperty({}, 'id', { enumerable: true, get: trap('getter') }) }]
  }),
  'a getter in an array': () => Object.defineProperty([1, 2], 1, { enumerable: true, get: trap('getter') }),
  'a proxy': () => new Proxy({}, everyTrap()),
  'a proxy of an array': () => new Proxy([], everyTrap()),
  'a proxy of a function': () => new Proxy(() => 1, everyTrap()),
  'a proxy inside': () => ({ list: [new Proxy({}, everyTrap())] }),
  'a proxy as a prototype': () => Object.create(new Proxy({}, everyTrap())) as unknown,
  'a revoked proxy': () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    return { proxy }
  },
  toJSON: () => ({ id: 1, toJSON: trap('toJSON') }),
  conversions: () => ({
    [Symbol.toPrimitive]: trap('toPrimitive'),
    toString: trap('toString'),
    valueOf: trap('valueOf')
  }),
  'an iterator': () => ({ [Symbol.iterator]: trap('iterator'), items: () => 1 }),
  'a class instance': () => new Account(),
  'a class instance inside': () => [new Account()],
  'a function inside': () => ({ run: trap('function') }),
  'a symbol inside': () => ({ id: Symbol('s') }),
  'a bigint inside': () => ({ id: 10n }),
  'a map': () => ({ map: new Map([[1, 2]]) }),
  'a cycle': cyclic,
  '100,000 levels': () => nested(100_000),
  'an array of 2^32 - 1': endless,
  'an array of 2^32 - 1 inside': () => ({ list: endless() })
}

// A promise that is resolved with a proxy asks it for `then`: that is the language, before anyone else sees the value.
const ASKED_FOR_THEN = new Set(['a proxy', 'a proxy of an array', 'a proxy of a function', 'a proxy as a prototype'])

// An answer may hold what JSON has no form for; arguments, which are keyed by their text, may not.
const READABLE = new Set(['a bigint inside'])

const NOT_READABLE = new Set(['not_data', 'too_deep', 'too_large'])

const reading = (run: Tool<unknown>['run']): Tool<unknown> => ({
  name: 'look_up',
  effect: 'read',
  run,
  timeoutMs: 1_000
})

describe('a value that carries code or has no end', () => {
  beforeEach(() => {
    ran = []
  })
  afterEach(() => expect(ran).to.deep.equal([]))

  for (const [what, make] of Object.entries(VALUES)) {
    if (!READABLE.has(what))
      it(`is refused as an answer, and not run: ${what}`, async () => {
        for (const run of ASKED_FOR_THEN.has(what) ? [make] : [make, async () => make()]) {
          const started = performance.now()
          const error = expectLeft(await openTurn().run(guardedCall(reading(run), t.unknown)()))
          expect(NOT_READABLE.has(error.code), error.code).to.equal(true)
          expect(performance.now() - started).to.be.below(1_000)
        }
      })

    it(`is refused among arguments before the tool runs, and not run: ${what}`, async () => {
      let calls = 0
      const count = (): string => String((calls += 1))
      const bare = guardedCall(reading(count), t.number)
      const typed = guardedCall({ ...reading(count), args: t.UnknownRecord as t.Type<unknown, unknown> }, t.number)
      for (const call of [
        () => bare(make()),
        () => bare.fromModel(make()),
        () => typed.fromModel(make()),
        () => bare({ inner: make() })
      ]) {
        const turn = openTurn()
        const started = performance.now()
        expect(expectLeft(await turn.run(call()))).to.include({
          error_class: 'semantic_garbage',
          code: 'invalid_arguments'
        })
        expect(turn.calls.map(({ executed, args }) => [executed, args])).to.deep.equal([['refused', null]])
        expect(performance.now() - started).to.be.below(1_000)
      }
      expect(calls).to.equal(0)
    })
  }
})

describe('bytes that are not what they seem', () => {
  beforeEach(() => {
    ran = []
  })
  afterEach(() => expect(ran).to.deep.equal([]))

  it('are refused where a proxy hides behind them', async () => {
    const bytes = Object.setPrototypeOf(new Uint8Array([49]), new Proxy(Uint8Array.prototype, everyTrap())) as unknown
    expect(
      expectLeft(
        await openTurn().run(
          guardedCall(
            reading(() => bytes),
            t.number
          )()
        )
      ).code
    ).to.equal('not_data')
  })

  it('are refused, whatever their own fields do', async () => {
    const lying = Object.defineProperty(new Uint8Array([49]), 'length', {
      get: () => {
        throw new Error('hostile')
      }
    })
    expect(
      expectLeft(
        await openTurn().run(
          guardedCall(
            reading(() => lying),
            t.number
          )()
        )
      ).code
    ).to.equal('not_data')
  })
})

describe('an array with holes', () => {
  it('is read as data: a hole is null, as in JSON, or nothing is handed on', async () => {
    const holes = Object.assign([], { 0: 1, 2: 3, length: 4 })
    const result = await openTurn().run(
      guardedCall(
        reading(() => holes),
        t.unknown
      )()
    )
    if (E.isRight(result)) expect(Object.keys(result.right as object)).to.deep.equal(['0', '1', '2', '3'])
    else expect(result.left.code).to.equal('not_data')
  })
})

describe('an answer that its tool holds on to', () => {
  it('is a copy: what the tool does to it later reaches no one', async () => {
    const kept = { list: [1, 2], inner: { id: 1 } }
    const turn = openTurn()
    const payload = expectRight(
      await turn.run(
        guardedCall(
          reading(() => kept),
          t.type({ list: t.array(t.number), inner: t.type({ id: t.number }) })
        )()
      )
    )
    kept.list.push(3)
    kept.inner.id = 9
    expect(payload).to.deep.equal({ list: [1, 2], inner: { id: 1 } })
  })
})

const THROWN: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  null: () => null,
  'a symbol': () => Symbol('s'),
  'a bigint': () => 10n,
  'an object without a prototype': () => Object.create(null) as unknown,
  'an error whose message throws': () => Object.defineProperty(new Error('x'), 'message', { get: trap('message') }),
  'an error whose name throws': () => Object.defineProperty(new Error('x'), 'name', { get: trap('name') }),
  'an error whose cause is a cycle': () => {
    const error = new Error('x')
    error.cause = error
    return error
  },
  'a proxy': () => new Proxy(new Error('x'), everyTrap()),
  'an error with a proxy for its prototype': () =>
    Object.setPrototypeOf(new Error('x'), new Proxy(Error.prototype, everyTrap())) as unknown,
  'an error whose toString throws': () =>
    Object.assign(new Error('x'), {
      toString: trap('toString'),
      [Symbol.toPrimitive]: trap('toPrimitive'),
      toJSON: trap('toJSON')
    }),
  'a DOMException whose name throws': () =>
    Object.defineProperty(new DOMException('x', 'DataError'), 'name', { get: trap('name') }),
  'a hundred thousand errors at once': () =>
    new AggregateError(
      Array.from({ length: 100_000 }, (_, i) => new Error(`canary ${i}`)),
      'canary'
    ),
  'an error of 20 MB': () => new Error('canary'.repeat(3_500_000)),
  'a thenable': () => ({ then: trap('then') }),
  'a function': () => trap('function')
}

describe('whatever a tool throws', () => {
  beforeEach(() => {
    ran = []
  })
  afterEach(() => expect(ran).to.deep.equal([]))

  for (const [what, make] of Object.entries(THROWN)) {
    it(`is a short error that quotes nothing of it: ${what}`, async () => {
      const thrown = make()
      for (const run of [
        () => {
          throw thrown
        },
        () => Promise.reject(thrown)
      ] satisfies ReadonlyArray<() => unknown>) {
        const started = performance.now()
        const error = expectLeft(await openTurn().run(guardedCall(reading(run), t.unknown)()))
        expect(error.code).to.equal('tool_threw')
        expect(ToolError.is(error)).to.equal(true)
        expect(JSON.stringify(error)).not.to.include('canary')
        expect(JSON.stringify(error).length).to.be.below(1_000)
        expect(performance.now() - started).to.be.below(1_000)
      }
    })
  }
})

describe('a promise that does not keep its word', () => {
  it('is heard once, the first time', async () => {
    const turn = openTurn()
    const settlesTwice = guardedCall(
      reading(() => ({
        then: (resolve: (value: unknown) => void, reject: (reason: unknown) => void) => {
          resolve('1')
          reject(new Error('second'))
          resolve('2')
        }
      })),
      t.number
    )
    expect(expectRight(await turn.run(settlesTwice()))).to.equal(1)
    expect(turn.count).to.equal(1)
  })
})

describe('fifty identical calls at once', () => {
  it('reach a write once and a read once, for all who ask, whether the store answers at once or later', async () => {
    const inner = memoryStore()
    const store: BudgetStore = {
      ...inner,
      append: async (...asked) => {
        const answer = await inner.append(...asked)
        return await new Promise((resolve) => {
          setTimeout(() => resolve(answer), Math.random() * 5)
        })
      }
    }
    for (const options of [{}, { store }]) {
      for (const [effect, answered] of [
        ['write', 1],
        ['read', 50]
      ] as const) {
        let calls = 0
        const call = guardedCall({ name: 'one', effect, run: async () => String((calls += 1)) }, t.number)
        const turn = openTurn(options)
        const results = await Promise.all(Array.from({ length: 50 }, () => turn.run(call({ id: 1 }))))
        expect([calls, results.filter(E.isRight).length, turn.count]).to.deep.equal([1, answered, 50])
      }
    }
  })
})
