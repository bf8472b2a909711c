/** What MCP says of a call: results, and errors of the protocol. */
import { admitsFailure } from '../../core/failure/index.js'
import { isObject } from '../../core/foreign/index.js'
import { type ToolError, partialData, schemaMismatch } from '../../core/errors/index.js'
import { failed } from '../../guard/kernel.js'
import { isRefusedByServer, REFUSED_BY_SERVER } from '../../toolset/mcp-refusals.js'
import { classifyResult, isCallToolResult } from '../../toolset/mcp-result.js'
import { ownAnswer, ownFailure } from '../../toolset/own-failure.js'
import type { ClassifiedResponse } from '../../toolset/framework.js'
import { isOutputMismatch, refusalIn } from './sdk-insides.js'

// -- model

/** A block of text in a result. @category Adapters @since 0.1.0 */
export interface TextContent {
  type: 'text'
  text: string
}

/** A `CallToolResult`. @category Adapters @since 0.1.0 */
export interface CallToolResult {
  [key: string]: unknown
  content: Array<TextContent>
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

/** Classifies what a tool answered; a task is no result yet. */
export const classify = (answer: unknown): ClassifiedResponse => {
  if (isObject(answer) && 'task' in answer && !('content' in answer)) return { kind: 'other' }
  return classifyResult(answer)
}

/** The refusal by which a server of the SDK answers a call of this tool in the tool's place. */
export const refusalBySdk = (answer: unknown, tool: string): unknown => {
  const classified = classify(answer)
  const code = classified.kind === 'failure' ? refusalIn(classified.says, tool) : undefined
  return classified.kind === 'failure' && code !== undefined
    ? ownAnswer(ownFailure(classified.says, { code }), 'no')
    : answer
}

// -- errors of the protocol

const codeOf = (thrown: unknown): unknown => (thrown instanceof Error && 'code' in thrown ? thrown.code : undefined)

const URL_ELICITATION_REQUIRED = -32_042

/** Whether a tool asks the user to go to an address before it begins, which is for the client as it is. */
export const asksUserFirst = (thrown: unknown): boolean => codeOf(thrown) === URL_ELICITATION_REQUIRED

/** The refusal of a call by its server, in an error of the protocol. */
export const protocolRefusal = (thrown: unknown, tool: string): ToolError | undefined =>
  thrown instanceof Error && isRefusedByServer(codeOf(thrown), thrown.message, tool) ? REFUSED_BY_SERVER : undefined

const TIMEOUTS: ReadonlySet<unknown> = new Set([-32_001, 'REQUEST_TIMEOUT'])
const CLOSED: ReadonlySet<unknown> = new Set([-32_000, 'CONNECTION_CLOSED', 'NOT_CONNECTED', 'SEND_FAILED'])

// The client puts a prefix of its own before that of the server.
const CLIENT_PREFIX = /^MCP error -32602: (?=MCP error -32602: )/

const clientError = (
  thrown: unknown,
  tool: string
): { readonly error: ToolError; readonly executed: 'no' | 'unknown' } | undefined => {
  const code = codeOf(thrown)
  if (TIMEOUTS.has(code))
    return {
      error: partialData({ code: 'timeout', detail: 'The server did not respond in time.' }),
      executed: 'unknown'
    }
  if (CLOSED.has(code))
    return {
      error: partialData({ code: 'tool_unavailable', detail: 'The connection to the server is closed.' }),
      executed: 'unknown'
    }
  const refusal = thrown instanceof Error && isRefusedByServer(code, thrown.message.replace(CLIENT_PREFIX, ''), tool)
  return refusal ? { error: REFUSED_BY_SERVER, executed: 'no' } : undefined
}

const MISFIT = schemaMismatch({
  code: 'schema_violation',
  detail: 'The response does not fit the output schema that the server declares.'
})

/**
 * What a client threw, as what it means; any other throw stays what it was. Only where the result came is it the
 * client's own check of it; an error of the server's may speak of an output schema, too.
 */
export const thrownByClient = (thrown: unknown, tool: string, came: unknown): unknown => {
  // Version 1 checks the structured content of errors as well.
  if (isCallToolResult(came) && came.isError === true) return came
  if (came !== undefined && isOutputMismatch(thrown))
    return failed(MISFIT, { executed: admitsFailure(came) ? 'unknown' : 'yes' })
  const known = clientError(thrown, tool)
  if (known !== undefined) return failed(known.error, { executed: known.executed })
  throw thrown
}
