import { expect } from 'chai'
import { KeyOrders } from '../../../../lib/codec/compile/combinators/exact.js'
import { SAME } from '../../../../lib/codec/compile/combinators/fields.js'

const objectOf = (...keys: ReadonlyArray<string>): Record<string, unknown> =>
  Object.fromEntries(keys.map((key, i) => [key, i]))

const known = (...keys: ReadonlyArray<string>): ReadonlySet<string> => new Set(keys)

describe('KeyOrders', () => {
  for (const data of [false, true]) {
    describe(!data ? 'of any objects' : 'of objects that hide nothing', () => {
      const ordersOf = (...keys: ReadonlyArray<string>) => new KeyOrders(known(...keys), [], data)

      it('say which keys come, and build an object of those that are known', () => {
        const orders = ordersOf('a', 'b')
        const { names, whole, build } = orders.of({ b: 1, x: 2, a: 3 })
        expect([names, whole, Object.entries(build({ b: 1, x: 2, a: 3 }, []))]).to.deep.equal([
          ['b', 'x', 'a'],
          false,
          [
            ['b', 1],
            ['a', 3]
          ]
        ])
        expect([
          orders.of({ a: 1, b: 2 }).whole,
          orders.of({ a: 1 }).whole,
          orders.of({}).whole,
          orders.of({ a: 1, b: 2, c: 3 }).whole
        ]).to.deep.equal([true, true, true, false])
      })

      it('tell apart what begins alike', () => {
        const orders = ordersOf('a', 'b')
        for (const keys of [['a', 'b'], ['a'], ['a', 'b', 'c'], ['a', 'c'], [], ['b', 'a'], ['a', 'b']]) {
          const o = objectOf(...keys)
          expect(orders.of(o).names).to.deep.equal(keys)
          expect(orders.of(o).names).to.deep.equal(keys)
        }
      })

      it('are learned, the first eight of them', () => {
        const orders = ordersOf('a')
        const names = Array.from('abcdefghi')
        const all = names.map((key) => orders.of(objectOf(key)))
        expect(names.map((key, i) => orders.of(objectOf(key)) === all[i])).to.deep.equal(names.map((_, i) => i < 8))
      })

      it('are not learned where there are too many keys, or too long ones', () => {
        const orders = ordersOf('a')
        const learned = (...keys: ReadonlyArray<string>): boolean => {
          const order = orders.of(objectOf(...keys))
          orders.of({ other: 1 })
          return orders.of(objectOf(...keys)) === order
        }
        const many = (count: number): ReadonlyArray<string> => Array.from({ length: count }, (_, i) => `k${i}`)
        expect([
          learned(...many(256)),
          learned(...many(257)),
          learned('k'.repeat(10_000)),
          learned('a', 'k'.repeat(10_000))
        ]).to.deep.equal([true, false, true, false])
      })

      it('build alike before and after an object literal is generated for them', () => {
        const orders = new KeyOrders(
          known('a', 'b', '"];c'),
          [
            { name: 's0', key: 'b' },
            { name: 's1', key: '"];c' }
          ],
          data
        )
        for (let i = 0; i < 20; i++) {
          const o = { b: 1, x: 2, a: 3 }
          expect(Object.entries(orders.of(o).build(o, [SAME, SAME]))).to.deep.equal([
            ['b', 1],
            ['a', 3]
          ])
          expect(Object.entries(orders.of(o).build(o, [7, undefined]))).to.deep.equal([
            ['b', 7],
            ['a', 3],
            ['"];c', undefined]
          ])
        }
      })
    })
  }

  it('look at an object once where it comes like the last', () => {
    const traps: Array<string> = []
    const seen = (o: object): object =>
      new Proxy(o, {
        ownKeys(target) {
          traps.push('ownKeys')
          return Reflect.ownKeys(target)
        },
        getPrototypeOf(target) {
          traps.push('for…in')
          return Reflect.getPrototypeOf(target)
        }
      })
    const orders = new KeyOrders(known('a'), [], true)
    const order = orders.of({ a: 1, b: 2 })
    expect([
      orders.of(seen({ a: 3, b: 4 })) === order,
      traps.filter((trap) => trap === 'ownKeys').length,
      traps.includes('for…in')
    ]).to.deep.equal([true, 1, true])
  })

  it('see a key that is hidden, where there may be one', () => {
    const o = Object.defineProperty({ a: 1 }, 'b', { value: 2 })
    const orders = new KeyOrders(known('a'), [], false)
    expect([orders.of({ a: 1 }).whole, orders.of(o).whole]).to.deep.equal([true, false])
  })
})
