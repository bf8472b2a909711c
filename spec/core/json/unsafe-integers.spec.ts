import { expect } from 'chai'
import * as fc from 'fast-check'
import { type UnsafeNumber, visitUnsafeNumbers } from '#core/json'
import { writtenDocument } from './json-document.js'
import { runs } from '../../helpers/runs.js'

const isUnsafeInteger = (literal: string): boolean => {
  const value = BigInt(literal)
  return value > 9007199254740991n || value < -9007199254740991n
}

const found = (text: string): ReadonlyArray<UnsafeNumber> => {
  const all: Array<UnsafeNumber> = []
  visitUnsafeNumbers(text, (one) => all.push(one))
  return all
}

describe('visitUnsafeNumbers', () => {
  it('finds integers beyond 2^53-1 and numbers that overflow, where they stand', () => {
    expect(
      found('\ufeff{"id":9007199254740993,"rows":[{"n":-9007199254740992},[1e400,-1E+999]],"a b":12345678901234567890}')
    ).to.deep.equal([
      { path: ['id'], kind: 'integer' },
      { path: ['rows', 0, 'n'], kind: 'integer' },
      { path: ['rows', 1, 0], kind: 'overflow' },
      { path: ['rows', 1, 1], kind: 'overflow' },
      { path: ['a b'], kind: 'integer' }
    ])
  })

  it('finds the root itself', () => {
    expect(found('9007199254740992')).to.deep.equal([{ path: [], kind: 'integer' }])
  })

  it('leaves what JavaScript holds, floats and strings alone', () => {
    expect(
      found(
        '[9007199254740991,-9007199254740991,1e300,0.12345678901234567890,9007199254740993.5,"9007199254740993",{"9007199254740993":0}]'
      )
    ).to.deep.equal([])
  })

  it('finds an integer so long that it overflows', () => {
    expect(found(`[${'9'.repeat(400)}]`)).to.deep.equal([{ path: [0], kind: 'overflow' }])
  })

  it('finds those that stand before a break', () => {
    expect(found('[9007199254740993,9007199254740994')).to.deep.equal([{ path: [0], kind: 'integer' }])
  })

  it('leaves out what is deeper than any answer may be', () => {
    const deep = (levels: number): string => `${'['.repeat(levels)}1e999${']'.repeat(levels)}`
    expect(found(`[${deep(199)},${deep(200)},1e999]`).map(({ path }) => path.length)).to.deep.equal([200, 1])
  })

  it('reads a long key once, however many numbers stand beneath it', () => {
    const key = 'k'.repeat(2_000_000)
    const numbers = found(`{"${key}":[${'1e999,'.repeat(100_000)}1]}`)
    expect(numbers).to.have.length(100_000)
    expect(numbers.at(-1)?.path[0]).to.equal(key)
  })

  it('finds those of any document', () => {
    fc.assert(
      fc.property(writtenDocument(), ({ text, values }) => {
        const expected = values.flatMap(({ path, node }) => {
          if (node.kind !== 'number') return []
          if (!Number.isFinite(Number(node.text))) return [{ path, kind: 'overflow' }]
          return /^-?\d+$/.test(node.text) && isUnsafeInteger(node.text) ? [{ path, kind: 'integer' }] : []
        })
        expect(found(text)).to.deep.equal(expected)
      }),
      { numRuns: runs(1_000, 20_000) }
    )
  })
})
