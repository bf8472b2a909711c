/** Guarded calls as tools of Mastra. */
import type { StandardSchema } from '../../codec/standard-schema.js'
import type { AnyGuardedCall } from '../../guard/kernel.js'
import { acceptingSchema } from '../../toolset/accepting-schema.js'
import { valueOrThrow } from '../../toolset/answer.js'
import { openCalls, type RunOptions } from '../../toolset/model-call.js'
import { definitionOf } from '../../toolset/toolset.js'
import { callIdOf, type ContextLike } from './context.js'

/** @category Adapters @since 0.1.0 */
export interface Tool {
  id: string
  description: string
  inputSchema: StandardSchema<unknown, unknown>
  execute: (input: unknown, context?: ContextLike) => Promise<unknown>
}

/**
 * Makes tools for agents of Mastra. The schema tells the model what the arguments are and accepts whatever it sends: it is the guard that checks
 * them, so that wrong arguments are counted and explained. An error is an `error-text` that is the JSON of the `ToolError`.
 *
 * @throws TypeError for a call whose tool has no `args`, or `args` that are no object.
 * @category Adapters @since 0.1.0
 */
export const toTools = (calls: ReadonlyArray<AnyGuardedCall>, options: RunOptions): Record<string, Tool> => {
  const { toolset, run } = openCalls(calls, options)
  return Object.fromEntries(
    [...toolset.values()].map((call) => {
      const { name, description } = definitionOf(call)
      const tool: Tool = {
        id: name,
        description,
        inputSchema: acceptingSchema(call),
        execute: async (input, context) =>
          valueOrThrow(await run({ id: callIdOf(context), name, input, context, signal: context?.abortSignal }))
      }
      return [name, tool]
    })
  )
}
