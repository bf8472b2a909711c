import { expect } from 'chai'
import type { TextLine } from '../../../../lib/operate/input/lines.js'
import { beginsDocument, joinTextLines, readText } from '../../../../lib/operate/cli/transcripts/read-text.js'

const line = (number: number, text: string, fault?: 'too_large' | 'torn_gzip'): TextLine => ({
  number,
  bytes: Buffer.from(text),
  ...(fault === undefined ? {} : { fault })
})

async function* rest(...lines: ReadonlyArray<TextLine>): AsyncGenerator<TextLine, void, undefined> {
  yield* lines
}

describe('beginsDocument', () => {
  const begins = (first: string, next?: string): boolean =>
    beginsDocument(readText(line(1, first)), next === undefined ? undefined : line(2, next))

  it('tells a document that goes on from lines', () => {
    expect(begins('[', '{"role":"user"}')).to.equal(true)
    expect(begins('{"model": "m",', '  "messages": [')).to.equal(true)
    expect(begins('{"role":"user"}', '{"role":"user"}')).to.equal(false)
    expect(begins('[')).to.equal(false)
  })

  it('takes a first line that was cut for a line', () => {
    expect(begins('{"role":"user","content":"He', 'oops')).to.equal(false)
    expect(begins('{"role":"user",', '{"role":"user"}')).to.equal(false)
    expect(begins('oops', '[')).to.equal(false)
  })
})

describe('joinTextLines', () => {
  const joined = async (...lines: ReadonlyArray<TextLine>): Promise<ReadonlyArray<TextLine>> => {
    const documents: Array<TextLine> = []
    for await (const document of joinTextLines(rest(...lines))) documents.push(document)
    return documents
  }

  it('puts lines together with the ends between them', async () => {
    expect(await joined(line(2, '['), line(3, ''), line(4, ']'))).to.deep.equal([line(2, '[\n\n]')])
  })

  it('knows where a tear was, and holds nothing of what is too large', async () => {
    expect(await joined(line(1, '['), line(2, '1'), line(3, ',', 'torn_gzip'))).to.deep.equal([
      line(1, '[\n1\n,', 'torn_gzip')
    ])
    expect(await joined(line(1, '['), line(2, '', 'too_large'), line(3, ']'))).to.deep.equal([line(1, '', 'too_large')])
  })

  it('tells documents that follow each other, as an exporter prints them', async () => {
    const [one, other] = [
      [line(1, '{'), line(2, ''), line(3, '}\r'), line(4, '')],
      [line(5, '['), line(6, ']')]
    ]
    expect(await joined(...one, ...other)).to.deep.equal([line(1, '{\n\n}\r\n'), line(5, '[\n]')])
    expect(await joined(line(1, '{', 'too_large'), line(2, '}'), line(3, '{'), line(4, '}'))).to.deep.equal([
      line(1, '', 'too_large'),
      line(3, '{\n}')
    ])
    const list = ['[', '{', '}', ',', '{', '},', '{', '}', ']'].map((text, at) => line(at + 1, text))
    expect(await joined(...list)).to.have.length(1)
  })
})
