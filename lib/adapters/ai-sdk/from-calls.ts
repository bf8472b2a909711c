/** Guarded calls as tools of the Vercel AI SDK. */
import type { StandardSchema } from '../../codec/standard-schema.js'
import type { AnyGuardedCall } from '../../guard/kernel.js'
import { valueOrThrow } from '../../toolset/answer.js'
import { acceptingSchema } from '../../toolset/accepting-schema.js'
import { openCalls, type RunOptions } from '../../toolset/model-call.js'
import { definitionOf } from '../../toolset/toolset.js'
import type { ExecuteOptionsLike } from './in-place.js'

/** A tool as `generateText`, `streamText` and agents take it. @category Adapters @since 0.1.0 */
export interface Tool {
  readonly description: string
  readonly inputSchema: StandardSchema<unknown, unknown>
  readonly execute: (input: unknown, options?: ExecuteOptionsLike) => Promise<unknown>
}

/**
 * Makes tools for `generateText`, `streamText` and agents of the AI SDK. The schema tells the model what the arguments are and accepts
 * whatever it sends: it is the guard that checks them, so that wrong arguments are counted and explained. An error is a `tool-error` whose text is
 * the JSON of the `ToolError`.
 *
 * @throws TypeError for a call whose tool has no `args`, or `args` that are no object.
 * @category Adapters @since 0.1.0
 * @example
 * import * as t from 'io-ts'
 * import { guardedCall, openTurn, SafeInteger } from 'guarded-call'
 * import { toTools } from 'guarded-call/ai-sdk'
 *
 * const getOrder = guardedCall(
 *   { name: 'get_order', effect: 'read', description: 'Gets an order.', args: t.type({ id: SafeInteger }), run: ({ id }) => `{"id":${id},"total":12` },
 *   t.type({ id: SafeInteger, total: t.number })
 * )
 * const tools = toTools([getOrder], { turn: openTurn() })   // generateText({ model, prompt, tools })
 *
 * // What the SDK does when the model calls one: what is thrown becomes the `tool-error` that the model reads.
 * const answer = tools.get_order?.execute({ id: 7 }, { toolCallId: 'call_1' })
 * await assert.rejects(async () => answer, /"code":"truncated_response","detail":"The answer ends after 18 bytes inside total/)
 */
export const toTools = (calls: ReadonlyArray<AnyGuardedCall>, options: RunOptions): Record<string, Tool> => {
  const { toolset, run } = openCalls(calls, options)
  return Object.fromEntries(
    [...toolset.values()].map((call) => {
      const { name, description } = definitionOf(call)
      const tool: Tool = {
        description,
        inputSchema: acceptingSchema(call),
        execute: async (input, context) =>
          valueOrThrow(
            await run({
              id: context?.toolCallId,
              name,
              input,
              context,
              message: context?.messages,
              signal: context?.abortSignal
            })
          )
      }
      return [name, tool]
    })
  )
}
