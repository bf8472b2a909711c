/** The tools of OpenAI's own runners: guarded where they stand, or made of guarded calls. */
import { asFields, asList } from '../../core/foreign/index.js'
import { dataOf } from '../../core/json/index.js'
import type { AnyGuardedCall } from '../../guard/kernel.js'
import { copyWith } from '../../toolset/copy.js'
import { declaring, type DeclaredSchemas } from '../../toolset/declared.js'
import { defineAdapter, type GuardedRun, type GuardTools } from '../../toolset/define-adapter.js'
import { dataItself, type ClassifiedResponse } from '../../toolset/framework.js'
import { takenParameters } from '../../toolset/function-parameters.js'
import type { ModelCall, RunOptions } from '../../toolset/model-call.js'
import { filledByParser, rawInput, parsedBy, RawArguments } from '../../toolset/parsing.js'
import { OPENAI_FORM } from './form.js'
import { attachedTo, withAttached } from './sdk-insides.js'

// -- model

type AnyFunction = (...args: ReadonlyArray<never>) => unknown

/**
 * A tool of `chat.completions.runTools`: a plain one, or one that `zodFunction` made.
 * @category Adapters @since 0.1.0
 */
export interface RunnableToolLike {
  readonly type: string
  readonly function: {
    readonly name?: string | undefined
    readonly function?: AnyFunction
    readonly parse?: AnyFunction | undefined
    /** The JSON Schema of the arguments, by which they are judged where the tool does not parse them itself. */
    readonly parameters?: unknown
    readonly strict?: boolean | null | undefined
  }
}

/** A function of the Responses tool runner. @category Adapters @since 0.1.0 */
export interface RunnerFunctionLike {
  readonly tool: { readonly name: string; readonly parameters?: unknown; readonly strict?: boolean | null | undefined }
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

// -- the adapter

// The runner hands itself over, and stops by its controller. The results of a message's calls are pushed after it while
// others of them still run.
interface RunnerLike {
  readonly controller?: { readonly signal?: AbortSignal }
  /** The runner of Responses hands over a signal instead. */
  readonly signal?: AbortSignal
  readonly messages?: ReadonlyArray<{ readonly role?: string }>
}

const callOf = (text: unknown, runner: unknown, context: unknown): ModelCall => {
  const { controller, messages, signal } = (runner ?? {}) as RunnerLike
  return {
    args: text,
    signal: controller?.signal ?? signal,
    message: messages?.findLast?.(({ role }) => role === 'assistant'),
    context
  }
}

const guardedRun =
  (guarded: GuardedRun, run: Run, parse: AnyFunction | undefined): Run =>
  (given, runner, ...rest) => {
    const text = rawInput(given)
    // Some servers send no text where a tool has no parameters.
    const args = parse === undefined && text === '' ? {} : dataOf(text)
    const execute = async (_: unknown, sent: unknown): Promise<unknown> => {
      const input = sent === args ? text : JSON.stringify(sent)
      return run(typeof input === 'string' ? await parsedBy(parse, input) : input, runner, ...rest)
    }
    return guarded([given, runner, ...rest], execute, { args })
  }

const parse = (text: unknown): RawArguments => new RawArguments(String(text))

const guardRunnable = (tool: RunnableToolLike, guarded: GuardedRun): RunnableToolLike => {
  const attached = attachedTo(tool)
  const { function: run, parse: own } = tool.function
  if (attached !== undefined)
    return withAttached(tool, { callback: guardedRun(guarded, attached.callback, attached.parse), parse })
  if (run === undefined) return tool
  return copyWith(tool, {
    function: copyWith(tool.function, {
      name: nameOf(tool),
      function: guardedRun(guarded, run as Run, own),
      ...(own === undefined ? {} : { parse })
    })
  })
}

const guardFunction = (tool: RunnerFunctionLike, guarded: GuardedRun): RunnerFunctionLike =>
  copyWith(tool, {
    execute: (args: unknown, options?: { readonly signal?: AbortSignal }) =>
      guarded([args, options], ({ signal }, sent) => (tool.execute as Run)(sent, { ...options, signal }), {
        context: options
      })
  })

const filledByText = (own: AnyFunction): unknown =>
  filledByParser((args) => (own as Run)(typeof args === 'string' ? args : JSON.stringify(args)))

// A parser of the tool's own judges what it parses, too.
const schemasOf = (tool: OpenAiToolLike): DeclaredSchemas => {
  if ('tool' in tool) return { args: takenParameters(tool.tool) }
  const attached = attachedTo(tool)
  const own = attached === undefined ? tool.function.parse : attached.parse
  const schema = takenParameters(tool.function)
  if (attached === undefined && (own === undefined || own === JSON.parse)) return { args: schema }
  return { judgedArgs: schema, ...(own === undefined ? {} : { filledArgs: filledByText(own) }) }
}

const PARTS: ReadonlySet<unknown> = new Set(['input_text', 'input_image', 'input_file'])

// The Responses runner takes a text, or parts, of which it hands on images and files.
const classifyOutput = (answer: unknown): ClassifiedResponse => {
  const parts = asList(answer).map(asFields)
  if (parts.length === 0 || !parts.every(({ type }) => PARTS.has(type))) return dataItself(answer)
  const texts = parts.map(({ text }) => text).filter((text) => typeof text === 'string')
  return {
    kind: 'data',
    data: answer,
    rebuild: ({ value, text }) => (Array.isArray(value) ? value : text),
    ...(texts.length === parts.length ? {} : { texts })
  }
}

const adapter = defineAdapter<OpenAiToolLike>({
  form: OPENAI_FORM,
  callOf,
  nameOf,
  framework: (tool) => ({
    classify: 'tool' in tool ? classifyOutput : dataItself,
    ...declaring(schemasOf(tool))
  }),
  errorAs: (text) => text,
  wrap: (tool, guarded) => ('tool' in tool ? guardFunction(tool, guarded) : guardRunnable(tool, guarded)),
  added: (options, tools) => (tools.some((tool) => 'tool' in tool) ? toFunctions(options) : toTools([], options))
})

// The Responses runner refuses tools in the form of the other.
const toFunctions = (options: RunOptions): Array<object> =>
  adapter.toTools<object>([], options, 'text', ({ name, description, schema }, run) => ({
    tool: { type: 'function', name, description, parameters: schema, strict: false },
    execute: async (...given: ReadonlyArray<unknown>) => String(await run(given))
  }))

/**
 * Guards the tools of `chat.completions.runTools` or of the Responses tool runner, and gives them back in their own
 * form: what a tool throws, refuses or answers wrongly becomes the JSON of a `ToolError`, and nothing stops the run.
 * Tools that the runner does not run stay as they are.
 *
 * @throws TypeError for a rule that names no tool.
 * @category Adapters @since 0.1.0
 */
export const guardTools: GuardTools<ReadonlyArray<OpenAiToolLike>> = adapter.guardTools

/**
 * Makes tools for `chat.completions.runTools`.
 *
 * @throws TypeError for a call whose tool has no `args`, or `args` that are no object.
 * @category Adapters @since 0.1.0
 */
export const toTools = (calls: ReadonlyArray<AnyGuardedCall>, options: RunOptions): Array<RunnableTool> =>
  adapter.toTools<RunnableTool>(calls, options, 'text', ({ name, description, schema }, run) => ({
    type: 'function',
    function: {
      name,
      description,
      parameters: schema,
      function: async (...given) => String(await run(given, { isText: true }))
    }
  }))
