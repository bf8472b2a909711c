/** Recognizes errors disguised as successes: `{"ok":false}`, `{"error":…}`, GraphQL's `errors`. */
import * as O from 'fp-ts/lib/Option.js'
import { failureError, failureIn } from '../failure/recognize.js'
import type { SemanticCheck } from './semantic-check.js'

/**
 * Refuses an accepted response that reports a failure: `ok` or `success` is `false`, `error` or `errors` has content,
 * or a text begins with `Error:`. The response determines the code, else it is `error_in_body`; `partial_data` if rows
 * stand beside the errors. A response that the codec refuses is examined even without this check.
 *
 * @category Checks @since 0.1.0
 * @example
 * import * as O from 'fp-ts/lib/Option.js'
 * import { errorEnvelope } from 'guarded-call'
 *
 * const check = errorEnvelope()
 * assert.ok(O.isSome(check(null, {}, { raw: { ok: false, error: 'channel_not_found' } })))
 * assert.ok(O.isNone(check(null, {}, { raw: { ok: true, error: null } })))
 */
export const errorEnvelope =
  (): SemanticCheck<unknown, unknown> =>
  (_payload, _args, { raw }) => {
    const found = failureIn(raw, { accepted: true })
    return found === undefined ? O.none : O.some(failureError(found))
  }
