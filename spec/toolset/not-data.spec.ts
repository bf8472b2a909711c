/**
 * Answers that are no data, under an `output` and under a schema that the tool declares: refused, and the developer
 * learns where, and what to return.
 */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { z } from 'zod'
import { guardTools } from '../../lib/adapters/ai-sdk/index.js'
import { guardedCall, guardFunctions, openSession } from '../../lib/index.js'
import type { CodecLike } from '../../lib/codec/standard-schema.js'
import { warningsOf } from '../helpers/warnings.js'

class Money {
  constructor(readonly cents: number) {}
}

const NOT_DATA: ReadonlyArray<readonly [what: string, make: () => unknown, advice: string]> = [
  [
    'Map',
    () => new Map([['a', 1]]),
    'The tool returned a Map at order.of: return `Object.fromEntries(map)`, or its entries as an array.'
  ],
  ['Set', () => new Set([1]), 'The tool returned a Set at order.of: return `[...set]`.'],
  [
    'instance',
    () => new Money(5),
    'The tool returned an instance of a class at order.of: return its fields as a plain object, or its text (`String(url)`).'
  ],
  ['function', () => () => 1, 'The tool returned a function at order.of: return plain data there.']
]

// Kysely's `UpdateResult`
class Updated {
  constructor(
    readonly numUpdatedRows: bigint,
    readonly numChangedRows?: bigint
  ) {}
}

describe('an instance whose fields are data', () => {
  it('passes as it is where no codec judges it, with bigints too', async () => {
    const turn = openSession({ logger: false }).openTurn()
    const results = [new Updated(1n), [new Updated(1n, 1n)], new Money(5), new Updated(0n)]
    const { update } = guardFunctions(
      { update: async (n: number) => await Promise.resolve(results[n]) },
      { turn, rules: { update: { effect: 'write' } } }
    )
    for (const [n, result] of results.entries()) expect(await update(n)).to.equal(result)
    // The last one updated nothing.
    expect(turn.calls.map(({ executed }) => executed)).to.deep.equal(['yes', 'yes', 'yes', 'unknown'])
  })
})

const DATE = 'The tool returned a Date at order.of: return `date.toISOString()`, or give the codec a type of dates.'

// What JSON makes of each is refused, too.
const Output = t.type({ order: t.type({ of: t.number }) })
const Schema = z.object({ order: z.object({ of: z.number() }) })

const causesOf = async (make: () => unknown): Promise<ReadonlyArray<string | undefined>> => {
  const answer = () => ({ order: { of: make() } })
  const turn = openSession({ logger: false }).openTurn()
  const rules = { read: { effect: 'read', output: Output } } as const
  const ignored = (): void => {}
  await turn.run(guardedCall({ name: 'read', effect: 'read', run: answer }, Output)())
  await guardFunctions({ read: answer as () => never }, { turn, rules })
    .read()
    .catch(ignored)
  const { read } = guardTools({ read: { outputSchema: Schema, execute: answer } }, { turn })
  await Promise.resolve(
    (read.execute as (...given: ReadonlyArray<unknown>) => unknown)({ n: 1 }, { toolCallId: 'a', messages: [] })
  ).catch(ignored)
  expect(turn.calls.map(({ outcome }) => outcome)).to.deep.equal(Array(3).fill('schema_mismatch'))
  return turn.calls.map(({ cause }) => cause)
}

describe('an answer that is no data', () => {
  for (const [what, make, advice] of NOT_DATA)
    it(`says in the record where a ${what} stands, and what to return in its place`, async () => {
      for (const cause of await causesOf(make)) expect(cause).to.satisfy((said: string) => said.startsWith(advice))
    })

  it('says the same of a Date where its codec reads JSON', async () => {
    expect(await causesOf(() => new Date(0))).to.deep.equal([DATE, DATE, DATE])
  })

  it('is refused where JSON would write an empty object of it, whatever the codec takes', async () => {
    const turn = openSession({ logger: false }).openTurn()
    for (const value of [new Map([['a', 1]]), new Set([1])]) {
      const rules = { read: { effect: 'read', output: t.UnknownRecord } } as const
      const thrown: unknown = await guardFunctions({ read: (): object => ({ value }) }, { turn, rules })
        .read()
        .catch((error: unknown) => error)
      expect(String(thrown)).to.match(
        /"code":"not_data","detail":"The tool returned a (?:Map|Set) at value: that is not data\."/
      )
    }
  })

  const cycle = (): object => {
    const one: Record<string, unknown> = {}
    one['of'] = { list: [one] }
    return one
  }
  const lacking: Readonly<Record<string, () => unknown>> = {
    'a Map': () => new Map([['a', 1]]),
    'a Set': () => new Set([1]),
    'a cycle': cycle,
    'a Map behind an instance': () => [new Headers(), { of: new Map() }],
    'a Map that an instance holds': () =>
      new (class Page {
        of = new Map()
      })()
  }
  const stripping: Readonly<Record<string, CodecLike<{ order: { id: number } }>>> = {
    zod: z.object({ order: z.object({ id: z.number() }) }),
    'io-ts': t.strict({ order: t.strict({ id: t.number }) })
  }
  for (const [what, make] of Object.entries(lacking)) {
    for (const [how, output] of Object.entries(stripping))
      it(`is no matter where the output leaves it out: ${what}, ${how}`, async () => {
        const turn = openSession({ logger: false }).openTurn()
        const pay = () => ({ order: { id: 17, of: make() }, extra: make() })
        const guarded = guardFunctions({ pay }, { turn, rules: { pay: { effect: 'write', output } } })
        expect(await guarded.pay()).to.deep.equal({ order: { id: 17 } })
        expect(turn.outcomes().map(({ executed }) => executed)).to.deep.equal(['yes'])
      })

    it(`is refused where the output keeps it, or would call it empty: ${what}`, async () => {
      const id = z.number()
      for (const output of [
        z.looseObject({ id }),
        z.object({ id, extra: z.unknown() }),
        z.object({ id, extra: z.record(z.string(), z.number()).optional() }),
        z.object({ id, extra: z.array(z.number()).optional() }),
        z.object({ id, extra: z.object({ of: z.string().optional() }).optional() }),
        t.type({ id: t.number })
      ] as const) {
        const turn = openSession({ logger: false }).openTurn()
        const tools = { read: (): { id: number } => ({ id: 17, extra: make() }) as never }
        const rules = { read: { effect: 'read', output: output as CodecLike<{ id: number }> } } as const
        const thrown: unknown = await guardFunctions(tools, { turn, rules }).read().catch(String)
        expect(thrown).to.match(/"code":"(?:not_data|schema_violation)"/)
      }
    })
  }

  it('is judged by its JSON where that fits, and passes without a codec', async () => {
    const turn = openSession({ logger: false }).openTurn()
    const link = new URL('https://a.example/b')
    const rules = { read: { effect: 'read', output: t.type({ link: t.string }) } } as const
    const read = () => ({ link: link as unknown as string })
    expect(await guardFunctions({ read }, { turn, rules }).read()).to.deep.equal({ link: link.href })
    const value = new Map([['a', 1]])
    expect(await guardFunctions({ look: () => value }, { turn }).look()).to.equal(value)
  })

  it('warns a process without a log once a tool', async () => {
    const call = guardedCall({ name: 'returns_a_map', effect: 'read', run: () => new Map() }, t.unknown)
    const warnings = await warningsOf(async () => {
      for (let i = 0; i < 2; i++) expect(E.isLeft(await openSession().openTurn().run(call()))).to.equal(true)
    })
    expect(warnings).to.deep.equal([
      'GuardedCallWarning: In a call of returns_a_map: The tool returned a Map at $: return `Object.fromEntries(map)`, or its entries as an array. `logger: false` of `openSession` silences this warning.'
    ])
  })
})
