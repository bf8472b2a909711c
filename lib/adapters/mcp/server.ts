/** MCP servers: every `tools/call` passes the guard, whichever tool it is for. */
import { guardsByName } from '../../toolset/guards-by-name.js'
import { checkNames, inPlace, type Guarded, type GuardToolsOptions } from '../../toolset/in-place.js'
import { resultOf } from '../../toolset/mcp-result.js'
import type { CallToolRequestLike } from './from-calls.js'
import { isProtocolError, seeServer, signalOf } from './results.js'

// -- model

type AnyFunction = (...args: ReadonlyArray<never>) => unknown

/** The part of a low-level server that is used. @category Adapters @since 0.1.0 */
export interface LowLevelServerLike {
  setRequestHandler: AnyFunction
}

/** The part of an `McpServer` that is used. @category Adapters @since 0.1.0 */
export interface ServerLike {
  readonly server: LowLevelServerLike
  registerTool: AnyFunction
}

type Handler = (request: CallToolRequestLike, extra: unknown) => unknown

type SetHandler = (method: unknown, ...rest: ReadonlyArray<unknown>) => unknown

interface Config {
  readonly annotations?: { readonly readOnlyHint?: boolean }
}

// -- which handler, which tools

// Version 2 names the method; version 1 gives the schema of its request.
const methodOf = (method: unknown): unknown => {
  if (typeof method === 'string') return method
  const { shape } = (method ?? {}) as { readonly shape?: { readonly method?: { readonly value?: unknown; readonly _def?: { readonly value?: unknown; readonly values?: ReadonlyArray<unknown> } } } }
  return shape?.method?.value ?? shape?.method?._def?.value ?? shape?.method?._def?.values?.[0]
}

const hasHandler = (server: LowLevelServerLike): boolean =>
  '_requestHandlers' in server && server._requestHandlers instanceof Map && server._requestHandlers.has('tools/call')

// -- guarding

type GuardOf = (name: string) => Guarded

const guardHandler = (handler: Handler, guardOf: GuardOf): Handler => async (request, extra) => {
  const { params } = request
  return resultOf(await guardOf(params.name)({
    args: params.arguments ?? {},
    signal: signalOf(extra),
    context: extra,
    execute: () => handler(request, extra)
  }))
}

const guardHandlers = (server: LowLevelServerLike, guardOf: GuardOf): void => {
  const setRequestHandler = (server.setRequestHandler as SetHandler).bind(server)
  server.setRequestHandler = ((method: unknown, ...rest: ReadonlyArray<unknown>) => {
    if (methodOf(method) !== 'tools/call') return setRequestHandler(method, ...rest)
    const last = rest.length - 1
    return setRequestHandler(method, ...rest.map((one, i) => (i === last ? guardHandler(one as Handler, guardOf) : one)))
  })
}

const watchRegistrations = (server: ServerLike, onTool: (name: string, config: Config | undefined) => void): void => {
  const registerTool = (server.registerTool as SetHandler).bind(server)
  server.registerTool = ((name: string, config: unknown, ...rest: ReadonlyArray<unknown>) => {
    onTool(name, config as Config | undefined)
    return registerTool(name, config, ...rest)
  })
}

export const guardServer = (server: ServerLike | LowLevelServerLike, options: GuardToolsOptions): void => {
  const guard = inPlace(options)
  const lowLevel = 'server' in server ? server.server : server
  if (hasHandler(lowLevel)) throw new TypeError('Expected `server` to be guarded before its tools are registered.')
  /** The tools that are registered, and whether they say that they write. Of a low-level server none is known. */
  const registered = new Map<string, boolean>()
  const guardOf = (name: string): Guarded => {
    if (registered.size > 0) checkNames(options, [...registered.keys()])
    return guard(name, { isControl: isProtocolError, see: seeServer, writes: registered.get(name) === true })
  }
  const known = guardsByName(guardOf)
  // Under a name that no tool has yet, one may be registered later.
  guardHandlers(lowLevel, (name) => (registered.has(name) ? known(name) : guardOf(name)))
  if ('registerTool' in server) watchRegistrations(server, (name, config) => registered.set(name, config?.annotations?.readOnlyHint === false))
}
