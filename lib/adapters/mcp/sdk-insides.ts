/**
 * Where this adapter depends on how the official MCP SDK works inside, in version 1 (`@modelcontextprotocol/sdk`) and
 * in version 2 (`@modelcontextprotocol/client` and `@modelcontextprotocol/server`). There is no public way: the SDK is
 * never imported here, and its words and types do not say these things apart. A spec in spec/sdk/src/insides holds each
 * of them against the installed SDK.
 */
import { isObject } from '../../core/foreign/index.js'
import { refusalOfWords } from '../../toolset/mcp-refusals.js'
import type { RefusalCode } from '../../toolset/own-failure.js'
import { signalOf } from './form.js'

/**
 * At which place after the parameters a client's `callTool` takes its options. Version 1 takes a schema of the result
 * before them and has a default for it, version 2 takes the options alone; no client says its version. Last seen with
 * `@modelcontextprotocol/sdk` 1.32.2 and `@modelcontextprotocol/client` 2.4.0.
 */
export const optionsAt = (callTool: (...args: ReadonlyArray<never>) => unknown): number =>
  callTool.length >= 2 ? 0 : 1

interface Literal {
  readonly value?: unknown
  readonly _def?: { readonly value?: unknown; readonly values?: ReadonlyArray<unknown> }
}

/**
 * The method that a request handler is set for. Version 2 names it; version 1 is given the schema of the request, and
 * where a literal keeps its value is up to the version of zod. Last seen with `@modelcontextprotocol/sdk` 1.32.2 and
 * `@modelcontextprotocol/server` 2.4.0.
 */
export const methodOf = (method: unknown): unknown => {
  if (typeof method === 'string') return method
  const literal = ((method ?? {}) as { readonly shape?: { readonly method?: Literal } }).shape?.method
  return literal?.value ?? literal?._def?.value ?? literal?._def?.values?.[0]
}

/**
 * The object by which a request is known: the SDK gives the same one, as the last argument, to the handler of
 * `tools/call` and to the tool that it runs; a tool that creates a task gets a copy with the same signal. Only this
 * connects the two. Last seen with `@modelcontextprotocol/sdk`
 * 1.32.2 and `@modelcontextprotocol/server` 2.4.0.
 */
export const requestOf = (given: ReadonlyArray<unknown>): object | undefined => {
  const extra = given.at(-1)
  return isObject(extra) ? (signalOf(extra) ?? extra) : undefined
}

/**
 * Why a server of the SDK refused a call of this tool before it reached the tool, by the text of its result. The result
 * has the form of a tool's own error, with nothing but the text to tell it from one. Last seen with
 * `@modelcontextprotocol/sdk` 1.32.2 and `@modelcontextprotocol/server` 2.4.0.
 */
export const refusalIn = (text: string, tool: string): RefusalCode | undefined => refusalOfWords(text, tool)

/**
 * Whether a client threw because a result, which came, does not fit the output schema that the server declares. The
 * code of this error is that of a call which the server refused, and its class that of any error of the server's.
 * `callTool` asks by the client's own `request`, with the very parameters that it was given, which shows whether a
 * result came. Last seen with `@modelcontextprotocol/sdk` 1.32.2 and `@modelcontextprotocol/client` 2.4.0.
 */
export const isOutputMismatch = (thrown: unknown): boolean =>
  thrown instanceof Error && /output schema/i.test(thrown.message)
