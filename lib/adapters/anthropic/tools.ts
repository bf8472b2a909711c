/** The tools of Anthropic's tool runner: guarded where they stand, or made of guarded calls. */
import { abandon } from '../../core/foreign/index.js'
import * as o from '../../core/options.js'
import type { AnyGuardedCall } from '../../guard/kernel.js'
import { ToolCallError } from '../../toolset/answer.js'
import { blocksBeside, withBlocks } from '../../toolset/beside-words.js'
import { classifyContent, contentText } from '../../toolset/content.js'
import { copyWith } from '../../toolset/copy.js'
import { declaring } from '../../toolset/declared.js'
import { defineAdapter, type GuardTools } from '../../toolset/define-adapter.js'
import type { ModelCall, RunOptions } from '../../toolset/model-call.js'
import { filledByParser, rawInput, parsedBy, RawArguments } from '../../toolset/parsing.js'
import { ThrownFailure } from '../../toolset/framework.js'
import { ANTHROPIC_FORM } from './form.js'
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
  /** The JSON Schema of the arguments, by which they are judged where the tool does not parse them itself. */
  readonly input_schema?: unknown
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

/**
 * The runner takes the content of its own error class as it is; of any other it writes `Error: ` before the message.
 * @category Adapters @since 0.1.0
 */
export interface RunnerOptions {
  /** `ToolError` of `@anthropic-ai/sdk/lib/tools/ToolError`, so that the model reads only the JSON of the error. */
  readonly ToolError?: new (content: string) => Error
}

// -- the adapter

const callOf = (args: unknown, context: RunContextLike | undefined): ModelCall => ({
  args,
  callId: context?.toolUse?.id,
  signal: context?.signal,
  context
})

const runParsed = async ({ run, parse }: RunnableToolLike, input: unknown, context: unknown): Promise<unknown> => {
  const args = await parsedBy(parse, input)
  try {
    return await (run as Run)(args, context)
  } catch (thrown) {
    if (isToolError(thrown)) return new ThrownFailure(contentText(thrown.content), blocksBeside(thrown.content))
    throw thrown
  }
}

// A tool made of a JSON Schema hands its arguments on.
const leavesArguments = (parse: AnyFunction): boolean => {
  const probe = {}
  try {
    const made = (parse as Run)(probe)
    abandon(made)
    return made === probe
  } catch {
    return false
  }
}

const adapter = defineAdapter<RunnableToolLike, RunnerOptions>({
  form: ANTHROPIC_FORM,
  callOf,
  ownOptions: { ToolError: o.optional(o.func) } satisfies o.TableOf<RunnerOptions>,
  nameOf: ({ name = '' }) => name,
  framework: ({ input_schema, parse }) => ({
    classify: (answer) => classifyContent(answer),
    // What parses its arguments judges them, too.
    ...declaring(
      parse === undefined || leavesArguments(parse)
        ? { args: input_schema }
        : { judgedArgs: input_schema, filledArgs: filledByParser(parse as Run) }
    )
  }),
  errorAs: (text, { ToolError }, _call, { beside }) => {
    throw ToolError === undefined ? new ToolCallError(text) : new ToolError(withBlocks(text, beside) as string)
  },
  wrap: (tool, guarded) =>
    tool.run === undefined
      ? tool
      : copyWith(tool, {
          parse: (input: unknown) => new RawArguments(input),
          run: (given: unknown, context?: RunContextLike) =>
            guarded([rawInput(given), context], ({ signal }, sent) => runParsed(tool, sent, { ...context, signal }))
        }),
  added: (options) => toTools([], options)
})

/**
 * Guards the tools of `beta.messages.toolRunner`, and gives them back in their own form: what a tool throws, refuses or
 * answers wrongly becomes an `is_error` result. Tools that the runner does not run stay as they are.
 *
 * @throws TypeError for a rule that names no tool.
 * @category Adapters @since 0.1.0
 */
export const guardTools: GuardTools<ReadonlyArray<RunnableToolLike | object>, RunnerOptions> = adapter.guardTools

/**
 * Makes tools for `beta.messages.toolRunner`.
 *
 * @throws TypeError for a call whose tool has no `args`, or `args` that are no object.
 * @category Adapters @since 0.1.0
 */
export const toTools = (
  calls: ReadonlyArray<AnyGuardedCall>,
  options: RunOptions & RunnerOptions
): Array<RunnableTool> =>
  adapter.toTools<RunnableTool>(calls, options, 'text', ({ name, description, schema }, run) => ({
    type: 'custom',
    name,
    description,
    input_schema: { ...schema },
    parse: (input) => input,
    run: async (...given) => String(await run(given))
  }))
