/** Guarded calls as a tool of Google's GenAI SDK, for its automatic function calling and for loops of one's own. */
import * as o from '../../core/options.js'
import type { AnyGuardedCall } from '../../guard/kernel.js'
import { expectForm } from '../../toolset/call-form.js'
import { openCalls, type RunOptions } from '../../toolset/model-call.js'
import { definitionsOf } from '../../toolset/toolset.js'
import { GENAI_FORM } from './form.js'

/** The part of a function call that is read. @category Adapters @since 0.1.0 */
export interface FunctionCallLike {
  readonly id?: string
  readonly name?: string
  readonly args?: Record<string, unknown>
}

/** The part of a message that answers a function call. @category Adapters @since 0.1.0 */
export interface FunctionResponsePart {
  functionResponse: { id?: string; name: string; response: Record<string, unknown> }
}

/** The options of a callable tool. @category Adapters @since 0.1.0 */
export interface CallableToolOptions extends RunOptions {
  /**
   * Leaves calls of unknown names unanswered, for other callable tools beside it: the SDK hands every call to each of
   * them.
   * @default false
   */
  readonly leaveUnknown?: boolean
}

/** What `config.tools` of `generateContent` takes. @category Adapters @since 0.1.0 */
export interface CallableTool {
  tool: () => Promise<{
    functionDeclarations: Array<{ name: string; description: string; parametersJsonSchema: unknown }>
  }>
  callTool: (functionCalls: Array<FunctionCallLike>) => Promise<Array<FunctionResponsePart>>
}

const OWN = { leaveUnknown: o.optional(o.flag) } satisfies o.TableOf<Omit<CallableToolOptions, keyof RunOptions>>

/**
 * Makes a tool for `config.tools` of `generateContent`, which calls it by itself; in a loop of your own,
 * `callTool(response.functionCalls)` gives the parts of the next message. An answer is the `output` of its response,
 * and an error its `error`: the JSON of the `ToolError`.
 *
 * @throws TypeError for a call whose tool has no `args`, or `args` that are no object.
 * @category Adapters @since 0.1.0
 */
export const toCallableTool = (calls: ReadonlyArray<AnyGuardedCall>, options: CallableToolOptions): CallableTool => {
  const { toolset, run } = openCalls(calls, options, OWN)
  const functionDeclarations = definitionsOf(calls).map(({ name, description, schema }) => ({
    name,
    description,
    parametersJsonSchema: schema
  }))
  const isOurs = ({ name = '' }: FunctionCallLike): boolean => options.leaveUnknown !== true || toolset.has(name)
  return {
    tool: async () => ({ functionDeclarations }),
    callTool: async (functionCalls) => {
      expectForm(GENAI_FORM, [functionCalls])
      return Promise.all(
        functionCalls.filter(isOurs).map(async ({ id, name = '', args = {} }) => {
          const answer = await run({ callId: id, name, args, message: functionCalls })
          const response = answer.kind === 'error' ? { error: answer.text } : { output: answer.value }
          return { functionResponse: { ...(id === undefined ? {} : { id }), name, response } }
        })
      )
    }
  }
}
