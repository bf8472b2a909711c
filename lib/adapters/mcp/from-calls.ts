/** Guarded calls as tools of an MCP server. */
import { isFields, isObject } from '../../core/foreign/index.js'
import { toJsonSchema } from '../../codec/json-schema/to-json-schema.js'
import type { StandardSchema } from '../../codec/standard-schema.js'
import { acceptingSchema } from '../../toolset/accepting-schema.js'
import type { Answer } from '../../toolset/answer.js'
import { expectForm } from '../../toolset/call-form.js'
import { errorResult } from '../../toolset/mcp-result.js'
import { resultsOf } from '../../toolset/answer-handles.js'
import { openCalls, type RunOptions } from '../../toolset/model-call.js'
import { definitionOf, type CheckedCall } from '../../toolset/toolset.js'
import type { AnyGuardedCall } from '../../guard/kernel.js'
import { HANDLER_FORM, signalOf } from './form.js'
import type { CallToolResult } from './results.js'

// -- model

/** The schema of arguments or of a payload, as MCP types it. @category Adapters @since 0.1.0 */
export interface ObjectSchema {
  [keyword: string]: unknown
  type: 'object'
}

/** What a client is told of a tool. @category Adapters @since 0.1.0 */
export interface ToolDefinition {
  name: string
  description: string
  inputSchema: ObjectSchema
  outputSchema?: ObjectSchema
  annotations: { readOnlyHint: boolean }
}

/** The part of a `tools/call` request that is read. @category Adapters @since 0.1.0 */
export interface CallToolRequestLike {
  readonly params: { readonly name: string; readonly arguments?: unknown; readonly task?: unknown }
}

/** Handlers for the low-level server of either version of the SDK. @category Adapters @since 0.1.0 */
export interface ToolHandlers {
  readonly listTools: () => { tools: Array<ToolDefinition> }
  readonly callTool: (request: CallToolRequestLike, extra?: unknown) => Promise<CallToolResult>
}

/** What `McpServer.registerTool` of version 2 of the SDK takes. @category Adapters @since 0.1.0 */
export interface RegistrableTool {
  readonly name: string
  readonly config: {
    description: string
    inputSchema: StandardSchema<unknown, unknown>
    annotations: { readOnlyHint: boolean }
  }
  readonly handler: (args: unknown, extra: unknown) => Promise<CallToolResult>
}

// -- results

const toResult = (answer: Answer): CallToolResult => {
  if (answer.kind === 'error') return errorResult(answer.text)
  const { value, text } = answer
  return { content: [{ type: 'text', text }], ...(isFields(value) ? { structuredContent: value } : {}) }
}

// What the payload is encoded to satisfies the schema of what the codec decodes; clients check it against this.
const outputOf = (call: CheckedCall): { outputSchema?: ObjectSchema } => {
  const codec = 'codec' in call ? call.codec : undefined
  if (!isObject(codec) || !('encode' in codec)) return {}
  const schema = toJsonSchema(codec as Parameters<typeof toJsonSchema>[0])
  return schema['type'] === 'object' ? { outputSchema: { ...schema, type: 'object' } } : {}
}

const definition = (call: CheckedCall, hasHandles: boolean): ToolDefinition => {
  const { name, description, schema } = definitionOf(call)
  return {
    name,
    description,
    inputSchema: { ...schema },
    // A client would check a handle against it.
    ...(hasHandles ? {} : outputOf(call)),
    annotations: { readOnlyHint: call.tool.effect === 'read' }
  }
}

// -- constructors

/**
 * Makes the handlers of `tools/list` and `tools/call`. An error is a result with `isError` and the JSON of the
 * `ToolError` as its text, and without structured content, which clients would check against the schema of success.
 *
 * @throws TypeError for a call whose tool has no `args`, or `args` that are no object.
 * @category Adapters @since 0.1.0
 * @example
 * import * as t from 'io-ts'
 * import { guardedCall, openTurn } from 'guarded-call'
 * import { toolHandlers } from 'guarded-call/mcp'
 *
 * const weather = guardedCall(
 *   {
 *     name: 'weather',
 *     description: 'Tells the weather.',
 *     effect: 'read',
 *     args: t.type({ city: t.string }),
 *     run: () => '{"degrees":"mild"}'
 *   },
 *   t.type({ degrees: t.number })
 * )
 * // server.setRequestHandler(ListToolsRequestSchema, listTools)
 * // server.setRequestHandler(CallToolRequestSchema, callTool)
 * const { listTools, callTool } = toolHandlers([weather], { turn: openTurn() })
 *
 * assert.equal(listTools().tools[0]?.name, 'weather')
 * const { isError, content } = await callTool({ params: { name: 'weather', arguments: { city: 'Oslo' } } })
 * assert.equal(isError, true)
 * assert.match(content[0]?.text ?? '', /"detail":"degrees: expected number, received one word of 4 letters"/)
 */
export const toolHandlers = (calls: ReadonlyArray<AnyGuardedCall>, options: RunOptions): ToolHandlers => {
  const { toolset, run } = openCalls(calls, options)
  const tools = [...toolset.values()].map((call) => definition(call, resultsOf(options) !== undefined))
  return {
    listTools: () => ({ tools: structuredClone(tools) }),
    callTool: async (request, extra) => {
      expectForm(HANDLER_FORM, [request, extra])
      const { name, arguments: args = {} } = request.params
      return toResult(await run({ name, args, context: extra, signal: signalOf(extra) }))
    }
  }
}

/**
 * Makes tools for `registerTool` of the SDK's version 2. Their schemas accept whatever comes: it is the guard that
 * checks the arguments, so that wrong ones are counted and explained.
 *
 * @throws TypeError for a call whose tool has no `args`, or `args` that are no object.
 * @category Adapters @since 0.1.0
 */
export const toTools = (calls: ReadonlyArray<AnyGuardedCall>, options: RunOptions): Array<RegistrableTool> => {
  const { callTool } = toolHandlers(calls, options)
  return [...openCalls(calls, options).toolset.values()].map((call) => {
    const { name, description } = definitionOf(call)
    return {
      name,
      config: {
        description,
        inputSchema: acceptingSchema(call),
        annotations: { readOnlyHint: call.tool.effect === 'read' }
      },
      handler: (args, extra) => callTool({ params: { name, arguments: args } }, extra)
    }
  })
}
