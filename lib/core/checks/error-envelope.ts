/** Says that an answer is an error in the clothes of a success: `{"ok":false}`, `{"error":…}`, GraphQL's `errors`. */
import * as O from 'fp-ts/lib/Option.js'
import { asFields } from '../foreign/fields.js'
import { count } from '../text.js'
import { partialData, semanticGarbage } from '../tool-error.js'
import type { SemanticCheck } from './semantic-check.js'

const FLAGS = ['ok', 'success', 'Success', 'succeeded'] as const
const ERRORS = ['error', 'Error', 'errors', 'Errors', 'fault'] as const

const PARTIAL =
  'The fields that failed are null in data. Go on with the rest, or ask for the failed fields in another way.'

const saysSomething = (error: unknown): boolean => {
  if (typeof error === 'string') return error.trim() !== ''
  if (typeof error === 'object') return error !== null && Object.keys(error).length > 0
  return error === true || (typeof error === 'number' && error !== 0)
}

// GraphQL (spec, section 7.1): `errors` beside a `data` that holds anything is a partial answer.
const gaveData = (data: unknown): boolean =>
  typeof data === 'object' &&
  data !== null &&
  Object.values(data).some((value) => value !== null && value !== undefined)

/**
 * Answers `error_in_body` where the whole answer, at its root, reports an error: `ok` or `success` is `false`, or `error` or `errors` says anything.
 * It is `partial_data` where GraphQL gave `data` too. What the service wrote is not quoted.
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
    const fields = asFields(raw)
    const error = ERRORS.find((name) => Object.hasOwn(fields, name) && saysSomething(fields[name]))
    const flag = FLAGS.find((name) => Object.hasOwn(fields, name) && fields[name] === false)
    if (error === undefined && flag === undefined) return O.none
    if (error === undefined)
      return O.some(
        semanticGarbage({ code: 'error_in_body', detail: `The body says that it failed: ${flag} is false.` })
      )
    const errors = fields[error]
    const detail = `The body reports ${Array.isArray(errors) ? count(errors.length, 'error') : 'an error'} in ${error}.`
    return O.some(
      error === 'errors' && Array.isArray(errors) && gaveData(fields['data'])
        ? partialData({ code: 'error_in_body', detail, hint: PARTIAL })
        : semanticGarbage({ code: 'error_in_body', detail })
    )
  }
