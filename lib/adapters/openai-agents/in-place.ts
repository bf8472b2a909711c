/** Function tools of OpenAI's Agents SDK, guarded where they stand. */
import * as E from 'fp-ts/lib/Either.js'
import { type ToolError, toModelText } from '../../core/errors/index.js'
import * as o from '../../core/options.js'
import type { ToolReply } from '../../toolset/answer.js'
import { explainedBy, parseArguments } from '../../toolset/arguments-text.js'
import { withBlocks } from '../../toolset/beside-words.js'
import { expectForm, supported } from '../../toolset/call-form.js'
import { copyWith } from '../../toolset/copy.js'
import { declaring } from '../../toolset/declared.js'
import { takenParameters } from '../../toolset/function-parameters.js'
import type { GuardTools } from '../../toolset/define-adapter.js'
import { inPlace, type Guarded } from '../../toolset/in-place.js'
import { expectNames } from '../../toolset/rules.js'
import { callOf, checkApproval, type CallDetailsLike, type Invoke } from './approval.js'
import { refusedBeforehand, classify, swallowedAnswer, thrownByTool } from './answers.js'
import { AGENT_TOOL_FORM } from './form.js'
import { failSpan, isAgentTool, isTripwire, outputValidator, watchedDetails } from './sdk-insides.js'

// -- model

type AnyFunction = (...args: ReadonlyArray<never>) => unknown

/** The part of a function tool that is used. @category Adapters @since 0.1.0 */
export interface FunctionToolLike {
  readonly type: 'function'
  readonly name: string
  readonly invoke: AnyFunction
  /** The JSON Schema of the arguments, by which they are judged. */
  readonly parameters?: unknown
  readonly strict?: boolean
  readonly outputSchema?: unknown
  readonly errorFunction?: AnyFunction | null | undefined
  readonly needsApproval?: AnyFunction
}

/**
 * What stands for an error where a tool declares an output schema: it must satisfy that schema.
 * @category Adapters @since 0.1.0
 */
export type Substitute = (error: ToolError) => unknown

/** @category Adapters @since 0.1.0 */
export interface SubstituteOptions {
  /** By the tool's name; every tool with an `outputSchema` needs one. */
  readonly substitutes?: Readonly<Record<string, Substitute>>
}

// Its names are checked where the tools are known.
const OWN = { substitutes: o.anything } satisfies o.TableOf<SubstituteOptions>

// -- guarding

const guardTool = (tool: FunctionToolLike, guarded: Guarded, substitute: Substitute | undefined): FunctionToolLike => {
  const invoke = (tool.invoke as Invoke<CallDetailsLike>).bind(tool)
  // A substitute that does not fit the output schema ends the run, as an answer of the tool's own would.
  const check = outputValidator(tool) ?? ((output: unknown) => output)
  const outputOf = (settled: ToolReply, runContext: unknown, details: unknown): unknown => {
    if (settled.kind === 'value') return settled.value
    const error = JSON.parse(settled.text) as ToolError
    failSpan(tool.name, error)
    return substitute === undefined
      ? withBlocks(settled.text, settled.beside)
      : check(substitute(error), runContext, details)
  }
  const call = async (
    runContext: unknown,
    text: string | undefined,
    details: CallDetailsLike | undefined,
    execute: (signal: AbortSignal, text: string, shown: unknown) => unknown
  ): Promise<ToolReply> => {
    const { input: args, problem } = parseArguments(text ?? '')
    const settled = await guarded({
      ...callOf(tool.name, args, runContext, details),
      execute: ({ signal }, sent) => execute(signal, sent === args && text?.trim() ? text : JSON.stringify(sent), args)
    })
    if (settled.kind === 'value' || settled.error === undefined) return settled
    const error = explainedBy(problem, settled.error)
    return error === settled.error ? settled : { ...settled, error, text: toModelText(E.left(error)) }
  }

  return copyWith(tool, {
    invoke: async (runContext: unknown, input: string, details?: CallDetailsLike) => {
      expectForm(AGENT_TOOL_FORM, [runContext, input, details])
      return outputOf(
        await call(runContext, input, details, async (signal, sent, shown) => {
          const progress = { taken: false, begun: false, swallowed: false }
          try {
            const told = copyWith<CallDetailsLike>(details ?? {}, { signal })
            const before = await checkApproval(tool.needsApproval, invoke, {
              runContext,
              shown,
              input: sent,
              details: told,
              callId: details?.toolCall?.callId,
              progress
            })
            const answer =
              before === undefined ? await invoke(runContext, sent, watchedDetails(told, progress)) : before.answer
            return progress.swallowed ? swallowedAnswer(answer) : answer
          } catch (thrown) {
            throw thrownByTool(thrown, tool.name, progress)
          }
        }),
        runContext,
        details
      )
    },
    // Where there is an output schema, the SDK asks for what stands for refusals of its own.
    ...(substitute === undefined
      ? {}
      : {
          errorFunction: async (runContext: unknown, refusal: unknown, details?: CallDetailsLike) =>
            outputOf(
              await call(runContext, details?.toolCall?.arguments, details, () => refusedBeforehand(refusal)),
              runContext,
              details
            )
        })
  })
}

// An agent that is a tool of another stays as it is; what it runs is guarded with its own tools.
const isFunctionTool = (tool: object): tool is FunctionToolLike => {
  if (!('type' in tool) || tool.type !== 'function' || isAgentTool(tool)) return false
  if ('invoke' in tool && typeof tool.invoke === 'function') return true
  throw new TypeError(`Expected \`tools\` to be tools of ${supported(AGENT_TOOL_FORM)}: one would run unguarded.`)
}

const checkSubstitute = (
  { name, outputSchema, errorFunction }: FunctionToolLike,
  substitute: Substitute | undefined
): void => {
  if (outputSchema === undefined) return
  if (substitute === undefined)
    throw new TypeError(
      `Expected \`substitutes\` to have \`${name}\`: it declares an output schema, which no error satisfies.`
    )
  if (typeof errorFunction === 'function')
    throw new TypeError(`Expected \`${name}\` to have \`errorFunction: null\`: otherwise nobody sees that it failed.`)
}

/**
 * Guards function tools of the Agents SDK and gives them back in their own form: what a tool throws, refuses or answers
 * wrongly becomes the JSON of a `ToolError`, and nothing stops the run but guardrails. Make the tools with
 * `errorFunction: null`: with one of their own, the SDK tells nobody what they threw, only that they did. A tool with
 * an `outputSchema` needs a substitute that satisfies it. Hosted tools, and agents as tools, stay as they are.
 *
 * @throws TypeError for an `output`, a `write` or a substitute that names no tool, and for a tool with an
 * `outputSchema` that has no substitute.
 * @category Adapters @since 0.1.0
 */
export const guardTools: GuardTools<ReadonlyArray<object>, SubstituteOptions> = (tools, options = {}) => {
  o.expectOption(Array.isArray(tools), 'tools', 'an array of tools of the Agents SDK')
  const names = tools.filter(isFunctionTool).map(({ name }) => name)
  const guard = inPlace(options, names, OWN)
  const substitutes = new Map(Object.entries(options.substitutes ?? {}))
  expectNames('substitutes', [...substitutes.keys()], names)
  return tools.map((tool) => {
    if (!isFunctionTool(tool)) return tool
    const substitute = substitutes.get(tool.name)
    checkSubstitute(tool, substitute)
    return guardTool(
      tool,
      guard(tool.name, {
        classify,
        isControl: isTripwire,
        endsCall: isTripwire,
        ...declaring({ args: takenParameters(tool) })
      }),
      tool.outputSchema === undefined ? undefined : substitute
    )
  }) as unknown as typeof tools
}
