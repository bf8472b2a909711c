/**
 * A small labelled week, so that a change of the rules that costs much is seen at once; the whole sets are scored by
 * bench/calibration.ts.
 */
import { expect } from 'chai'
import { labelledWeek } from '../../../bench/calibration/labelled.js'
import { figuresOf, score, type Figures } from '../../../bench/calibration/score.js'
import { webhooks } from '../../../bench/calibration/webhooks.js'

const shareOf = ({ of }: Figures, part: number): number => part / of

describe('the verdicts on a labelled week', () => {
  it('are right or undecided nearly always, hardly ever the opposite, and no suggestion takes a fault', async () => {
    const scored = await score(labelledWeek(webhooks().slice(0, 12), { seed: 3, callsPerTool: 500 }))
    const [edges, faults] = [figuresOf(scored.groups, 'edge'), figuresOf(scored.groups, 'fault')]
    expect(edges.of).to.be.greaterThan(50)
    // An answer that reports a failure is one group, however many of its fields are missing.
    expect(faults.of).to.be.greaterThan(60)
    expect(shareOf(edges, edges.right)).to.be.at.least(0.55)
    expect(shareOf(faults, faults.right)).to.be.at.least(0.9)
    for (const figures of [edges, faults]) expect(shareOf(figures, figures.opposite)).to.be.at.most(0.02)
    expect(scored.faultsRejected).to.be.greaterThan(100)
    expect(scored.faultsTaken).to.equal(0)
    expect(scored.edgesTaken / scored.edgesRejected).to.be.at.least(0.5)
  })
})
