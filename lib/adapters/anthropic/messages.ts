/** Guarded calls in Anthropic's Messages: tool definitions, and the results of a message's tool uses. */
import { type AnyGuardedCall } from '../../guard/kernel.js'
import { expectOption } from '../../core/options.js'
import { openCalls, type RunOptions } from '../../toolset/model-call.js'
import { definitionsOf } from '../../toolset/toolset.js'

// -- model

/** The schema of a tool's arguments, as Anthropic types it. @category Adapters @since 0.1.0 */
export interface InputSchema {
  type: 'object'
  [keyword: string]: unknown
}

/** What the model is told of a tool. @category Adapters @since 0.1.0 */
export interface ToolDefinition {
  readonly name: string
  readonly description: string
  readonly input_schema: InputSchema
}

/**
 * The part of a content block that is read; a block that is no `tool_use` is left alone.
 * @category Adapters @since 0.1.0
 */
export interface ContentBlockLike {
  readonly type: string
  readonly id?: string | null
  readonly name?: string | null
  readonly input?: unknown
}

/** The part of an assistant's message that is read. @category Adapters @since 0.1.0 */
export interface MessageLike {
  readonly content: string | ReadonlyArray<ContentBlockLike>
  readonly stop_reason?: string | null
}

/** The content block that answers a tool use. @category Adapters @since 0.1.0 */
export interface ToolResultBlock {
  readonly type: 'tool_result'
  readonly tool_use_id: string
  readonly content: string
  readonly is_error?: true
}

// -- constructors

/**
 * What the model is told of the calls, for `tools` of `messages.create`.
 *
 * @throws TypeError for a call whose tool has no `args`, or `args` that are no object.
 * @category Adapters @since 0.1.0
 */
export const toolDefinitions = (calls: ReadonlyArray<AnyGuardedCall>): Array<ToolDefinition> =>
  definitionsOf(calls).map(({ name, description, schema }) => ({
    name,
    description,
    input_schema: { ...schema }
  }))

// The model stopped amid its message. The SDK closes the last input of a stream where it ended.
const CUT: ReadonlySet<unknown> = new Set(['max_tokens', 'model_context_window_exceeded', 'refusal'])

/** The input of a block; opened again where it was cut, so that it is refused as other cut arguments are. */
const argumentsOf = (
  block: ContentBlockLike,
  { content, stop_reason: reason }: MessageLike
): { readonly args: unknown; readonly isText?: true } =>
  CUT.has(reason) && block === content.at(-1)
    ? { args: JSON.stringify(block.input ?? {}).slice(0, -1), isText: true }
    : { args: block.input }

/**
 * Runs the tool uses of an assistant's message in the turn, in parallel, and gives one `tool_result` block each, in
 * their order: they make the next user message, and stand first in it. An error has `is_error` and the JSON of the
 * `ToolError` as its content. The last one does not run where its message was cut (`stop_reason`).
 *
 * @throws TypeError, before any call runs, for a tool use without an id.
 * @category Adapters @since 0.1.0
 */
export const answerToolCalls = async (
  calls: ReadonlyArray<AnyGuardedCall>,
  message: MessageLike,
  options: RunOptions
): Promise<Array<ToolResultBlock>> => {
  const { answerAll } = openCalls(calls, options)
  expectOption(!Array.isArray(message), 'message', 'the message of the assistant, not its content')
  return answerAll(
    typeof message.content === 'string' ? [] : message.content,
    (block) =>
      block.type === 'tool_use'
        ? { callId: block.id, name: block.name, ...argumentsOf(block, message), message }
        : undefined,
    (callId, { kind, text }) => ({
      type: 'tool_result',
      tool_use_id: callId,
      content: text,
      ...(kind === 'error' ? { is_error: true } : {})
    })
  )
}
