import { expect } from 'chai'
import { NO_TIME_MS, ofPeriod, periodOf } from '../../../lib/operate/calibrate/period.js'

const at = (day: number, hour: number): number => Date.UTC(2026, 10, day, hour)

describe('ofPeriod', () => {
  it('names one day once, and no day where there is none', () => {
    expect([
      ofPeriod(periodOf(at(2, 1), at(2, 9))),
      ofPeriod(periodOf(at(2, 1), at(3, 1))),
      ofPeriod(periodOf(Infinity, -Infinity)),
      ofPeriod(periodOf(NO_TIME_MS, at(2, 1)))
    ]).to.deep.equal([' of 2026-11-02', ' of 2026-11-02 to 2026-11-03', '', ''])
  })
})
