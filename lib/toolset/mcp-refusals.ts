/** By which words an MCP server refuses a call before it reaches a tool. */
import type { RefusalCode } from './own-failure.js'
import { semanticGarbage, type ToolError } from '../core/tool-error.js'

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

// Of a result these words prove nothing: any tool may write them.
const OF_PROTOCOL: ReadonlyArray<RegExp> = [
  /^Invalid params(?: for tools\/call: .*)?$/is,
  /^Invalid tools\/call request: /,
  /^Unknown tool(?::? "?\S+"?)?$/i
]

const bare = (says: string): string => says.replace(PREFIX, '').trim()

/** The reason for which servers of the official SDK refuse a call, by its words, which stand in the text of a result or in an error of the protocol. @category Adapters @since 0.1.0 */
export const refusalOfWords = (says: string): RefusalCode | undefined => {
  const words = bare(says)
  return REFUSALS.find(([pattern]) => pattern.test(words))?.[1]
}

const INVALID_PARAMS = -32_602

/**
 * Whether an error of the protocol refuses a call that was not begun. The code alone proves nothing: official servers send it also from inside a
 * tool that runs, where its result or what its client answered does not fit.
 *
 * @category Adapters @since 0.1.0
 */
export const isRefusedByServer = (code: unknown, says: string): boolean =>
  code === INVALID_PARAMS &&
  (refusalOfWords(says) !== undefined || OF_PROTOCOL.some((pattern) => pattern.test(bare(says))))
