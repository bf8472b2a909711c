/** The message that asks a model to correct its arguments. */
import { type Issue, argumentLine } from '../core/errors/index.js'

// A model with this many wrong fields has misread the whole tool; more lines would only cost tokens.
const MAX_LINES = 100

const HEADER = 'Your previous tool call had invalid arguments. Fix these issues:'
const FOOTER = 'Retry the tool call with corrected arguments.'

/**
 * Writes issues as the text that asks a model to correct its arguments: one line a field, at most 100 lines. Make the
 * issues with `explain(errors, { values: true })`: the values are the model's own.
 *
 * @category Feedback @since 0.1.0
 * @example
 * import * as E from 'fp-ts/lib/Either.js'
 * import * as t from 'io-ts'
 * import { argumentFeedback, explain } from 'guarded-call'
 *
 * const result = t.type({ title: t.string, qty: t.Int }).decode({ qty: 'two' })
 * assert.ok(E.isLeft(result))
 * assert.equal(argumentFeedback(explain(result.left, { values: true })), [
 *   'Your previous tool call had invalid arguments. Fix these issues:',
 *   "- 'title': required field is missing — provide a value",
 *   "- 'qty': expected integer, got 'two'",
 *   '',
 *   'Retry the tool call with corrected arguments.'
 * ].join('\n'))
 */
export const argumentFeedback = (issues: ReadonlyArray<Issue>): string => {
  const lines = issues.slice(0, MAX_LINES).map(argumentLine)
  const rest = issues.length - lines.length
  return [HEADER, ...lines, ...(rest === 0 ? [] : [`(+${rest} more)`]), '', FOOTER].join('\n')
}
