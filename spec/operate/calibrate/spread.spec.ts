import { expect } from 'chai'
import { spreadOf, type Event, type Spread } from '../../../lib/operate/calibrate/spread.js'
import { Timeline } from '../../../lib/operate/calibrate/sketches.js'

const HOUR = 3_600_000
const CALLS = 700

/** Evenly, a call every quarter of an hour, each a turn. */
const traffic = (): Timeline => {
  const timeline = new Timeline()
  for (let i = 0; i < CALLS; i++) timeline.add((i * HOUR) / 4)
  return timeline
}

const spread = (...calls: ReadonlyArray<number>): Spread =>
  spreadOf(
    calls.map((i): Event => ({ at: (i * HOUR) / 4, calls: 1 })),
    traffic(),
    CALLS
  )

describe('spreadOf', () => {
  it('finds nothing in what comes all the time', () => {
    const { ratio, isClumped, range, chance, hasEnded, spans } = spread(
      ...Array.from({ length: 20 }, (_, i) => (i * 37) % CALLS)
    )
    expect([ratio > 0.8, isClumped, range > 0.9, chance > 0.1, hasEnded, spans]).to.deep.equal([
      true,
      false,
      true,
      true,
      false,
      164
    ])
  })

  it('tells one burst that is over', () => {
    const burst = spread(100, 101, 102, 103, 104)
    expect(burst).to.include({ isClumped: true, hasEnded: true })
    expect([burst.ratio < 0.5, burst.chance < 1e-6, burst.range < 0.02]).to.deep.equal([true, true, true])
  })

  it('tells a burst among what comes all the time', () => {
    expect(spread(5, 90, 130, 250, 300, 301, 302, 303, 304, 430, 520, 600, 690).isClumped).to.equal(true)
    expect(spread(5, 90, 130, 250, 300, 430, 520, 600, 690).isClumped).to.equal(false)
  })

  it('tells a burst of few turns by how many of their calls had it', () => {
    const events = (calls: number): ReadonlyArray<Event> =>
      [0, 90, 140, 200, 205, 210, 350, 470, 600].map((i) => ({
        at: (i * HOUR) / 4,
        calls: i >= 200 && i <= 210 ? calls : 1
      }))
    expect(spreadOf(events(1), traffic(), CALLS / 4).isClumped).to.equal(false)
    expect(spreadOf(events(4), traffic(), CALLS / 4).isClumped).to.equal(true)
  })

  it('tells trouble that came twice from what comes all the time', () => {
    expect(spread(100, 102, 105, 500, 503, 505).chanceInTwo).to.be.below(0.001)
    expect(spread(40, 170, 250, 390, 510, 640).chanceInTwo).to.be.above(0.2)
    expect(spread(100, 500).chanceInTwo).to.equal(1)
  })

  it('does not take for over what began of late', () => {
    expect(spread(600, 615, 630, 640, 655, 670, 690).hasEnded).to.equal(false)
  })

  it('says nothing against what every turn has', () => {
    expect(spread(...Array.from({ length: CALLS }, (_, i) => i)).isClumped).to.equal(false)
    expect(spread(3)).to.deep.include({ chance: 1, isClumped: false })
    expect(spread()).to.deep.include({ ratio: 1, chance: 1, chanceInTwo: 1, isClumped: false, hasEnded: false })
  })
})
