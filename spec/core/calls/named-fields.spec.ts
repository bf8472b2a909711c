import { expect } from 'chai'
import { namedFields } from '#core/calls'

describe('namedFields', () => {
  it('takes what the names say, whatever else the arguments hold', () => {
    for (const more of [{}, { body: 'Hi' }, { thread: null }])
      expect(namedFields(['channel', 'thread'], { channel: 'c1', ...more })).to.deep.equal(['c1', null])
  })

  it('takes all of arguments that hold none of the names: they name no order', () => {
    for (const args of [{ user: 'ada' }, { user: 'ada', channel: null }, {}, undefined, 'text', [1]])
      expect(namedFields(['channel', 'constructor'], args)).to.equal(args)
  })
})
