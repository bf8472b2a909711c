import { expect } from 'chai'
import * as O from 'fp-ts/lib/Option.js'
import { fresh } from '#core/checks'
import { semanticGarbage } from '#core/errors'

const NOW = Date.parse('2026-01-01T12:00:00Z')
type Time = Date | string | number | null | undefined
const judged = (at: Time, maxAgeMs = 3_600_000) =>
  fresh((payload: { readonly at: Time }) => payload.at, { maxAgeMs, clock: () => NOW })({ at }, {}, { raw: null })
const stale = (detail: string) => O.some(semanticGarbage({ code: 'stale_data', detail }))

describe('fresh', () => {
  it('accepts what is young enough, however the time is written', () => {
    for (const at of [
      '2026-01-01T11:00:00Z',
      new Date(NOW),
      NOW - 1,
      '2026-01-01T13:30:00+01:00',
      '2026-01-01T12:05:00Z'
    ])
      expect(judged(at)).to.deep.equal(O.none)
  })

  it('refuses what is too old, and says how old it is', () => {
    expect(judged('2026-01-01T10:59:59Z')).to.deep.equal(
      stale('The response is 61 minutes old; at most 60 minutes are accepted.')
    )
    expect(judged(NOW - 26 * 3_600_000)).to.deep.equal(
      stale('The response is 26 hours old; at most 60 minutes are accepted.')
    )
    expect(judged(new Date(NOW - 3 * 86_400_000), 1_000)).to.deep.equal(
      stale('The response is 3 days old; at most 1000 milliseconds are accepted.')
    )
  })

  it('never says of what is too old that it is as old as is accepted', () => {
    expect(judged(NOW - 2.7 * 86_400_000, 2.5 * 86_400_000)).to.deep.equal(
      stale('The response is 3 days old; at most 2 days are accepted.')
    )
  })

  it('refuses what does not say how old it is', () => {
    for (const at of [null, undefined, '', 'yesterday', Number.NaN, new Date(Number.NaN)])
      expect(judged(at)).to.deep.equal(stale('The response does not say how old it is.'))
  })

  it('takes the time of day by itself', () => {
    expect(judged(new Date(NOW - 3), 1)).to.deep.equal(
      stale('The response is 3 milliseconds old; at most 1 millisecond is accepted.')
    )
    const check = fresh((payload: { readonly at: number }) => payload.at, { maxAgeMs: 60_000 })
    expect([
      O.isNone(check({ at: Date.now() }, {}, { raw: null })),
      O.isSome(check({ at: 0 }, {}, { raw: null }))
    ]).to.deep.equal([true, true])
  })

  it('refuses an age that makes no sense', () => {
    for (const maxAgeMs of [0, -1, Number.NaN])
      expect(() => judged(NOW, maxAgeMs)).to.throw(
        TypeError,
        'Expected `maxAgeMs` to be a positive number of milliseconds.'
      )
  })
})
