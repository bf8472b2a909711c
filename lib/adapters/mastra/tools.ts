/** Tools of Mastra: guarded where they stand, or made of guarded calls. */
import type { StandardSchema } from '../../codec/standard-schema.js'
import type { AnyGuardedCall } from '../../guard/kernel.js'
import { acceptingSchema } from '../../toolset/accepting-schema.js'
import { aiSdkSchemas } from '../../toolset/ai-sdk-schemas.js'
import { throwError } from '../../toolset/answer.js'
import { copyWith } from '../../toolset/copy.js'
import { declaring } from '../../toolset/declared.js'
import { defineAdapter, type GuardTools } from '../../toolset/define-adapter.js'
import { forModelOf } from '../../toolset/for-model.js'
import { ControlReturn } from '../../toolset/control.js'
import { classifyAnswer } from '../../toolset/mcp-result.js'
import type { ModelCall, RunOptions } from '../../toolset/model-call.js'
import { contextFor, type ContextLike } from './context.js'
import { MASTRA_FORM } from './form.js'
import { refusedByMastra } from './refusals.js'
import { acceptingInput, isMadeByMastra, isValidationError, repairedInput, watchedContext } from './sdk-insides.js'

// -- model

/**
 * A tool of Mastra, or one of the AI SDK that Mastra runs; one without `execute` is run by somebody else.
 * @category Adapters @since 0.1.0
 */
export interface ToolLike {
  readonly execute?: ((...args: ReadonlyArray<never>) => unknown) | undefined
}

/** @category Adapters @since 0.1.0 */
export interface Tool {
  id: string
  description: string
  inputSchema: StandardSchema<unknown, unknown>
  execute: (input: unknown, context?: ContextLike) => Promise<unknown>
}

type Execute = (input: unknown, context: unknown) => unknown

// -- the adapter

const runTool = async (
  tool: object,
  execute: Execute,
  input: unknown,
  context: ContextLike | undefined,
  signal: AbortSignal
): Promise<unknown> => {
  let hasBegun = false
  let suspended = false
  const told = contextFor(context, signal, () => {
    suspended = true
  })
  const begin = (): void => {
    hasBegun = true
  }
  const answer = await execute(input, isMadeByMastra(tool) ? watchedContext(told, begin) : told)
  if (isValidationError(answer)) {
    const id = isMadeByMastra(tool) && 'id' in tool ? tool.id : undefined
    throw refusedByMastra(answer, { id, hasBegun })
  }
  if (suspended) throw new ControlReturn(answer)
  return answer
}

const callOf = (input: unknown, context: ContextLike | undefined): ModelCall => ({
  args: input,
  callId: context?.agent?.toolCallId ?? context?.toolCallId,
  signal: context?.abortSignal,
  context
})

const adapter = defineAdapter<ToolLike>({
  form: MASTRA_FORM,
  callOf,
  framework: (tool) => {
    const { judgedArgs, output } = aiSdkSchemas(tool)
    return {
      classify: classifyAnswer,
      forModel: forModelOf(tool),
      // A tool that Mastra made parses its arguments itself, judges its answers, and hands on what its schemas made.
      ...declaring(
        isMadeByMastra(tool)
          ? { judgedArgs, filledArgs: judgedArgs && (() => repairedInput(tool) ?? judgedArgs) }
          : { judgedArgs, output }
      )
    }
  },
  errorAs: throwError,
  wrap: (tool, guarded) => {
    if (tool.execute === undefined) return tool
    const execute = (tool.execute as Execute).bind(tool)
    return copyWith(tool, {
      // Input that Mastra refused would not be counted: the tool refuses it, in the same words.
      ...(isMadeByMastra(tool) ? acceptingInput(tool) : {}),
      execute: (input: unknown, context?: ContextLike) =>
        guarded([input, context], ({ signal }, sent) => runTool(tool, execute, sent, context, signal))
    })
  },
  added: (options) => toTools([], options)
})

/**
 * Guards the tools of Mastra and gives them back in their own form: what a tool throws, refuses or answers wrongly
 * becomes an `error-text` that is the JSON of the `ToolError`. A tool that suspends its run, or waits for an approval,
 * is the same call when it goes on. Tools without `execute` stay as they are.
 *
 * @throws TypeError for a rule that names no tool.
 * @category Adapters @since 0.1.0
 */
export const guardTools: GuardTools<Readonly<Record<string, ToolLike | object>>> = adapter.guardTools

/**
 * Makes tools for agents of Mastra. The schema tells the model what the arguments are and accepts whatever it sends: it
 * is the guard that checks them, so that wrong arguments are counted and explained. An error is an `error-text` that is
 * the JSON of the `ToolError`.
 *
 * @throws TypeError for a call whose tool has no `args`, or `args` that are no object.
 * @category Adapters @since 0.1.0
 */
export const toTools = (calls: ReadonlyArray<AnyGuardedCall>, options: RunOptions): Record<string, Tool> =>
  Object.fromEntries(
    adapter.toTools<[string, Tool]>(calls, options, 'value', ({ name, description }, run, call) => [
      name,
      {
        id: name,
        description,
        inputSchema: acceptingSchema(call),
        execute: (...given) => run(given)
      }
    ])
  )
