import { expect } from 'chai'
import { sweeper } from '../../lib/stores/keeping.js'

describe('sweeper', () => {
  it('sweeps first somewhere within the interval, then once an interval, and outlives a sweep that fails', () => {
    let now = 0
    let sweeps = 0
    const use = sweeper({
      everyMs: 100,
      sweep: () => {
        sweeps += 1
        return Promise.reject(new Error('down'))
      },
      clock: () => now,
      random: () => 0.4
    })
    const swept = [0, 39, 40, 41, 139, 140, 500, 501, 600].map((at) => {
      now = at
      use()
      return sweeps
    })
    expect(swept).to.deep.equal([0, 0, 1, 1, 1, 2, 3, 3, 4])
  })
})
