/** MCP servers: every `tools/call` passes the guard, whichever tool it is for. */
import { isObject } from '../../core/foreign/index.js'
import { expectForm, supported } from '../../toolset/call-form.js'
import { declaring } from '../../toolset/declared.js'
import { guardsByName } from '../../toolset/guards-by-name.js'
import { inPlace, type Guarded, type GuardToolsOptions } from '../../toolset/in-place.js'
import { annotated, mcpResultOf, type AnnotationsLike } from '../../toolset/mcp-result.js'
import { expectNames } from '../../toolset/rules.js'
import type { Framework } from '../../toolset/framework.js'
import { HANDLER_FORM } from './form.js'
import type { CallToolRequestLike } from './from-calls.js'
import { asksUserFirst, protocolRefusal, classifyServerAnswer, signalOf } from './results.js'
import { methodOf, requestOf } from './sdk-insides.js'

// -- model

type AnyFunction = (...args: ReadonlyArray<never>) => unknown

/** The part of a low-level server that is used. @category Adapters @since 0.1.0 */
export interface LowLevelServerLike {
  setRequestHandler: AnyFunction
  /** Throws where the server has a handler for the method. */
  assertCanSetRequestHandler: (method: string) => void
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
  readonly annotations?: AnnotationsLike
  readonly inputSchema?: unknown
  update: (updates: object) => unknown
}

// -- what tools throw

type Callback = (...args: ReadonlyArray<unknown>) => unknown

/** The SDK makes a result of a throw, which would pass for the tool's words: so its request remembers it. */
class Thrown {
  readonly #by = new WeakMap<object, { readonly thrown: unknown }>()
  readonly #all = new WeakSet<object>()

  remembering(run: Callback): Callback {
    return async (...given) => {
      try {
        return await run(...given)
      } catch (thrown) {
        if (isObject(thrown)) this.#all.add(thrown)
        const request = requestOf(given)
        if (request !== undefined && !asksUserFirst(thrown)) this.#by.set(request, { thrown })
        throw thrown
      }
    }
  }

  /** Whether a tool threw it, which its server only hands on. */
  has(thrown: unknown): boolean {
    return isObject(thrown) && this.#all.has(thrown)
  }

  /** The response of a handler, or the throw of the tool that it ran. */
  async instead(answer: unknown, request: object | undefined): Promise<unknown> {
    const result = await answer
    const known = request === undefined ? undefined : this.#by.get(request)
    if (known !== undefined) throw known.thrown
    return result
  }
}

// -- guarding

type GuardOf = (name: string) => Guarded

const guardHandler =
  (handler: Handler, guardOf: GuardOf, thrown: Thrown): Handler =>
  async (request, extra) => {
    expectForm(HANDLER_FORM, [request, extra])
    const { params } = request
    const { arguments: args = {} } = params
    return mcpResultOf(
      await guardOf(params.name)({
        args,
        signal: signalOf(extra),
        context: extra,
        execute: (_, sent) =>
          thrown.instead(
            handler(sent === args ? request : { ...request, params: { ...params, arguments: sent } }, extra),
            requestOf([request, extra])
          )
      })
    )
  }

const guardHandlers = (server: LowLevelServerLike, guardOf: GuardOf, thrown: Thrown): void => {
  const setRequestHandler = (server.setRequestHandler as SetHandler).bind(server)
  server.setRequestHandler = (method: unknown, ...rest: ReadonlyArray<unknown>) => {
    if (methodOf(method) !== 'tools/call') return setRequestHandler(method, ...rest)
    const last = rest.length - 1
    return setRequestHandler(
      method,
      ...rest.map((one, i) => (i === last ? guardHandler(one as Handler, guardOf, thrown) : one))
    )
  }
}

// A tool can be given another callback later.
const watchUpdates = (tool: RegisteredTool, thrown: Thrown): void => {
  const update = tool.update.bind(tool)
  tool.update = (updates: { readonly callback?: Callback }) =>
    update(updates.callback === undefined ? updates : { ...updates, callback: thrown.remembering(updates.callback) })
}

const watchRegistrations = (
  server: ServerLike,
  onTool: (name: string, tool: RegisteredTool) => void,
  thrown: Thrown
): void => {
  const watched =
    (method: AnyFunction): AnyFunction =>
    (name: string, ...rest: ReadonlyArray<unknown>) => {
      const tool = (method as Callback).call(
        server,
        name,
        ...rest.slice(0, -1),
        thrown.remembering(rest.at(-1) as Callback)
      ) as RegisteredTool
      onTool(name, tool)
      watchUpdates(tool, thrown)
      return tool
    }
  server.registerTool = watched(server.registerTool)
  if (server.tool !== undefined) server.tool = watched(server.tool)
}

const expectNoTools = (server: LowLevelServerLike): void => {
  if (typeof server?.assertCanSetRequestHandler !== 'function')
    throw new TypeError(`Expected \`server\` to be one of ${supported(HANDLER_FORM)}.`)
  try {
    server.assertCanSetRequestHandler('tools/call')
  } catch {
    throw new TypeError('Expected `server` to be guarded before its tools are registered.')
  }
}

export const guardServer = (server: ServerLike | LowLevelServerLike, options: GuardToolsOptions): void => {
  const guard = inPlace(options)
  const lowLevel = 'server' in server ? server.server : server
  expectNoTools(lowLevel)
  /** The tools that are registered, and what they say that they do. Of a low-level server nothing is known. */
  const registered = new Map<string, Framework>()
  const guardOf = (name: string): Guarded => {
    if (registered.size > 0) expectNames('rules', Object.keys(options.rules ?? {}), [...registered.keys()])
    return guard(name, {
      isControl: (caught) =>
        asksUserFirst(caught) || (!thrown.has(caught) && protocolRefusal(caught, name) !== undefined),
      failureIn: (caught) => protocolRefusal(caught, name),
      classify: classifyServerAnswer,
      ...registered.get(name)
    })
  }
  const known = guardsByName(guardOf)
  const thrown = new Thrown()
  // Under a name that no tool has yet, one may be registered later.
  guardHandlers(lowLevel, (name) => (registered.has(name) ? known(name) : guardOf(name)), thrown)
  if ('registerTool' in server)
    watchRegistrations(
      server,
      // The server judges arguments and answers by what its tools declare.
      (name, { annotations, inputSchema }) =>
        registered.set(name, { ...annotated(annotations), ...declaring({ judgedArgs: inputSchema }) }),
      thrown
    )
}
