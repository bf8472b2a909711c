import { expect } from 'chai'
import * as fc from 'fast-check'
import {
  BoundedCounts,
  DistinctCount,
  hashText,
  LowestHashes,
  Timeline
} from '../../../lib/operate/calibrate/sketches.js'

/** The same things in another order. */
const shuffled = <A>(items: ReadonlyArray<A>): fc.Arbitrary<ReadonlyArray<A>> =>
  fc.shuffledSubarray([...items], { minLength: items.length })

describe('hashText', () => {
  it('spreads texts evenly', () => {
    const hashes = Array.from({ length: 10_000 }, (_, i) => hashText(`call-${i}`))
    expect(new Set(hashes).size).to.equal(10_000)
    expect(hashes.every((hash) => Number.isSafeInteger(hash) && hash >= 0)).to.equal(true)
    expect(hashes.filter((hash) => hash < 2 ** 52).length).to.be.within(4_800, 5_200)
  })
})

describe('Lowest', () => {
  const items = Array.from({ length: 300 }, (_, i) => ({
    hash: hashText(String(i)),
    size: 1 + ((i * 7) % 50),
    value: i
  }))

  it('keeps the same sample in whatever order things come', () => {
    const sample = (order: typeof items): ReadonlyArray<number> => {
      const lowest = new LowestHashes<number>(20, 200, 40)
      for (const { hash, size, value } of order) lowest.add(hash, size, value)
      return lowest.values
    }
    const expected = sample(items)
    expect(expected.length).to.be.within(3, 20)
    fc.assert(
      fc.property(shuffled(items), (order) => {
        expect(sample([...order])).to.deep.equal(expected)
      }),
      { numRuns: 50 }
    )
  })

  it('keeps the lowest even where it is too large for the rest, unless it is larger than allowed', () => {
    const lowest = new LowestHashes<string>(10, 10, 100)
    lowest.add(5, 50, 'large')
    lowest.add(6, 5, 'small')
    lowest.add(1, 200, 'huge')
    lowest.add(5, 50, 'again')
    expect(lowest.values).to.deep.equal(['large'])
    expect([lowest.wants(7), lowest.wants(4)]).to.deep.equal([false, true])
  })
})

describe('Distinct', () => {
  const count = (n: number): number => {
    const distinct = new DistinctCount()
    for (let i = 0; i < n; i++) {
      distinct.add(`turn ${i}`)
      distinct.add(`turn ${Math.floor(i / 2)}`)
    }
    return distinct.count
  }

  it('is exact for few and near for many', () => {
    expect([0, 1, 100, 256].map(count)).to.deep.equal([0, 1, 100, 256])
    expect(count(100_000)).to.be.within(80_000, 120_000)
  })
})

describe('BoundedCounts', () => {
  it('keeps whole counts of the same names in whatever order they come', () => {
    const names = Array.from({ length: 200 }, (_, i) => `key ${i % 40}`)
    const counted = (order: ReadonlyArray<string>) => {
      const counts = new BoundedCounts(10)
      for (const name of order) counts.add(name)
      return { entries: counts.entries, others: counts.others }
    }
    const expected = counted(names)
    expect(expected.entries).to.have.length(10)
    expect(expected.entries.every(({ count }) => count === 5)).to.equal(true)
    expect(expected.others).to.equal(150)
    fc.assert(
      fc.property(shuffled(names), (order) => {
        expect(counted(order)).to.deep.equal(expected)
      }),
      { numRuns: 50 }
    )
  })

  it('lists the most frequent first', () => {
    const counts = new BoundedCounts(10)
    for (const name of ['b', 'a', 'c', 'c']) counts.add(name)
    expect(counts.entries).to.deep.equal([
      { name: 'c', count: 2 },
      { name: 'a', count: 1 },
      { name: 'b', count: 1 }
    ])
  })
})

describe('Timeline', () => {
  it('counts by the minute while that fits', () => {
    const timeline = new Timeline()
    for (const at of [0, 59_999, 60_000, -1]) timeline.add(at)
    expect(timeline.spans).to.deep.equal([
      { start: -60_000, count: 1 },
      { start: 0, count: 2 },
      { start: 60_000, count: 1 }
    ])
  })

  it('widens its spans alike in whatever order events come', () => {
    const times = Array.from({ length: 2_000 }, (_, i) => ((i * 7_919) % 10_000) * 60_000)
    const counted = (order: ReadonlyArray<number>) => {
      const timeline = new Timeline()
      for (const at of order) timeline.add(at)
      return { width: timeline.widthMs, spans: timeline.spans }
    }
    const expected = counted(times)
    expect(expected.spans.length).to.be.within(100, 256)
    expect(expected.spans.reduce((sum, { count }) => sum + count, 0)).to.equal(2_000)
    fc.assert(
      fc.property(shuffled(times), (order) => {
        expect(counted(order)).to.deep.equal(expected)
      }),
      { numRuns: 10 }
    )
  })
})
