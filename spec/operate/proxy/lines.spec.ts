import { expect } from 'chai'
import fc from 'fast-check'
import { asLine, isBlankLine, lineSplitter } from '../../../lib/operate/proxy/lines.js'

const split = (chunks: ReadonlyArray<Buffer>): { readonly lines: ReadonlyArray<string>; readonly rest: string } => {
  const lines: Array<string> = []
  const splitter = lineSplitter((line) => lines.push(line.toString('latin1')), 1_000)
  for (const chunk of chunks) splitter.push(chunk)
  return { lines, rest: splitter.rest().toString('latin1') }
}

describe('lineSplitter', () => {
  it('leaves one message in a line, for readers that end lines at a carriage return too', () => {
    const smuggled = '{"jsonrpc":"2.0","id":2,"result":{}}'
    const message = `{"method":"notifications/message","params":[\r${smuggled}\r]}`
    const { lines } = split([Buffer.from(`${message}\r\n`)])
    const read = `${lines.join('')}${asLine(Buffer.from(message)).toString()}`.split(/[\r\n]+/)
    expect(read).to.deep.equal([message.replaceAll('\r', ' '), message.replaceAll('\r', ' '), ''])
  })

  it('gives the same lines however the bytes were cut, and loses none', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.constantFrom(0x0a, 0x0d, 0x7b, 0xc3, 0x28)).map((bytes) => Buffer.from(bytes))),
        (chunks) => {
          const whole = Buffer.concat(chunks)
          const text = whole.toString('latin1')
          const cut = split(chunks)
          expect(cut).to.deep.equal(split([whole]))
          expect(cut).to.deep.equal({
            // White space in place of each carriage return but the one before the end, and what a decoder reads.
            lines: (text.match(/[^\n]*\n/g) ?? []).map((one) => {
              const spaced = one.slice(0, -2).replaceAll('\r', ' ') + one.slice(-2)
              return Buffer.from(Buffer.from(spaced, 'latin1').toString('utf8')).toString('latin1')
            }),
            rest: text.slice(text.lastIndexOf('\n') + 1)
          })
          expect(cut.lines.every((line) => line.indexOf('\n') === line.length - 1)).to.equal(true)
        }
      )
    )
  })

  it('leaves nothing that a strict reader of UTF-8 ends at', () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"ä'), Buffer.from([0xff, 0xc3]), Buffer.from('"}')])
    const lines = [
      ...split([bytes, Buffer.from('\n')]).lines.map((one) => Buffer.from(one, 'latin1')),
      asLine(Buffer.from(bytes))
    ]
    const read = lines.map((line) => new TextDecoder('utf-8', { fatal: true }).decode(line))
    expect(read).to.deep.equal(Array<string>(2).fill('{"a":"ä\ufffd\ufffd"}\n'))
  })

  it('refuses a line that never ends', () => {
    expect(() => split([Buffer.alloc(600), Buffer.alloc(600)])).to.throw(RangeError, 'A line of more than 1000 bytes.')
  })
})

describe('isBlankLine', () => {
  it('knows a line of blanks, of any length', () => {
    for (const blank of ['\n', '\r\n', '  \t \n', ' '.repeat(100)])
      expect(isBlankLine(Buffer.from(blank))).to.equal(true)
    for (const other of ['{}\n', '  0', ' \u00a0\n']) expect(isBlankLine(Buffer.from(other))).to.equal(false)
  })
})
