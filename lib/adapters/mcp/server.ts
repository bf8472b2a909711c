/** MCP servers: every `tools/call` passes the guard, whichever tool it is for. */
import { inPlace, type Guarded, type GuardToolsOptions } from '../../toolset/in-place.js'
import { errorResult } from '../../toolset/mcp-result.js'
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

/** What is known of the tools that are registered: their own word on whether they write. */
class Registered {
  readonly #writes = new Map<string, boolean>()

  add(name: string, config: Config | undefined): void {
    this.#writes.set(name, config?.annotations?.readOnlyHint === false)
  }

  /** Of a low-level server nothing is known. */
  get names(): ReadonlyArray<string> | undefined {
    return this.#writes.size === 0 ? undefined : [...this.#writes.keys()]
  }

  writes(name: string): boolean {
    return this.#writes.get(name) === true
  }
}

// -- guarding

const guardHandler = (handler: Handler, options: GuardToolsOptions, registered: Registered): Handler => {
  const known = new Map<string, Guarded>()
  const guardOf = (name: string): Guarded => {
    const before = known.get(name)
    if (before !== undefined) return before
    // A name that no tool has is refused by the server itself, and not kept: a model may make up any number.
    const guarded = inPlace(options, registered.names)(name, { isControl: isProtocolError, see: seeServer, writes: registered.writes(name) })
    if (registered.names?.includes(name) === true) known.set(name, guarded)
    return guarded
  }
  return async (request, extra) => {
    const { params } = request
    const settled = await guardOf(params.name)({
      args: params.arguments ?? {},
      signal: signalOf(extra),
      context: extra,
      execute: () => handler(request, extra)
    })
    return settled.kind === 'error' ? errorResult(settled.text) : settled.value
  }
}

const guardHandlers = (server: LowLevelServerLike, options: GuardToolsOptions, registered: Registered): void => {
  const setRequestHandler = (server.setRequestHandler as SetHandler).bind(server)
  server.setRequestHandler = ((method: unknown, ...rest: ReadonlyArray<unknown>) => {
    if (methodOf(method) !== 'tools/call') return setRequestHandler(method, ...rest)
    const last = rest.length - 1
    return setRequestHandler(method, ...rest.map((one, i) => (i === last ? guardHandler(one as Handler, options, registered) : one)))
  })
}

const watchRegistrations = (server: ServerLike, registered: Registered): void => {
  const registerTool = (server.registerTool as SetHandler).bind(server)
  server.registerTool = ((name: string, config: unknown, ...rest: ReadonlyArray<unknown>) => {
    registered.add(name, config as Config | undefined)
    return registerTool(name, config, ...rest)
  })
}

export const guardServer = (server: ServerLike | LowLevelServerLike, options: GuardToolsOptions): void => {
  inPlace(options)
  const lowLevel = 'server' in server ? server.server : server
  if (hasHandler(lowLevel)) throw new TypeError('Expected `server` to be guarded before its tools are registered.')
  const registered = new Registered()
  guardHandlers(lowLevel, options, registered)
  if ('registerTool' in server) watchRegistrations(server, registered)
}
