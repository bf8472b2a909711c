/** Guarded calls as tools of LangChain. */
import type { AnyGuardedCall } from '../../guard/guarded-call.js'
import { runModelCall, type RunOptions } from '../../toolset/model-call.js'
import { definitionOf, toolsetOf } from '../../toolset/toolset.js'
import { checkTurn } from '../../toolset/turn-source.js'
import { guardedTool, type MakeCall, type ToolLike } from './guarded-tool.js'

/** In which turn calls are made, and LangChain's class for a tool. @category Adapters @since 0.1.0 */
export interface ToToolsOptions<T extends ToolLike> extends RunOptions {
  /** `DynamicStructuredTool` of `@langchain/core/tools`. */
  readonly DynamicStructuredTool: new (fields: never) => T
}

/**
 * Makes tools for agents, `ToolNode` and `bindTools` of LangChain. An error is a `ToolMessage` with `status: 'error'` whose content is the JSON of
 * the `ToolError`.
 *
 * @throws TypeError for a call whose tool has no `args`, or `args` that are no object.
 * @category Adapters @since 0.1.0
 */
export const toTools = <T extends ToolLike>(calls: ReadonlyArray<AnyGuardedCall>, options: ToToolsOptions<T>): Array<T> => {
  const toolset = toolsetOf(calls)
  checkTurn(options.turn)
  const { DynamicStructuredTool, ...run } = options
  return [...toolset.values()].map((call) => {
    const { name, description, schema } = definitionOf(call, 'draft-07')
    const tool = new DynamicStructuredTool({ name, description, schema, func: () => '' } as never)
    const make: MakeCall = async ({ args, callId, config }) => {
      const answer = await runModelCall(toolset, { id: callId, name, input: args, context: config }, { ...run, signal: config?.signal ?? run.signal })
      return answer.kind === 'error' ? answer : { kind: 'value', value: answer.text }
    }
    // What the schema refuses, the guard refuses, and says why.
    return guardedTool(tool, make, make)
  })
}
