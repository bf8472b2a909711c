import { expect } from 'chai'
import { UnsentLines } from '../../../../lib/operate/proxy/http/unsent.js'

const text = (lines: ReadonlyArray<Buffer>): string => lines.map(String).join()

describe('what no stream is open for', () => {
  it('is given once, in its order', () => {
    const unsent = new UnsentLines(() => expect.fail('dropped'))
    for (const line of 'abc') unsent.keep(Buffer.from(line))
    expect([text(unsent.take()), text(unsent.take())]).to.deep.equal(['a,b,c', ''])
  })

  it('is bounded: the oldest is dropped', () => {
    const dropped: Array<string> = []
    const unsent = new UnsentLines((line) => dropped.push(String(line)), 4)
    for (const line of ['a', 'bb', 'cc', 'dddd', 'eeeee', 'f']) unsent.keep(Buffer.from(line))
    expect([dropped, text(unsent.take())]).to.deep.equal([['a', 'bb', 'cc', 'dddd', 'eeeee'], 'f'])
    unsent.keep(Buffer.from('gggg'))
    expect(text(unsent.take())).to.equal('gggg')
  })
})
