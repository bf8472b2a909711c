import { expect } from 'chai'
import { retryAfterMs, waitSeconds } from '../../../lib/tools/http/retry-after.js'

const NOW = Date.UTC(2026, 10, 21, 12, 0, 0)

describe('retryAfterMs', () => {
  for (const [header, expected] of [
    ['0', 0],
    ['120', 120_000],
    [' 5 ', 5000],
    ['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
    ['Saturday, 21-Nov-26 12:00:30 GMT', 30_000],
    ['Sat Nov 21 12:00:30 2026', 30_000],
    ['Sat, 21 Nov 2015 12:00:30 GMT', 0],
    [undefined, null],
    ['', null],
    ['soon', null],
    ['-1', null],
    ['1.5', null],
    ['1e3', null],
    ['0x10', null],
    ['9999999999', null],
    ['5 apples', null],
    ['2026-11-21', null],
    ['Sat, 99 Nov 2026 12:00:30 GMT', null],
    ['Sat, 21 Foo 2026 12:00:30 GMT', null]
  ] as const) {
    it(`reads ${JSON.stringify(header)} as ${expected}`, () => {
      expect(retryAfterMs(header, NOW)).to.equal(expected)
    })
  }
})

describe('waitSeconds', () => {
  it('rounds up to whole seconds', () => {
    expect([0, 1, 999, 1000, 1001].map(waitSeconds)).to.deep.equal([0, 1, 1, 1, 2])
  })
})
