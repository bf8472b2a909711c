/** Tools of the Claude Agent SDK's own in-process servers, guarded where they stand. */
import { copyWith } from '../../toolset/copy.js'
import { declaring } from '../../toolset/declared.js'
import { defineAdapter, type GuardTools } from '../../toolset/define-adapter.js'
import { annotated, asCallToolResult, mcpResultOf, type AnnotationsLike } from '../../toolset/mcp-result.js'
import { CLAUDE_TOOL_FORM } from './form.js'
import { classify } from './responses.js'
import { signalIn } from './sdk-insides.js'

// -- model

/** A tool that `tool` of the SDK made. @category Adapters @since 0.1.0 */
export interface ToolLike {
  readonly name: string
  readonly handler: (...args: ReadonlyArray<never>) => unknown
  readonly annotations?: AnnotationsLike | undefined
  /** The schemas of the arguments, by their names. */
  readonly inputSchema?: unknown
}

type Handler = (args: unknown, extra: unknown) => unknown

// -- the adapter

const adapter = defineAdapter<ToolLike>({
  form: CLAUDE_TOOL_FORM,
  callOf: (args: unknown, extra: unknown) => ({ args, signal: signalIn(extra), context: extra }),
  nameOf: ({ name }) => name,
  framework: ({ annotations, inputSchema }) => ({
    classify,
    ...annotated(annotations),
    ...declaring({ judgedArgs: inputSchema })
  }),
  errorAs: (_text, _options, _call, failed) => mcpResultOf(failed),
  wrap: (tool, guarded) => {
    const handler = (tool.handler as Handler).bind(tool)
    return copyWith(tool, {
      handler: async (args: unknown, extra: unknown) =>
        asCallToolResult(
          await guarded([args, extra], ({ signal }, sent) =>
            handler(sent, { ...(extra as object | undefined), signal })
          )
        )
    })
  }
})

/**
 * Guards tools that `tool` made, for `createSdkMcpServer`, and gives them back in their own form: what a tool throws or
 * answers wrongly becomes a result with `isError` and the JSON of the `ToolError` as its text. Guard a tool here or by
 * hooks, not twice. A server of guarded calls is made with `guarded-call/mcp`.
 *
 * @throws TypeError for a rule that names no tool.
 * @category Adapters @since 0.1.0
 */
export const guardTools: GuardTools<ReadonlyArray<ToolLike>> = adapter.guardTools
