import { expect } from 'chai'
import { guardsByName } from '../../lib/toolset/guards-by-name.js'

describe('guardsByName', () => {
  it('makes one guard a name, and keeps no more than a thousand', () => {
    const made: Array<string> = []
    const guardOf = guardsByName((name) => {
      made.push(name)
      return async () => ({ kind: 'value', value: name })
    })
    expect(guardOf('a')).to.equal(guardOf('a'))
    for (let i = 1; i < 1_000; i++) guardOf(`made_up_${i}`)
    expect(made).to.have.length(1_000)
    for (let i = 0; i < 3; i++) guardOf('one_more')
    guardOf('a')
    expect(made.slice(1_000)).to.deep.equal(['one_more', 'one_more', 'one_more'])
  })
})
