import { expect } from 'chai'
import * as fc from 'fast-check'
import { findUnsafeIntegers } from '../../lib/core/unsafe-integers.js'
import { numRuns, writtenDocument } from './json-document.js'

const isUnsafeInteger = (literal: string): boolean => {
  const value = BigInt(literal)
  return value > 9007199254740991n || value < -9007199254740991n
}

describe('findUnsafeIntegers', () => {
  it('finds integers beyond 2^53-1 and numbers that overflow, where they stand', () => {
    expect(findUnsafeIntegers('\ufeff{"id":9007199254740993,"rows":[{"n":-9007199254740992},[1e400,-1E+999]],"a b":12345678901234567890}')).to.deep.equal([
      { path: ['id'], kind: 'integer' },
      { path: ['rows', 0, 'n'], kind: 'integer' },
      { path: ['rows', 1, 0], kind: 'overflow' },
      { path: ['rows', 1, 1], kind: 'overflow' },
      { path: ['a b'], kind: 'integer' }
    ])
  })

  it('finds the root itself', () => {
    expect(findUnsafeIntegers('9007199254740992')).to.deep.equal([{ path: [], kind: 'integer' }])
  })

  it('leaves what JavaScript holds, floats and strings alone', () => {
    expect(findUnsafeIntegers('[9007199254740991,-9007199254740991,1e300,0.12345678901234567890,9007199254740993.5,"9007199254740993",{"9007199254740993":0}]')).to.deep.equal([])
  })

  it('finds an integer so long that it overflows', () => {
    expect(findUnsafeIntegers(`[${'9'.repeat(400)}]`)).to.deep.equal([{ path: [0], kind: 'overflow' }])
  })

  it('finds those that stand before a break', () => {
    expect(findUnsafeIntegers('[9007199254740993,9007199254740994')).to.deep.equal([{ path: [0], kind: 'integer' }])
  })

  it('lists the first 100, or as many as asked for', () => {
    const many = `[${Array(150).fill('9007199254740993').join(',')}]`
    expect(findUnsafeIntegers(many).map(({ path }) => path[0])).to.deep.equal([...Array(100).keys()])
    expect(findUnsafeIntegers(many, { maxFound: 2 })).to.deep.equal([{ path: [0], kind: 'integer' }, { path: [1], kind: 'integer' }])
  })

  it('finds those of any document', () => {
    fc.assert(fc.property(writtenDocument(), ({ text, values }) => {
      const expected = values.flatMap(({ path, node }) => {
        if (node.kind !== 'number') return []
        if (!Number.isFinite(Number(node.text))) return [{ path, kind: 'overflow' }]
        return /^-?\d+$/.test(node.text) && isUnsafeInteger(node.text) ? [{ path, kind: 'integer' }] : []
      })
      expect(findUnsafeIntegers(text, { maxFound: Infinity })).to.deep.equal(expected)
    }), { numRuns: numRuns(1000) })
  })
})
