/** Says that nothing was found, before a model takes an empty answer for a fact. */
import * as O from 'fp-ts/lib/Option.js'
import { semanticGarbage } from '../tool-error.js'
import { asksForFirstPage } from './page-position.js'
import type { SemanticCheck } from './semantic-check.js'

/** What a first page is. @category Checks @since 0.1.0 */
export interface NonEmptyOptions<Args> {
  /** Whether these arguments ask for the first page; `undefined`: there are no pages. @default read from `page`, `offset`, `cursor` and the like */
  readonly firstPage?: (args: Args) => boolean | undefined
}

const PAST_THE_END = 'This page is past the last one. Go on with the pages that came before.'

/**
 * Answers `empty_first_page` where the first page of a listing has no rows, and `empty_result` where any other answer has none.
 *
 * @category Checks @since 0.1.0
 * @example
 * import * as O from 'fp-ts/lib/Option.js'
 * import { nonEmpty } from 'guarded-call'
 *
 * const check = nonEmpty((payload: { orders: ReadonlyArray<string> }) => payload.orders)
 * const found = check({ orders: [] }, { page: 1 }, { raw: null })
 * assert.equal(O.isSome(found) && found.value.code, 'empty_first_page')
 */
export const nonEmpty =
  <A, Args>(
    rows: (payload: A) => { readonly length: number } | null | undefined,
    { firstPage = asksForFirstPage }: NonEmptyOptions<Args> = {}
  ): SemanticCheck<A, Args> =>
  (payload, args) => {
    if ((rows(payload)?.length ?? 0) > 0) return O.none
    const first = firstPage(args)
    if (first === true)
      return O.some(semanticGarbage({ code: 'empty_first_page', detail: 'The first page has no rows.' }))
    if (first === undefined) return O.some(semanticGarbage({ code: 'empty_result', detail: 'The answer has no rows.' }))
    return O.some(semanticGarbage({ code: 'empty_result', detail: 'This page has no rows.', hint: PAST_THE_END }))
  }
