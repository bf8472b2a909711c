import { expect } from 'chai'
import { byteBuffer } from '../../../lib/guard/response/body.js'

describe('byteBuffer', () => {
  it('gathers chunks of any size in order', () => {
    const buffer = byteBuffer(100_000)
    const all = Uint8Array.from({ length: 20_000 }, (_, index) => index % 251)
    for (let at = 0, size = 1; at < all.length; at += size, size = (size * 3) % 1009 || 1)
      buffer.append(all.subarray(at, Math.min(at + size, all.length)))
    expect(buffer.bytes()).to.deep.equal(all)
    expect(buffer.length).to.equal(20_000)
  })
  it('takes what fits exactly, and nothing of what does not', () => {
    const buffer = byteBuffer(3)
    expect([
      buffer.append(Uint8Array.of(1, 2)),
      buffer.append(Uint8Array.of(3, 4)),
      buffer.append(Uint8Array.of(3)),
      buffer.append(Uint8Array.of())
    ]).to.deep.equal([true, false, true, true])
    expect(buffer.bytes()).to.deep.equal(Uint8Array.of(1, 2, 3))
  })
})
