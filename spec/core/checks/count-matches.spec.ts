import { expect } from 'chai'
import * as O from 'fp-ts/lib/Option.js'
import { countMatches } from '#core/checks'
import { semanticGarbage } from '#core/errors'

interface Counted {
  readonly rows: ReadonlyArray<number>
  readonly count?: number | null
}
const check = countMatches(
  (payload: Counted) => payload.rows,
  (payload) => payload.count
)
const judged = (payload: Counted) => check(payload, {}, { raw: payload })

describe('countMatches', () => {
  it('accepts a count that is right, and none at all', () => {
    for (const payload of [
      { rows: [1, 2], count: 2 },
      { rows: [1] },
      { rows: [1], count: null },
      { rows: [], count: 0 }
    ])
      expect(judged(payload)).to.deep.equal(O.none)
  })

  it('refuses an answer that counts other than it holds', () => {
    expect(judged({ rows: [1], count: 3 })).to.deep.equal(
      O.some(semanticGarbage({ code: 'count_mismatch', detail: 'The response holds 1 row and counts 3.' }))
    )
    expect(O.isSome(judged({ rows: [1], count: Number.NaN }))).to.equal(true)
  })
})
