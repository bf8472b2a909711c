import { expect } from 'chai'
import { hasOwnField, ownField } from '../../lib/codec/peek.js'

const hostile = new Proxy(
  {},
  {
    getOwnPropertyDescriptor: () => {
      throw new Error('trap')
    }
  }
)

describe('ownField', () => {
  it('reads own data and nothing else', () => {
    const holder = {
      a: undefined,
      get b(): never {
        throw new Error('ran')
      }
    }
    expect([
      ownField(holder, 'a'),
      ownField(holder, 'b'),
      ownField(holder, 'toString'),
      ownField([5], 0),
      ownField(null, 'a'),
      ownField('text', 'length'),
      ownField(hostile, 'a')
    ]).to.deep.equal([{ value: undefined }, undefined, undefined, { value: 5 }, undefined, undefined, undefined])
  })
})

describe('hasOwnField', () => {
  it('knows own keys and never throws', () => {
    expect([
      hasOwnField({ a: undefined }, 'a'),
      hasOwnField({}, 'toString'),
      hasOwnField([5], 0),
      hasOwnField(null, 'a'),
      hasOwnField('text', 'length'),
      hasOwnField(hostile, 'a')
    ]).to.deep.equal([true, false, true, false, false, false])
  })
})
