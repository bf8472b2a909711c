/** Reports empty responses, before a model mistakes one for a fact. */
import * as O from 'fp-ts/lib/Option.js'
import { failureError, failureIn } from '../failure/recognize.js'
import { asFields } from '../foreign/fields.js'
import { printableKey } from '../errors/issue.js'
import * as o from '../options.js'
import { partialData, semanticGarbage } from '../errors/tool-error.js'
import { detectMorePages } from './detect-more-pages.js'
import { asksForFirstPage } from '../pages/position.js'
import { fieldWhere, saysIncomplete } from '../pages/words.js'
import type { SemanticCheck } from './semantic-check.js'

/** The definition of a first page. @category Checks @since 0.1.0 */
export interface NonEmptyOptions<Args> {
  /**
   * Whether these arguments request the first page; `undefined` if there are no pages.
   * @default read from `page`, `offset`, `cursor` and the like
   */
  readonly firstPage?: (args: Args) => boolean | undefined
}

const PAST_THE_END = 'This page is past the last one. Go on with the pages that came before.'

const brokeOff = (raw: unknown): string | undefined => {
  const fields = asFields(raw)
  const shards = asFields(fields['_shards'])
  if (typeof shards['failed'] === 'number' && shards['failed'] > 0) return '_shards.failed'
  const part = fieldWhere(fields, saysIncomplete)
  return part && printableKey(part.name, false)
}

/** A reason why a response is empty although data exist. */
const otherReason: SemanticCheck<unknown, unknown> = (payload, args, answer) => {
  const failure = failureIn(answer.raw, { accepted: true })
  if (failure !== undefined && failure.rows === undefined) return O.some(failureError(failure))
  const flag = brokeOff(answer.raw)
  if (flag !== undefined)
    return O.some(
      partialData({
        code: 'incomplete_response',
        detail: `No rows came, and the response says that it is incomplete (${flag}).`,
        hint: 'That does not mean that nothing was found. Narrow the filter, or tell the user that the search did not finish.'
      })
    )
  return pages(payload, args, answer)
}

const pages = detectMorePages()

const read = o.options('options', {
  firstPage: o.optional(o.func, asksForFirstPage)
} satisfies o.TableOf<NonEmptyOptions<never>>)

/**
 * Returns `empty_first_page` if the first page of a listing has no rows, and `empty_result` if any other response has
 * none. A response that is empty because of an error, a cut or a further page reports that instead.
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
export const nonEmpty = <A, Args>(
  rows: (payload: A) => { readonly length: number } | null | undefined,
  options: NonEmptyOptions<Args> = {}
): SemanticCheck<A, Args> => {
  o.expectOption(typeof rows === 'function', 'rows', 'a function')
  const { firstPage } = read(options)
  return (payload, args, answer) => {
    if ((rows(payload)?.length ?? 0) > 0) return O.none
    const other = otherReason(payload, args, answer)
    if (O.isSome(other)) return other
    const first = firstPage(args)
    if (first === true)
      return O.some(semanticGarbage({ code: 'empty_first_page', detail: 'The first page has no rows.' }))
    if (first === undefined)
      return O.some(semanticGarbage({ code: 'empty_result', detail: 'The response has no rows.' }))
    return O.some(semanticGarbage({ code: 'empty_result', detail: 'This page has no rows.', hint: PAST_THE_END }))
  }
}
