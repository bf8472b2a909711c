import { expect } from 'chai'
import fc from 'fast-check'
import { retriesAfter, waitBefore } from '../../../../lib/operate/proxy/upstream/reconnection.js'

describe('waitBefore', () => {
  it('is a second at least and half a minute at most, whatever the server asks for, and grows with the retries', () => {
    const ms = fc.oneof(fc.nat(), fc.constantFrom(0, 1, 99_999_999_999, 2 ** 31, 1e300, Infinity))
    fc.assert(
      fc.property(fc.nat(10_000), fc.option(ms, { nil: undefined }), (retries, asked) => {
        const wait = waitBefore(retries, asked)
        expect(wait).to.be.within(Math.min(Math.max(asked ?? 0, 1_000), 30_000), 30_000)
        expect(waitBefore(retries + 1, asked)).to.be.at.least(wait)
      })
    )
    expect([0, 1, 2, 3, 4, 5, 6].map((retries) => waitBefore(retries, 3_000))).to.deep.equal([
      3_000, 3_000, 4_000, 8_000, 16_000, 30_000, 30_000
    ])
  })
})

describe('retriesAfter', () => {
  it('begins anew after a stream that lasted for longer than the wait', () => {
    for (const [openMs, askedMs, retries] of [
      [0, undefined, 4],
      [1_000, undefined, 4],
      [1_001, undefined, 0],
      [1_001, 0, 0],
      [4_000, 5_000, 4],
      [5_001, 5_000, 0],
      [30_001, 99_999_999_999, 0]
    ] as const)
      expect(retriesAfter(4, openMs, false, askedMs)).to.equal(retries)
  })

  it('begins anew after an event with an id: a server that is polled sends one and closes', () => {
    expect(waitBefore(retriesAfter(4, 0, true, 500), 500)).to.equal(1_000)
  })
})
