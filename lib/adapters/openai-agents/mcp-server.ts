/** MCP servers of agents: guarded before the SDK makes an output of a response, which loses the error flag. */
import { expectOption } from '../../core/options.js'
import { expectForm } from '../../toolset/call-form.js'
import { guardsByName } from '../../toolset/guards-by-name.js'
import { inPlace, type GuardToolsOptions } from '../../toolset/in-place.js'
import {
  errorResult,
  isCallToolResult,
  classifyResult,
  asCallToolResult,
  type CallToolResultLike
} from '../../toolset/mcp-result.js'
import { replaceMethod } from '../../toolset/replaced-method.js'
import type { Untyped } from '../../toolset/tool-types.js'
import { MCP_SERVER_FORM } from './form.js'

// -- model

type AnyFunction = (...args: ReadonlyArray<never>) => unknown

/** The part of an agent's MCP server that is used. @category Adapters @since 0.1.0 */
export interface McpServerLike {
  callTool: AnyFunction
  callToolResult?: AnyFunction
}

interface CallOptions {
  readonly signal?: AbortSignal
}

type Call = (name: string, args: unknown, meta?: unknown, options?: CallOptions) => Promise<unknown>

// -- content with what else a result says

const METADATA = ['structuredContent', 'isError', '_meta'] as const

// As the SDK hands on content: the rest of the result stands on it, out of sight.
const contentOf = (result: unknown): unknown => {
  if (!isCallToolResult(result)) return result
  const content = [...(result.content ?? [])]
  for (const key of METADATA) {
    const value = (result as Readonly<Record<string, unknown>>)[key]
    if (value !== undefined) Object.defineProperty(content, key, { value, enumerable: false, configurable: true })
  }
  return content
}

const resultOf = (content: unknown): unknown => {
  if (!Array.isArray(content)) return content
  const said = content as unknown as Readonly<Record<string, unknown>>
  return {
    content,
    ...Object.fromEntries(METADATA.flatMap((key) => (said[key] === undefined ? [] : [[key, said[key]]])))
  }
}

// -- guarding

/**
 * Guards an MCP server that agents are given as one of their `mcpServers`, and gives it back: what it answers wrongly
 * becomes a result with `isError` and the JSON of the `ToolError` as its text. The options name tools as the server
 * does. To guard it again replaces its guard.
 *
 * @category Adapters @since 0.1.0
 */
export const guardMcpServer = <S extends McpServerLike, Outputs>(
  server: S,
  options?: GuardToolsOptions<Untyped, Outputs>
): S => {
  expectOption(typeof server?.callTool === 'function', 'server', 'an MCP server of the Agents SDK')
  const guard = inPlace(options)
  const guardOf = guardsByName((name) => guard(name, { classify: classifyResult }))

  const guarding =
    (call: Call): Call =>
    async (name, given, meta, callOptions) => {
      expectForm(MCP_SERVER_FORM, [name, given, meta, callOptions])
      const args = given ?? {}
      const settled = await guardOf(name)({
        args,
        signal: callOptions?.signal,
        context: { name, args, meta },
        execute: ({ signal }, sent) => call(name, sent === args ? given : sent, meta, { ...callOptions, signal })
      })
      if (settled.kind === 'value') return asCallToolResult(settled.value)
      const result: CallToolResultLike = errorResult(settled.text, settled.beside)
      return { ...result, content: contentOf(result) }
    }

  // The SDK's own servers answer one of the two through the other.
  let byResult: Call | undefined
  replaceMethod(server, 'callToolResult', (callToolResult: Call) => (byResult = guarding(callToolResult)))
  replaceMethod(server, 'callTool', (callTool: Call) => {
    const guarded = byResult ?? guarding(async (...given) => resultOf(await callTool(...given)))
    return async (...given: Parameters<Call>) => contentOf(await guarded(...given))
  })
  return server
}
