/** Adapters of frameworks whose tools hold the function that runs them: each declares only the differences of its framework. */
import { isObject } from '../core/foreign/fields.js'
import * as o from '../core/options.js'
import type { AnyGuardedCall } from '../guard/kernel.js'
import { withToolError, type FailedReply, type ToolReply } from './answer.js'
import { expectForm, type CallForm } from './call-form.js'
import { inPlace, type GuardToolsOptions, type Invocation } from './in-place.js'
import { openCalls, type ModelCall, type NamedCall, type RunOptions } from './model-call.js'
import type { PageAgain } from './page-again.js'
import type { OutputsOf } from './rules.js'
import type { Framework } from './see.js'
import type { ByName } from './tool-types.js'
import { definitionOf, type CheckedCall, type ToolDefinition } from './toolset.js'

// -- model

/** Makes a call that has the adapter's form: `given` is what the framework handed over, in which `call` then finds the call. */
export type CallMaker<Call> = (given: ReadonlyArray<unknown>, call: () => Call) => Promise<unknown>

/** The differences of one framework from the others. */
export interface AdapterOf<Tool extends object, Options> {
  /** The form of the framework's calls. */
  readonly form: CallForm
  /** @default the key of the tool in its record */
  readonly nameOf?: (tool: Tool, key: string) => string
  /** How to read responses, throws and a tool's own statements. @default nothing */
  readonly framework?: (tool: Tool) => Framework
  /** A copy of the tool that makes its calls by `guarded`; the tool itself where somebody else runs it. `again` knows a page in a saved history. */
  readonly wrap: (tool: Tool, guarded: CallMaker<Invocation>, again: PageAgain) => Tool
  /** The framework's form of an error, whose JSON is `text`. Never a throw where the framework tries again. */
  readonly errorAs: (text: string, options: Options, call: ModelCall, failed: FailedReply) => unknown
  /** The framework's own options. @default none */
  readonly ownOptions?: o.TableOf<Options>
}

/** The signature of an adapter's `guardTools`: the rules know the tools, and what they answer. */
export type GuardTools<Tools, Options = unknown> = <T extends Tools, Outputs extends OutputsOf<ByName<T>>>(
  tools: T,
  options: GuardToolsOptions<ByName<T>, Outputs> & Options
) => T

/** Makes a tool of a guarded call; `run` makes the call, and returns the framework's form. */
export type Define<Made> = (
  definition: ToolDefinition,
  run: CallMaker<ModelCall & Pick<NamedCall, 'isText'>>,
  call: CheckedCall
) => Made

type Toolbox<Tool> = Readonly<Record<string, Tool | object>> | ReadonlyArray<Tool | object>

// -- constructors

/** Defines an adapter: its `guardTools` guards existing tools, as an array or a record; its `toTools` makes tools of guarded calls. */
export const defineAdapter = <Tool extends object, Options = unknown>({
  form,
  nameOf = (_, key) => key,
  framework = () => ({}),
  wrap,
  errorAs,
  ownOptions
}: AdapterOf<Tool, Options>) => {
  const replyAs = (settled: ToolReply, options: Options, call: ModelCall): unknown => {
    if (settled.kind === 'value') return settled.value
    try {
      return errorAs(settled.text, options, call, settled)
    } catch (error) {
      throw withToolError(error, settled)
    }
  }

  return {
    guardTools: (<T extends Toolbox<Tool>>(tools: T, options: GuardToolsOptions & Options): T => {
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
        const make: CallMaker<Invocation> = async (given, call) => {
          expectForm(form, given)
          const invocation = call()
          return replyAs(await guarded(invocation), options, invocation)
        }
        const wrapped = wrap(tool, make, again)
        o.expectOption(
          wrapped !== tool || options.rules?.[name] === undefined,
          `rules.${name}`,
          'left out: this tool has no function here, somebody else runs it, and the guard never sees its calls'
        )
        return [key, wrapped] as const
      })
      return (Array.isArray(tools)
        ? guardedOnes.map(([, tool]) => tool)
        : Object.fromEntries(guardedOnes)) as unknown as T
    }) as GuardTools<Toolbox<Tool>, Options>,

    /** `answers`: whether the framework expects values, or the text that a model reads; `more`: options that only these tools have. */
    toTools: <Made>(
      calls: ReadonlyArray<AnyGuardedCall>,
      options: RunOptions & Options,
      answers: 'value' | 'text',
      define: Define<Made>,
      more: o.AnyTable = {}
    ): ReadonlyMap<string, Made> => {
      const { toolset, run } = openCalls(calls, options, { ...ownOptions, ...more })
      const tools = [...toolset].map(([name, call]) => {
        const made = define(
          definitionOf(call),
          async (given, asks) => {
            expectForm(form, given)
            const asked = asks()
            const answer = await run({ ...asked, name })
            return replyAs(answer.kind === 'value' ? { ...answer, value: answer[answers] } : answer, options, asked)
          },
          call
        )
        return [name, made] as const
      })
      return new Map(tools)
    }
  }
}
