/** Semantic checks: questions about a payload that its type cannot answer. */
import type * as O from 'fp-ts/lib/Option.js'
import type { FindPages } from '../pages/find-pages.js'
import type { ToolError } from '../errors/tool-error.js'

/**
 * Examines an accepted payload, its arguments, and `raw`, the parsed response before the codec; `none` accepts it. The
 * guard adds the payload as `data` to a `partial_data` without one.
 *
 * @category Checks @since 0.1.0
 */
export interface SemanticCheck<A, Args> {
  (payload: A, args: Args, answer: { readonly raw: unknown }): O.Option<ToolError>
  /** The moves to further pages, from which the guard makes the next call. */
  readonly findPages?: FindPages
}
