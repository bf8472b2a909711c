import { expect } from 'chai'
import { showCalibration } from '../../../../lib/operate/cli/calibrate/summary.js'
import { DRIFT, EMPTY, WHOLE } from './whole.js'

const show = (...[calibration, drift]: readonly [typeof WHOLE, typeof DRIFT?]): ReadonlyArray<string> =>
  showCalibration(calibration, drift, (_style, text) => text)
    .split('\n')
    .map((line) => line.trimEnd())

describe('showCalibration', () => {
  it('counts everything that is not accepted', () => {
    expect(show(WHOLE).slice(0, 11)).to.deep.equal([
      '2,604 records of 2026-11-02',
      '',
      'search',
      '  responses judged        2,500',
      '  accepted                2,000   80.0 %',
      '  accepted as a part        450',
      '  rejected                   50   schema_violation 45, wrong_entity 5',
      '  without a response          3   timeout 3',
      '  not kept                    4',
      '  not grouped                 6',
      '  likely edge case  orders[].null  null, expected string  1 (<0.1 %)'
    ])
  })

  it('shows the first dozen groups, edge cases before doubts before faults', () => {
    const shown = show(WHOLE).flatMap(
      (line) => /^ {2}(likely edge case|undecided|likely fault|\d+ more groups?)/.exec(line)?.[1] ?? []
    )
    expect(shown).to.deep.equal([
      ...Array<string>(2).fill('likely edge case'),
      ...Array<string>(7).fill('undecided'),
      ...Array<string>(3).fill('likely fault'),
      '1 more group'
    ])
  })

  it('says that a tool had no traffic', () => {
    expect(show(EMPTY)).to.deep.equal([
      '0 records',
      '',
      'unused',
      '  responses judged            0',
      '  accepted                    0',
      '  rejected                    0',
      ''
    ])
  })

  it('says what drifted, of tools that were and were not judged', () => {
    const lines = show(EMPTY, DRIFT)
    expect(lines.slice(lines.findIndex((line) => line.startsWith('drift')))).to.deep.equal([
      'drift against 100 records of 2026-11-01',
      '  added: accepted not judged, now 100 of 100 (100.0 %)',
      '  better: accepted 90 of 100 (90.0 %), now 100 of 100 (100.0 %)',
      '    better  gone group name null: 10 of 100 (10.0 %), now 0 of 100 (0.0 %)',
      '  gone: accepted 100 of 100 (100.0 %), now not judged',
      '  same: accepted 100 of 100 (100.0 %), now 100 of 100 (100.0 %)',
      '  unused: accepted not judged, now not judged',
      '  worse: accepted 100 of 100 (100.0 %), now 90 of 100 (90.0 %)',
      '    worse   code not_json: 0 of 100 (0.0 %), now 10 of 100 (10.0 %)',
      '  Some of it is worse.',
      ''
    ])
  })
})
