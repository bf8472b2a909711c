import { expect } from 'chai'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { types } from 'node:util'
import { runInNewContext } from 'node:vm'
import { canonicalJson } from '#core/json'
import { type CopyOptions, copyAndWrite, copyData, describeNotData } from '#core/foreign'
import { expectLeft, expectRight } from '../../helpers/either.js'

const isProxy = types.isProxy
const copy = (value: unknown, options: Partial<CopyOptions> = {}) => copyData(value, { isProxy, ...options })

describe('copyData', () => {
  it('copies plain data, dates and bytes', () => {
    const value = {
      a: [1, 'x', null, undefined, 10n, NaN],
      d: new Date(5),
      b: Buffer.from([1, 2]),
      n: Object.assign(Object.create(null), { k: true }) as unknown
    }
    expect(expectRight(copy(value))).to.deep.equal({
      a: [1, 'x', null, undefined, 10n, NaN],
      d: new Date(5),
      b: new Uint8Array([1, 2]),
      n: { k: true }
    })
    expect(expectRight(copy(new Uint8Array([7]).buffer))).to.deep.equal(new Uint8Array([7]))
  })

  it('gives a copy that later changes do not reach', () => {
    const source = { list: [{ n: 1 }], when: new Date(0) }
    const copied = expectRight(copy(source))
    source.list[0]!.n = 2
    source.when.setTime(9)
    expect(copied).to.deep.equal({ list: [{ n: 1 }], when: new Date(0) })
  })

  it('runs no code of the value', () => {
    let ran = 0
    const value = {
      get a() {
        ran += 1
        return 1
      }
    }
    expect(expectLeft(copy(value))).to.deep.equal({ code: 'not_data', what: 'an accessor', path: ['a'] })
    expect(expectRight(copy({ toJSON: undefined, valueOf: 1 }))).to.deep.equal({ toJSON: undefined, valueOf: 1 })
    const asked = <A extends object>(bytes: A): A =>
      Object.defineProperties(bytes, {
        constructor: {
          get() {
            ran += 1
            return Uint8Array
          }
        },
        slice: {
          value() {
            ran += 1
            return new ArrayBuffer(0)
          }
        }
      })
    expect(expectRight(copy([asked(new Uint8Array([1])), asked(new Uint8Array([2]).buffer)]))).to.deep.equal([
      new Uint8Array([1]),
      new Uint8Array([2])
    ])
    for (const { prototype } of [Uint8Array, ArrayBuffer]) {
      const claims = Object.create(prototype, {
        length: {
          get() {
            ran += 1
            return 1
          }
        },
        [Symbol.iterator]: {
          get() {
            ran += 1
          }
        }
      }) as object
      expect(expectLeft(copy({ claims })).code).to.equal('not_data')
    }
    expect(ran).to.equal(0)
  })

  it('names what is no data, and where', () => {
    class Order {}
    const cycle: Record<string, unknown> = { list: [] }
    cycle['list'] = [cycle]
    const cases: ReadonlyArray<readonly [unknown, string]> = [
      [{ f: () => 1 }, 'a function at f'],
      [{ list: [Symbol('x')] }, 'a symbol at list[0]'],
      [new Proxy({}, {}), 'a proxy at $'],
      [{ p: Proxy.revocable({}, {}).proxy }, 'a proxy at p'],
      [cycle, 'a cycle at list[0]'],
      [new Order(), 'an instance of a class at $'],
      [new Map(), 'a Map at $'],
      [new Set(), 'a Set at $'],
      [{ e: new Error('secret') }, 'an Error at e'],
      [Promise.resolve(), 'a promise at $'],
      [new Response('x'), 'a Response (return its text or its bytes) at $'],
      [new ReadableStream(), 'a stream (read it to its end first) at $'],
      [Object.create(Date.prototype) as unknown, 'a value that cannot be read at $']
    ]
    for (const [value, text] of cases) expect(describeNotData(expectLeft(copy(value)))).to.equal(text)
  })

  it('keeps the same object twice as two copies: only a cycle is refused', () => {
    const shared = { n: 1 }
    expect(expectRight(copy([shared, shared]))).to.deep.equal([{ n: 1 }, { n: 1 }])
  })

  it('leaves own __proto__ keys out', () => {
    const copied = expectRight(copy(JSON.parse('{"__proto__":{"isAdmin":true},"a":{"__proto__":1}}')))
    expect(copied).to.deep.equal({ a: {} })
    expect((copied as { isAdmin?: unknown }).isAdmin).to.equal(undefined)
  })

  it('is bounded in depth and in values', () => {
    let deep: unknown = 1
    for (let i = 0; i < 100_000; i++) deep = [deep]
    expect(expectLeft(copy(deep)).code).to.equal('too_deep')
    expect(expectLeft(copy([[1, 2], [3]], { maxValues: 5 })).code).to.equal('too_large')
    expect(E.isRight(copy([[1, 2], [3]], { maxValues: 6 }))).to.equal(true)
    const sparse: Array<unknown> = []
    sparse.length = 4_294_967_295
    expect(expectLeft(copy(sparse))).to.deep.equal({ code: 'too_large', what: 'more than 2000000 values', path: [] })
    expect(E.isRight(copy([[[1]]], { maxDepth: 3 }))).to.equal(true)
    expect(expectLeft(copy([[[1]]], { maxDepth: 2 })).code).to.equal('too_deep')
  })

  it('refuses on request what JSON has no form for', () => {
    expect(expectLeft(copy({ a: 1n }, { jsonOnly: true })).what).to.equal('a bigint')
    expect(expectLeft(copy([Infinity], { jsonOnly: true })).what).to.equal('a number that is not finite')
  })

  it('takes plain objects of another realm, and none that only look plain', () => {
    expect(expectRight(copy(runInNewContext('({ a: [1] })')))).to.deep.equal({ a: [1] })
    expect(expectLeft(copy(Object.create(Object.create(null) as object))).code).to.equal('not_data')
  })

  it('takes a proxy that cannot be told apart and throws for no data', () => {
    const trap = new Proxy(
      {},
      {
        ownKeys() {
          throw new Error('trap')
        }
      }
    )
    expect(expectLeft(copy(trap, { isProxy: () => false })).what).to.equal('a value that cannot be read')
  })
})

describe('copyAndWrite', () => {
  const written = (value: unknown) => expectRight(copyAndWrite(value, { isProxy, jsonOnly: true }))

  it('copies twice, so that the copies share nothing with each other and the source', () => {
    const source = {
      text: 'a',
      none: null,
      missing: undefined,
      rows: [{ n: 1 }, [2]],
      at: new Date(5),
      bytes: new Uint8Array([1, 2])
    }
    const { data, twin } = written(source) as unknown as Readonly<Record<'data' | 'twin', typeof source>>
    expect([data, twin]).to.deep.equal([source, source])
    const parts = [data, twin, source].flatMap((one) => [one, one.rows, one.rows[0], one.rows[1], one.at, one.bytes])
    expect(new Set(parts).size).to.equal(18)
    expect([twin.at, twin.bytes].map((one) => one.constructor)).to.deep.equal([Date, Uint8Array])
  })

  it('writes what canonicalJson writes of the copy (property)', () => {
    const leaf = fc.oneof(
      fc.string(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constantFrom(null, undefined),
      fc.date({ noInvalidDate: false }),
      fc.uint8Array({ maxLength: 12 })
    )
    const key = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'toString', 'a', 'a!', '10', '9', '\ud800'))
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.array(tie('tree')),
        fc.dictionary(key, tie('tree'), { maxKeys: 20 })
      )
    }))
    fc.assert(
      fc.property(tree, (value) => {
        const { data, twin, text } = written(value)
        for (const copied of [data, twin]) expect(text).to.equal(canonicalJson(copied) ?? '{}')
      })
    )
  })
})
