import { expect } from 'chai'
import { LOOPS, type Builders } from '../../../lib/codec/compile/builders.js'
import { Orders } from '../../../lib/codec/compile/orders.js'

const objectOf = (...keys: ReadonlyArray<string>): Record<string, unknown> =>
  Object.fromEntries(keys.map((key, i) => [key, i]))

const known = (...keys: ReadonlyArray<string>): ReadonlySet<string> => new Set(keys)

describe('Orders', () => {
  for (const hidden of [true, false]) {
    describe(hidden ? 'of any objects' : 'of objects that hide nothing', () => {
      const ordersOf = (...keys: ReadonlyArray<string>) => new Orders(known(...keys), [], LOOPS, hidden)

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

      it('are learned, the last four of them', () => {
        const orders = ordersOf('a')
        const four = [['a'], ['b'], ['c'], ['d']].map((keys) => orders.of(objectOf(...keys)))
        expect([['a'], ['b'], ['c'], ['d']].map((keys) => orders.of(objectOf(...keys)))).to.deep.equal(four)
        expect(['a', 'b', 'c', 'd'].every((key, i) => orders.of(objectOf(key)) === four[i])).to.equal(true)
        orders.of(objectOf('e'))
        expect(['b', 'c', 'd'].every((key, i) => orders.of(objectOf(key)) === four[i + 1])).to.equal(true)
        expect(orders.of(objectOf('a'))).not.to.equal(four[0])
      })

      it('are not learned where there are too many keys, or too long ones', () => {
        const orders = ordersOf('a')
        const learned = (...keys: ReadonlyArray<string>): boolean =>
          orders.of(objectOf(...keys)) === orders.of(objectOf(...keys))
        const many = (count: number): ReadonlyArray<string> => Array.from({ length: count }, (_, i) => `k${i}`)
        expect([
          learned(...many(256)),
          learned(...many(257)),
          learned('k'.repeat(256)),
          learned('a', 'k'.repeat(257))
        ]).to.deep.equal([true, false, true, false])
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
    const orders = new Orders(known('a'), [], LOOPS, false)
    const order = orders.of({ a: 1, b: 2 })
    expect([
      orders.of(seen({ a: 3, b: 4 })) === order,
      traps.filter((trap) => trap === 'ownKeys').length,
      traps.includes('for…in')
    ]).to.deep.equal([true, 1, true])
  })

  it('see a key that is hidden, where there may be one', () => {
    const o = Object.defineProperty({ a: 1 }, 'b', { value: 2 })
    const orders = new Orders(known('a'), [], LOOPS, true)
    expect([orders.of({ a: 1 }).whole, orders.of(o).whole]).to.deep.equal([true, false])
  })

  it('make one builder for what remains, and eight at most', () => {
    const made: Array<string> = []
    const builders: Builders = {
      ...LOOPS,
      pick: (keys, fields) => {
        made.push(keys.join())
        return LOOPS.pick(keys, fields)
      }
    }
    const letters = [...'abcdefghij']
    const orders = new Orders(known(...letters), [], builders, true)
    expect(
      [orders.of({ a: 1, x: 1 }), orders.of({ y: 1, a: 1 }), orders.of({ a: 1 })].map(({ build }) =>
        build({ a: 5, x: 1 }, [])
      )
    ).to.deep.equal([{ a: 5 }, { a: 5 }, { a: 5 }])
    expect(made).to.deep.equal(['a'])
    for (const letter of letters)
      expect(orders.of({ [letter]: 1, x: 1 }).build({ [letter]: 2 }, [])).to.deep.equal({ [letter]: 2 })
    expect(made).to.deep.equal(letters.slice(0, 8))
  })
})
