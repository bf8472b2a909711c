import { expect } from 'chai'
import { runInNewContext } from 'node:vm'
import { asFields, isFields, isObject, isPlainObject } from '#core/foreign'

describe('isObject', () => {
  it('knows objects and arrays, but neither null nor functions', () => {
    expect([{}, [], new Map(), null, undefined, 'text', () => 1].map(isObject)).to.deep.equal([
      true,
      true,
      true,
      false,
      false,
      false,
      false
    ])
  })
})

describe('isFields', () => {
  it('leaves arrays out', () => {
    expect([{ a: 1 }, new Date(0), [], null].map(isFields)).to.deep.equal([true, true, false, false])
    expect([asFields({ a: 1 }), asFields([1]), asFields(null)]).to.deep.equal([{ a: 1 }, {}, {}])
  })
})

describe('isPlainObject', () => {
  it('knows plain objects of any realm, and no instance', () => {
    const values = [{}, Object.create(null) as object, runInNewContext('({})') as object]
    const others = [new Map(), new (class {})(), Object.create(Object.create(null) as object) as object]
    expect([values.map(isPlainObject), others.map(isPlainObject)]).to.deep.equal([
      [true, true, true],
      [false, false, false]
    ])
  })
})
