import { expect } from 'chai'
import { types } from 'node:util'
import { hasOwnField, hidesProxy, inheritedValue, ownField, ownValue } from '#core/foreign'

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

const accessor = {
  get a(): never {
    throw new Error('ran')
  }
}

describe('ownValue', () => {
  it('reads own values, and names accessors without running them', () => {
    expect([
      ownValue({ a: 1 }, 'a', 'code'),
      ownValue(['x'], '0', 'code'),
      ownValue(accessor, 'a', 'code'),
      ownValue(accessor, 'a'),
      ownValue({}, 'toString', 'code')
    ]).to.deep.equal([1, 'x', 'code', undefined, undefined])
  })
})

describe('inheritedValue', () => {
  it('reads what a prototype holds, and stops at the first accessor and at any proxy', () => {
    class Deep extends RangeError {}
    const below = Object.create(hostile) as object
    const hidden = Object.create(accessor, {}) as object
    const read = (value: unknown, key: string): unknown => inheritedValue(value, key, types.isProxy)
    expect([
      read(new Deep(), 'name'),
      read(() => 1, 'call'),
      read(hidden, 'a'),
      read(below, 'a'),
      read(hostile, 'a'),
      read(null, 'a'),
      read('text', 'length')
    ]).to.deep.equal(['RangeError', Function.prototype.call, undefined, undefined, undefined, undefined, undefined])
  })
})

describe('hidesProxy', () => {
  it('finds a proxy among the prototypes, without a trap of it', () => {
    expect(
      [hostile, Object.create(hostile) as object, {}].map((value) => hidesProxy(value, types.isProxy))
    ).to.deep.equal([true, true, false])
  })
})
