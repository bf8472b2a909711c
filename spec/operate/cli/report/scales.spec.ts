import { expect } from 'chai'
import { countScale, linearScale, timeScale } from '../../../../lib/operate/cli/report/scales.js'

describe('the scales of a report', () => {
  it('place values between two ends, with round ticks', () => {
    const { at, ticks } = linearScale([0.9, 1], [122, 12], 4)
    expect([0.9, 0.95, 1].map((value) => Math.round(at(value)))).to.deep.equal([122, 67, 12])
    expect(ticks.map((tick) => tick.toFixed(2))).to.deep.equal(['0.90', '0.92', '0.94', '0.96', '0.98', '1.00'])
  })

  it('end counts at a round number, and never count in halves', () => {
    expect([1, 7, 480, 1_234_567].map((most) => countScale(most, [206, 146], 2).ticks)).to.deep.equal([
      [0, 1],
      [0, 5, 10],
      [0, 200, 400, 600],
      [0, 500_000, 1_000_000, 1_500_000]
    ])
    expect(countScale(480, [206, 146], 2).at(600)).to.equal(146)
  })

  it('tick at round times of UTC', () => {
    const from = Date.parse('2026-11-02T13:10:00Z')
    const ticks = (hours: number) =>
      timeScale([from, from + hours * 3_600_000], [0, 1], 5).ticks.map((tick) => new Date(tick).toISOString())
    expect(ticks(3)).to.deep.equal(
      ['13:30', '14:00', '14:30', '15:00', '15:30', '16:00'].map((time) => `2026-11-02T${time}:00.000Z`)
    )
    expect(ticks(24 * 5)).to.deep.equal([3, 4, 5, 6, 7].map((day) => `2026-11-0${day}T00:00:00.000Z`))
  })
})
