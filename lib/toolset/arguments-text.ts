/** Arguments that come as JSON text: parsed, with the reason why they could not be. */
import * as E from 'fp-ts/lib/Either.js'
import { type ToolError, UNREADABLE_ARGUMENTS, semanticGarbage } from '../core/errors/index.js'
import { parseJsonText } from '../core/json/index.js'
import { byteLength } from '#platform'

/** Arguments that came as text, and why they could not be parsed, if they could not. @category Adapters @since 0.1.0 */
export interface ParsedArguments {
  readonly input: unknown
  readonly problem?: string
}

const CUT = 'they end inside a JSON value, as if they had been cut'
const NO_JSON = 'they are not valid JSON'

/**
 * Parses the text of arguments; one that is no JSON stands for itself. Some providers send no text at all for a call
 * without arguments.
 * @category Adapters @since 0.1.0
 */
export const parseArguments = (text: string): ParsedArguments => {
  if (text.trim() === '') return { input: {} }
  const parsed = parseJsonText(text, { bytes: byteLength(text) })
  if (E.isRight(parsed)) return { input: parsed.right.value }
  return { input: text, problem: parsed.left.code === 'truncated_response' ? CUT : NO_JSON }
}

/** The error of arguments that could not be parsed. */
export const unreadableArguments = (problem = NO_JSON): ToolError =>
  semanticGarbage({
    code: 'invalid_arguments',
    detail: `The arguments cannot be read: ${problem}.`,
    hint: UNREADABLE_ARGUMENTS.hint
  })

/**
 * The codec refused the bare text, so the call was counted; only its parser knows why the text could not be parsed.
 * @category Adapters @since 0.1.0
 */
export const explainedBy = (problem: string | undefined, error: ToolError): ToolError =>
  problem === undefined || error.code !== 'invalid_arguments' ? error : unreadableArguments(problem)
