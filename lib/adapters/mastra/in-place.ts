/** Tools of Mastra, guarded where they stand. */
import { valueOrThrow } from '../../toolset/answer.js'
import { copyWith } from '../../toolset/copy.js'
import { inPlace, type Guarded, type GuardToolsOptions } from '../../toolset/in-place.js'
import { seeAnswer } from '../../toolset/mcp-result.js'
import { callIdOf, contextFor, Suspended, type ContextLike } from './context.js'
import { refusedByMastra } from './refusals.js'
import { acceptingInput, isMadeByMastra, isValidationError } from './sdk-insides.js'

// -- model

/** A tool of Mastra, or one of the AI SDK that Mastra runs; one without `execute` is run by somebody else. @category Adapters @since 0.1.0 */
export interface ToolLike {
  readonly execute?: ((...args: ReadonlyArray<never>) => unknown) | undefined
}

type Execute = (input: unknown, context: unknown) => unknown

// -- guarding

const isControl = (thrown: unknown): boolean => thrown instanceof Suspended

const run = async (
  execute: Execute,
  input: unknown,
  context: ContextLike | undefined,
  signal: AbortSignal
): Promise<unknown> => {
  let suspended = false
  const answer = await execute(
    input,
    contextFor(context, signal, () => {
      suspended = true
    })
  )
  if (isValidationError(answer)) throw refusedByMastra(answer)
  if (suspended) throw new Suspended(answer)
  return answer
}

const guardTool = (tool: ToolLike, guarded: Guarded): ToolLike => {
  const execute = (tool.execute as Execute).bind(tool)
  return copyWith(tool, {
    // Input that Mastra refused would not be counted: the tool refuses it, in the same words.
    ...(isMadeByMastra(tool) ? acceptingInput(tool) : {}),
    execute: async (input: unknown, context?: ContextLike) => {
      try {
        return valueOrThrow(
          await guarded({
            args: input,
            callId: callIdOf(context),
            signal: context?.abortSignal,
            context,
            execute: ({ signal }) => run(execute, input, context, signal)
          })
        )
      } catch (thrown) {
        if (thrown instanceof Suspended) return thrown.answer
        throw thrown
      }
    }
  })
}

/**
 * Guards the tools of Mastra and gives them back in their own form: what a tool throws, refuses or answers wrongly becomes an `error-text` that is
 * the JSON of the `ToolError`. A tool that suspends its run, or waits for an approval, is the same call when it goes on. Tools without `execute`
 * stay as they are.
 *
 * @throws TypeError for a rule that names no tool.
 * @category Adapters @since 0.1.0
 */
export const guardTools = <T extends Readonly<Record<string, ToolLike | object>>>(
  tools: T,
  options: GuardToolsOptions
): T => {
  const guard = inPlace(options, Object.keys(tools))
  return Object.fromEntries(
    Object.entries<ToolLike>(tools).map(([name, tool]) => [
      name,
      tool.execute === undefined ? tool : guardTool(tool, guard(name, { see: seeAnswer, isControl }))
    ])
  ) as unknown as T
}
