import { expect } from 'chai'
import { readThrown } from '../../lib/guard/thrown.js'

describe('readThrown', () => {
  it('knows the codes by which nothing can have been sent', () => {
    for (const code of ['EHOSTDOWN', 'EADDRNOTAVAIL', 'EAI_NODATA']) {
      const { error, executed } = readThrown(Object.assign(new Error('x'), { code }))
      expect([error.code, executed]).to.deep.equal(['tool_unavailable', 'no'])
    }
  })

  it('gives the operator name, code and message, cut', () => {
    expect(readThrown(Object.assign(new TypeError('fetch failed'), { code: 'ERR_X' })).cause).to.equal('TypeError: ERR_X: fetch failed')
    expect(readThrown('x'.repeat(1_000)).cause).to.equal(`${'x'.repeat(299)}…`)
  })

  it('takes secrets out before it cuts: half of one would not be known any more', () => {
    const message = `${'no route to host '.repeat(17)}postgres://ann:hunter2${'2'.repeat(40)}@db/shop`
    for (const thrown of [message, new Error(message)]) expect(readThrown(thrown).cause).to.include('no route').and.not.include('hunter')
  })
})
