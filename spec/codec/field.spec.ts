import { expect } from 'chai'
import { declaredDepths, Field, pathOf } from '../../lib/codec/field.js'

describe('Field', () => {
  it('is one for every way that leads to it, and tells keys from positions', () => {
    const root = new Field()
    expect(root.field('a').field(0)).to.equal(root.field('a').field(0))
    expect(root.field(0)).not.to.equal(root.field('0'))
    expect([root.depth, root.field('a').field(0).depth]).to.deep.equal([0, 2])
  })
})

describe('pathOf', () => {
  it('leads from the root to the field', () => {
    const root = new Field()
    expect([pathOf(root), pathOf(root.field('a').field(0))]).to.deep.equal([[], ['a', 0]])
  })
})

describe('declaredDepths', () => {
  it('names the positions of declared keys', () => {
    const a = new Field().field('a')
    const c = a.field('b').field('c')
    a.declared = true
    c.declared = true
    expect(declaredDepths(c)).to.deep.equal([0, 2])
  })
})
