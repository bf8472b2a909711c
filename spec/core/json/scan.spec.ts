import { expect } from 'chai'
import * as fc from 'fast-check'
import { type Scan, scanJson } from '#core/json'
import { writtenDocument } from './json-document.js'
import { runs } from '../../helpers/runs.js'
import { fastestMs } from '../../helpers/fastest-ms.js'

const parses = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const atFirstKey = (text: string): unknown => {
  const scan = scanJson(text)
  return scan.kind === 'fault' ? [scan.position, scan.path, scan.expected, scan.atFirstKey] : scan
}

const cut = (path: ReadonlyArray<string | number>, open: string) => ({ kind: 'cut', path, open })

describe('scanJson', () => {
  const cuts: ReadonlyArray<readonly [string, ReadonlyArray<string | number>, string]> = [
    ['', [], 'value'],
    ['  ', [], 'value'],
    ['{', [], 'object'],
    ['{"or', [], 'key'],
    ['{"\\u00', [], 'key'],
    ['{"orders"', ['orders'], 'colon'],
    ['{"orders" ', ['orders'], 'colon'],
    ['{"orders":', ['orders'], 'value'],
    ['{"orders":[', ['orders'], 'array'],
    ['{"orders":[{', ['orders', 0], 'object'],
    ['{"orders":[{"total":12', ['orders', 0, 'total'], 'number'],
    ['{"orders":[{"total":-', ['orders', 0, 'total'], 'number'],
    ['{"orders":[{"total":1.', ['orders', 0, 'total'], 'number'],
    ['{"orders":[{"total":1e', ['orders', 0, 'total'], 'number'],
    ['{"orders":[{"total":1e+', ['orders', 0, 'total'], 'number'],
    ['{"orders":[{"total":12 ', ['orders', 0], 'object'],
    ['{"orders":[{"total":"1', ['orders', 0, 'total'], 'string'],
    ['{"orders":[{"total":"1\\', ['orders', 0, 'total'], 'string'],
    ['{"orders":[{"total":"1\\u12', ['orders', 0, 'total'], 'string'],
    ['{"orders":[{"total":tru', ['orders', 0, 'total'], 'literal'],
    ['{"orders":[{"total":true', ['orders', 0], 'object'],
    ['{"orders":[{"total":"1",', ['orders', 0], 'object'],
    ['{"orders":[{"total":"1"}', ['orders'], 'array'],
    ['{"orders":[{"total":"1"},', ['orders', 1], 'value'],
    ['{"orders":[{"total":"1"}]', [], 'object'],
    ['[[],[1,[2,', [1, 1, 1], 'value'],
    ['{"\\u0061\\n":', ['a\n'], 'value'],
    ['-', [], 'number'],
    ['nul', [], 'literal'],
    ['"', [], 'string']
  ]
  for (const [text, path, open] of cuts) {
    it(`finds ${JSON.stringify(text)} cut`, () => {
      expect(scanJson(text)).to.deep.equal(cut(path, open))
    })
  }

  const faults: ReadonlyArray<readonly [string, number, ReadonlyArray<string | number>, string]> = [
    ['x', 0, [], 'a value'],
    ['nulx', 0, [], 'a value'],
    ['nullx', 0, [], 'a value'],
    ['[1,]', 3, [1], 'a value'],
    ['[x', 1, [], 'a value or a closing bracket'],
    ['[1 2]', 3, [], 'a comma or a closing bracket'],
    ['[1}', 2, [], 'a comma or a closing bracket'],
    ['{"a":1]', 6, [], 'a comma or a closing brace'],
    ['{"a":{"b":1 "c":2}}', 12, ['a'], 'a comma or a closing brace'],
    ['{"a":1,}', 7, [], 'a key'],
    ['{"a" 1}', 5, ['a'], 'a colon'],
    ['{"a":None}', 5, ['a'], 'a value'],
    ['{"a":"b\n"}', 7, ['a'], 'the rest of a string'],
    ['["\u001f"]', 2, [0], 'the rest of a string'],
    ['{"a":"\\x"}', 6, ['a'], 'the rest of a string'],
    ['{"a":"\\u12x4"}', 6, ['a'], 'the rest of a string'],
    ['{"a\t":1}', 3, [], 'the rest of a string'],
    ['[-x]', 1, [], 'a value or a closing bracket'],
    ['[1,-]', 3, [1], 'a value'],
    ['[1.]', 3, [0], 'a digit'],
    ['[1e+]', 4, [0], 'a digit'],
    ['01', 1, [], 'the end of a number'],
    ['1.5.3', 3, [], 'the end of a number'],
    ['2026-11-21', 4, [], 'the end of a number'],
    ['{"on":2026-11-21}', 10, ['on'], 'the end of a number'],
    ['[1x]', 2, [], 'a comma or a closing bracket']
  ]
  for (const [text, position, path, expected] of faults) {
    it(`finds the fault of ${JSON.stringify(text)}`, () => {
      expect(scanJson(text)).to.deep.equal({ kind: 'fault', position, path, expected, atFirstKey: false })
    })
  }

  it('tells the first key of all from later ones', () => {
    expect([' { a: 1}', "[[{'a'", '[1,{a', '{"b":{a', '[[],{a', '{"a":1,b', '[a'].map(atFirstKey)).to.deep.equal([
      [3, [], 'a key or a closing brace', true],
      [3, [0, 0], 'a key or a closing brace', true],
      [4, [1], 'a key or a closing brace', false],
      [6, ['b'], 'a key or a closing brace', false],
      [5, [1], 'a key or a closing brace', false],
      [7, [], 'a key', false],
      [1, [], 'a value or a closing bracket', false]
    ])
  })

  it('finds what follows a whole root', () => {
    const scans: ReadonlyArray<Scan> = ['{"a":1} x', '1 2', '1x', '"a""b"', '[]\n[]', 'true,'].map((text) =>
      scanJson(text)
    )
    expect(scans).to.deep.equal([8, 2, 1, 3, 3, 4].map((position) => ({ kind: 'after_root', position })))
  })

  it('takes a root number that ends the text for whole', () => {
    expect(['12', '-0', '1.5e3', ' 7 \n'].map((text) => scanJson(text))).to.deep.equal(
      Array.from({ length: 4 }, () => ({ kind: 'whole' }))
    )
  })

  it('begins where it is told', () => {
    expect(scanJson('junk {"a":[', 5)).to.deep.equal(cut(['a'], 'array'))
  })

  it('takes repeated keys', () => {
    expect(scanJson('{"a":1,"a":[2,')).to.deep.equal(cut(['a', 1], 'value'))
  })

  it('tells of each value as it begins, and of its end where that is certain', () => {
    const told: Array<unknown> = []
    scanJson('{"a":[1,"b",{}],"c":2x', 0, {
      begin: (kind, start, place) => told.push(['begin', kind, start, place.path(), place.depth]),
      end: (kind, end, place) => told.push(['end', kind, end, place.path(), place.depth])
    })
    expect(told).to.deep.equal([
      ['begin', 'object', 0, [], 0],
      ['begin', 'array', 5, ['a'], 1],
      ['begin', 'number', 6, ['a', 0], 2],
      ['end', 'number', 7, ['a', 0], 2],
      ['begin', 'string', 8, ['a', 1], 2],
      ['end', 'string', 11, ['a', 1], 2],
      ['begin', 'object', 12, ['a', 2], 2],
      ['end', 'object', 14, ['a', 2], 2],
      ['end', 'array', 15, ['a'], 1],
      ['begin', 'number', 20, ['c'], 1]
    ])
  })

  it('survives 100,000 levels and reads 5 MB', () => {
    const read = (): void => {
      const deep = scanJson(`${'[{"a":'.repeat(50_000)}"`)
      expect(deep.kind === 'cut' && deep.path.length).to.equal(100_000)
      const row = '{"id":12345,"note":"a note of some length, \\u00e9 and more","tags":[true,null,1.5e3]},'
      const long = scanJson(`{"rows":[${row.repeat(5_000_000 / row.length)}{"id":1`)
      expect(long).to.deep.equal(cut(['rows', Math.floor(5_000_000 / row.length), 'id'], 'number'))
    }
    expect(fastestMs(read, 1)).to.be.below(5_000)
  })

  it('knows what every cut of any document is inside of', () => {
    fc.assert(
      fc.property(writtenDocument(), ({ text, inside }) => {
        for (let length = 0; length <= text.length; length++) {
          const prefix = text.slice(0, length)
          const expected = inside[length]
          // A number may be whole already, and then go on.
          if (expected === undefined || parses(prefix)) expect(scanJson(prefix)).to.deep.equal({ kind: 'whole' })
          else expect(scanJson(prefix), prefix).to.deep.equal({ kind: 'cut', ...expected })
        }
      }),
      { numRuns: runs(300, 6_000) }
    )
  })

  it('accepts what JSON.parse accepts and nothing else, and breaks where nothing could follow', () => {
    const character = fc.constantFrom(...Array.from('{}[],:"\\/ntruefalsbu0123456789+-.eE \n\t\u0000\u001f\u00a0x\''))
    const mutated = fc
      .tuple(
        writtenDocument(),
        fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.string({ unit: character, maxLength: 3 })), {
          minLength: 1,
          maxLength: 3
        })
      )
      .map(([{ text }, changes]) =>
        changes.reduce((changed, [where, removed, added]) => {
          const at = where % (changed.length + 1)
          return changed.slice(0, at) + added + changed.slice(at + removed)
        }, text)
      )
    fc.assert(
      fc.property(fc.oneof(mutated, fc.string({ unit: character, maxLength: 12 })), (text) => {
        const scan = scanJson(text)
        expect(scan.kind === 'whole', text).to.equal(parses(text))
        if (scan.kind === 'fault')
          expect(scanJson(text.slice(0, scan.position)).kind, text).to.be.oneOf(['cut', 'whole'])
        if (scan.kind === 'after_root') expect(parses(text.slice(0, scan.position)), text).to.equal(true)
      }),
      { numRuns: runs(3_000, 60_000) }
    )
  })
})
