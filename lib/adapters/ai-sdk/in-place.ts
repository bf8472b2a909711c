/** Tools of the Vercel AI SDK, guarded where they stand. */
import { isObject } from '../../core/foreign/fields.js'
import { valueOrThrow, type Settled } from '../../toolset/answer.js'
import { copyWith } from '../../toolset/copy.js'
import { inPlace, type Guarded, type GuardToolsOptions } from '../../toolset/in-place.js'
import { seeAnswer } from '../../toolset/mcp-result.js'
import { Parts } from './parts.js'

// -- model

/** A tool of the AI SDK; one without `execute` is run by somebody else. @category Adapters @since 0.1.0 */
export interface ToolLike {
  readonly execute?: ((...args: ReadonlyArray<never>) => unknown) | undefined
}

/** What a tool is told when it runs. @category Adapters @since 0.1.0 */
export interface ExecuteOptionsLike {
  readonly toolCallId?: string
  readonly abortSignal?: AbortSignal | undefined
  /** What the model was sent before it asked for the call: one array for all calls of a step. */
  readonly messages?: ReadonlyArray<unknown>
}

type Execute = (input: unknown, options: object) => unknown

// -- guarding

const isAsyncIterable = (answer: unknown): answer is AsyncIterable<unknown> =>
  isObject(answer) && Symbol.asyncIterator in answer

const lastOf = async (parts: AsyncIterable<unknown>, onPart: (part: unknown) => void): Promise<unknown> => {
  let last: unknown
  for await (const part of parts) {
    last = part
    onPart(part)
  }
  return last
}

const executor =
  (execute: Execute, guarded: Guarded) =>
  (input: unknown, options: ExecuteOptionsLike | undefined, onPart: (part: unknown) => void): Promise<Settled> =>
    guarded({
      args: input,
      callId: options?.toolCallId,
      signal: options?.abortSignal,
      context: options,
      message: options?.messages,
      execute: async ({ signal }) => {
        const answer = await execute(input, { ...options, abortSignal: signal })
        return isAsyncIterable(answer) ? lastOf(answer, onPart) : answer
      }
    })

const isGenerator = (execute: unknown): boolean =>
  Object.prototype.toString.call(execute) === '[object AsyncGeneratorFunction]'

const nothing = (): void => {}

const guardTool = <T extends ToolLike>(tool: T, guarded: Guarded): T => {
  const execute = (tool.execute as Execute).bind(tool)
  const run = executor(execute, guarded)
  if (!isGenerator(tool.execute))
    return copyWith(tool, {
      execute: async (input: unknown, options?: ExecuteOptionsLike) => valueOrThrow(await run(input, options, nothing))
    })
  return copyWith(tool, {
    // What comes before the last part is for whoever watches, and passes at once; the model gets the last, when it has been judged.
    async *execute(input: unknown, options?: ExecuteOptionsLike) {
      const parts = new Parts<unknown>()
      const settled = run(input, options, parts.push).finally(parts.end)
      yield* parts.allButLast()
      yield valueOrThrow(await settled)
    }
  })
}

/**
 * Guards the tools of the AI SDK and gives them back in their own form: what a tool throws, or answers wrongly, becomes a `tool-error` whose text
 * is the JSON of the `ToolError`. Results of its MCP client are judged by their error flag first. Tools without `execute` stay as they are.
 *
 * @throws TypeError for a rule that names no tool.
 * @category Adapters @since 0.1.0
 */
export const guardTools = <T extends Readonly<Record<string, ToolLike | object>>>(
  tools: T,
  options: GuardToolsOptions
): T => {
  const guard = inPlace(options, Object.keys(tools))
  return Object.fromEntries(
    Object.entries<ToolLike>(tools).map(([name, tool]) => [
      name,
      tool.execute === undefined ? tool : guardTool(tool, guard(name, { see: seeAnswer }))
    ])
  ) as unknown as T
}
