import { expect } from 'chai'
import { createHash } from 'node:crypto'
import { inspect } from 'node:util'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { DateFromISOString } from 'io-ts-types'
import { z } from 'zod'
import { ArgsKey } from '../../lib/guard/keys.js'
import { guardedCall, guardFunctions, openTurn, type Tool } from '../../lib/index.js'
import { expectLeft, expectRight } from '../helpers/either.js'

const tool = <Args>(args: t.Type<Args, unknown>, run: Tool<Args>['run'] = () => 'null'): Tool<Args> => ({
  name: 'book',
  effect: 'read',
  args,
  run
})
const Booking = t.type({ title: t.string, qty: t.Int })

describe('the arguments of a call', () => {
  it('are decoded where the model sent them, and reach the tool decoded', async () => {
    let got: unknown
    const call = guardedCall(
      tool(t.type({ due: DateFromISOString }), (args) => {
        got = args
        return 'null'
      }),
      t.null
    )
    const turn = openTurn()
    expectRight(await turn.run(call.fromModel({ due: '2026-05-03T00:00:00.000Z' })))
    expect(got).to.deep.equal({ due: new Date('2026-05-03T00:00:00.000Z') })
    expect(turn.calls[0]?.args).to.deep.equal({ due: '2026-05-03T00:00:00.000Z' })
  })

  it('may become anything for the tool: what was sent is counted and recorded', async () => {
    const cyclic = (ids: ReadonlyArray<number>) => {
      const made: Record<string, unknown> = { ids }
      made['self'] = made
      return made
    }
    const makes: ReadonlyArray<(ids: Array<number>) => unknown> = [
      (ids) => new Set(ids),
      (ids) => new Map(ids.map((id) => [id, id])),
      (ids) => ids.map(BigInt),
      (ids) => () => ids,
      (ids) => new URL(`https://example.com/${ids.join()}`),
      cyclic
    ]
    for (const make of makes) {
      const args = z.object({ ids: z.array(z.number()).transform(make) })
      const got: Array<{ readonly ids: unknown }> = []
      const turn = openTurn()
      const pay = guardedCall({ name: 'pay', effect: 'write', args, run: (sent) => got.push(sent) }, t.number)
      const { order } = guardFunctions(
        { order: (sent: { readonly ids: unknown }) => got.push(sent) },
        { turn, rules: { order: { effect: 'write', args: args as never } } }
      )
      for (const ids of [[1], [2]]) {
        expectRight(await turn.run(pay.fromModel({ ids })))
        await order({ ids })
        expect(expectLeft(await turn.run(pay.fromModel({ ids }))).code).to.equal('retry_budget_exceeded')
      }
      expect(got.map(({ ids }) => inspect(ids))).to.deep.equal([1, 1, 2, 2].map((id) => inspect(make([id]))))
      expect(turn.outcomes().map((outcome) => outcome.args)).to.deep.equal([1, 1, 2, 2].map((id) => ({ ids: [id] })))
    }
  })

  it('are never decoded twice where the program made them', async () => {
    let decoded = 0
    const Counting = new t.Type<number, number, unknown>(
      'Counting',
      t.number.is,
      (u, c) => {
        decoded += 1
        return t.number.validate(u, c)
      },
      t.identity
    )
    const turn = openTurn()
    expectRight(await turn.run(guardedCall(tool(Counting), t.null)(1)))
    expect(decoded).to.equal(0)
  })

  it('count as the same whether the program or the model sent them', async () => {
    const call = guardedCall({ ...tool(t.type({ due: DateFromISOString })), maxIdenticalCalls: 1 }, t.null)
    const turn = openTurn()
    expectRight(await turn.run(call({ due: new Date(0) })))
    expect(expectLeft(await turn.run(call.fromModel({ due: '1970-01-01T00:00:00.000Z' }))).code).to.equal(
      'retry_budget_exceeded'
    )
  })

  it('that do not fit are refused line by line, counted, and never reach the tool', async () => {
    let ran = 0
    const call = guardedCall(
      tool(Booking, () => {
        ran += 1
        return 'null'
      }),
      t.null
    )
    const turn = openTurn()
    const codes: Array<string> = []
    for (let i = 0; i < 4; i++) codes.push(expectLeft(await turn.run(call.fromModel({ qty: 'two' }))).code)
    expect(codes).to.deep.equal([
      'invalid_arguments',
      'invalid_arguments',
      'invalid_arguments',
      'validation_cap_exceeded'
    ])
    expect(expectLeft(await openTurn().run(call.fromModel({ qty: 'three' }))).detail).to.equal(
      "- 'title': required field is missing — provide a value; - 'qty': expected integer, got 'three'"
    )
    for (const qty of ['three', 'two'])
      expect(expectLeft(await turn.run(call.fromModel({ qty }))).detail).to.equal(
        "The arguments of book did not fit 3 times in a row. It requires 'title': string; 'qty': integer."
      )
    expect(ran).to.equal(0)
    expect(turn.calls.map(({ executed }) => executed)).to.deep.equal(Array<string>(6).fill('refused'))
    expect(turn.calls[0]?.args).to.deep.equal({ qty: 'two' })
  })

  it('that the program made and that are of another type are refused too', async () => {
    const call = guardedCall(tool(Booking), t.null)
    expect(expectLeft(await openTurn().run(call({ title: 1 } as never))).detail).to.match(
      /^- 'title': expected string, got number; - 'qty': required field is missing/
    )
    const When = guardedCall(tool(DateFromISOString), t.null)
    expect(expectLeft(await openTurn().run(When('2026-01-01' as never))).detail).to.equal(
      'The arguments are not of type DateFromISOString: `fromModel` decodes them, and fills in defaults.'
    )
  })

  it('list as many whole lines as fit', async () => {
    const wide = t.type(
      Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`a_rather_long_field_name_${i}`, t.string]))
    )
    const { detail } = expectLeft(await openTurn().run(guardedCall(tool(wide), t.null).fromModel({})))
    expect(detail.length).to.be.at.most(500)
    const shown = detail.split('; ').length
    expect(detail).to.match(new RegExp(`provide a value \\(\\+${30 - shown} more\\)$`))
  })

  it('that carry code are refused without running it, and never throw', async () => {
    const cycle: Array<unknown> = []
    cycle.push(cycle)
    const hostile = [
      cycle,
      { n: 1n },
      {
        get a() {
          throw new Error('x')
        }
      },
      new Proxy(
        {},
        {
          ownKeys() {
            throw new Error('x')
          }
        }
      ),
      { x: 'x'.repeat(1_000_000) },
      { f() {} }
    ]
    const loose = guardedCall({ name: 'loose', effect: 'read', run: () => 'null' }, t.null)
    const strict = guardedCall(tool(Booking), t.null)
    for (const args of hostile) {
      for (const call of [loose(args), loose.fromModel(args), strict.fromModel(args)]) {
        const turn = openTurn()
        expect(expectLeft(await turn.run(call)).code).to.equal('invalid_arguments')
        expect(turn.calls[0]).to.include({ args: null, executed: 'refused' })
      }
    }
    expect(expectLeft(await openTurn().run(loose.fromModel({ a: { b: 1n } }))).detail).to.equal(
      'The arguments hold a bigint at a.b; they must be JSON values.'
    )
  })

  it('that are too large are told to be less, and each counted as the call that it is', async () => {
    const turn = openTurn()
    const big = guardedCall({ name: 'big', effect: 'read', run: () => 'null' }, t.null)
    for (let n = 0; n < 3; n++) {
      expect(expectLeft(await turn.run(big.fromModel({ n, x: 'x'.repeat(1_000_000) })))).to.include({
        code: 'invalid_arguments',
        detail: 'The arguments hold more than 1000000 characters, which is more than is taken.',
        hint: 'Call again with less: shorter texts, or fewer values at a time.'
      })
    }
    expect(expectLeft(await openTurn().run(big.fromModel(Array.from({ length: 500_001 }, () => 1)))).detail).to.match(
      /more than 500000 values, which/
    )
  })

  it('are not to blame where their codec throws: that is codec_threw, and nothing for the model to correct', async () => {
    const throws = (): never => {
      throw new Error('x')
    }
    const codecs = [
      new t.Type<unknown>('is', throws as never, t.success, t.identity),
      new t.Type<unknown>('decode', (_): _ is unknown => false, throws, t.identity),
      new t.Type<unknown>('encode', (_): _ is unknown => true, t.success, throws),
      new t.Type<unknown>(
        'bigint',
        (_): _ is unknown => true,
        t.success,
        () => 1n
      )
    ]
    for (const codec of codecs) {
      const call = guardedCall(tool(codec), t.null)
      const results = [await openTurn().run(call({})), await openTurn().run(call.fromModel({}))]
      const codes = results.map((result) => (E.isLeft(result) ? result.left.code : 'right'))
      expect(codes).to.deep.equal(
        {
          is: ['codec_threw', 'right'],
          decode: ['codec_threw', 'codec_threw'],
          encode: ['codec_threw', 'codec_threw'],
          bigint: ['invalid_arguments', 'invalid_arguments']
        }[codec.name]
      )
    }
  })

  it('are to blame where they throw in the codec that looks at them', async () => {
    const hostile = {
      get title(): string {
        throw new Error('x')
      },
      qty: 1 as t.Int
    }
    expect(expectLeft(await openTurn().run(guardedCall(tool(Booking), t.null)(hostile))).code).to.equal(
      'invalid_arguments'
    )
  })

  it('are {} where the model sent none', async () => {
    expectRight(await openTurn().run(guardedCall(tool(t.type({})), t.null).fromModel(undefined)))
  })

  it('reach the tool as a copy where it has no codec', async () => {
    const args = { list: [1] }
    const mutating = guardedCall(
      {
        name: 'mutate',
        effect: 'read',
        run: (got: unknown) => {
          ;(got as { list: Array<number> }).list.push(2)
          return 'null'
        }
      },
      t.null
    )
    const turn = openTurn()
    await turn.run(mutating(args))
    expect(args).to.deep.equal({ list: [1] })
    await turn.run(mutating(args))
    expect(turn.calls[0]?.argsHash).to.equal(turn.calls[1]?.argsHash)
    expect(turn.calls[0]?.args).to.deep.equal({ list: [1] })
  })
})

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

describe('ArgsKey', () => {
  it('is the text of short arguments, and the digest of long ones', () => {
    for (const [text, id] of [
      ['{"q":"é"}', '{"q":"é"}'],
      ['x'.repeat(256), 'x'.repeat(256)],
      ['x'.repeat(257), digest('x'.repeat(257))]
    ] as const) {
      const key = new ArgsKey(text)
      expect(key.id).to.equal(id)
      expect(key.hash).to.equal(digest(text))
      expect(key.hash).to.equal(digest(text))
    }
  })

  it('shows a shared store nothing of the arguments', () => {
    expect(new ArgsKey('{"ssn":"078-05-1120"}').inStore('look_up')).to.equal(
      `look_up:${digest('{"ssn":"078-05-1120"}')}`
    )
  })

  it('gives records the digest, and the same record each time', async () => {
    const turn = openTurn()
    const call = guardedCall({ name: 'look_up', effect: 'read', run: () => '1' }, t.number)
    await turn.run(call({ b: 1, a: 'x' }))
    expect(turn.calls[0]?.argsHash).to.equal(digest('{"a":"x","b":1}'))
    expect(turn.calls[0]).to.equal(turn.calls[0])
    expect(Object.keys(turn.calls[0] ?? {}).slice(0, 7)).to.deep.equal([
      'callId',
      'turnId',
      'tool',
      'effect',
      'args',
      'argsHash',
      'outcome'
    ])
  })
})
