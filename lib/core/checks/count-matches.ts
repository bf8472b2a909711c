/** Refuses a response whose count differs from its rows. */
import * as O from 'fp-ts/lib/Option.js'
import { count } from '../errors/text.js'
import { semanticGarbage } from '../errors/tool-error.js'
import type { SemanticCheck } from './semantic-check.js'

/**
 * Returns `count_mismatch` if the payload's count of its rows differs from their number. It compares with the rows of
 * this response; `detectMorePages` handles totals over all pages. A payload without a number is accepted.
 *
 * @category Checks @since 0.1.0
 * @example
 * import * as O from 'fp-ts/lib/Option.js'
 * import { countMatches } from 'guarded-call'
 *
 * const check = countMatches(
 *   (payload: { rows: ReadonlyArray<number>; count: number }) => payload.rows,
 *   (payload) => payload.count
 * )
 * assert.ok(O.isSome(check({ rows: [1], count: 3 }, {}, { raw: null })))
 */
export const countMatches =
  <A>(
    rows: (payload: A) => { readonly length: number },
    counted: (payload: A) => number | null | undefined
  ): SemanticCheck<A, unknown> =>
  (payload) => {
    const said = counted(payload)
    const { length } = rows(payload)
    if (said === null || said === undefined || said === length) return O.none
    return O.some(
      semanticGarbage({
        code: 'count_mismatch',
        detail: `The response holds ${count(length, 'row')} and counts ${said}.`
      })
    )
  }
