/** What a semantic check is: does a valid payload fit the call that asked for it? */
import type * as O from 'fp-ts/lib/Option.js'
import type { ToolError } from '../tool-error.js'

/**
 * Looks at a validated payload, the call's arguments and the parsed answer before the codec (`raw`); `none` means that all is well.
 * Synchronous. A `partial_data` without `data` gets the payload as its data.
 *
 * @category Checks @since 0.1.0
 */
export type SemanticCheck<A, Args = unknown> = (payload: A, args: Args, answer: { readonly raw: unknown }) => O.Option<ToolError>
