import { expect } from 'chai'
import { readTextLines, type TextLine } from '../../../lib/operate/input/lines.js'

async function* inChunks(...chunks: ReadonlyArray<string>): AsyncGenerator<Buffer, void, undefined> {
  for (const chunk of chunks) yield Buffer.from(chunk)
}

const shown = ({ number, bytes, fault }: TextLine): string =>
  `${number} ${bytes.toString()}${fault === undefined ? '' : ` (${fault})`}`

const linesOf = async (...chunks: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const lines: Array<string> = []
  for await (const line of readTextLines(inChunks(...chunks), 5)) lines.push(shown(line))
  return lines
}

describe('readLines', () => {
  it('gives the same lines wherever the chunks end', async () => {
    const expected = ['1 one', '2 ', '3 two', '4 x']
    expect(await linesOf('one\n\ntwo\nx')).to.deep.equal(expected)
    expect(await linesOf(...'one\n\ntwo\nx')).to.deep.equal(expected)
    expect(await linesOf('one', '\n', '\ntw', 'o\nx', '\n')).to.deep.equal(expected)
    expect(await linesOf()).to.deep.equal([])
  })

  it('holds nothing of a line that is too large, and reads on behind it', async () => {
    expect(await linesOf('12345\n123456\nend\n')).to.deep.equal(['1 12345', '2  (too_large)', '3 end'])
    expect(await linesOf('123', '456', '789\nend', 'less')).to.deep.equal(['1  (too_large)', '2  (too_large)'])
  })

  it('hands on what is no torn data', async () => {
    const failing = async function* (): AsyncGenerator<Buffer, void, undefined> {
      yield Buffer.from('a\nb')
      throw Object.assign(new Error('disk'), { code: 'EIO' })
    }
    const seen: Array<string> = []
    let thrown: unknown
    try {
      for await (const line of readTextLines(failing(), 5)) seen.push(shown(line))
    } catch (error) {
      thrown = error
    }
    expect(seen).to.deep.equal(['1 a'])
    expect(thrown).to.have.property('code', 'EIO')
  })
})
