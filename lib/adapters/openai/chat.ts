/** Guarded calls in OpenAI's Chat Completions: tool definitions, and the answers to a message's tool calls. */
import { type AnyGuardedCall } from '../../guard/kernel.js'
import { expectOption } from '../../core/options.js'
import { openCalls, type RunOptions } from '../../toolset/model-call.js'
import { definitionsOf } from '../../toolset/toolset.js'
import { expectFunctionCall } from './function-calls.js'

// -- model

/** What the model is told of a tool. @category Adapters @since 0.1.0 */
export interface ChatToolDefinition {
  readonly type: 'function'
  readonly function: {
    readonly name: string
    readonly description: string
    readonly parameters: Record<string, unknown>
  }
}

/**
 * The part of a tool call that is read; a call of another type than `function` is a TypeError.
 * @category Adapters @since 0.1.0
 */
export interface ChatToolCallLike {
  readonly id: string
  readonly type: string
  readonly function?: { readonly name: string; readonly arguments: string }
}

/** The part of an assistant's message that is read. @category Adapters @since 0.1.0 */
export interface ChatMessageLike {
  readonly tool_calls?: ReadonlyArray<ChatToolCallLike> | null | undefined
}

/** The message that answers a tool call. @category Adapters @since 0.1.0 */
export interface ChatToolMessage {
  readonly role: 'tool'
  readonly tool_call_id: string
  readonly content: string
}

// -- constructors

/**
 * What the model is told of the calls, for `tools` of `chat.completions.create`.
 *
 * @throws TypeError for a call whose tool has no `args`, or `args` that are no object.
 * @category Adapters @since 0.1.0
 */
export const chatToolDefinitions = (calls: ReadonlyArray<AnyGuardedCall>): Array<ChatToolDefinition> =>
  definitionsOf(calls).map(({ name, description, schema }) => ({
    type: 'function',
    function: { name, description, parameters: schema }
  }))

/**
 * Runs the tool calls of an assistant's message in the turn, in parallel, and gives one message each, in their order:
 * push them behind it. Chat Completions has no error flag: an error is a message whose content is the JSON of the
 * `ToolError`.
 *
 * @throws TypeError, before any call runs, for a call that is no function call, or has no id.
 * @category Adapters @since 0.1.0
 */
export const answerChatToolCalls = async (
  calls: ReadonlyArray<AnyGuardedCall>,
  message: ChatMessageLike,
  options: RunOptions
): Promise<Array<ChatToolMessage>> => {
  const { answerAll } = openCalls(calls, options)
  expectOption(!Array.isArray(message), 'message', 'the message of the assistant, not its tool_calls')
  return answerAll(
    message.tool_calls ?? [],
    ({ id, type, function: called }) => {
      expectFunctionCall(type === 'function')
      return { callId: id, name: called?.name, args: called?.arguments, isText: true, message }
    },
    (callId, { text }) => ({ role: 'tool', tool_call_id: callId, content: text })
  )
}
