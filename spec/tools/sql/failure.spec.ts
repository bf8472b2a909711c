import { expect } from 'chai'
import { placeIn } from '../../../lib/tools/sql/failure.js'

describe('placeIn', () => {
  it('counts code points from one, without what stood before the text', () => {
    expect(placeIn('SELEC 1', '1', 0)).to.equal(' at character 1')
    expect(placeIn('SELEC 1', '11', 10)).to.equal(' at character 1')
    expect(placeIn('😀😀 x', '4', 0)).to.equal(' at character 4')
    expect(placeIn('SELECT (', '9', 0)).to.equal(' at character 9')
  })

  it('counts lines where there are some', () => {
    expect(placeIn('SELECT 1\nFROM 😀x', '16', 0)).to.equal(' at line 2, character 7')
  })

  it('is empty where there is none in the text', () => {
    for (const position of ['', 'x', '0', '-1', '1.5', '5', '1e9']) expect(placeIn('abc', position, 0)).to.equal('')
    expect(placeIn('abc', '3', 3)).to.equal('')
  })
})
