import { expect } from 'chai'
import { types } from 'node:util'
import { isThenable } from '#core/foreign'

class Query {
  then(): void {}
}

describe('isThenable', () => {
  it('knows promises, and objects and functions with a method `then`', () => {
    const thenables = [Promise.resolve(), new Query(), { then: () => 1 }, Object.assign(() => 1, { then: () => 1 })]
    expect(thenables.map((value) => isThenable(value))).to.deep.equal([true, true, true, true])
  })

  it('runs neither getters nor traps', () => {
    const explode = (): never => {
      throw new Error('ran')
    }
    const proxy = new Proxy({}, { getOwnPropertyDescriptor: explode, getPrototypeOf: explode })
    const others = [
      proxy,
      Object.create(proxy),
      {
        get then() {
          return explode()
        }
      },
      { then: 1 },
      null,
      'then'
    ]
    expect(others.map((value) => isThenable(value, types.isProxy))).to.deep.equal(others.map(() => false))
  })
})
