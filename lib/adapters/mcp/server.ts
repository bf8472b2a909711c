/** MCP servers: every `tools/call` passes the guard, whichever tool it is for. */
import { isObject } from '../../core/foreign/index.js'
import { expectForm, supported } from '../../toolset/call-form.js'
import { declaring } from '../../toolset/declared.js'
import { guardsByName } from '../../toolset/guards-by-name.js'
import { inPlace, type Guarded, type GuardToolsOptions } from '../../toolset/in-place.js'
import { annotated, mcpResultOf, type AnnotationsLike } from '../../toolset/mcp-result.js'
import { replaceMethod } from '../../toolset/replaced-method.js'
import { expectNames } from '../../toolset/rules.js'
import type { Framework } from '../../toolset/framework.js'
import { HANDLER_FORM } from './form.js'
import type { CallToolRequestLike } from './from-calls.js'
import { asksUserFirst, classify, protocolRefusal, refusalBySdk, signalOf } from './results.js'
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

// -- what tools do

type Callback = (...args: ReadonlyArray<unknown>) => unknown

/**
 * The callbacks of a server's tools. The SDK makes a result of a throw, which would pass for the tool's words, and a
 * callback may hand on the refusal of another server: so a request remembers whether its tool was reached.
 */
class Callbacks {
  readonly #reached = new WeakMap<object, { readonly thrown: unknown } | undefined>()
  readonly #thrown = new WeakSet<object>()
  #registering = false

  remembering(run: Callback): Callback {
    return async (...given) => {
      const request = requestOf(given)
      if (request !== undefined) this.#reached.set(request, undefined)
      try {
        return await run(...given)
      } catch (thrown) {
        if (isObject(thrown)) this.#thrown.add(thrown)
        if (request !== undefined && !asksUserFirst(thrown)) this.#reached.set(request, { thrown })
        throw thrown
      }
    }
  }

  /** Registers a tool: a handler that is set meanwhile is the SDK's own, which runs callbacks and nothing else. */
  registering<A>(register: () => A): A {
    this.#registering = true
    try {
      return register()
    } finally {
      this.#registering = false
    }
  }

  get areRegistering(): boolean {
    return this.#registering
  }

  /** Whether a tool threw it, which its server only hands on. */
  have(thrown: unknown): boolean {
    return isObject(thrown) && this.#thrown.has(thrown)
  }

  /**
   * The response of a handler, or the throw of the tool that it ran. The SDK refuses a call before it reaches the tool;
   * what comes from the tool, or from a handler of the author's, proves nothing.
   */
  async instead(answer: unknown, request: object | undefined, tool: string, isSdks: boolean): Promise<unknown> {
    const result = await answer
    if (request === undefined) return result
    const known = this.#reached.get(request)
    if (known !== undefined) throw known.thrown
    return isSdks && !this.#reached.has(request) ? refusalBySdk(result, tool) : result
  }
}

// -- guarding

type GuardOf = (name: string) => Guarded

const guardHandler = (handler: Handler, guardOf: GuardOf, callbacks: Callbacks): Handler => {
  const isSdks = callbacks.areRegistering
  return async (request, extra) => {
    expectForm(HANDLER_FORM, [request, extra])
    const { params } = request
    const { arguments: args = {} } = params
    return mcpResultOf(
      await guardOf(params.name)({
        args,
        signal: signalOf(extra),
        context: extra,
        execute: (_, sent) =>
          callbacks.instead(
            handler(sent === args ? request : { ...request, params: { ...params, arguments: sent } }, extra),
            requestOf([request, extra]),
            params.name,
            isSdks
          )
      })
    )
  }
}

const guardingHandlers =
  (setRequestHandler: SetHandler, guardOf: GuardOf, callbacks: Callbacks): SetHandler =>
  (method, ...rest) => {
    if (methodOf(method) !== 'tools/call') return setRequestHandler(method, ...rest)
    const last = rest.length - 1
    return setRequestHandler(
      method,
      ...rest.map((one, i) => (i === last ? guardHandler(one as Handler, guardOf, callbacks) : one))
    )
  }

// A tool can be given another callback later.
const watchUpdates = (tool: RegisteredTool, callbacks: Callbacks): void =>
  replaceMethod(
    tool,
    'update',
    (update: RegisteredTool['update']) =>
      (updates: { readonly callback?: Callback }): unknown =>
        update(
          updates.callback === undefined ? updates : { ...updates, callback: callbacks.remembering(updates.callback) }
        )
  )

const watchRegistrations = (
  server: ServerLike,
  onTool: (name: string, tool: RegisteredTool) => void,
  callbacks: Callbacks
): void => {
  const watched =
    (register: Callback) =>
    (name: string, ...rest: ReadonlyArray<unknown>) => {
      const run = callbacks.remembering(rest.at(-1) as Callback)
      const tool = callbacks.registering(() => register(name, ...rest.slice(0, -1), run)) as RegisteredTool
      onTool(name, tool)
      watchUpdates(tool, callbacks)
      return tool
    }
  replaceMethod(server, 'registerTool', watched)
  replaceMethod(server, 'tool', watched)
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
        asksUserFirst(caught) || (!callbacks.have(caught) && protocolRefusal(caught, name) !== undefined),
      failureIn: (caught) => protocolRefusal(caught, name),
      classify,
      ...registered.get(name)
    })
  }
  const known = guardsByName(guardOf)
  const callbacks = new Callbacks()
  // Under a name that no tool has yet, one may be registered later.
  const guardOfCall = (name: string): Guarded => (registered.has(name) ? known(name) : guardOf(name))
  replaceMethod(lowLevel, 'setRequestHandler', (set: SetHandler) => guardingHandlers(set, guardOfCall, callbacks))
  if ('registerTool' in server)
    watchRegistrations(
      server,
      // The server judges arguments and answers by what its tools declare.
      (name, { annotations, inputSchema }) =>
        registered.set(name, { ...annotated(annotations), ...declaring({ judgedArgs: inputSchema }) }),
      callbacks
    )
}
