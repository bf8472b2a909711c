import { expect } from 'chai'
import { guardTools } from '../../lib/adapters/ai-sdk/index.js'
import { guardFunctions, memoryLedger, openSession, openTurn } from '../../lib/index.js'
import type { ToolRule } from '../../lib/toolset/rules.js'

class Money {
  readonly #cents: number
  constructor(cents: number) {
    this.#cents = cents
  }
  get cents(): number {
    return this.#cents
  }
}

interface Kind {
  readonly of: (n: number) => unknown
  /** What a function of an author reads of a value, which throws where it is another. */
  readonly read: (value: never) => string | number
}

const KINDS: Readonly<Record<string, Kind>> = {
  'a bigint': { of: BigInt, read: (value: bigint) => String(value + 1n) },
  'a Date': { of: (n) => new Date(n), read: (value: Date) => value.getTime() },
  'a Date beside a bigint': {
    of: (n) => ({ at: new Date(n), id: 17n }),
    read: ({ at, id }: { readonly at: Date; readonly id: bigint }) => `${at.getTime()} ${id + 1n}`
  },
  'a Map': { of: (n) => new Map([['id', n]]), read: (value: Map<string, number>) => value.get('id') ?? 'none' },
  'an instance': { of: (n) => new Money(n), read: (value: Money) => value.cents },
  'a URL': { of: (n) => new URL(`https://shop.test/${n}`), read: (value: URL) => value.pathname },
  'a Buffer': { of: (n) => Buffer.from([n]), read: (value: Buffer) => value.toString('hex') },
  'an undefined field': {
    of: (n) => ({ n, of: undefined, id: 17n }),
    read: (value: object) => `${Object.keys(value).join(' ')} ${JSON.stringify(Object.values(value).map(String))}`
  }
}

interface Args {
  readonly value: never
  readonly items: Array<string>
}

type Rule = ToolRule<Args>
type Run = (args: Args) => Promise<unknown>

/** Guards one tool in place, in each way there is. */
const WAYS: Readonly<Record<string, (run: Run, rule: Rule, options?: object) => (args: unknown) => Promise<unknown>>> =
  {
    guardFunctions: (pay, rule, options = { turn: openTurn() }) => {
      const tools = guardFunctions({ pay }, { ...options, rules: { pay: rule } } as never) as unknown as { pay: Run }
      return (args) => tools.pay(args as Args)
    },
    'guardTools of the AI SDK': (pay, rule, options = { turn: openTurn() }) => {
      const tools = guardTools({ pay: { execute: pay } }, { ...options, rules: { pay: rule } } as never)
      const { execute } = tools.pay as unknown as {
        readonly execute: (args: unknown, options: object) => Promise<unknown>
      }
      let calls = 0
      return (args) => execute(args, { toolCallId: `c${++calls}`, messages: [] })
    }
  }

const lost = (): never => {
  throw new Error('socket hang up')
}

describe('The functions of a rule', () => {
  for (const [way, guard] of Object.entries(WAYS))
    for (const [kind, { of, read }] of Object.entries(KINDS)) {
      it(`get ${kind} as the tool gets it, in ${way}`, async () => {
        const seen: Record<string, string | number> = {}
        const reads =
          (name: string, said?: unknown) =>
          (...given: ReadonlyArray<unknown>): never => {
            const args = given.find((one) => typeof one === 'object' && one !== null && 'items' in one) as Args
            seen[name] = read(args.value)
            return said as never
          }
        const pay = guard(async ({ value }) => ((seen['run'] = read(value)), lost()), {
          effect: 'write',
          identity: reads('identity', 'one'),
          verify: reads('verify', 'unknown'),
          place: reads('place', 'shop.test'),
          errors: reads('errors')
        })
        await pay({ value: of(5), items: [] }).catch(() => undefined)
        const right = read(of(5) as never)
        expect(seen).to.deep.equal({ run: right, identity: right, verify: right, place: right, errors: right })
      })

      it(`tell orders apart by ${kind}, and pay none twice, in ${way}`, async () => {
        const charges: Array<string | number> = []
        const charge: Run = async ({ value }) => {
          charges.push(read(value))
          if (charges.length === 1) lost()
          return 'paid'
        }
        const identities: ReadonlyArray<(args: Args) => unknown> = [
          ({ value }) => `order ${read(value)}`,
          // What an instance hides is for nobody to compare.
          ...(kind === 'an instance' ? [] : [({ value }: Args) => value, ({ value }: Args) => ({ value })])
        ]
        for (const identity of identities) {
          charges.length = 0
          const ledger = memoryLedger()
          const deliver = (n: number, note: string) =>
            guard(
              charge,
              {
                effect: 'write',
                identity,
                verify: ({ value }) => (charges.includes(read(value)) ? 'executed' : 'not_executed')
              },
              { turn: openSession({ ledger, logger: false }).openTurn({ id: 'job' }) }
            )({ value: of(n), items: [], note }).catch(() => undefined)
          for (const note of ['a', 'b']) for (const n of [5, 6]) await deliver(n, note)
          expect(charges, String(identity)).to.deep.equal([read(of(5) as never), read(of(6) as never)])
        }
      })
    }

  for (const [way, guard] of Object.entries(WAYS))
    it(`change nothing of what the others get, in ${way}`, async () => {
      const seen: Array<ReadonlyArray<string>> = []
      const take = ({ items }: Args): void => void seen.push(items.splice(0))
      const pay = guard(async (args) => (take(args), lost()), {
        effect: 'write',
        identity: (args) => (take(args), 'one'),
        verify: (args) => (take(args), 'unknown')
      })
      await pay({ value: [17n, new Date(0), undefined, NaN], items: ['a'] }).catch(() => undefined)
      expect(seen).to.deep.equal([['a'], ['a'], ['a']])
    })

  it('find what was asked in an answer, beside a bigint', async () => {
    const turn = openTurn()
    const { setStatus } = guardFunctions(
      {
        setStatus: async ({ id, to }: { readonly id: bigint; readonly to: string }) => ({ no: `${id}`, status: to })
      },
      { turn, rules: { setStatus: { effect: 'write' } } }
    )
    await setStatus({ id: 17n, to: 'failed' })
    expect(turn.calls.map(({ executed }) => executed)).to.deep.equal(['yes'])
  })

  it('refuse a write where `identity` holds nothing that identifies', async () => {
    const promise = async (): Promise<number> => lost()
    for (const same of [
      () => undefined,
      () => ({ cents: undefined }),
      () => ({ to: undefined, cents: undefined }),
      // Models in strict mode send null for what is optional.
      () => null,
      () => Number.NaN,
      () => new Date('tomorrow'),
      () => ({ order: null }),
      () => ({ order: Number.NaN, at: new Date('tomorrow'), to: undefined }),
      () => [null, undefined],
      // No field has the names that were picked.
      () => ({}),
      () => [],
      () => ({ of: {}, lines: [{}] }),
      () => new Map(),
      promise,
      () => ({ of: new Money(5) })
    ]) {
      const turn = openTurn()
      const { pay } = guardFunctions(
        { pay: async (_: object) => expect.fail('paid') },
        { turn, rules: { pay: { effect: 'write', identity: same } } }
      )
      await pay({ id: 1 }).catch(() => undefined)
      expect(turn.calls.map(({ code, executed }) => [code, executed])).to.deep.equal([['check_threw', 'no']])
    }
  })

  it('may say of all calls that they are the same', async () => {
    const { restart } = guardFunctions(
      { restart: async (_: object) => 'done' },
      { turn: openTurn(), rules: { restart: { effect: 'write', identity: () => 'all' } } }
    )
    expect(await restart({ at: 1 })).to.equal('done')
  })

  it('may leave out a part of what identifies', async () => {
    for (const same of [() => ({ order: 7, to: null }), () => [7, null], () => 0, () => '']) {
      const { pay } = guardFunctions(
        { pay: async (_: object) => 'paid' },
        { turn: openTurn(), rules: { pay: { effect: 'write', identity: same } } }
      )
      expect(await pay({ id: 1 })).to.equal('paid')
    }
  })
})
