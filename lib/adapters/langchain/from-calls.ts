/** Guarded calls as tools of LangChain. */
import * as o from '../../core/options.js'
import type { AnyGuardedCall } from '../../guard/kernel.js'
import { openCalls, type RunOptions } from '../../toolset/model-call.js'
import { definitionsIn } from '../../toolset/toolset.js'
import { guardedTool, THROWS, type MakeCall, type ThrowsOptions, type ToolLike } from './guarded-tool.js'

/** In which turn calls are made, and LangChain's class for a tool. @category Adapters @since 0.1.0 */
export interface ToToolsOptions<T extends ToolLike> extends RunOptions, ThrowsOptions {
  /** `DynamicStructuredTool` of `@langchain/core/tools`. */
  readonly DynamicStructuredTool: new (fields: never) => T
}

const OWN = { DynamicStructuredTool: o.required(o.func), ...THROWS } satisfies o.TableOf<
  Omit<ToToolsOptions<ToolLike>, keyof RunOptions>
>

/**
 * Makes tools for agents, `ToolNode` and `bindTools` of LangChain. An error is a `ToolMessage` with `status: 'error'`
 * whose content is the JSON of the `ToolError`.
 *
 * @throws TypeError for a call whose tool has no `args`, or `args` that are no object.
 * @category Adapters @since 0.1.0
 */
export const toTools = <T extends ToolLike>(
  calls: ReadonlyArray<AnyGuardedCall>,
  options: ToToolsOptions<T>
): Array<T> => {
  const { run, toolset } = openCalls(calls, options, OWN)
  return definitionsIn(toolset, 'draft-07').map(({ name, description, schema }) => {
    const tool = new options.DynamicStructuredTool({ name, description, schema, func: () => '' } as never)
    const make: MakeCall = async (call) => {
      const answer = await run({ ...call, name })
      return answer.kind === 'error' ? answer : { kind: 'value', value: answer.text }
    }
    // What the schema refuses, the guard refuses, and says why.
    return guardedTool(tool, make, make, options)
  })
}
