/** Tools of the Vercel AI SDK: guarded where they stand, or made of guarded calls. */
import type { StandardSchema } from '../../codec/standard-schema.js'
import { type Fields, type MaybePromise, asFields, isFields } from '../../core/foreign/index.js'
import type { AnyGuardedCall } from '../../guard/kernel.js'
import { acceptingSchema } from '../../toolset/accepting-schema.js'
import { aiSdkSchemas } from '../../toolset/ai-sdk-schemas.js'
import { throwError } from '../../toolset/answer.js'
import { copyWith } from '../../toolset/copy.js'
import { declaring } from '../../toolset/declared.js'
import { defineAdapter } from '../../toolset/define-adapter.js'
import { forModelOf } from '../../toolset/for-model.js'
import type { GuardToolsOptions } from '../../toolset/in-place.js'
import { classifyAnswer } from '../../toolset/mcp-result.js'
import type { ModelCall, RunOptions } from '../../toolset/model-call.js'
import { pageOfCallAgain } from '../../toolset/page-again.js'
import type { OutputsOf } from '../../toolset/rules.js'
import type { Decoded, ResultOf, Untyped } from '../../toolset/tool-types.js'
import { AI_SDK_FORM } from './form.js'
import { note, noteWhole, toModelOutputOf, type ToolModelOutput } from './model-output.js'
import { isAsyncIterable, isGenerator, Preliminary } from './preliminary.js'

// -- model

/** A tool of the AI SDK; one without `execute` is run by somebody else. @category Adapters @since 0.1.0 */
export interface ToolLike {
  readonly execute?: ((...args: ReadonlyArray<never>) => unknown) | undefined
  /** The SDK checks the arguments by it; the guard vets the next call that an error names. */
  readonly inputSchema?: unknown
  /** The SDK only describes answers by it; the guard judges them. */
  readonly outputSchema?: unknown
}

/** What a tool is told when it runs. @category Adapters @since 0.1.0 */
export interface ExecuteOptionsLike {
  readonly toolCallId?: string
  readonly abortSignal?: AbortSignal | undefined
  /** What the model was sent before it asked for the call: one array for all calls of a step. */
  readonly messages?: ReadonlyArray<unknown>
}

/** A tool as `generateText`, `streamText` and agents take it. @category Adapters @since 0.1.0 */
export interface Tool {
  readonly description: string
  readonly inputSchema: StandardSchema<unknown, unknown>
  readonly execute: (input: unknown, options?: ExecuteOptionsLike) => Promise<unknown>
  readonly toModelOutput: (given: {
    readonly toolCallId: string
    readonly input: unknown
    readonly output: unknown
  }) => MaybePromise<ToolModelOutput>
}

type Execute = (input: unknown, options: object) => unknown

// What is yielded comes one after the other, and the last is the answer.
type LastOf<A> = A extends AsyncIterable<infer Part> ? Part : A

type Retyped<T, Output> = [Decoded<Output>] extends [never]
  ? T
  : T extends { readonly execute: (...args: infer Args) => infer R }
    ? {
        [K in keyof T]: K extends 'execute'
          ? (...args: Args) => Promise<ResultOf<LastOf<Awaited<R>>, Output>>
          : K extends 'outputSchema' | 'toModelOutput'
            ? Untyped
            : T[K]
      }
    : Exclude<T, { readonly execute?: never }>

/** The same tools; one whose rule has an `output` answers what that makes. @category Adapters @since 0.1.0 */
export type GuardedTools<T, Outputs = unknown> = {
  [Name in keyof T]: Name extends keyof Outputs ? Retyped<T[Name], Outputs[Name]> : T[Name]
}

// -- approvals

const partsIn = ({ messages = [] }: ExecuteOptionsLike): ReadonlyArray<Fields> =>
  messages.flatMap((message) => {
    const { content } = asFields(message)
    return Array.isArray(content) ? content.filter(isFields) : []
  })

// The request names the call and the response names the request: a tool that runs beside both was let through.
const wasApproved = (options: ExecuteOptionsLike = {}): boolean => {
  const parts = partsIn(options)
  const asked = parts.filter(
    ({ type, toolCallId }) => type === 'tool-approval-request' && toolCallId === options.toolCallId
  )
  return parts.some(
    ({ type, approvalId, approved }) =>
      type === 'tool-approval-response' && approved === true && asked.some((one) => one['approvalId'] === approvalId)
  )
}

// -- the adapter

const callOf = (input: unknown, options: ExecuteOptionsLike | undefined): ModelCall => ({
  args: input,
  callId: options?.toolCallId,
  signal: options?.abortSignal,
  context: options,
  message: options?.messages,
  approved: wasApproved(options)
})

// TanStack AI, which hands no messages over, asks nobody for the model's text: there, a page is an error that holds it.
const hasNotes = ({ context }: ModelCall): boolean => Array.isArray(asFields(context)['messages'])

const adapter = defineAdapter<ToolLike>({
  form: AI_SDK_FORM,
  callOf,
  framework: (tool) => ({
    classify: classifyAnswer,
    forModel: forModelOf(tool, (output, input) => ({ toolCallId: '', input, output })),
    ...declaring(aiSdkSchemas(tool))
  }),
  errorAs: async (text, _, call, { page }) => {
    const whole = hasNotes(call) ? await page?.() : undefined
    if (whole === undefined) return throwError(text)
    note(call.args, whole.value, whole.error)
    return whole.value
  },
  wrap: (tool, guarded, again) => {
    if (tool.execute === undefined) return tool
    const execute = (tool.execute as Execute).bind(tool)
    let streams = isGenerator(tool.execute)
    return copyWith(tool, {
      toModelOutput: toModelOutputOf(tool, again),
      execute: (input: unknown, options?: ExecuteOptionsLike) => {
        const parts = new Preliminary()
        const call = guarded([input, options], ({ signal }, sent) => {
          const answer = execute(sent, { ...options, abortSignal: signal })
          streams ||= isAsyncIterable(answer)
          return parts.lastOf(answer, signal)
        }).then((output) => noteWhole(input, output))
        // The SDK asks at once for parts. A tool that runs later, as a shared store is asked first, is known by its
        // earlier calls.
        return streams ? parts.relay(call) : call
      }
    })
  },
  added: (options) => toTools([], options)
})

/**
 * Guards the tools of the AI SDK and gives them back in their own form: what a tool throws, or answers wrongly, becomes
 * a `tool-error` whose text is the JSON of the `ToolError`. Answers are judged by the `outputSchema` of their tool
 * where its rule has no `output`, and handed on unchanged. A valid page with more to come stays an output:
 * `toModelOutput` adds the note. Results of its MCP client are judged by their error flag first. Tools without
 * `execute` stay as they are.
 *
 * @throws TypeError for a rule that names no tool.
 * @category Adapters @since 0.1.0
 */
export const guardTools = adapter.guardTools as <
  T extends Readonly<Record<string, ToolLike | object>>,
  Outputs extends OutputsOf<T>
>(
  tools: T,
  options?: GuardToolsOptions<T, Outputs>
) => GuardedTools<T, Outputs>

/**
 * Makes tools for `generateText`, `streamText` and agents of the AI SDK. The schema tells the model what the arguments
 * are and accepts whatever it sends: it is the guard that checks them, so that wrong arguments are counted and
 * explained. An error is a `tool-error` whose text is the JSON of the `ToolError`. A valid page with more to come is an
 * output: `toModelOutput` adds the note.
 *
 * @throws TypeError for a call whose tool has no `args`, or `args` that are no object.
 * @category Adapters @since 0.1.0
 * @example
 * import * as t from 'io-ts'
 * import { guardedCall, openTurn, SafeInteger } from 'guarded-call'
 * import { toTools } from 'guarded-call/ai-sdk'
 *
 * const getOrder = guardedCall(
 *   {
 *     name: 'get_order',
 *     effect: 'read',
 *     description: 'Gets an order.',
 *     args: t.type({ id: SafeInteger }),
 *     run: ({ id }) => `{"id":${id},"total":12`
 *   },
 *   t.type({ id: SafeInteger, total: t.number })
 * )
 * const tools = toTools([getOrder], { turn: openTurn() }) // generateText({ model, prompt, tools })
 *
 * // What the SDK does when the model calls one: what is thrown becomes the `tool-error` that the model reads.
 * const answer = tools.get_order?.execute({ id: 7 }, { toolCallId: 'call_1' })
 * await assert.rejects(
 *   async () => answer,
 *   /"code":"truncated_response","detail":"The response ends after 18 bytes inside total/
 * )
 */
export const toTools = (calls: ReadonlyArray<AnyGuardedCall>, options: RunOptions): Record<string, Tool> =>
  Object.fromEntries(
    adapter.toTools<[string, Tool]>(calls, options, 'value', ({ name, description }, run, call) => [
      name,
      {
        description,
        inputSchema: acceptingSchema(call),
        toModelOutput: toModelOutputOf({}, pageOfCallAgain(call)),
        execute: async (input, context) => noteWhole(input, await run([input, context]))
      }
    ])
  )
