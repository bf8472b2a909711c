/** MCP servers, clients and callbacks, guarded where they stand. */
import { isObject } from '../../core/foreign/index.js'
import { expectOption } from '../../core/options.js'
import { inPlace, type GuardToolsOptions } from '../../toolset/in-place.js'
import type { OutputsOf } from '../../toolset/rules.js'
import type { Untyped } from '../../toolset/tool-types.js'
import { guardCallbacks, type CallbackLike } from './callbacks.js'
import { guardClient, type ClientLike } from './client.js'
import { guardServer, type LowLevelServerLike, type ServerLike } from './server.js'

/** Whatever of MCP holds tools or calls them. @category Adapters @since 0.1.0 */
export type GuardableLike = ServerLike | LowLevelServerLike | ClientLike | Readonly<Record<string, CallbackLike>>

// The tools of a server are found later.
type CallbacksIn<T> = T extends ServerLike | LowLevelServerLike | ClientLike ? Untyped : T

/**
 * Guards the tools of an MCP server, the results that an MCP client gets, or a record of tool callbacks by name, and
 * gives back what it was given. A server is guarded before its tools are registered: every `tools/call` then passes the
 * guard. What fails becomes a result with `isError` and the JSON of the `ToolError` as its text, without structured
 * content; who asked for a task finds that text in an error of the protocol. Tasks pass, and a server's own refusals. A
 * call that asks for input, by the error −32042 too, goes on as the same call. With handles, a server lists the tool
 * that reads them, and no output schemas. To guard a client or a server again replaces its guard.
 *
 * @throws TypeError for a server whose tools are registered already, and for a callback's `output` or `write` that
 * names none.
 * @category Adapters @since 0.1.0
 */
export const guardTools = <T extends GuardableLike, Outputs extends OutputsOf<CallbacksIn<T>>>(
  tools: T,
  options: GuardToolsOptions<CallbacksIn<T>, Outputs> = {}
): T => {
  expectOption(isObject(tools), 'tools', 'a server or a client of MCP, or callbacks by their names')
  const guardable: object = tools
  if ('callTool' in guardable && typeof guardable.callTool === 'function') {
    guardClient(guardable as ClientLike, inPlace(options))
    return tools
  }
  if ('setRequestHandler' in guardable || 'registerTool' in guardable) {
    guardServer(guardable as ServerLike | LowLevelServerLike, options)
    return tools
  }
  return guardCallbacks(tools as T & Readonly<Record<string, CallbackLike>>, options as GuardToolsOptions)
}
