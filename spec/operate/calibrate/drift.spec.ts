import { expect } from 'chai'
import * as t from 'io-ts'
import { Baseline, calibrate, driftOf, type Calibration, type Drift } from '../../../lib/operate/calibrate/index.js'
import { expectRight } from '../../helpers/either.js'
import { week } from './traffic.js'

const codec = t.type({ id: t.number, name: t.string })
const tools = [{ name: 'customer', codec }]
const calibrated = (of: number, answerOf: (i: number) => unknown, judged = tools): Promise<Calibration> =>
  calibrate(
    week(of, (i) => answerOf(i)),
    judged
  )
const nameless =
  (every: number) =>
  (i: number): unknown => ({ id: i, name: every > 0 && i % every === 0 ? null : 'Ada' })
const fine = nameless(0)
const asRead = (calibration: Calibration): Baseline =>
  expectRight(Baseline.decode(JSON.parse(JSON.stringify(calibration))))
const driftFrom = async (before: Promise<Calibration>, after: Promise<Calibration>): Promise<Drift> =>
  driftOf(asRead(await before), await after)

describe('driftOf', () => {
  it('finds nothing between equal weeks, and nothing that chance may have done', async () => {
    expect(await driftFrom(calibrated(1000, nameless(100)), calibrated(1000, nameless(100)))).to.deep.equal({
      baseline: { records: 1000, from: '2026-11-02T00:00:00.000Z', to: '2026-11-08T23:49:55.200Z' },
      tools: [
        {
          tool: 'customer',
          before: { count: 990, of: 1000 },
          after: { count: 990, of: 1000 },
          changes: [],
          isWorse: false
        }
      ],
      isWorse: false
    })
    expect((await driftFrom(calibrated(1000, nameless(100)), calibrated(1000, nameless(80)))).isWorse).to.equal(false)
    expect((await driftFrom(calibrated(1000, fine), calibrated(1000, nameless(300)))).tools[0]?.changes).to.deep.equal(
      []
    )
  })

  it('calls a value that is not listed by its name', async () => {
    const planned = [{ name: 'customer', codec: t.type({ plan: t.keyof({ free: null }) }) }]
    const plans = (plan: string) =>
      calibrate(
        week(600, (i) => ({ plan: i % 3 === 0 ? plan : 'free' })),
        planned
      )
    expect((await driftFrom(plans('free'), plans('team'))).tools[0]?.changes.map(({ what }) => what)).to.deep.equal([
      'accepted',
      'schema_violation',
      'plan new_member "team"'
    ])
  })

  it('says with numbers what has become worse, and what better', async () => {
    const [before, after] = [calibrated(1000, fine), calibrated(2000, nameless(20))]
    const [clean, rejected] = [
      { count: 0, of: 1000 },
      { count: 100, of: 2000 }
    ]
    const [all, most] = [
      { count: 1000, of: 1000 },
      { count: 1900, of: 2000 }
    ]
    expect((await driftFrom(before, after)).tools).to.deep.equal([
      {
        tool: 'customer',
        before: all,
        after: most,
        isWorse: true,
        changes: [
          { kind: 'acceptance', what: 'accepted', before: all, after: most, isWorse: true },
          { kind: 'code', what: 'schema_violation', before: clean, after: rejected, isWorse: true },
          { kind: 'new_group', what: 'name null', before: clean, after: rejected, isWorse: true }
        ]
      }
    ])
    expect((await driftFrom(after, before)).tools).to.deep.equal([
      {
        tool: 'customer',
        before: most,
        after: all,
        isWorse: false,
        changes: [
          { kind: 'acceptance', what: 'accepted', before: most, after: all, isWorse: false },
          { kind: 'code', what: 'schema_violation', before: rejected, after: clean, isWorse: false },
          { kind: 'gone_group', what: 'name null', before: rejected, after: clean, isWorse: false }
        ]
      }
    ])
  })

  it('tells groups by code, place, symptom and type', async () => {
    const changes = (
      await driftFrom(
        calibrated(600, (i) => ({ id: i, name: i % 20 === 3 ? 5 : 'Ada' })),
        calibrated(600, (i) => (i % 20 === 7 ? '{"id":' : { id: i, name: i % 20 === 3 ? ['Ada'] : 'Ada' }))
      )
    ).tools.flatMap(({ changes: some }) => some.map(({ kind, what }) => `${kind} ${what}`))
    expect(changes).to.deep.equal([
      'acceptance accepted',
      'code truncated_response',
      'new_group name wrong_type (array)',
      'new_group $ unreadable truncated_response',
      'gone_group name wrong_type (number)'
    ])
  })

  it('takes a tool that is no longer judged for worse, and a new one for news', async () => {
    const none = [{ name: 'other', codec }]
    const gone = await driftFrom(calibrated(100, fine), calibrated(100, fine, none))
    expect(gone).to.deep.include({
      isWorse: true,
      tools: [
        { tool: 'customer', before: { count: 100, of: 100 }, after: null, changes: [], isWorse: true },
        { tool: 'other', before: null, after: null, changes: [], isWorse: false }
      ]
    })
    const added = await driftFrom(calibrated(100, fine, none), calibrated(100, nameless(2)))
    expect(added.tools[0]).to.deep.equal({
      tool: 'customer',
      before: null,
      after: { count: 50, of: 100 },
      changes: [],
      isWorse: false
    })
  })
})
