/** The response that a refusal carries: as it came, whatever its caller made of it since. */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { z } from 'zod'
import {
  detectMorePages,
  guardedCall,
  guardFunctions,
  incomplete,
  openTurn,
  type GuardedCall,
  type SessionOptions
} from '../../lib/index.js'
import type { CodecLike } from '../../lib/codec/standard-schema.js'

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Changes all that a holder of a value can change. */
const spoil = (value: unknown): void => {
  if (value instanceof Date) value.setFullYear(1900)
  if (!isObject(value) || ArrayBuffer.isView(value)) return
  Object.values(value).forEach(spoil)
  for (const [key, one] of Object.entries(value)) if (!isObject(one)) Reflect.set(value, key, 'spoiled')
  if (Array.isArray(value)) value.length = 0
  Reflect.set(value, 'added', 1)
}

const VALUE = { charged: 500, items: [{ id: 'A-1' }], note: 'x' }
const TEXT = JSON.stringify(VALUE)
const Items = z.array(z.object({ id: z.string() }))

const codecs: Readonly<Record<string, readonly [codec: CodecLike<unknown>, shown?: unknown]>> = {
  'io-ts, which gives what came': [t.type({ charged: t.number, items: t.array(t.type({ id: t.string })) })],
  'io-ts that strips': [t.strict({ charged: t.number }), { charged: 500 }],
  unknown: [t.unknown],
  'zod, which makes its own': [z.object({ charged: z.number(), items: Items, note: z.string() })],
  'zod that strips, and keeps a part': [z.object({ items: z.any() }), { items: [{ id: 'A-1' }] }],
  'zod that transforms': [
    z.object({ charged: z.number() }).transform(({ charged }) => ({ cents: charged * 100 })),
    { cents: 50_000 }
  ]
}

const answers: Readonly<Record<string, () => unknown>> = {
  'a value': () => structuredClone(VALUE),
  'a text': () => TEXT,
  bytes: () => new TextEncoder().encode(TEXT),
  'a Right': () => E.right(structuredClone(VALUE))
}

const refusedData = async (call: GuardedCall<unknown, unknown>, options: SessionOptions = {}): Promise<unknown> => {
  const turn = openTurn({ logger: false, ...options })
  const first = await turn.run(call({}))
  const payload = E.isRight(first) ? first.right : first.left.data
  spoil(payload)
  const refusal = await turn.run(call({}))
  return E.isLeft(refusal) ? refusal.left.data : expect.fail('It ran again.')
}

describe('the earlier response in a refusal', () => {
  for (const [how, [codec, shown = VALUE]] of Object.entries(codecs))
    for (const [what, run] of Object.entries(answers))
      for (const options of [{}, { loop: { ignoreResultFields: ['note'] } }] as const)
        it(`is the one that came: ${what}, ${how}${'loop' in options ? ', with fields ignored' : ''}`, async () => {
          const pay = guardedCall<unknown, unknown>({ name: 'pay', effect: 'write', run }, codec)
          expect(await refusedData(pay, options)).to.deep.equal(shown)
        })

  for (const [what, value] of Object.entries({
    'a long number': { id: 123456789012345678901234567890n },
    'no number': { a: NaN, b: Infinity },
    bytes: { of: new Uint8Array([1, 2]) },
    'a date': { on: new Date(0) }
  }))
    it(`is the very one, or none: ${what}`, async () => {
      const pay = guardedCall<unknown, unknown>({ name: 'pay', effect: 'write', run: () => value }, t.unknown)
      const turn = openTurn({ logger: false })
      const first = await turn.run(pay({}))
      const refusal = await turn.run(pay({}))
      expect(refusal).to.have.nested.property('left.code', 'retry_budget_exceeded')
      const { data } = (refusal as E.Left<{ readonly data?: unknown }>).left
      if (data !== undefined) expect(data).to.deep.equal((first as E.Right<unknown>).right)
    })

  it('is a part that came, too', async () => {
    const Page = t.type({ rows: t.array(t.number), next_page: t.number })
    const page = { rows: [1, 2], next_page: 2 }
    for (const run of [() => structuredClone(page), () => JSON.stringify(page)]) {
      const once = { name: 'list', effect: 'write', run } as const
      expect(await refusedData(guardedCall<unknown, unknown>(once, Page, detectMorePages()))).to.deep.equal(page)
    }
    const cut = () => incomplete({ rows: [1] }, { code: 'page_cut', detail: 'Cut.', hint: 'Ask for less.' })
    const call = guardedCall<unknown, unknown>({ name: 'list', effect: 'write', run: cut }, t.type({ rows: t.unknown }))
    expect(await refusedData(call)).to.deep.equal({ rows: [1] })
  })

  it('is left out where its JSON cannot make it again, and its caller changed it', async () => {
    const codec = z.object({ at: z.date(), n: z.number() })
    const run = () => ({ at: new Date(0), n: 1 })
    const pay = guardedCall<unknown, unknown>({ name: 'pay', effect: 'write', run }, codec)
    expect(await refusedData(pay)).to.equal(undefined)
    const turn = openTurn({ logger: false })
    await turn.run(pay({}))
    const refusal = await turn.run(pay({}))
    expect(E.isLeft(refusal) && refusal.left.data).to.deep.equal(run())
  })

  it('is the same in each refusal, whatever is made of the one before', async () => {
    const look = guardedCall<unknown, unknown>({ name: 'look', effect: 'read', run: () => TEXT }, t.unknown)
    const turn = openTurn({ logger: false })
    for (let i = 0; i < 3; i++) spoil(E.toUnion(await turn.run(look({}))))
    const refusal = await turn.run(look({}))
    expect(E.isLeft(refusal) && refusal.left.data).to.deep.equal(VALUE)
  })

  it('is one of its own where an equal write waited', async () => {
    const run = async () => structuredClone(VALUE)
    const pay = guardedCall<unknown, unknown>({ name: 'pay', effect: 'write', run }, t.unknown)
    const turn = openTurn({ logger: false })
    const first = turn.run(pay({})).then((one) => spoil(E.toUnion(one)))
    const second = await turn.run(pay({}))
    await first
    expect(E.isLeft(second) && second.left.data).to.deep.equal(VALUE)
  })

  it('is the one that came in place, too', async () => {
    const turn = openTurn({ logger: false })
    for (const output of [undefined, z.looseObject({ charged: z.number() }), t.type({ charged: t.number })]) {
      const name = output === undefined ? 'pay' : output instanceof t.Type ? 'pay_io' : 'pay_zod'
      const rules = { [name]: { effect: 'write', ...(output === undefined ? {} : { output }) } } as never
      const tools = guardFunctions({ [name]: () => structuredClone(VALUE) }, { turn, rules }) as Record<
        string,
        () => Promise<unknown>
      >
      spoil(await tools[name]?.())
      const refusal = JSON.parse(
        await (tools[name]?.() ?? expect.fail()).then(
          () => '{}',
          ({ message }: Error) => message
        )
      ) as { data: unknown }
      expect(refusal.data).to.deep.equal(VALUE)
    }
  })
})
