/** What tools answer to hooks of the Claude Agent SDK, and what hooks answer in turn. */
import * as E from 'fp-ts/lib/Either.js'
import { type ToolError, partialData, schemaMismatch, toModelText } from '../../core/errors/index.js'
import type { BesideWords } from '../../guard/kernel.js'
import { isObject } from '../../core/foreign/index.js'
import { isTextBlock, classifyContent } from '../../toolset/content.js'
import { errorResult, isCallToolResult, classifyResult } from '../../toolset/mcp-result.js'
import type { ToolReply } from '../../toolset/answer.js'
import type { ClassifiedResponse } from '../../toolset/framework.js'

// -- model

/** @category Adapters @since 0.1.0 */
export interface PreToolUseOutput {
  hookSpecificOutput?: { hookEventName: 'PreToolUse'; permissionDecision: 'deny'; permissionDecisionReason: string }
}

/** @category Adapters @since 0.1.0 */
export interface PostToolUseOutput {
  decision?: 'block'
  reason?: string
  hookSpecificOutput?: { hookEventName: 'PostToolUse'; updatedToolOutput: unknown }
}

/** @category Adapters @since 0.1.0 */
export interface PostToolUseFailureOutput {
  hookSpecificOutput?: { hookEventName: 'PostToolUseFailure'; additionalContext: string }
}

// -- responses

const areBlocks = (response: unknown): response is ReadonlyArray<object> =>
  Array.isArray(response) &&
  response.length > 0 &&
  response.every((block: unknown) => isObject(block) && 'type' in block)

const textOf = (error: ToolError): string => toModelText(E.left(error))

/** The denial of a write that ran in an earlier delivery, with its response. */
export const replayedResponse = (data: unknown): string =>
  textOf(
    schemaMismatch({
      code: 'retry_budget_exceeded',
      detail: 'An equal call ran before; this one did not run.',
      hint: '`data` is its response. Use that.',
      data
    })
  )

/** The note beside the failure of a write that was executed, with the response that `verify` found. */
export const ranAllTheSame = (data: unknown): string =>
  textOf(
    partialData({
      code: 'incomplete_response',
      detail: 'The tool failed, but its write was executed.',
      hint: 'It was executed: do not repeat it. `data` is its response.',
      data
    })
  )

/** What a model reads of a call that ran although it is refused: no hook asked before, or none was answered. */
export const ranUnasked = (refusal: ToolReply): string =>
  textOf(
    schemaMismatch({
      code: (refusal.kind === 'error' ? refusal.error?.code : undefined) ?? 'retry_budget_exceeded',
      detail: 'The tool ran, but nobody asked its guard before, which refuses this call; its response is not shown.',
      hint: 'Do not make this call again. Verify with a read what was done.'
    })
  )

/** Classifies a tool's response: an MCP tool's blocks or result by their text, anything else as data. */
export const classify = (response: unknown): ClassifiedResponse => {
  if (areBlocks(response)) return response.some(isTextBlock) ? classifyContent(response) : { kind: 'other' }
  return classifyResult(response)
}

const rewritten = (updatedToolOutput: unknown): PostToolUseOutput => ({
  hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput }
})

/** The response that was judged; nothing where it is the tool's own: rewrites compete with those of other hooks. */
export const passThrough = (value: unknown, response: unknown): PostToolUseOutput =>
  value === response ? {} : rewritten(value)

/** An error in the form of the response. Of a built-in tool's the form is fixed, and the error goes beside it. */
export const asReplacement = (response: unknown, text: string, beside?: BesideWords): PostToolUseOutput => {
  if (typeof response === 'string') return rewritten(text)
  if (Array.isArray(response)) return rewritten(errorResult(text, beside).content)
  return isCallToolResult(response) ? rewritten(errorResult(text, beside)) : { decision: 'block', reason: text }
}

export const asDenial = (permissionDecisionReason: string): PreToolUseOutput => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason }
})

export const asContext = (additionalContext: string): PostToolUseFailureOutput => ({
  hookSpecificOutput: { hookEventName: 'PostToolUseFailure', additionalContext }
})
