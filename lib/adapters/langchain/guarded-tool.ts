/** One tool of LangChain whose every call is made by a guard, and whose errors are messages with the status of one. */
import { isObject } from '../../core/foreign/index.js'
import { ToolCallError, withToolError, type FailedReply, type ToolReply } from '../../toolset/answer.js'
import * as o from '../../core/options.js'
import { expectForm, supported } from '../../toolset/call-form.js'
import { copyWith } from '../../toolset/copy.js'
import type { ModelCall } from '../../toolset/model-call.js'
import { LANGCHAIN_TOOL_FORM } from './form.js'
import { asError } from './messages.js'
import {
  endsAsError,
  isParsingError,
  isToolMessage,
  withRun,
  withRunOfAnything,
  type CallConfig,
  type OpenTool
} from './sdk-insides.js'

// -- model

/** The part of a structured tool that is used. @category Adapters @since 0.1.0 */
export interface ToolLike {
  readonly name: string
  readonly invoke: (...args: ReadonlyArray<never>) => unknown
}

export interface OneCall extends ModelCall {
  readonly manager: unknown
  readonly config: CallConfig | undefined
}

/** What becomes of a failure. @category Adapters @since 0.1.0 */
export interface ThrowsOptions {
  /**
   * Throws a `ToolCallError` in the place of a message, for a graph that asks for throws: a `ToolNode` with
   * `handleToolErrors: false`.
   * @default false
   */
  readonly throws?: boolean
}

export const THROWS = { throws: o.optional(o.flag) } satisfies o.TableOf<ThrowsOptions>

/** Makes the call that the model asked for. */
export type MakeCall = (call: OneCall) => Promise<ToolReply>

type Invoke = (this: unknown, input: unknown, config?: CallConfig) => Promise<unknown>

// -- constructors

const errorOf = (failed: FailedReply): Error => withToolError(new ToolCallError(failed.text), failed) as Error

const isPair = (output: unknown): boolean => Array.isArray(output) && output.length === 2

const idOf = (input: unknown): string | undefined =>
  isObject(input) && 'type' in input && input.type === 'tool_call' && 'id' in input && typeof input.id === 'string'
    ? input.id
    : undefined

const argsOf = (input: unknown): unknown =>
  idOf(input) !== undefined && 'args' in (input as object) ? (input as { readonly args: unknown }).args : input

/**
 * Each invocation runs on a copy of its own, so that what becomes of one call is never mixed up with another. LangChain
 * makes the message of what that copy answers: an error is given its status afterwards.
 */
export const guardedTool = <T extends ToolLike>(
  tool: T,
  make: MakeCall,
  refuse: MakeCall,
  { throws = false }: ThrowsOptions
): T => {
  const { responseFormat } = tool as Partial<OpenTool>
  const invoke = tool.invoke as Invoke
  const answer = (settled: ToolReply): unknown => {
    const output = settled.kind === 'value' ? settled.value : settled.text
    // What `verify` or a person brings is no pair.
    return responseFormat === 'content_and_artifact' && !isPair(output) ? [output, undefined] : output
  }
  return copyWith(tool, {
    invoke: async (input: unknown, config?: CallConfig) => {
      expectForm(LANGCHAIN_TOOL_FORM, [input, config])
      const callId = idOf(input) ?? config?.toolCall?.id
      let settled: ToolReply | undefined
      const call = async (
        by: MakeCall,
        args: unknown,
        manager: unknown,
        childConfig: CallConfig | undefined
      ): Promise<unknown> => {
        settled = await by({
          args,
          callId,
          signal: childConfig?.signal,
          context: childConfig,
          manager,
          config: childConfig
        })
        if (settled.kind === 'error') {
          const error = errorOf(settled)
          if (throws) throw error
          endsAsError(manager, error)
        }
        return answer(settled)
      }
      const settledError = (output: unknown): unknown =>
        settled?.kind === 'error' && isToolMessage(output) ? asError(output, settled) : output
      try {
        const one = withRun(tool, (args, manager, childConfig) => call(make, args, manager, childConfig))
        const output = await invoke.call(one, input, config)
        if (settled === undefined)
          throw new TypeError(
            `Expected \`${tool.name}\` to run by its \`_call\`, as tools of ${supported(LANGCHAIN_TOOL_FORM)} do: it ran unguarded.`
          )
        return settledError(output)
      } catch (thrown) {
        if (settled !== undefined || !isParsingError(thrown)) throw thrown
        // The schema refused the input before anything was counted: the same call again, which takes any input and is
        // refused by the guard.
        const refusing = withRunOfAnything(tool, (_, manager, childConfig) =>
          call(refuse, argsOf(input), manager, childConfig)
        )
        return settledError(await invoke.call(refusing, input, config))
      }
    }
  })
}
