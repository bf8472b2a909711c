import { expect } from 'chai'
import { binsOf, shareOf, timelineChart } from '../../../../lib/operate/cli/report/timeline-chart.js'

const MINUTE = 60_000
const at = (minute: number): string => new Date(minute * MINUTE).toISOString()
const span = (minute: number, accepted: number, rejected: number) => ({ start: at(minute), accepted, rejected })

describe('binsOf', () => {
  it('keeps spans that have room', () => {
    expect(binsOf([span(10, 3, 1), span(12, 1, 0)], 2 * MINUTE, 5)).to.deep.equal([
      { start: new Date(10 * MINUTE), end: new Date(12 * MINUTE), accepted: 3, rejected: 1 },
      { start: new Date(12 * MINUTE), end: new Date(14 * MINUTE), accepted: 1, rejected: 0 }
    ])
  })

  it('puts together what has none, and leaves out what is empty', () => {
    const bins = binsOf([span(0, 1, 0), span(1, 0, 1), span(2, 2, 2), span(90, 5, 5)], MINUTE, 10)
    expect(bins).to.deep.equal([
      { start: new Date(0), end: new Date(10 * MINUTE), accepted: 3, rejected: 3 },
      { start: new Date(90 * MINUTE), end: new Date(100 * MINUTE), accepted: 5, rejected: 5 }
    ])
    expect(bins.map(shareOf)).to.deep.equal([0.5, 0.5])
  })

  it('has nothing to show of nothing', () => {
    expect(binsOf([], MINUTE, 10)).to.deep.equal([])
  })
})

describe('timelineChart', () => {
  const ticksOf = (start: string, hours: number): ReadonlyArray<string | undefined> => {
    const first = Date.parse(start)
    const bins = binsOf(
      Array.from({ length: hours }, (_, i) => ({
        start: new Date(first + i * 3_600_000).toISOString(),
        accepted: 1,
        rejected: 0
      })),
      3_600_000,
      84
    )
    const { text } = timelineChart(bins, 720)
    return [...text.matchAll(/tick middle"[^>]*>([^<]*)</g)].map(([, tick]) => tick)
  }

  it('tells the hour of 24 with its zone, and the day where one begins', () => {
    expect(ticksOf('2026-11-02T13:00:00Z', 4)).to.include('14:00 UTC').and.to.include('15:30 UTC')
    expect(ticksOf('2026-11-02T20:00:00Z', 8)).to.include('22:00 UTC').and.to.include('2026-11-03')
    expect(ticksOf('2026-11-02T00:00:00Z', 168).every((tick) => /^2026-11-\d\d$/.test(tick ?? ''))).to.equal(true)
  })
})
