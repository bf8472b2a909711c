import { expect } from 'chai'
import * as fc from 'fast-check'
import { leadingData, scanJson } from '#core/json'
import { runs } from '../../helpers/runs.js'

const find = (text: string): number | undefined => leadingData(text, 0, scanJson(text))

const isWhole = (text: string): boolean => scanJson(text).kind === 'whole'

/** First token of every line but the one that holds the first token of all. */
const lineStarts = (text: string): ReadonlyArray<number> => {
  const starts = [...text.matchAll(/(?:^|\n)[ \t\r\n]*(?=[^ \t\r\n])/g)].map((match) => match.index + match[0].length)
  return starts.filter((start) => text.slice(0, start).trim() !== '')
}

/** Where one JSON value after the other begins, up to what is none. */
const valueStarts = (text: string): ReadonlyArray<number> => {
  const starts: Array<number> = [text.search(/[^ \t\r\n]|$/)]
  for (;;) {
    const scan = scanJson(text, starts.at(-1))
    if (scan.kind !== 'after_root') return starts
    starts.push(scan.position)
  }
}

describe('leadingData', () => {
  it('finds the first line from which the rest is one JSON value', () => {
    expect(['x\n1', 'x\n\n  {"a":\n1}\n', '{"a"\n[1,\n2]', 'x\n1 2\n3', '[1\n{"a":2}'].map(find)).to.deep.equal([
      2, 5, 5, 6, 3
    ])
  })

  it('finds nothing in values that follow each other, nor behind a cut', () => {
    expect(['1\n2', '1 2\n3', '[\n1', 'x\n[\n1', 'x\ny', 'x', '1 [\n2', '[1]'].map(find)).to.deep.equal(
      Array(8).fill(undefined)
    )
  })

  it('gives up on a text of more lines than any log of its size has', () => {
    expect(find(`${'x\n'.repeat(100_000)}{}`)).to.equal(200_000)
    expect(find(`${'x\n'.repeat(300_000)}{}`)).to.equal(undefined)
  })

  it('agrees with trying every line', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      '"a"',
      ':',
      ',',
      '1',
      'x',
      '-',
      '\n',
      '\n',
      ' ',
      '"',
      '[1]',
      '{"a":1}',
      '\n[',
      '\n1'
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join('')),
        (text) => {
          const found = find(text)
          const starts = lineStarts(text)
          const values = valueStarts(text)
          const expected = starts.find((start) => isWhole(text.slice(start)) && !values.includes(start))
          const isCut = [...starts, ...values].some((start) => scanJson(text, start).kind === 'cut')
          if (found !== undefined || !isCut) expect(found, JSON.stringify(text)).to.equal(expected)
        }
      ),
      { numRuns: runs(5_000, 100_000) }
    )
  })
})
