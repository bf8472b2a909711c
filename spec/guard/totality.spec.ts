/**
 * The promise of the house: whatever tool, codec, check, logger, observer or store do, a call answers once, in time,
 * and leaves one record.
 */
import { expect } from 'chai'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import {
  detectMorePages,
  guardedCall,
  openSession,
  openTurn,
  toModelText,
  ToolError,
  type BudgetStore,
  type LoggerLike,
  type SemanticCheck
} from '../../lib/index.js'
import { runs } from '../helpers/runs.js'

const RUNS = runs(400, 20_000)
const TIMEOUT_MS = 25

const hostile = fc.oneof(
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withSparseArray: true,
    withNullPrototype: true,
    withObjectString: true
  }),
  fc.json(),
  fc.constantFrom<unknown>(
    Symbol('s'),
    () => 1,
    new Proxy(
      {},
      {
        get() {
          throw new Error('trap')
        },
        getPrototypeOf() {
          throw new Error('trap')
        }
      }
    ),
    Proxy.revocable({}, {}).proxy,
    Object.create(null),
    {
      get value() {
        throw new Error('getter')
      }
    },
    { then: 1 },
    {
      then() {
        throw new Error('then')
      }
    },
    {
      toJSON() {
        throw new Error('toJSON')
      }
    },
    new Error('text'),
    Object.assign(new Error('e'), { cause: Object.create(null) }),
    new Response('x'),
    (() => {
      const cycle: Record<string, unknown> = {}
      cycle['self'] = cycle
      return cycle
    })(),
    NaN,
    -0,
    '',
    '[[',
    new Uint8Array([0xff, 0xfe]),
    Object.defineProperty(Promise.resolve(1), 'constructor', {
      get() {
        throw new Error('constructor')
      }
    })
  )
)

const toolRun = hostile.chain((value) =>
  fc.constantFrom(
    () => value,
    () => {
      throw value
    },
    async () => value,
    () => Promise.reject(value),
    () => new Promise(() => {}),
    () => ({
      then: (resolve: (value: unknown) => void, reject: (value: unknown) => void) => {
        resolve(value)
        reject(value)
        resolve(1)
      }
    }),
    () =>
      new Promise((_resolve, reject) => {
        setTimeout(() => reject(value), TIMEOUT_MS + 10)
      })
  )
)

const thrower = (): never => {
  throw Object.create(null)
}

const codecs = fc.constantFrom<t.Decoder<unknown, unknown>>(
  t.unknown,
  t.string,
  t.type({ a: t.number }),
  t.strict({ a: t.array(t.string) }),
  t.union([t.string, t.type({ b: t.boolean })]),
  new t.Type('Throws', t.unknown.is, thrower, t.identity),
  new t.Type('Nonsense', t.unknown.is, () => 7 as never, t.identity),
  { name: 'Bare', validate: thrower, decode: () => E.left([]) }
)

const checks = hostile.chain((value) =>
  fc.constantFrom<ReadonlyArray<SemanticCheck<unknown, unknown>>>(
    [],
    [() => O.none],
    [() => O.some(value as never)],
    [() => value as never],
    [thrower],
    [async () => thrower()] as never
  )
)

const loggers = fc.constantFrom<LoggerLike>(
  { log: () => {} },
  { log: thrower },
  { isLevelEnabled: thrower, log: thrower },
  { log: () => Promise.reject(new Error('x')) },
  { isLevelEnabled: () => true, log: (_level, _message, meta) => JSON.stringify(meta) }
)

const stores = fc.constantFrom<BudgetStore | undefined>(
  undefined,
  undefined,
  { append: thrower, close: thrower },
  { append: () => Promise.reject(new Error('down')), close: () => Promise.reject(new Error('down')) },
  { append: () => 'yes' as never, close: () => {} },
  { append: (_turn, event) => ({ at: 1, events: [{ now: 0, event }] }), close: () => {} }
)

describe('a guarded call', () => {
  let unhandled = 0
  const count = (): void => {
    unhandled += 1
  }
  before(() => process.on('unhandledRejection', count))
  after(() => process.removeListener('unhandledRejection', count))

  it('never rejects, never hangs, always leaves one record', async function () {
    this.timeout(RUNS * 300)
    await fc.assert(
      fc.asyncProperty(
        toolRun,
        codecs,
        checks,
        loggers,
        stores,
        hostile,
        fc.constantFrom('read' as const, 'write' as const),
        fc.boolean(),
        async (run, codec, semanticChecks, logger, store, args, effect, fromModel) => {
          const session = openSession({ logger, observers: [thrower], ...(store === undefined ? {} : { store }) })
          const turn = session.openTurn()
          const call = guardedCall(
            {
              name: 'any',
              effect,
              run,
              timeoutMs: TIMEOUT_MS,
              polls: effect === 'read',
              transient: thrower,
              narrow: thrower
            },
            codec,
            ...semanticChecks
          )
          const started = performance.now()
          const result = await turn.run(fromModel ? call.fromModel(args) : call(args))
          expect(performance.now() - started).to.be.below(TIMEOUT_MS + 1_000)
          expect(turn.calls).to.have.length(1)
          if (E.isLeft(result)) {
            const { data, ...bare } = { data: undefined, ...result.left }
            expect(ToolError.is(bare), JSON.stringify(bare)).to.equal(true)
          }
          expect(() => JSON.parse(toModelText(result)) as unknown).not.to.throw()
          turn.close()
        }
      ),
      { numRuns: RUNS }
    )
    await new Promise((resolve) => {
      setTimeout(resolve, TIMEOUT_MS + 50)
    })
    expect(unhandled).to.equal(0)
  })

  it('reads a field whose record has names of methods like any other', async () => {
    const look = async (answer: unknown): Promise<unknown> => {
      const rows = t.type({ rows: t.array(t.unknown) })
      const call = guardedCall({ name: 'look', effect: 'read', run: () => answer }, rows, detectMorePages())
      const result = await openTurn().run(call())
      return E.isRight(result) ? 'right' : result.left.code
    }
    for (const name of ['name', 'id', 'from', 'start', 'code', 'message', 'TYPE']) {
      const fields = { [name]: [{ toString: 1, valueOf: 1 }] }
      expect(await look({ error: `failed: ${JSON.stringify(fields)}` }), name).to.equal('error_in_body')
      expect(await look({ ...fields, rows: [1] }), name).to.equal('right')
    }
  })
})
