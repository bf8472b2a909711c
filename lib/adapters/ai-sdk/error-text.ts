/** The text of an error for the people who watch a stream of the AI SDK. */
import { ToolCallError } from '../../toolset/answer.js'

/**
 * Writes an error for `toUIMessageStream({ onError: guardErrorText })`: of the guard, the JSON of the `ToolError`,
 * which the SDK saves in the message and the model reads again in the next turn; of any other, "An error occurred.", as
 * version 6 does by itself.
 *
 * @category Adapters @since 0.1.0
 * @example
 * import { guardErrorText } from 'guarded-call/ai-sdk'
 *
 * assert.equal(guardErrorText(new Error('connect postgres://admin:s3cret@10.0.0.1')), 'An error occurred.')
 */
export const guardErrorText = (error: unknown): string =>
  error instanceof ToolCallError ? error.message : 'An error occurred.'
