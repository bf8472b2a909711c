import { expect } from 'chai'
import * as fc from 'fast-check'
import { wholeElements } from '#core/json'
import { meaning, writtenDocument } from './json-document.js'
import { runs } from '../../helpers/runs.js'

const orders = (text: string) => wholeElements(text, ['orders'])

describe('wholeElements', () => {
  it('gives the elements that are whole, in order', () => {
    expect(orders('{"total":3,"orders":[{"id":1,"tags":[1]},{"id":2},{"id":3')).to.deep.equal([
      { id: 1, tags: [1] },
      { id: 2 }
    ])
  })

  it('takes a number for whole only where something ends it', () => {
    expect(['[1,2', '[1,2 ', '[1,2,', '[1,2]', '[1,2x', '[1,-'].map((text) => wholeElements(text, []))).to.deep.equal([
      [1],
      [1, 2],
      [1, 2],
      [1, 2],
      [1],
      [1]
    ])
  })

  it('takes a string for whole only with its closing quote, a literal only to its last letter', () => {
    expect(
      ['["a","b', '["a","b\\"', '["a","b"', '[true,fals', '[true,false', '[true,falsey'].map((text) =>
        wholeElements(text, [])
      )
    ).to.deep.equal([['a'], ['a'], ['a', 'b'], [true], [true, false], [true]])
  })

  it('gives nothing of an array that never began', () => {
    expect(
      [
        '',
        '{"orders":',
        '{"orders":{"0":1}',
        '{"order":[1',
        '{"data":{"orders":[1,2',
        '{"orders":"[1,2]"',
        '<html>',
        '[1,2'
      ].map(orders)
    ).to.deep.equal(Array(8).fill(undefined))
  })

  it('gives an empty list of an array without a whole element', () => {
    expect(
      ['{"orders":[', '{"orders":[ ', '{"orders":[{"id":1', '{"orders":[]', '{"orders":[x'].map(orders)
    ).to.deep.equal([[], [], [], [], []])
  })

  it('finds arrays at the root, below keys and below indexes', () => {
    expect(wholeElements('\ufeff[[1],[2', [])).to.deep.equal([[1]])
    expect(wholeElements('{"a":{"b c":[[0],{"d":[5,6', ['a', 'b c', 1, 'd'])).to.deep.equal([5])
    expect(wholeElements('{"\\u006frders":[5,6', ['orders'])).to.deep.equal([5])
  })

  it('takes all of an array that is whole in a text that is not', () => {
    expect(orders('{"orders":[1,[2],{}],"next":"abc')).to.deep.equal([1, [2], {}])
    expect(orders('{"orders":[1,2],"next":}')).to.deep.equal([1, 2])
    expect(orders('{"orders":[1,2]}{"orders":[3]}')).to.deep.equal([1, 2])
  })

  it('takes the latest of repeated keys, as JSON.parse does', () => {
    expect(
      [
        '{"orders":[1,2],"orders":[3,4',
        '{"orders":[1,2],"orders":5,',
        '{"orders":[1,2],"orders":[',
        '{"orders":[1],"orders":[2],"x'
      ].map(orders)
    ).to.deep.equal([[3], undefined, [], [2]])
    expect(wholeElements('{"data":{"rows":[1,2]},"data":{"x":1', ['data', 'rows'])).to.equal(undefined)
  })

  it('removes __proto__ keys and holds the caps', () => {
    const [first] = orders('{"orders":[{"__proto__":{"isAdmin":true},"id":1},') ?? []
    expect(Object.getOwnPropertyNames(first)).to.deep.equal(['id'])
    expect(orders('{"orders":[[[1]],2,3')).to.deep.equal([[[1]], 2])
    expect(wholeElements('{"orders":[[[1]],', ['orders'], { maxDepth: 4 })).to.deep.equal([[[1]]])
    expect(wholeElements('{"orders":[[[1]],', ['orders'], { maxDepth: 3 })).to.equal(undefined)
    expect(wholeElements('{"orders":[1,2,3', ['orders'], { maxValues: 2 })).to.equal(undefined)
  })

  it('reads a long key once, however many fields stand beneath it', () => {
    expect(
      wholeElements(`{"${'k'.repeat(2_000_000)}":{${'"x":1,'.repeat(100_000)}"y":1},"data":{"orders":[1,2`, [
        'data',
        'orders'
      ])
    ).to.deep.equal([1])
  })

  it('invents nothing and leaves nothing out at any cut of any document', () => {
    fc.assert(
      fc.property(writtenDocument(), fc.nat(), fc.nat(), ({ text, values }, which, where) => {
        const arrays = values.filter(({ node }) => node.kind === 'array')
        const array = arrays[which % Math.max(1, arrays.length)]
        fc.pre(array !== undefined)
        const length = where % (text.length + 1)
        const elements = values.filter(
          ({ path, end, node }) =>
            path.length === array.path.length + 1 &&
            array.path.every((step, i) => step === path[i]) &&
            (node.kind === 'number' ? end < length : end <= length)
        )
        expect(wholeElements(text.slice(0, length), array.path)).to.deep.equal(
          length > array.start ? elements.map(({ node }) => meaning(node)) : undefined
        )
      }),
      { numRuns: runs(3_000, 60_000) }
    )
  })
})
