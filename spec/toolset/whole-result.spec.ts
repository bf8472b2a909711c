import { expect } from 'chai'
import { besideStructured } from '../../lib/toolset/whole-result.js'

describe('besideStructured', () => {
  const texts = (...values: ReadonlyArray<string>) => values.map((text) => ({ type: 'text', text }))

  it('knows a copy of all of it, of a field or of an element, whatever its type', () => {
    const structured = { b: [{ d: 1, c: 2 }, 'x', 5, true], a: 'two words', n: null }
    const copies = texts(
      '{"a":"two words","b":[{"c":2,"d":1},"x",5,true],"n":null}',
      '[{"c":2,"d":1}, "x", 5, true]',
      '{"c":2,"d":1}',
      'x',
      '"x"',
      '5',
      '5.0',
      'true',
      'null',
      'two words'
    )
    const others = texts('{"c":2}', '[]', '6', 'false', 'two  words', '"5"')
    expect(besideStructured(structured, [...copies, ...others])).to.deep.equal(others)
    expect(besideStructured('two words', texts('two words', '"two words"', 'b'))).to.deep.equal(texts('b'))
  })

  it('reads nothing of the content where no text stands beside it', () => {
    const structured = Object.defineProperty({}, 'a', { enumerable: true, get: () => expect.fail('read') })
    expect(besideStructured(structured, [{ type: 'image' }])).to.deep.equal([{ type: 'image' }])
  })

  it('writes the content once to compare prose with it', () => {
    let written = 0
    const row = { toJSON: () => ({ id: (written += 1) }) }
    const prose = texts('1 row in 3 ms', '[INFO] done', '17')
    expect(besideStructured({ rows: [row] }, prose)).to.deep.equal(prose)
    expect(written).to.equal(1)
  })
})
