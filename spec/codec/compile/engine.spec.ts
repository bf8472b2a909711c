import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { clone } from 'io-ts-types/lib/clone.js'
import { Engine, type EngineOptions } from '../../../lib/codec/compile/engine.js'
import { expectLeft } from '../../helpers/either.js'
import { answerDifference } from './same-answer.js'

const Order = t.type({ id: t.string, total: t.number })

/** An engine that counts how often it compiles, and keeps what it was told. */
const watched = (codec: t.Mixed, options: Partial<EngineOptions> = {}) => {
  const seen: { compiled: number; readonly told: Array<unknown> } = { compiled: 0, told: [] }
  const generates = () => {
    seen.compiled++
    return true
  }
  return {
    seen,
    engine: new Engine(codec, {
      generates,

      from: 1,
      onThrow: (thrown) => seen.told.push(thrown),
      ...options
    })
  }
}

describe('Engine', () => {
  it('compiles once, and is never told to ask io-ts', () => {
    const { seen, engine } = watched(Order)
    for (const value of [{ id: 'a', total: 1 }, { id: 1 }, 5]) {
      expect(answerDifference(value, Order.decode(value), engine.decode(value, Infinity))).to.equal(undefined)
      expect(answerDifference(value, Order.validate(value, []), engine.decode(value, Infinity, []))).to.equal(undefined)
    }
    expect(seen).to.deep.equal({ compiled: 1, told: [] })
  })

  it('compiles at the decoding that it is told', () => {
    const { seen, engine } = watched(Order, { from: 3 })
    engine.decode({ id: 'a', total: 1 }, 100)
    engine.decode(Array.from({ length: 1000 }), Infinity, [])
    expect(seen.compiled).to.equal(0)
    engine.decode(1, Infinity)
    engine.decode(1, Infinity)
    expect(seen.compiled).to.equal(1)
  })

  it('compiles at once where errors are limited and io-ts could make far more: for unions of several that look beneath', () => {
    const A = t.type({ a: t.string })
    const B = t.type({ b: t.string })
    const Loop: t.Mixed = t.recursion('Loop', (self: t.Mixed): t.Mixed =>
      t.union([t.array(self), t.partial({ next: self })])
    )
    const Line: t.Mixed = t.recursion('Line', (self: t.Mixed): t.Mixed => t.type({ next: t.union([self, t.null]) }))
    const compiled = (codec: t.Mixed, maxErrors: number): boolean => {
      const { seen, engine } = watched(codec, { from: 9 })
      engine.decode(5, maxErrors)
      return seen.compiled > 0
    }
    const many = [
      t.union([A, B]),
      t.array(t.record(t.string, t.union([A, t.array(t.string), t.null]))),
      t.type({ x: t.refinement(t.tuple([t.union([A, B])]), () => true) }),
      Loop
    ]
    const few = [
      t.string,
      t.union([A, t.null]),
      t.union([t.type({ k: t.literal('a') }), t.type({ k: t.literal('b') })]),
      Line
    ]
    expect(many.map((codec) => [compiled(codec, 20), compiled(codec, Infinity)])).to.deep.equal(
      many.map(() => [true, false])
    )
    expect(few.map((codec) => compiled(codec, 20))).to.deep.equal(few.map(() => false))
  })

  it("asks no code of a user's but about what is decoded", () => {
    const asked: Array<unknown> = []
    const { engine } = watched(t.refinement(t.unknown, (u) => asked.push(u) > 0))
    engine.decode(5, Infinity)
    expect(asked).to.deep.equal([5])
  })

  it('never compiles what is opaque, or decodes otherwise than it validates', () => {
    const Own = new t.Type<unknown>(
      'Own',
      (_): _ is unknown => true,
      (u) => t.success([u]),
      t.identity
    )
    const replaced = Object.assign(clone(Order), { decode: () => t.success('replaced') })
    for (const [codec, answer] of [
      [Own, [5]],
      [replaced, 'replaced']
    ] as const) {
      const { seen, engine } = watched(codec as t.Mixed)
      expect([engine.decode(5, Infinity), engine.decode(5, Infinity)]).to.deep.equal([E.right(answer), E.right(answer)])
      expect(seen).to.deep.equal({ compiled: 0, told: [] })
    }
  })

  it('tries once what cannot be read', () => {
    const broken = t.recursion('Broken', (): t.Mixed => {
      throw new Error('no definition')
    })
    const { seen, engine } = watched(broken)
    for (let i = 0; i < 2; i++) expect(() => engine.decode(5, Infinity)).to.throw('no definition')
    expect(seen.told.map(String)).to.deep.equal(['Error: no definition'])
    expect(() => new Engine(broken, { generates: () => false, from: 1 }).decode(5, Infinity)).to.throw('no definition')
  })

  it('gives no more errors than asked for, also where the codec answers itself', () => {
    const many = new t.Type<unknown>(
      'Many',
      (_): _ is unknown => true,
      (u, c) => E.left([1, 2, 3].map((message) => ({ value: u, context: c, message: `${message}` }))),
      t.identity
    )
    const told = (answer: t.Validation<unknown>): ReadonlyArray<unknown> =>
      E.isLeft(answer) ? answer.left.map(({ message }) => message) : []
    const { engine } = watched(many)
    expect([
      told(engine.decode(5, 2)),
      told(engine.decode(5, 2, [])),
      told(engine.decode(5, 3)),
      told(engine.decode(5, Infinity))
    ]).to.deep.equal([
      ['1', '2'],
      ['1', '2'],
      ['1', '2', '3'],
      ['1', '2', '3']
    ])
    expect(told(watched(t.array(many)).engine.decode([5, 5], 4))).to.deep.equal(['1', '2', '3', '1'])
  })

  it('looks no further once it has as many errors as were asked for', () => {
    let asked = 0
    const Own = new t.Type<unknown>(
      'Own',
      (_): _ is unknown => true,
      (u, c) => {
        asked++
        return t.failure(u, c)
      },
      t.identity
    )
    const fieldsOf = <A>(count: number, value: A): Record<string, A> =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, value]))
    const members = (count: number): t.Mixed =>
      t.intersection(
        Array.from({ length: count }, () => t.strict({ a: Own })) as ReadonlyArray<t.Mixed> as [t.Mixed, t.Mixed]
      )
    const shapes: ReadonlyArray<(count: number) => readonly [t.Mixed, unknown]> = [
      (count) => [t.array(Own), Array.from({ length: count })],
      (count) => [t.type(fieldsOf(count, Own)), fieldsOf(count, 1)],
      (count) => [t.record(t.string, Own), fieldsOf(count, 1)],
      (count) => [members(count), { a: 1 }]
    ]
    for (const shape of shapes) {
      const [few, many] = [3, 30].map((count) => {
        const [codec, value] = shape(count)
        asked = 0
        expect(expectLeft(watched(codec).engine.decode(value, 2))).to.have.length(2)
        return asked
      })
      expect(many, shape(3)[0].name).to.equal(few)
    }
  })

  it('goes by its second look at what reads otherwise each time', () => {
    let reads = 0
    const { seen, engine } = watched(Order)
    const value = {
      get id() {
        return reads++ === 0 ? 5 : 'a'
      },
      total: 1
    }
    expect(engine.decode(value, Infinity)).to.deep.equal(E.right(value))
    expect(seen.told).to.deep.equal([])
  })

  it('remembers nothing of a value after it', () => {
    const { engine } = watched(
      t.union([t.array(t.type({ a: t.number })), t.type({ list: t.array(t.type({ a: t.number })) })])
    )
    const value = [{ a: 'x' as unknown }]
    expect(E.isLeft(engine.decode(value, 1))).to.equal(true)
    value[0]!.a = 1
    expect(engine.decode(value, 1)).to.deep.equal(E.right(value))
  })
})
