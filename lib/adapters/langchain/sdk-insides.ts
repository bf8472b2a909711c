/**
 * Where this adapter depends on how LangChain works inside. There is no public way: LangChain is never imported here,
 * and so its classes are known by the marks that it puts on their instances for itself. A spec in spec/sdk/src/insides
 * holds each of them against the installed SDK.
 */
import { asFields, isObject } from '../../core/foreign/index.js'
import { copyWith } from '../../toolset/copy.js'

/** A call's configuration, as a tool gets it. */
export interface CallConfig {
  readonly signal?: AbortSignal | undefined
  readonly toolCall?: { readonly id?: string }
}

type RunTool = (args: unknown, manager: unknown, config: CallConfig | undefined) => unknown

/** A structured tool, with the protected method that runs it. */
export interface OpenTool {
  readonly _call: RunTool
  readonly schema?: unknown
  readonly responseFormat?: string
}

/** Whether a tool has the protected method that `withRun` replaces. Last seen with `@langchain/core` 1.4.0. */
export const isOpenTool = (tool: object): tool is OpenTool => '_call' in tool && typeof tool._call === 'function'

/**
 * A copy of a tool that runs something else: `invoke` checks the input by the tool's schema, hands it to the protected
 * method `_call` with the run's manager and configuration, and makes a message of what that answers. No option of a
 * tool reaches between the two. Last seen with `@langchain/core` 1.4.0.
 */
export const withRun = <T extends object>(tool: T, run: RunTool): T => copyWith(tool, { _call: run })

/**
 * The same for a tool that is to take any input: LangChain checks by whatever stands in `schema`, and an empty JSON
 * Schema refuses nothing. Last seen with `@langchain/core` 1.4.0.
 */
export const withRunOfAnything = <T extends object>(tool: T, run: RunTool): T =>
  copyWith(tool, { schema: {}, _call: run })

interface RunManagerLike {
  readonly handleToolError?: (error: Error) => unknown
}

/**
 * Lets callbacks and tracers see a run that answers with an error as one that failed: LangChain tells them of the end
 * of a run by the manager that it makes for that run alone and hands to `_call`. Last seen with `@langchain/core`
 * 1.4.0.
 */
export const endsAsError = (manager: unknown, error: Error): void => {
  const { handleToolError } = (manager ?? {}) as RunManagerLike
  if (typeof handleToolError !== 'function') return
  Object.defineProperty(manager, 'handleToolEnd', {
    value: () => handleToolError.call(manager, error),
    configurable: true,
    writable: true
  })
}

/**
 * Whether `invoke` threw because the input does not fit the schema: only this error has its input as `output`. Last
 * seen with `@langchain/core` 1.4.0.
 */
export const isParsingError = (thrown: unknown): boolean =>
  thrown instanceof Error && 'output' in thrown && typeof thrown.output === 'string'

/**
 * Whether an agent threw because these arguments do not fit a schema: the parsing error, with the call that it came
 * in. The agent would ask the model to `fix` it, without end. Of a tool that called another it is the parsing error of
 * the other: only the input in it, as JSON, tells. Last seen with `langchain` 1.5.14.
 */
export const isInvocationError = (thrown: unknown, args: unknown): boolean =>
  thrown instanceof Error &&
  'toolCall' in thrown &&
  'toolError' in thrown &&
  asFields(thrown.toolError)['output'] === JSON.stringify(args)

/**
 * What a tool of an MCP server throws: the message has the words that the server meant for the model. Last seen with
 * `@langchain/mcp-adapters` 1.1.4.
 */
export const isToolException = (thrown: unknown): thrown is Error =>
  thrown instanceof Error && thrown.name === 'ToolException'

/** The part of a `ToolMessage` that is read. */
export interface ToolMessageLike {
  readonly content: unknown
  readonly status?: string | undefined
  readonly artifact?: unknown
  readonly additional_kwargs?: unknown
  readonly response_metadata?: unknown
  readonly metadata?: unknown
  readonly lc_kwargs?: object
}

/**
 * Whether an answer is a `ToolMessage`, by the mark that LangChain itself looks for. Last seen with `@langchain/core`
 * 1.4.0.
 */
export const isToolMessage = (answer: unknown): answer is ToolMessageLike =>
  isObject(answer) && 'lc_direct_tool_output' in answer && answer.lc_direct_tool_output === true && 'content' in answer

/**
 * The same message with other fields. LangChain writes a message with those of its fields that stand in `lc_kwargs`,
 * which are the ones that it was made with: a status that came later would be lost in a checkpoint. Last seen with
 * `@langchain/core` 1.4.0.
 */
export const messageWith = (message: ToolMessageLike, fields: Readonly<Record<string, unknown>>): ToolMessageLike =>
  copyWith(message, {
    ...fields,
    ...(message.lc_kwargs === undefined ? {} : { lc_kwargs: { ...message.lc_kwargs, ...fields } })
  })

/**
 * The names of the tools that are there, where the answer says that there is none of this name: an agent writes that
 * message itself, and gives it no other mark than its words. Last seen with `langchain` 1.5.14.
 */
export const toolsInPlaceOf = (name: string, { content }: ToolMessageLike): ReadonlyArray<string> | undefined => {
  const before = `Error: ${name} is not a valid tool, try one of [`
  if (typeof content !== 'string' || !content.startsWith(before) || !content.endsWith('].')) return undefined
  return content
    .slice(before.length, -2)
    .split(', ')
    .filter((one) => one !== '')
}

/** Whether an answer is a command to the graph. Last seen with `@langchain/langgraph` 1.7.3. */
export const isCommand = (answer: unknown): boolean =>
  isObject(answer) && 'lg_name' in answer && answer.lg_name === 'Command'

/**
 * Whether a throw is meant for the graph and not for the model: `interrupt()`, a parent's command. Last seen with
 * `@langchain/langgraph` 1.7.3.
 */
export const isBubbleUp = (thrown: unknown): boolean =>
  isObject(thrown) && 'is_bubble_up' in thrown && thrown.is_bubble_up === true

/**
 * Whether such a throw is a command of a parent graph, behind which the tool does not go on. Last seen with
 * `@langchain/langgraph` 1.7.3.
 */
export const isParentCommand = (thrown: unknown): boolean =>
  isBubbleUp(thrown) && isObject(thrown) && 'command' in thrown
