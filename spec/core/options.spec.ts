import { expect } from 'chai'
import { expectCount, expectFunction, expectPositive, expectTimeout } from '../../lib/core/options.js'

describe('expectCount', () => {
  it('takes any count, and nothing else', () => {
    for (const value of [undefined, 0, 1, Number.MAX_SAFE_INTEGER]) expect(() => expectCount(value, 'n')).not.to.throw()
    for (const value of [-1, 1.5, Number.NaN, Infinity, 2 ** 60])
      expect(() => expectCount(value, 'n')).to.throw(TypeError, 'Expected `n` to be a non-negative integer.')
  })
})

describe('expectFunction', () => {
  it('takes functions, and nothing else', () => {
    for (const value of [undefined, () => 1]) expect(() => expectFunction(value, 'f')).not.to.throw()
    for (const value of [null, 1, {}, 'f'])
      expect(() => expectFunction(value, 'f')).to.throw(TypeError, 'Expected `f` to be a function.')
  })
})

describe('expectPositive', () => {
  it('takes any number of things but none', () => {
    for (const value of [undefined, 1, 2 ** 40]) expect(() => expectPositive(value, 'n')).not.to.throw()
    for (const value of [0, -1, 0.5, Number.NaN, Infinity])
      expect(() => expectPositive(value, 'n'), String(value)).to.throw(
        TypeError,
        'Expected `n` to be a positive integer.'
      )
  })
})

describe('expectTimeout', () => {
  it('takes what a timer can wait for', () => {
    for (const value of [undefined, 1, 2_147_483_647]) expect(() => expectTimeout(value, 'n')).not.to.throw()
    for (const value of [0, -1, 0.5, Number.NaN, Infinity, 2_147_483_648]) {
      expect(() => expectTimeout(value, 'n'), String(value)).to.throw(
        TypeError,
        'Expected `n` to be a whole number of milliseconds from 1 to 2147483647.'
      )
    }
  })
})
