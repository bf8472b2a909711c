/** The tools of OpenAI's own runners: guarded where they stand, or made of guarded calls. */
import { dataOf } from '../../core/json-read.js'
import type { AnyGuardedCall } from '../../guard/kernel.js'
import { valueOrText } from '../../toolset/answer.js'
import { copyWith } from '../../toolset/copy.js'
import { inPlace, type Guarded, type GuardToolsOptions } from '../../toolset/in-place.js'
import { openCalls, type RunOptions } from '../../toolset/model-call.js'
import { refusedArguments } from '../../toolset/refusals.js'
import { definitionsOf } from '../../toolset/toolset.js'
import { attachedTo, withAttached } from './sdk-insides.js'

// -- model

type AnyFunction = (...args: ReadonlyArray<never>) => unknown

/** A tool of `chat.completions.runTools`: a plain one, or one that `zodFunction` made. @category Adapters @since 0.1.0 */
export interface RunnableToolLike {
  readonly type: string
  readonly function: {
    readonly name?: string | undefined
    readonly function?: AnyFunction
    readonly parse?: AnyFunction | undefined
  }
}

/** A function of the Responses tool runner. @category Adapters @since 0.1.0 */
export interface RunnerFunctionLike {
  readonly tool: { readonly name: string }
  readonly execute: AnyFunction
}

/** A tool of either runner. @category Adapters @since 0.1.0 */
export type OpenAiToolLike = RunnableToolLike | RunnerFunctionLike

/** A tool of `chat.completions.runTools`. @category Adapters @since 0.1.0 */
export interface RunnableTool {
  readonly type: 'function'
  readonly function: {
    readonly name: string
    readonly description: string
    readonly parameters: Record<string, unknown>
    readonly function: (input: string, runner?: unknown, context?: unknown) => Promise<string>
  }
}

type Run = (...args: ReadonlyArray<unknown>) => unknown

const nameOf = (tool: OpenAiToolLike): string => {
  if ('tool' in tool) return tool.tool.name
  return tool.function.name ?? tool.function.function?.name ?? ''
}

// -- in place

// What the runner is given in the place of parsed arguments: the guarded call parses, so that what a parser throws is counted and explained.
class Unparsed {
  constructor(readonly text: string) {}
}

const parsedBy = async (parse: Run, text: string): Promise<unknown> => {
  try {
    return await parse(text)
  } catch (thrown) {
    throw refusedArguments(thrown)
  }
}

// The runner hands itself over, and stops by its controller.
const signalOf = (runner: unknown): AbortSignal | undefined =>
  (runner as { readonly controller?: { readonly signal?: AbortSignal } } | undefined)?.controller?.signal

// The results of a message's calls are pushed after it while others of them still run.
const messageOf = (runner: unknown): object | undefined =>
  (
    runner as { readonly messages?: ReadonlyArray<{ readonly role?: string }> } | null | undefined
  )?.messages?.findLast?.(({ role }) => role === 'assistant')

const guardedRun =
  (guarded: Guarded, run: Run, parse: Run | undefined): Run =>
  async (input, ...rest) => {
    const text = input instanceof Unparsed ? input.text : input
    return valueOrText(
      await guarded({
        args: dataOf(text),
        signal: signalOf(rest[0]),
        message: messageOf(rest[0]),
        context: rest[1],
        execute: async () =>
          run(parse !== undefined && typeof text === 'string' ? await parsedBy(parse, text) : text, ...rest)
      })
    )
  }

const keepText = (text: unknown): Unparsed => new Unparsed(String(text))

const guardRunnable = (tool: RunnableToolLike, guard: (name: string) => Guarded): RunnableToolLike => {
  const attached = attachedTo(tool)
  const { function: run, parse } = tool.function
  const name = nameOf(tool)
  if (attached !== undefined)
    return withAttached(tool, {
      callback: guardedRun(guard(name), attached.callback, attached.parse),
      parse: keepText
    })
  if (run === undefined) return tool
  return copyWith(tool, {
    function: copyWith(tool.function, {
      name,
      function: guardedRun(guard(name), run as Run, parse as Run | undefined),
      ...(parse === undefined ? {} : { parse: keepText })
    })
  })
}

const guardFunction = (tool: RunnerFunctionLike, guarded: Guarded): RunnerFunctionLike =>
  copyWith(tool, {
    execute: async (args: unknown, options?: { readonly signal?: AbortSignal }) =>
      valueOrText(
        await guarded({
          args,
          signal: options?.signal,
          context: options,
          execute: ({ signal }) => (tool.execute as Run)(args, { ...options, signal })
        })
      )
  })

/**
 * Guards the tools of `chat.completions.runTools` or of the Responses tool runner, and gives them back in their own form: what a tool throws,
 * refuses or answers wrongly becomes the JSON of a `ToolError`, and nothing stops the run. Tools that the runner does not run stay as they are.
 *
 * @throws TypeError for a rule that names no tool.
 * @category Adapters @since 0.1.0
 */
export const guardTools = <T extends ReadonlyArray<OpenAiToolLike>>(tools: T, options: GuardToolsOptions): T => {
  const guard = inPlace(options, tools.map(nameOf))
  return tools.map((tool) =>
    'tool' in tool ? guardFunction(tool, guard(tool.tool.name)) : guardRunnable(tool, guard)
  ) as unknown as T
}

// -- from guarded calls

/**
 * Makes tools for `chat.completions.runTools`.
 *
 * @throws TypeError for a call whose tool has no `args`, or `args` that are no object.
 * @category Adapters @since 0.1.0
 */
export const toTools = (calls: ReadonlyArray<AnyGuardedCall>, options: RunOptions): Array<RunnableTool> => {
  const { toolset, run } = openCalls(calls, options)
  return definitionsOf(toolset).map(({ name, description, schema }) => ({
    type: 'function',
    function: {
      name,
      description,
      parameters: schema,
      function: async (input, runner, context) =>
        (await run({ name, input, isText: true, context, message: messageOf(runner), signal: signalOf(runner) })).text
    }
  }))
}
