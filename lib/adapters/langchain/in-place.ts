/** Tools of LangChain, guarded where they stand. */
import { isObject } from '../../core/foreign/index.js'
import { expectOption } from '../../core/options.js'
import { declaring } from '../../toolset/declared.js'
import type { GuardTools } from '../../toolset/define-adapter.js'
import { inPlace } from '../../toolset/in-place.js'
import { parsedBySchema, refusedBySchema } from '../../toolset/refusals.js'
import { ThrownFailure } from '../../toolset/framework.js'
import { guardedTool, THROWS, type MakeCall, type OneCall, type ThrowsOptions, type ToolLike } from './guarded-tool.js'
import { classify, classifyWithArtifact } from './messages.js'
import { isBubbleUp, isOpenTool, isParentCommand, isToolException, type OpenTool } from './sdk-insides.js'

interface ManagerLike {
  readonly handleToolEvent?: (part: unknown) => unknown
}

const isGenerator = (answer: unknown): answer is AsyncGenerator =>
  isObject(answer) && Symbol.asyncIterator in answer && 'next' in answer

// As LangChain does it: what is yielded is for whoever watches, what is returned is the answer.
const answerOf = async (parts: AsyncGenerator, manager: unknown): Promise<unknown> => {
  for (let part = await parts.next(); ; part = await parts.next()) {
    if (part.done === true) return part.value
    await (manager as ManagerLike | undefined)?.handleToolEvent?.(part.value)
  }
}

const run = async (
  tool: OpenTool,
  { args, manager, config }: OneCall,
  sent: unknown,
  signal: AbortSignal
): Promise<unknown> => {
  // LangChain has parsed what the model sent, and knows nothing of what was repaired.
  const parsed = sent === args ? args : parsedBySchema(tool.schema, sent)
  try {
    const answer = await tool._call(parsed, manager, { ...config, signal })
    return isGenerator(answer) ? await answerOf(answer, manager) : answer
  } catch (thrown) {
    if (isToolException(thrown)) return new ThrownFailure(thrown.message)
    throw thrown
  }
}

/**
 * Guards tools of LangChain and gives them back in their own form, for agents, `ToolNode` and `bindTools` alike: what a
 * tool throws, refuses or answers wrongly becomes a `ToolMessage` with `status: 'error'` whose content is the JSON of
 * the `ToolError`, and callbacks and tracers see a run that failed. Interrupts and commands pass.
 *
 * @throws TypeError for a rule that names no tool, and for what is no structured tool.
 * @category Adapters @since 0.1.0
 */
export const guardTools: GuardTools<ReadonlyArray<ToolLike>, ThrowsOptions> = (tools, options = {}) => {
  expectOption(Array.isArray(tools), 'tools', 'an array of tools of LangChain')
  const guard = inPlace(
    options,
    tools.map(({ name }) => name),
    THROWS
  )
  return tools.map((tool) => {
    if (!isOpenTool(tool)) throw new TypeError(`Expected \`${tool.name}\` to be a structured tool of LangChain.`)
    const guarded = guard(tool.name, {
      isControl: isBubbleUp,
      endsCall: isParentCommand,
      classify: tool.responseFormat === 'content_and_artifact' ? classifyWithArtifact : classify,
      ...declaring({ judgedArgs: tool.schema })
    })
    const calling =
      (refuses: boolean): MakeCall =>
      (call) =>
        guarded({
          ...call,
          execute: ({ signal }, sent) =>
            refuses && sent === call.args ? refusedBySchema(tool.schema, sent) : run(tool, call, sent, signal)
        })
    return guardedTool(tool, calling(false), calling(true), options)
  }) as unknown as typeof tools
}
