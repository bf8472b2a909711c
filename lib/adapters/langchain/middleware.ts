/** Middleware for agents of LangChain: the guard around every tool call, and history repair before every model call. */
import { isSchema } from '../../codec/is-codec.js'
import { isObject } from '../../core/foreign/index.js'
import { repairHistory } from '../../history/repair-history.js'
import { failed } from '../../guard/kernel.js'
import { expectForm, supported } from '../../toolset/call-form.js'
import { declaring } from '../../toolset/declared.js'
import { guardsByName } from '../../toolset/guards-by-name.js'
import { inPlace, type Guarded, type GuardToolsOptions } from '../../toolset/in-place.js'
import { unknownTool } from '../../toolset/model-call.js'
import { parsedBySchema, refusedBySchema } from '../../toolset/refusals.js'
import { ThrownFailure } from '../../toolset/framework.js'
import type { Untyped } from '../../toolset/tool-types.js'
import { MIDDLEWARE_FORM } from './form.js'
import { asError, classify, isMadeByAgent, keptMessage, textOfKept, withKept } from './messages.js'
import {
  isBubbleUp,
  isParentCommand,
  isInvocationError,
  isToolException,
  isToolMessage,
  toolsInPlaceOf,
  type ToolMessageLike
} from './sdk-insides.js'

// -- model

/** The part of a tool call's request that is used. @category Adapters @since 0.1.0 */
export interface ToolCallRequestLike {
  readonly toolCall: { readonly name: string; readonly args: unknown; readonly id?: string | undefined }
  readonly tool?: unknown
  readonly runtime?: { readonly signal?: AbortSignal | undefined }
  readonly state?: unknown
}

/** The part of a model call's request that is used. @category Adapters @since 0.1.0 */
export interface ModelRequestLike {
  readonly messages: ReadonlyArray<unknown>
}

// -- what a call comes to

const schemaOf = (tool: unknown): unknown => (isObject(tool) && 'schema' in tool ? tool.schema : undefined)

// A tool may have run, and called another with the same arguments: then its own schema accepts them.
const refusedByTool = ({ tool, toolCall: { args } }: ToolCallRequestLike, thrown: unknown): unknown => {
  const schema = schemaOf(tool)
  if (!isSchema(schema)) return refusedBySchema(schema, args)
  try {
    parsedBySchema(schema, args)
    return thrown
  } catch (refusal) {
    return refusal
  }
}

const run = async <R extends ToolCallRequestLike>(request: R, handler: (request: R) => unknown): Promise<unknown> => {
  try {
    return await handler(request)
  } catch (thrown) {
    if (isInvocationError(thrown, request.toolCall.args)) throw refusedByTool(request, thrown)
    if (isToolException(thrown)) return new ThrownFailure(thrown.message)
    throw thrown
  }
}

// Only the agent makes messages: it is given a tool that answers with the text, and `finished` adds the rest. Before
// version 1.2.13 it looked for the tool by the name of the call and ran that one again, so the call has a name that no
// tool has.
const messageOf = async <R extends ToolCallRequestLike>(
  request: R,
  handler: (request: R) => unknown,
  text: string,
  finished: (message: ToolMessageLike) => ToolMessageLike
): Promise<unknown> => {
  const { toolCall } = request
  let isAsked = false
  const invoke = async (): Promise<string> => {
    isAsked = true
    return text
  }
  const renamed = { ...toolCall, name: `${toolCall.name} (not run)` }
  try {
    const message: unknown = await handler({ ...request, toolCall: renamed, tool: { name: toolCall.name, invoke } })
    return isToolMessage(message) ? finished(message) : message
  } catch (thrown) {
    if (isAsked) throw thrown
    throw new TypeError(
      `Expected the agent to run the tool that its middleware gives it, as ${supported(MIDDLEWARE_FORM)} does: the model cannot read what a call came to.`,
      { cause: thrown }
    )
  }
}

// The calls of a message run at a time, and it is the last of the state until all of them have answered.
const askedBy = (state: unknown): object | undefined => {
  const { messages } = (state ?? {}) as { readonly messages?: unknown }
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined
  return typeof last === 'object' && last !== null ? last : undefined
}

const withArguments = <R extends ToolCallRequestLike>(request: R, args: unknown): R => ({
  ...request,
  toolCall: { ...request.toolCall, args }
})

// -- constructors

/**
 * The `wrapToolCall` of a middleware that guards every tool of an agent, the ones that are registered later too. Give
 * it to `createMiddleware`; put it innermost, so that what other middleware tries again is counted.
 *
 * @category Adapters @since 0.1.0
 */
export const guardMiddleware = <Outputs>(options?: GuardToolsOptions<Untyped, Outputs>) => {
  const guard = inPlace(options)
  const framework = { classify, isControl: isBubbleUp, endsCall: isParentCommand, kept: keptMessage }
  const guardOfName = guardsByName((name) => guard(name, framework))
  // Another tool of the same name has another schema.
  const guards = new WeakMap<object, Guarded>()
  const guardOf = (name: string, tool: unknown): Guarded => {
    const schema = schemaOf(tool)
    if (!isObject(tool) || schema === undefined) return guardOfName(name)
    // The tool parses behind the middleware.
    const guarded =
      guards.get(tool) ?? guard(name, { ...framework, ...declaring({ judgedArgs: schema, filledArgs: schema }) })
    guards.set(tool, guarded)
    return guarded
  }
  return {
    name: 'guarded-call',
    wrapToolCall: async <R extends ToolCallRequestLike, A>(
      request: R,
      handler: (request: R) => A
    ): Promise<Awaited<A>> => {
      expectForm(MIDDLEWARE_FORM, [request, handler])
      const {
        toolCall: { name, args, id },
        tool,
        runtime,
        state
      } = request
      let message: ToolMessageLike | undefined
      const guarded = guardOf(name, tool)
      const settled = await guarded({
        args,
        callId: id,
        signal: runtime?.signal,
        context: runtime,
        message: askedBy(state),
        execute: async (_, sent) => {
          const answer = await run(sent === args ? request : withArguments(request, sent), handler)
          if (!isToolMessage(answer)) return answer
          message = answer
          // Other middleware may have a tool that the agent does not know.
          const names = tool === undefined ? toolsInPlaceOf(name, answer) : undefined
          return names === undefined ? answer : failed(unknownTool(names, name), { executed: 'no' })
        }
      })
      if (settled.kind === 'value') {
        const { value } = settled
        const made = isMadeByAgent(value)
          ? value
          : await messageOf(request, handler, textOfKept(value), (one) => withKept(one, value))
        return made as Awaited<A>
      }
      const asFailed = (one: ToolMessageLike): ToolMessageLike => asError(one, settled)
      return (
        message === undefined ? await messageOf(request, handler, settled.text, asFailed) : asFailed(message)
      ) as Awaited<A>
    }
  }
}

/**
 * The `wrapModelCall` of a middleware that makes the history valid before each model call: calls without results get
 * one, results without calls become notes. Give it to `createMiddleware`.
 *
 * @category Adapters @since 0.1.0
 */
export const repairMiddleware = () => ({
  name: 'guarded-call-history',
  wrapModelCall: async <R extends ModelRequestLike, A>(request: R, handler: (request: R) => A): Promise<Awaited<A>> =>
    await handler({ ...request, messages: repairHistory('langchain', request.messages).messages })
})
