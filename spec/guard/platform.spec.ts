import { expect } from 'chai'
import fc from 'fast-check'
import * as node from '../../lib/guard/platform.js'
import * as web from '../../lib/guard/platform-web.js'

describe('platform-web', () => {
  it('digests and counts as the Node variant does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(web.sha256(text)).to.equal(node.sha256(text))
        expect(web.byteLength(text)).to.equal(node.byteLength(text))
      })
    )
  })

  it('cannot tell a proxy, which the Node variant can', () => {
    expect([web.isProxy(new Proxy({}, {})), node.isProxy(new Proxy({}, {})), node.isProxy({})]).to.deep.equal([
      false,
      true,
      false
    ])
  })
})
