/** By which words an MCP server refuses a call before it reaches a tool. */
import type { RefusalCode } from './own-failure.js'
import { type ToolError, semanticGarbage } from '../core/errors/index.js'

/** The meaning of the protocol's error `Invalid params`. @category Adapters @since 0.1.0 */
export const REFUSED_BY_SERVER: ToolError = semanticGarbage({
  code: 'rejected_arguments',
  detail: 'The server refused the call: there is no such tool, or its arguments do not fit.'
})

// Twice the prefix of a server would be an error that a tool got from another server, and handed on.
const OWN_PREFIX = /^MCP error -32602: ?/

const UNKNOWN_TOOL = /^unknown tool(?:: ?| )(["'`]?)(.+)\1$/i

/**
 * The reason for which a server refuses a call of this very tool, by its words, which stand in the text of a result or
 * in an error of the protocol. A tool may hand on these words of another server: who says them is for the caller to
 * know.
 * @category Adapters @since 0.1.0
 */
export const refusalOfWords = (says: string, tool: string): RefusalCode | undefined => {
  const words = says.replace(OWN_PREFIX, '').trim()
  if (words === `Tool ${tool} not found` || words === `Tool ${tool} disabled` || UNKNOWN_TOOL.exec(words)?.[2] === tool)
    return 'unknown_tool'
  return words.replace(/^Input validation error: /, '').startsWith(`Invalid arguments for tool ${tool}: `)
    ? 'invalid_arguments'
    : undefined
}

const INVALID_PARAMS = -32_602

/**
 * Whether an error of the protocol refuses a call of this tool that was not begun. The code alone proves nothing:
 * servers send it also from inside a tool that runs, where its result, what its client answered, or a call of its own
 * to another server does not fit. So its words name this very tool.
 *
 * @category Adapters @since 0.1.0
 */
export const isRefusedByServer = (code: unknown, says: string, tool: string): boolean =>
  code === INVALID_PARAMS && refusalOfWords(says, tool) !== undefined
