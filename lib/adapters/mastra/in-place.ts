/** Tools of Mastra, guarded where they stand. */
import { isObject } from '../../core/foreign/fields.js'
import { valueOrThrow } from '../../toolset/answer.js'
import { copyWith } from '../../toolset/copy.js'
import { inPlace, type Guarded, type GuardToolsOptions } from '../../toolset/in-place.js'
import { seeAnswer } from '../../toolset/mcp-result.js'
import { callIdOf, contextFor, Suspended, type ContextLike } from './context.js'
import { isValidationError, refusedByMastra } from './refusals.js'

// -- model

/** A tool of Mastra, or one of the AI SDK that Mastra runs; one without `execute` is run by somebody else. @category Adapters @since 0.1.0 */
export interface ToolLike {
  readonly execute?: ((...args: ReadonlyArray<never>) => unknown) | undefined
}

type Execute = (input: unknown, context: unknown) => unknown

// -- guarding

const isControl = (thrown: unknown): boolean => thrown instanceof Suspended

interface Schema {
  readonly '~standard': object
}

const isSchema = (schema: unknown): schema is Schema =>
  isObject(schema) && '~standard' in schema && isObject(schema['~standard'])

// Input that Mastra refused would never reach the guard, and would not be counted. So Mastra accepts any: the tool itself checks its input, in the same words.
const accepting = (tool: object): { readonly inputSchema?: unknown } => {
  const schema = 'inputSchema' in tool ? tool.inputSchema : undefined
  return isSchema(schema)
    ? { inputSchema: { '~standard': copyWith(schema['~standard'], { validate: (value: unknown) => ({ value }) }) } }
    : {}
}

// Made by Mastra itself, a tool checks what it is given; any other leaves that to whoever runs it.
const checksItself = (tool: object): boolean => Symbol.for('mastra.core.tool.Tool') in tool

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
    ...(checksItself(tool) ? accepting(tool) : {}),
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
 * @throws TypeError for an `output` or a `write` that names no tool.
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
