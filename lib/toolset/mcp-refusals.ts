/** By which words an MCP server refuses a call before it reaches a tool. */
import type { RefusalCode } from './own-failure.js'
import { type ToolError, semanticGarbage } from '../core/errors/index.js'

/** The meaning of the protocol's error `Invalid params`. @category Adapters @since 0.1.0 */
export const REFUSED_BY_SERVER: ToolError = semanticGarbage({
  code: 'rejected_arguments',
  detail: 'The server refused the call: there is no such tool, or its arguments do not fit.'
})

// On its way through servers and clients of the SDK an error gets this prefix each time.
const PREFIX = /^(?:MCP error -?\d+: ?)*/

const REFUSALS: ReadonlyArray<readonly [RegExp, RefusalCode]> = [
  [/^(?:Input validation error: |Invalid arguments for tool )/, 'invalid_arguments'],
  [/^Tool \S+ (?:not found|disabled)$/, 'unknown_tool']
]

/**
 * The reason for which servers of the official SDK refuse a call, by its words, which stand in the text of a result or
 * in an error of the protocol.
 * @category Adapters @since 0.1.0
 */
export const refusalOfWords = (says: string): RefusalCode | undefined => {
  const words = says.replace(PREFIX, '').trim()
  return REFUSALS.find(([pattern]) => pattern.test(words))?.[1]
}

const INVALID_PARAMS = -32_602

// Twice the prefix of a server would be an error that a tool got from another server, and handed on.
const OWN_PREFIX = /^MCP error -32602: ?/

const UNKNOWN_TOOL = /^unknown tool(?:: ?| )(["'`]?)(.+)\1$/i

/**
 * Whether an error of the protocol refuses a call of this tool that was not begun. The code alone proves nothing:
 * servers send it also from inside a tool that runs, where its result, what its client answered, or a call of its own
 * to another server does not fit. So its words name this very tool.
 *
 * @category Adapters @since 0.1.0
 */
export const isRefusedByServer = (code: unknown, says: string, tool: string): boolean => {
  const words = says.replace(OWN_PREFIX, '').trim()
  return (
    code === INVALID_PARAMS &&
    (words === `Tool ${tool} not found` ||
      words === `Tool ${tool} disabled` ||
      words.replace(/^Input validation error: /, '').startsWith(`Invalid arguments for tool ${tool}: `) ||
      UNKNOWN_TOOL.exec(words)?.[2] === tool)
  )
}
