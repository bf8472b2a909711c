/** Recognises errors disguised as successes: `{"ok":false}`, `{"error":…}`, GraphQL's `errors`. */
import * as O from 'fp-ts/lib/Option.js'
import { failureError, failureIn } from '../failure.js'
import type { SemanticCheck } from './semantic-check.js'

/**
 * Asks of an answer that the codec accepted whether it reports a failure: `ok` or `success` is `false`, `error` or `errors` says anything, a text begins
 * with `Error:`. Which code that is, is read from it, else `error_in_body`; `partial_data` where rows stand beside the errors. Where the codec refuses an
 * answer, this is asked anyway.
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
