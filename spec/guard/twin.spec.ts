import { expect } from 'chai'
import { isSameData } from '../../lib/guard/twin.js'

describe('isSameData', () => {
  const same: ReadonlyArray<readonly [string, unknown, unknown]> = [
    ['fields in one order', { a: 1, b: [{ c: 'x' }, null] }, { a: 1, b: [{ c: 'x' }, null] }],
    ['nothing', {}, {}],
    ['an object without a prototype', Object.assign(Object.create(null) as object, { a: 1 }), { a: 1 }]
  ]
  for (const [what, value, copy] of same)
    it(`takes ${what}`, () => {
      expect(isSameData(value, copy)).to.equal(true)
    })

  const now = new Date(0)
  const others: ReadonlyArray<readonly [string, unknown, unknown]> = [
    ['another value', { a: 1 }, { a: 2 }],
    ['another order', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['a field more', { a: 1, b: undefined }, { a: 1 }],
    ['a field less', { a: 1 }, { a: 1, b: undefined }],
    ['an object in the place of a list', { 0: 'a' }, ['a']],
    ['a list in the place of an object', [], {}],
    ['another date', { at: now }, { at: new Date(1) }],
    ['a Set of nothing', new Set(), {}],
    ['an instance', Object.assign(new (class Point {})(), { x: 1 }), { x: 1 }],
    ['a proxy', new Proxy({ a: 1 }, {}), { a: 1 }],
    ['a text', 'a', { a: 1 }]
  ]
  for (const [what, value, copy] of others)
    it(`refuses ${what}`, () => {
      expect(isSameData(value, copy)).to.equal(false)
    })

  it('runs no getter', () => {
    const value = {
      get a(): number {
        throw new Error('ran')
      }
    }
    expect(isSameData(value, { a: 1 })).to.equal(false)
  })
})
