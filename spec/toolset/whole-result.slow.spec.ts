import { expect } from 'chai'
import { besideStructured } from '../../lib/toolset/whole-result.js'

describe('besideStructured, of more than a set holds', () => {
  it('keeps none of its parts', () => {
    const rows = Array.from({ length: 2 ** 24 + 1 }, (_, at) => at)
    const prose = [{ type: 'text', text: 'prose' }]
    expect(besideStructured({ rows }, [...prose, { type: 'text', text: String(2 ** 24) }])).to.deep.equal(prose)
  }).timeout(60_000)
})
