/**
 * Adapters of frameworks whose tools hold the function that runs them: each declares only the differences of its
 * framework.
 */
import { isObject } from '../core/foreign/index.js'
import * as o from '../core/options.js'
import type { AnyGuardedCall } from '../guard/kernel.js'
import { withToolError, type FailedReply, type ToolReply } from './answer.js'
import { expectForm, type CallForm } from './call-form.js'
import { inPlace, type GuardToolsOptions, type Invocation } from './in-place.js'
import { resultsOf } from './answer-handles.js'
import { openCalls, type ModelCall, type NamedCall, type RunOptions } from './model-call.js'
import type { PageAgain } from './page-again.js'
import type { OutputsOf } from './rules.js'
import type { Framework } from './framework.js'
import type { ByName } from './tool-types.js'
import { definitionOf, type CheckedCall, type ToolDefinition } from './toolset.js'

// -- model

/**
 * Makes a guarded call of what the framework handed over, in the adapter's form; `more` is what else is known of it.
 * @category Adapters @since 0.1.0
 */
export type GuardedRun = (
  given: ReadonlyArray<unknown>,
  execute: Invocation['execute'],
  more?: Partial<ModelCall>
) => Promise<unknown>

type AsksFor = Partial<ModelCall & Pick<NamedCall, 'isText'>>

/** The differences of one framework from the others. @category Adapters @since 0.1.0 */
export interface AdapterOf<Tool extends object, Options> {
  /** The form of the framework's calls. */
  readonly form: CallForm
  /** The call in what the framework handed over, which has the form. */
  readonly callOf: (...given: ReadonlyArray<never>) => ModelCall
  /** @default the key of the tool in its record */
  readonly nameOf?: (tool: Tool, key: string) => string
  /** How to read responses, throws and a tool's own statements. @default nothing */
  readonly framework?: (tool: Tool) => Framework
  /**
   * A copy of the tool that makes its calls by `guarded`; the tool itself where somebody else runs it. `again` knows a
   * page in a saved history.
   */
  readonly wrap: (tool: Tool, guarded: GuardedRun, again: PageAgain, options: Options) => Tool
  /** The framework's form of an error, whose JSON is `text`. Never a throw where the framework tries again. */
  readonly errorAs: (text: string, options: Options, call: ModelCall, failed: FailedReply) => unknown
  /** The framework's own options. @default none */
  readonly ownOptions?: o.TableOf<Options>
  /**
   * Makes tools of guarded calls, to be added to the guarded `tools`.
   * @default the author adds `read_result` by `toTools([], { results, … })`
   */
  readonly added?: (options: RunOptions & Options, tools: ReadonlyArray<Tool>) => Toolbox<Tool>
}

/** The options behind the tools, which may be left out where the adapter needs none of its own. */
type OptionsAfter<Given, Own> = object extends Own ? [options?: Given] : [options: Given]

/**
 * The signature of an adapter's `guardTools`: the rules know the tools, and what they answer.
 * @category Adapters @since 0.1.0
 */
export type GuardTools<Tools, Options = unknown> = <T extends Tools, Outputs extends OutputsOf<ByName<T>>>(
  tools: T,
  ...rest: OptionsAfter<GuardToolsOptions<ByName<T>, Outputs> & Options, Options>
) => T

/**
 * Makes a tool of a guarded call; `run` makes the call, and returns the framework's form.
 * @category Adapters @since 0.1.0
 */
export type DefineTool<Made> = (
  definition: ToolDefinition,
  run: (given: ReadonlyArray<unknown>, more?: AsksFor) => Promise<unknown>,
  call: CheckedCall
) => Made

type Toolbox<Tool> = Readonly<Record<string, Tool | object>> | ReadonlyArray<Tool | object>

// -- constructors

/**
 * Defines an adapter: its `guardTools` guards existing tools, as an array or a record; its `toTools` makes tools of
 * guarded calls.
 * @category Adapters @since 0.1.0
 */
export const defineAdapter = <Tool extends object, Options = unknown>({
  form,
  callOf,
  nameOf = (_, key) => key,
  framework = () => ({}),
  wrap,
  errorAs,
  ownOptions,
  added
}: AdapterOf<Tool, Options>) => {
  const callIn = (given: ReadonlyArray<unknown>): ModelCall => {
    expectForm(form, given)
    return (callOf as (...all: ReadonlyArray<unknown>) => ModelCall)(...given)
  }

  const replyAs = async (settled: ToolReply, options: Options, call: ModelCall): Promise<unknown> => {
    if (settled.kind === 'value') return settled.value
    try {
      return await errorAs(settled.text, options, call, settled)
    } catch (error) {
      throw withToolError(error, settled)
    }
  }

  return {
    guardTools: (<T extends Toolbox<Tool>>(tools: T, options = {} as GuardToolsOptions & Options): T => {
      o.expectOption(isObject(tools), 'tools', 'the tools of the framework')
      const named = Object.entries<Tool>(tools as Readonly<Record<string, Tool>>).map(([key, tool]) => ({
        key,
        tool,
        name: nameOf(tool, key)
      }))
      const guard = inPlace(
        options,
        named.map(({ name }) => name),
        ownOptions
      )
      const guardedOnes = named.map(({ key, tool, name }) => {
        const guarded = guard(name, framework(tool))
        const { again } = guarded
        const make: GuardedRun = async (given, execute, more) => {
          const invocation = { ...callIn(given), ...more, execute }
          return replyAs(await guarded(invocation), options, invocation)
        }
        const wrapped = wrap(tool, make, again, options)
        o.expectOption(
          wrapped !== tool || options.rules?.[name] === undefined,
          `rules.${name}`,
          'left out: this tool has no function here, somebody else runs it, and the guard never sees its calls'
        )
        return [key, wrapped] as const
      })
      const { rules: _rules, timeoutMs: _timeoutMs, errors: _errors, ...shared } = options
      const all = named.map(({ tool }) => tool)
      const reader = resultsOf(options) === undefined ? {} : (added?.(shared as RunOptions & Options, all) ?? {})
      const made = [...guardedOnes, ...Object.entries(reader)]
      return (Array.isArray(tools) ? made.map(([, tool]) => tool) : Object.fromEntries(made)) as unknown as T
    }) as GuardTools<Toolbox<Tool>, Options>,

    /**
     * `answers`: whether the framework expects values, or the text that a model reads; `extra`: options that only these
     * tools have.
     */
    toTools: <Made>(
      calls: ReadonlyArray<AnyGuardedCall>,
      options: RunOptions & Options,
      answers: 'value' | 'text',
      define: DefineTool<Made>,
      extra: o.AnyTable = {}
    ): Array<Made> => {
      const { toolset, run } = openCalls(calls, options, { ...ownOptions, ...extra })
      return [...toolset].map(([name, call]) =>
        define(
          definitionOf(call),
          async (given, more) => {
            const asked = { ...callIn(given), ...more }
            const answer = await run({ ...asked, name })
            return replyAs(answer.kind === 'value' ? { ...answer, value: answer[answers] } : answer, options, asked)
          },
          call
        )
      )
    }
  }
}
