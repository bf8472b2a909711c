/** The tools of Anthropic's tool runner: guarded where they stand, or made of guarded calls. */
import type { AnyGuardedCall } from '../../guard/kernel.js'
import { ToolCallError } from '../../toolset/answer.js'
import { seeContent, contentText } from '../../toolset/content.js'
import { copyWith } from '../../toolset/copy.js'
import { inPlace, type Guarded, type GuardToolsOptions } from '../../toolset/in-place.js'
import { openCalls, type RunOptions } from '../../toolset/model-call.js'
import { refusedArguments } from '../../toolset/refusals.js'
import { dataItself, ThrownFailure, type SeenAnswer } from '../../toolset/see.js'
import { definitionsOf } from '../../toolset/toolset.js'
import type { ToolDefinition } from './messages.js'
import { isToolError } from './sdk-insides.js'

// -- model

type AnyFunction = (...args: ReadonlyArray<never>) => unknown

type Run = (...args: ReadonlyArray<unknown>) => unknown

/** A tool of `beta.messages.toolRunner`; one without `run` is the provider's own. @category Adapters @since 0.1.0 */
export interface RunnableToolLike {
  readonly name?: string
  readonly run?: AnyFunction
  readonly parse?: AnyFunction | undefined
}

/** What a tool is told when it runs. @category Adapters @since 0.1.0 */
export interface RunContextLike {
  readonly toolUse?: { readonly id: string }
  readonly signal?: AbortSignal | null | undefined
}

/** A tool as `beta.messages.toolRunner` takes it. @category Adapters @since 0.1.0 */
export interface RunnableTool extends ToolDefinition {
  readonly type: 'custom'
  readonly parse: (input: unknown) => unknown
  readonly run: (input: unknown, context?: RunContextLike) => Promise<string>
}

/** The runner takes the content of its own error class as it is; of any other it writes `Error: ` before the message. @category Adapters @since 0.1.0 */
export interface RunnerOptions {
  /** `ToolError` of `@anthropic-ai/sdk/lib/tools/ToolError`, so that the model reads nothing but the JSON of the error. */
  readonly ToolError?: new (content: string) => Error
}

const fail = (text: string, { ToolError = ToolCallError }: RunnerOptions): never => {
  throw new ToolError(text)
}

// -- in place

const see = (answer: unknown): SeenAnswer =>
  Array.isArray(answer) ? seeContent(answer, (blocks) => blocks) : dataItself(answer)

// What the runner is given in the place of parsed input: the guarded call parses, so that what a parser throws is counted and explained.
class Unparsed {
  constructor(readonly input: unknown) {}
}

const runParsed = async ({ run, parse }: RunnableToolLike, input: unknown, context: unknown): Promise<unknown> => {
  let args = input
  try {
    if (parse !== undefined) args = (parse as Run)(input)
  } catch (thrown) {
    throw refusedArguments(thrown)
  }
  try {
    return await (run as Run)(args, context)
  } catch (thrown) {
    if (isToolError(thrown)) return new ThrownFailure(contentText(thrown.content))
    throw thrown
  }
}

const guardTool = (tool: RunnableToolLike, guarded: Guarded, options: RunnerOptions): RunnableToolLike =>
  copyWith(tool, {
    parse: (input: unknown) => new Unparsed(input),
    run: async (given: unknown, context?: RunContextLike) => {
      const input = given instanceof Unparsed ? given.input : given
      const settled = await guarded({
        args: input,
        callId: context?.toolUse?.id,
        signal: context?.signal,
        context,
        execute: ({ signal }) => runParsed(tool, input, { ...context, signal })
      })
      return settled.kind === 'error' ? fail(settled.text, options) : settled.value
    }
  })

/**
 * Guards the tools of `beta.messages.toolRunner`, and gives them back in their own form: what a tool throws, refuses or answers wrongly becomes
 * an `is_error` result. Tools that the runner does not run stay as they are.
 *
 * @throws TypeError for a rule that names no tool.
 * @category Adapters @since 0.1.0
 */
export const guardTools = <T extends ReadonlyArray<RunnableToolLike | object>>(
  tools: T,
  options: GuardToolsOptions & RunnerOptions
): T => {
  const all: ReadonlyArray<RunnableToolLike> = tools
  const guard = inPlace(
    options,
    all.flatMap(({ name }) => (name === undefined ? [] : [name]))
  )
  return all.map((tool) =>
    tool.run === undefined || tool.name === undefined ? tool : guardTool(tool, guard(tool.name, { see }), options)
  ) as unknown as T
}

// -- from guarded calls

/**
 * Makes tools for `beta.messages.toolRunner`.
 *
 * @throws TypeError for a call whose tool has no `args`, or `args` that are no object.
 * @category Adapters @since 0.1.0
 */
export const toTools = (
  calls: ReadonlyArray<AnyGuardedCall>,
  options: RunOptions & RunnerOptions
): Array<RunnableTool> => {
  const { toolset, run } = openCalls(calls, options)
  return definitionsOf(toolset).map(({ name, description, schema }) => ({
    type: 'custom',
    name,
    description,
    input_schema: { ...schema },
    parse: (input) => input,
    run: async (input, context) => {
      const { kind, text } = await run({ id: context?.toolUse?.id, name, input, context, signal: context?.signal })
      return kind === 'error' ? fail(text, options) : text
    }
  }))
}
