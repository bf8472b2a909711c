/** Semantic checks: questions about a payload that its type cannot answer. */
import type * as O from 'fp-ts/lib/Option.js'
import type { FindPages } from './find-pages.js'
import type { ToolError } from '../tool-error.js'

/**
 * Looks at a payload that its codec accepted, at the arguments it was asked with, and at `raw`, the parsed answer before the codec;
 * `none` accepts it. A `partial_data` without `data` is given the payload as its `data` by the guard.
 *
 * @category Checks @since 0.1.0
 */
export interface SemanticCheck<A, Args> {
  (payload: A, args: Args, answer: { readonly raw: unknown }): O.Option<ToolError>
  /** How a check for further pages knows them: from its moves the guard makes the next call. */
  readonly findPages?: FindPages
}
