/** Reports further pages, for tools whose author knows the sign of them. */
import * as o from '../options.js'
import * as O from 'fp-ts/lib/Option.js'
import { partialData } from '../errors/tool-error.js'
import type { SemanticCheck } from './semantic-check.js'

/** The sign of further pages, and the next move. @category Checks @since 0.1.0 */
export interface MorePagesOptions<A, Args> {
  /** Whether there is more than this payload. */
  readonly more: (payload: A) => boolean
  /**
   * The next move, in your own words: `Call again with page=2.` Name the field of a cursor, never copy its value: it is
   * foreign text. With `null`, and without this function, the hint only says that more exists.
   */
  readonly next?: (payload: A, args: Args) => string | null
}

const read = o.options('options', {
  more: o.required(o.func),
  next: o.optional(o.func)
} satisfies o.TableOf<MorePagesOptions<never, never>>)

/**
 * Returns `more_pages_available` while `more` is true; the model goes on with the payload, or calls again as `next`
 * says.
 *
 * @category Checks @since 0.1.0
 * @example
 * import * as O from 'fp-ts/lib/Option.js'
 * import { morePages } from 'guarded-call'
 *
 * const check = morePages<{ orders: ReadonlyArray<string>; has_more: boolean }, { page: number }>({
 *   more: (payload) => payload.has_more,
 *   next: (_payload, args) => `Call again with page=${args.page + 1}.`
 * })
 * const found = check({ orders: ['a'], has_more: true }, { page: 1 }, { raw: null })
 * assert.equal(O.isSome(found) && found.value.hint, 'Call again with page=2.')
 */
export const morePages = <A, Args>(options: MorePagesOptions<A, Args>): SemanticCheck<A, Args> => {
  const { more, next } = read(options)
  return (payload, args) => {
    if (!more(payload)) return O.none
    const hint = next?.(payload, args)
    return O.some(
      partialData({
        code: 'more_pages_available',
        detail: 'More pages exist after this one.',
        ...(typeof hint === 'string' ? { hint } : {})
      })
    )
  }
}
