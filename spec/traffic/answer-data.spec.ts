import { expect } from 'chai'
import * as fc from 'fast-check'
import { readData, writeData } from '../../lib/traffic/answer-data.js'

const again = (value: unknown): unknown => readData(JSON.parse(writeData(value, 1_000_000) ?? 'null'))

describe('writeData', () => {
  it('brings back what JSON has no form for', () => {
    const value = {
      when: new Date(0),
      bytes: new Uint8Array([1, 2, 255]),
      big: 12345678901234567890n,
      nothing: undefined,
      nan: Number.NaN,
      minus: -0,
      far: -Infinity,
      honest: { $date: 'x' },
      two: { $date: 1, a: 2 },
      list: [undefined, { $bigint: 1 }],
      $date: 'kept'
    }
    expect(again(value)).to.deep.equal(value)
    expect((again({ when: new Date(Number.NaN) }) as { when: Date }).when.getTime()).to.satisfy(Number.isNaN)
  })

  it('brings back any data', () => {
    const key = fc.oneof(fc.string(), fc.constantFrom('$date', '$object', '$bigint', '$undefined', '$x'))
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.double(),
        fc.bigInt(),
        fc.boolean(),
        fc.constant(null),
        fc.constant(undefined),
        fc.date({ noInvalidDate: true }),
        fc.uint8Array(),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(
          key.filter((k) => k !== '__proto__'),
          tie('tree'),
          { maxKeys: 3, noNullPrototype: true }
        )
      )
    }))
    fc.assert(
      fc.property(tree, (value) => {
        expect(again(value)).to.deep.equal(value)
      }),
      { numRuns: 300 }
    )
  })

  it('does not write what is too long', () => {
    expect(writeData('x'.repeat(100), 50)).to.equal(undefined)
    expect(
      writeData(
        Array.from({ length: 100 }, () => ({ key: 1 })),
        300
      )
    ).to.equal(undefined)
    expect(writeData(new Uint8Array(100), 50)).to.equal(undefined)
    expect(writeData([1, 2], 50)).to.equal('[1,2]')
    expect(writeData('"'.repeat(30), 50)).to.equal(undefined)
  })

  it('does not write what is deeper than the stack', () => {
    const deep: Array<unknown> = []
    deep.push(deep)
    expect(writeData(deep, Infinity)).to.equal(undefined)
  })
})

describe('readData', () => {
  it('takes a tag that was tampered with as far as it can be read', () => {
    expect(readData({ $bigint: 'x' })).to.equal('x')
    expect((readData({ $date: 5 }) as Date).getTime()).to.satisfy(Number.isNaN)
    expect(readData({ $object: { $date: 'x' } })).to.deep.equal({ $date: 'x' })
    expect(readData({ $object: null })).to.deep.equal({})
  })
})
