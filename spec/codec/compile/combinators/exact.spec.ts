import { expect } from 'chai'
import { learningStripper } from '../../../../lib/codec/compile/combinators/exact.js'

const stripping = (...known: ReadonlyArray<string>) => learningStripper(new Set(known))

const objectOf = (keys: ReadonlyArray<string>): Record<string, unknown> =>
  Object.fromEntries(keys.map((key, i) => [key, i]))

/** Calls of `new Function` meanwhile. */
const generated = (run: () => void): number => {
  const original = globalThis.Function
  let count = 0
  globalThis.Function = new Proxy(original, {
    construct: (target, args: ReadonlyArray<string>) => {
      count++
      return Reflect.construct(target, args) as object
    }
  })
  try {
    run()
  } finally {
    globalThis.Function = original
  }
  return count
}

describe('learningStripper', () => {
  it('drops what is not known and keeps the order, the first time and any other', () => {
    const strip = stripping('a', 'b', '"];c')
    for (let i = 0; i < 3; i++) {
      for (const keys of [['b', 'x', 'a'], ['a', 'x'], ['x'], ['"];c', 'x', 'a'], ['a', 'b', 'c'], ['b', 'c', 'a']]) {
        const o = objectOf(keys)
        expect(Object.entries(strip(o))).to.deep.equal(
          Object.entries(o).filter(([key]) => ['a', 'b', '"];c'].includes(key))
        )
      }
    }
  })

  it('hands on an object of known keys as it is', () => {
    const strip = stripping('a', 'b')
    for (const o of [{ a: 1, b: 2 }, { b: 1, a: 2 }, { a: 1 }, {}, { a: 3, b: 4 }]) expect(strip(o)).to.equal(o)
  })

  it('sees a key that is hidden', () => {
    const o = Object.defineProperty({ a: 1 }, 'b', { value: 2 })
    const strip = stripping('a')
    expect([strip({ a: 1, b: 2 }), strip(o)]).to.deep.equal([{ a: 1 }, { a: 1 }])
    expect(strip(o)).not.to.equal(o)
  })

  it('learns the first eight orders, each of which costs one function, and none that is too long', () => {
    const orders = Array.from('abcdefghi').map((key) => ['x', key])
    const strip = stripping('x')
    expect(
      generated(() => {
        for (const keys of [...orders, ...orders]) expect(strip(objectOf(keys))).to.deep.equal({ x: 0 })
      })
    ).to.equal(8)
    const long = stripping('x')
    expect(generated(() => long(objectOf(['x', 'k'.repeat(9_999)])))).to.equal(1)
    expect(generated(() => long(objectOf(['x', 'k'.repeat(10_000)])))).to.equal(0)
  })
})
