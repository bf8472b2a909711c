import { expect } from 'chai'
import { firstCallOf } from '../../lib/feedback/first-call-of.js'

describe('firstCallOf', () => {
  const calls = [
    { name: 'search', args: 1 },
    { name: 'order', args: 2 },
    { name: 'order', args: 3 }
  ]

  it('gives the first call of the name, and nothing where there is none', () => {
    expect(firstCallOf('order', calls)).to.equal(calls[1])
    expect(firstCallOf('cancel', calls)).to.equal(undefined)
    expect(firstCallOf('order', [])).to.equal(undefined)
  })
})
