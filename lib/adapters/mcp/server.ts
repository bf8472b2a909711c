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
  /** The older way to register, of version 1. */
  tool?: AnyFunction
}

type Handler = (request: CallToolRequestLike, extra: unknown) => unknown

type SetHandler = (method: unknown, ...rest: ReadonlyArray<unknown>) => unknown

interface RegisteredTool {
  readonly annotations?: { readonly readOnlyHint?: boolean }
  update: (updates: object) => unknown
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

  add(name: string, { annotations }: RegisteredTool): void {
    this.#writes.set(name, annotations?.readOnlyHint === false)
  }

  /** Of a low-level server nothing is known. */
  get names(): ReadonlyArray<string> | undefined {
    return this.#writes.size === 0 ? undefined : [...this.#writes.keys()]
  }

  writes(name: string): boolean {
    return this.#writes.get(name) === true
  }
}

// -- what tools throw

type Callback = (...args: ReadonlyArray<unknown>) => unknown

/**
 * The SDK makes a result of what a tool throws, which would pass for the tool's own words. So that it stays a throw, it is remembered by what the
 * SDK tells handler and tool alike of a request.
 */
class Thrown {
  readonly #by = new WeakMap<object, { readonly thrown: unknown }>()

  remembering(run: Callback): Callback {
    return async (...given) => {
      try {
        return await run(...given)
      } catch (thrown) {
        const extra = given.at(-1)
        if (typeof extra === 'object' && extra !== null && !isProtocolError(thrown)) this.#by.set(extra, { thrown })
        throw thrown
      }
    }
  }

  /** The answer of a handler, or the throw of the tool that it ran. */
  async instead(answer: unknown, extra: unknown): Promise<unknown> {
    const result = await answer
    const known = typeof extra === 'object' && extra !== null ? this.#by.get(extra) : undefined
    if (known !== undefined) throw known.thrown
    return result
  }
}

// -- guarding

const guardHandler = (handler: Handler, options: GuardToolsOptions, registered: Registered, thrown: Thrown): Handler => {
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
      execute: () => thrown.instead(handler(request, extra), extra)
    })
    return settled.kind === 'error' ? errorResult(settled.text) : settled.value
  }
}

const guardHandlers = (server: LowLevelServerLike, options: GuardToolsOptions, registered: Registered, thrown: Thrown): void => {
  const setRequestHandler = (server.setRequestHandler as SetHandler).bind(server)
  server.setRequestHandler = ((method: unknown, ...rest: ReadonlyArray<unknown>) => {
    if (methodOf(method) !== 'tools/call') return setRequestHandler(method, ...rest)
    const last = rest.length - 1
    return setRequestHandler(method, ...rest.map((one, i) => (i === last ? guardHandler(one as Handler, options, registered, thrown) : one)))
  })
}

// A tool can be given another callback later.
const watchUpdates = (tool: RegisteredTool, thrown: Thrown): void => {
  const update = tool.update.bind(tool)
  tool.update = (updates: { readonly callback?: Callback }) =>
    update(updates.callback === undefined ? updates : { ...updates, callback: thrown.remembering(updates.callback) })
}

const watchRegistrations = (server: ServerLike, registered: Registered, thrown: Thrown): void => {
  const watched = (method: AnyFunction): AnyFunction => (name: string, ...rest: ReadonlyArray<unknown>) => {
    const tool = (method as Callback).call(server, name, ...rest.slice(0, -1), thrown.remembering(rest.at(-1) as Callback)) as RegisteredTool
    registered.add(name, tool)
    watchUpdates(tool, thrown)
    return tool
  }
  server.registerTool = watched(server.registerTool)
  if (server.tool !== undefined) server.tool = watched(server.tool)
}

export const guardServer = (server: ServerLike | LowLevelServerLike, options: GuardToolsOptions): void => {
  inPlace(options)
  const lowLevel = 'server' in server ? server.server : server
  if (hasHandler(lowLevel)) throw new TypeError('Expected `server` to be guarded before its tools are registered.')
  const [registered, thrown] = [new Registered(), new Thrown()]
  guardHandlers(lowLevel, options, registered, thrown)
  if ('registerTool' in server) watchRegistrations(server, registered, thrown)
}
