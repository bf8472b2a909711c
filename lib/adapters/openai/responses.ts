/** Guarded calls in OpenAI's Responses: tool definitions, and the outputs of a response's function calls. */
import { type AnyGuardedCall } from '../../guard/kernel.js'
import { expectOption } from '../../core/options.js'
import { openCalls, type RunOptions } from '../../toolset/model-call.js'
import { definitionsOf } from '../../toolset/toolset.js'
import { expectFunctionCall } from './function-calls.js'

// -- model

/** What the model is told of a tool. @category Adapters @since 0.1.0 */
export interface ResponsesToolDefinition {
  readonly type: 'function'
  readonly name: string
  readonly description: string
  readonly parameters: Record<string, unknown>
  readonly strict: false
}

/**
 * The part of an output item that is read; an item that calls no tool of ours is left alone, and the call of a custom
 * tool is a TypeError.
 * @category Adapters @since 0.1.0
 */
export interface ResponsesItemLike {
  readonly type: string
  readonly call_id?: string | null
  readonly name?: string | null
  readonly arguments?: unknown
  readonly status?: string | null
}

/** The item that answers a function call. @category Adapters @since 0.1.0 */
export interface ResponsesToolOutput {
  readonly type: 'function_call_output'
  readonly call_id: string
  readonly output: string
}

// -- constructors

/**
 * What the model is told of the calls, for `tools` of `responses.create`. Not `strict`, which allows only a part of
 * JSON Schema: the guard checks the arguments anyway.
 *
 * @throws TypeError for a call whose tool has no `args`, or `args` that are no object.
 * @category Adapters @since 0.1.0
 */
export const responsesToolDefinitions = (calls: ReadonlyArray<AnyGuardedCall>): Array<ResponsesToolDefinition> =>
  definitionsOf(calls).map(({ name, description, schema }) => ({
    type: 'function',
    name,
    description,
    parameters: schema,
    strict: false
  }))

/**
 * Runs the function calls among a response's output items in the turn, in parallel, and gives one output item each, in
 * their order. Responses has no error flag: an error is an output that is the JSON of the `ToolError`.
 *
 * @throws TypeError, before any call runs, for a call of a custom tool, or without an id.
 * @category Adapters @since 0.1.0
 */
export const answerResponsesToolCalls = async (
  calls: ReadonlyArray<AnyGuardedCall>,
  output: ReadonlyArray<ResponsesItemLike>,
  options: RunOptions
): Promise<Array<ResponsesToolOutput>> => {
  const { answerAll } = openCalls(calls, options)
  expectOption(Array.isArray(output), 'output', 'the `output` of a response')
  return answerAll(
    output,
    ({ type, call_id: callId, name, arguments: text, status }) => {
      expectFunctionCall(type !== 'custom_tool_call')
      // The response ended amid them, even before the first.
      const args = status === 'incomplete' ? '{' : text
      return type === 'function_call' ? { callId, name, args, isText: true, message: output } : undefined
    },
    (callId, { text }) => ({ type: 'function_call_output', call_id: callId, output: text })
  )
}
