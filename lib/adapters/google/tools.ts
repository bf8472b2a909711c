/** Function tools of Google's ADK: guarded where they stand, or made of guarded calls. */
import { isSchema } from '../../codec/is-codec.js'
import * as o from '../../core/options.js'
import type { AnyGuardedCall } from '../../guard/kernel.js'
import { asFields } from '../../core/foreign/index.js'
import { supported } from '../../toolset/call-form.js'
import { copyWith } from '../../toolset/copy.js'
import { declaring } from '../../toolset/declared.js'
import { defineAdapter, type GuardTools } from '../../toolset/define-adapter.js'
import { ControlReturn } from '../../toolset/control.js'
import { classifyAnswer } from '../../toolset/mcp-result.js'
import type { ModelCall, RunOptions } from '../../toolset/model-call.js'
import { ownAnswer, ownFailure } from '../../toolset/own-failure.js'
import { ADK_FORM } from './form.js'
import { isAdkTool, isOtherAdkTool, withExecute, type AdkTool } from './sdk-insides.js'

// -- model

/** A tool of an agent; one that is no function tool is run by somebody else. @category Adapters @since 0.1.0 */
export interface ToolLike {
  readonly name: string
}

/** What a tool is told when it runs. @category Adapters @since 0.1.0 */
export interface ToolContextLike {
  readonly functionCallId?: string | undefined
  readonly abortSignal?: AbortSignal | undefined
  readonly toolConfirmation?: unknown
  readonly actions?: { readonly requestedToolConfirmations?: Readonly<Record<string, unknown>> }
}

/** In which turn calls are made, and ADK's class for a tool. @category Adapters @since 0.1.0 */
export interface ToToolsOptions<T extends ToolLike> extends RunOptions {
  /** `FunctionTool` of `@google/adk`. */
  readonly FunctionTool: new (options: never) => T
}

const OWN = { FunctionTool: o.required(o.func) } satisfies o.TableOf<Omit<ToToolsOptions<ToolLike>, keyof RunOptions>>

interface Request {
  readonly args: unknown
  readonly toolContext?: ToolContextLike
}

// -- the adapter

// By `requestConfirmation` of the context, which notes it by the call's id.
const requestedOf = ({ functionCallId = '', actions }: ToolContextLike): unknown => {
  const requested = actions?.requestedToolConfirmations ?? {}
  return Object.hasOwn(requested, functionCallId) ? requested[functionCallId] : undefined
}

const runOnce = async (tool: AdkTool, { args, toolContext }: Request): Promise<unknown> => {
  let outcome: { readonly answer: unknown } | { readonly thrown: unknown } | undefined
  const watched = withExecute(tool, async (...given) => {
    try {
      const answer = await tool.execute(...given)
      outcome = { answer }
      return answer
    } catch (thrown) {
      outcome = { thrown }
      throw thrown
    }
  })
  const own = async (): Promise<unknown> => {
    try {
      return await watched.runAsync({ args, toolContext })
    } catch (thrown) {
      throw outcome !== undefined && 'thrown' in outcome ? outcome.thrown : thrown
    }
  }
  const before = requestedOf(toolContext ?? {})
  const answer = await own()
  const requested = requestedOf(toolContext ?? {})
  if (requested !== undefined && requested !== before) throw new ControlReturn(answer)
  if (outcome !== undefined) return answer
  // The tool asks for an approval.
  if (toolContext?.toolConfirmation === undefined) throw new ControlReturn(answer)
  return ownAnswer(ownFailure('The call was not approved.'), 'no')
}

const callOf = ({ args, toolContext }: Request): ModelCall => ({
  args,
  callId: toolContext?.functionCallId,
  signal: toolContext?.abortSignal,
  context: toolContext,
  approved: asFields(toolContext?.toolConfirmation)['confirmed'] === true
})

const adapter = defineAdapter<ToolLike>({
  form: ADK_FORM,
  callOf,
  nameOf: ({ name }) => name,
  framework: (tool) => ({
    classify: classifyAnswer,
    ...(isAdkTool(tool) && isSchema(tool.parameters) ? declaring({ args: tool.parameters }) : {})
  }),
  // ADK tries again what a tool throws, where its plugin for that is in use.
  errorAs: (text) => ({ error: text }),
  wrap: (tool, guarded) => {
    if (isOtherAdkTool(tool))
      throw new TypeError(
        `Expected \`${tool.name}\` to be a function tool of ${supported(ADK_FORM)}: it would run unguarded.`
      )
    if (!isAdkTool(tool)) return tool
    return copyWith(tool, {
      runAsync: (request: Request) => guarded([request], (_, args) => runOnce(tool, { ...request, args }))
    })
  }
})

/**
 * Guards function tools of ADK and gives them back in their own form: what a tool throws, refuses or answers wrongly
 * becomes a response whose `error` is the JSON of the `ToolError`. A tool that waits for an approval is the same call
 * when it goes on. Other tools stay as they are.
 *
 * @throws TypeError for a rule that names no tool, and for a function tool of a version that is not supported.
 * @category Adapters @since 0.1.0
 */
export const guardTools: GuardTools<ReadonlyArray<ToolLike>> = adapter.guardTools

/**
 * Makes tools for agents of ADK. An error is a response whose `error` is the JSON of the `ToolError`.
 *
 * @throws TypeError for a call whose tool has no `args`, or `args` that are no object.
 * @category Adapters @since 0.1.0
 */
export const toTools = <T extends ToolLike>(
  calls: ReadonlyArray<AnyGuardedCall>,
  options: ToToolsOptions<T>
): Array<T> =>
  adapter.toTools<T>(
    calls,
    options,
    'value',
    ({ name, description, schema }, run) =>
      copyWith(new options.FunctionTool({ name, description, execute: () => undefined } as never), {
        _getDeclaration: () => ({ name, description, parametersJsonSchema: schema }),
        runAsync: (request: Request) => run([request])
      }),
    OWN
  )
