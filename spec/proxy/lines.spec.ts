import { expect } from 'chai'
import fc from 'fast-check'
import { lineSplitter } from '../../lib/proxy/lines.js'

const split = (chunks: ReadonlyArray<Buffer>): { readonly lines: ReadonlyArray<string>; readonly rest: string } => {
  const lines: Array<string> = []
  const splitter = lineSplitter((line) => lines.push(line.toString('latin1')), 1_000)
  for (const chunk of chunks) splitter.push(chunk)
  return { lines, rest: splitter.rest().toString('latin1') }
}

describe('lineSplitter', () => {
  it('gives the same lines however the bytes were cut, and loses none', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.constantFrom(0x0a, 0x0d, 0x7b, 0xc3, 0x28)).map((bytes) => Buffer.from(bytes))),
        (chunks) => {
          const whole = Buffer.concat(chunks)
          const cut = split(chunks)
          expect(cut).to.deep.equal(split([whole]))
          expect(cut.lines.join('') + cut.rest).to.equal(whole.toString('latin1'))
          expect(cut.lines.every((line) => line.indexOf('\n') === line.length - 1)).to.equal(true)
        }
      )
    )
  })

  it('refuses a line that never ends', () => {
    expect(() => split([Buffer.alloc(600), Buffer.alloc(600)])).to.throw(RangeError, 'A line of more than 1000 bytes.')
  })
})
