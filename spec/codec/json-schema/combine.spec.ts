import { expect } from 'chai'
import { allOf, ANYTHING, anyOf, literals, withKeywords } from '../../../lib/codec/json-schema/combine.js'

const text = { type: 'string' }
const number = { type: 'number' }
const reference = { $ref: '#' }

describe('withKeywords', () => {
  it('adds keywords and words', () => {
    expect(withKeywords(text, { minLength: 1 })).to.deep.equal({ type: 'string', minLength: 1 })
    expect(withKeywords(text, { minLength: 1, description: 'short' })).to.deep.equal({
      type: 'string',
      minLength: 1,
      description: 'short'
    })
    expect(withKeywords({ ...text, description: 'a name' }, { description: 'short' })).to.deep.equal({
      type: 'string',
      description: 'a name; short'
    })
    expect(withKeywords(text, { description: 5 })).to.deep.equal(text)
  })

  it('lets a type be narrowed, and asks both where keywords would meet their like', () => {
    expect(withKeywords(number, { type: 'integer' })).to.deep.equal({ type: 'integer' })
    expect(withKeywords({ minimum: 1 }, { minimum: 2, maximum: 3 })).to.deep.equal({
      allOf: [{ minimum: 1 }, { minimum: 2, maximum: 3 }]
    })
    expect(withKeywords({ minimum: 1 }, { minimum: 2, description: 'more' })).to.deep.equal({
      allOf: [{ minimum: 1 }, { minimum: 2 }],
      description: 'more'
    })
  })

  it('keeps apart what some drafts ignore beside others', () => {
    for (const schema of [reference, { type: 'string', enum: ['a'] }, { not: text, title: 'no text' }]) {
      expect(withKeywords(schema, { minLength: 1 })).to.deep.equal({ allOf: [schema, { minLength: 1 }] })
      expect(withKeywords(schema, {})).to.deep.equal(schema)
    }
    expect(withKeywords(reference, { description: 'a tree' })).to.deep.equal({
      allOf: [reference],
      description: 'a tree'
    })
    expect(withKeywords({ enum: ['a'] }, { description: 'a letter' })).to.deep.equal({
      enum: ['a'],
      description: 'a letter'
    })
  })
})

describe('allOf', () => {
  it('is the one that says something, or all of them with the type that they share', () => {
    expect([allOf([]), allOf([ANYTHING]), allOf([ANYTHING, text])]).to.deep.equal([ANYTHING, ANYTHING, text])
    expect(allOf([text, ANYTHING, { ...text, minLength: 1 }])).to.deep.equal({
      type: 'string',
      allOf: [text, { ...text, minLength: 1 }]
    })
    expect([allOf([text, number]), allOf([reference, { minLength: 1 }])]).to.deep.equal([
      { allOf: [text, number] },
      { allOf: [reference, { minLength: 1 }] }
    ])
  })
})

describe('literals', () => {
  it('are an enumeration, with its type where there is one', () => {
    expect([
      literals(['a', 'b', 'a']),
      literals([1, 'a']),
      literals([null]),
      literals([null, 'a']),
      literals([true])
    ]).to.deep.equal([
      { type: 'string', enum: ['a', 'b'] },
      { enum: [1, 'a'] },
      { type: 'null' },
      { enum: [null, 'a'] },
      { type: 'boolean', enum: [true] }
    ])
  })
})

describe('anyOf', () => {
  it('is what any of them may be', () => {
    expect([anyOf([text, ANYTHING]), anyOf([text]), anyOf([])]).to.deep.equal([
      ANYTHING,
      text,
      { not: {}, description: 'no value' }
    ])
    expect([anyOf([text, number]), anyOf([text, { ...text, minLength: 1 }])]).to.deep.equal([
      { anyOf: [text, number] },
      { type: 'string', anyOf: [text, { ...text, minLength: 1 }] }
    ])
  })

  it('makes one enumeration of several, but for those that say more', () => {
    expect(anyOf([{ type: 'string', enum: ['a'] }, { type: 'null' }, { enum: ['b', 1] }])).to.deep.equal({
      enum: ['a', null, 'b', 1]
    })
    expect(anyOf([{ type: 'null' }, { type: 'null' }])).to.deep.equal({ type: 'null' })
    expect(anyOf([{ type: 'string', enum: ['a'] }, number])).to.deep.equal({
      anyOf: [number, { type: 'string', enum: ['a'] }]
    })
    const told = { type: 'string', enum: ['b'], description: 'the second' }
    expect(anyOf([{ type: 'string', enum: ['a'] }, told])).to.deep.equal({
      type: 'string',
      anyOf: [told, { type: 'string', enum: ['a'] }]
    })
  })
})
