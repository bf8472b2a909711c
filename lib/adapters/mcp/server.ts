/** MCP servers: every `tools/call` passes the guard, whichever tool it is for. */
import { isObject } from '../../core/foreign/index.js'
import { throwError } from '../../toolset/answer.js'
import { expectForm, supported } from '../../toolset/call-form.js'
import { copyWith } from '../../toolset/copy.js'
import { declaring } from '../../toolset/declared.js'
import { guardsByName } from '../../toolset/guards-by-name.js'
import { inPlace, type Guarded, type GuardToolsOptions } from '../../toolset/in-place.js'
import { annotated, mcpResultOf, type AnnotationsLike } from '../../toolset/mcp-result.js'
import { replaceMethod } from '../../toolset/replaced-method.js'
import { expectNames } from '../../toolset/rules.js'
import type { Framework } from '../../toolset/framework.js'
import { signalOf } from './extra.js'
import { HANDLER_FORM } from './form.js'
import type { CallToolRequestLike } from './from-calls.js'
import { handlesOf } from './handles.js'
import { asksUserFirst, classify, protocolRefusal, refusalBySdk } from './results.js'
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
  /** The way to register tools that create tasks, of version 1. */
  readonly experimental?: { readonly tasks?: object }
}

type Handler = (request: CallToolRequestLike, extra: unknown) => unknown

type SetHandler = (method: unknown, ...rest: ReadonlyArray<unknown>) => unknown

interface RegisteredTool {
  readonly annotations?: AnnotationsLike
  readonly inputSchema?: unknown
  update: (updates: object) => unknown
}

interface Updates {
  readonly name?: string | null
  readonly callback?: Callback | TaskHandler
}

// -- what tools do

type Callback = (...args: ReadonlyArray<unknown>) => unknown

interface TaskHandler {
  readonly createTask: Callback
}

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

  /** What a tool is registered with, which may create a task instead. */
  watching(run: Callback | TaskHandler): Callback | TaskHandler {
    if (!isObject(run) || !('createTask' in run)) return this.remembering(run)
    return copyWith(run, { createTask: this.remembering((...given) => run.createTask(...given)) })
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
    const reply = await guardOf(params.name)({
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
    // Who asked for a task reads no result in its place.
    return reply.kind === 'error' && params.task !== undefined ? throwError(reply.text) : mcpResultOf(reply)
  }
}

const guardingHandlers =
  (setRequestHandler: SetHandler, guards: Readonly<Record<string, (handler: never) => unknown>>): SetHandler =>
  (method, ...rest) => {
    const guard = guards[String(methodOf(method))] as ((handler: unknown) => unknown) | undefined
    return guard === undefined
      ? setRequestHandler(method, ...rest)
      : setRequestHandler(method, ...rest.slice(0, -1), guard(rest.at(-1)))
  }

// A tool can be given another name, schema or callback later.
const watchUpdates = (
  name: string,
  tool: RegisteredTool,
  onTool: (name: string, tool: RegisteredTool) => void,
  callbacks: Callbacks
): void => {
  let current = name
  onTool(current, tool)
  replaceMethod(tool, 'update', (update: RegisteredTool['update']) => (updates: Updates): unknown => {
    const { callback } = updates
    const done = update(callback === undefined ? updates : { ...updates, callback: callbacks.watching(callback) })
    current = updates.name ?? current
    onTool(current, tool)
    return done
  })
}

const watchRegistrations = (
  server: ServerLike,
  onTool: (name: string, tool: RegisteredTool) => void,
  callbacks: Callbacks
): void => {
  const watched =
    (register: Callback) =>
    (name: string, ...rest: ReadonlyArray<unknown>) => {
      const run = callbacks.watching(rest.at(-1) as Callback | TaskHandler)
      const tool = callbacks.registering(() => register(name, ...rest.slice(0, -1), run)) as RegisteredTool
      watchUpdates(name, tool, onTool, callbacks)
      return tool
    }
  replaceMethod(server, 'registerTool', watched)
  replaceMethod(server, 'tool', watched)
  const { tasks } = server.experimental ?? {}
  if (tasks !== undefined) replaceMethod(tasks, 'registerToolTask', watched)
}

// A tool without a schema gets none, whatever was sent.
const TAKES_NOTHING = { '~standard': { version: 1, vendor: 'guarded-call', validate: () => ({ value: {} }) } }

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
  const callbacks = new Callbacks()
  const guardOf = (name: string, framework: Framework = {}): Guarded =>
    guard(name, {
      isControl: (caught) =>
        asksUserFirst(caught) || (!callbacks.have(caught) && protocolRefusal(caught, name) !== undefined),
      failureIn: (caught) => protocolRefusal(caught, name),
      classify,
      ...framework
    })
  /** The tools that are registered. Of a low-level server nothing is known. */
  const registered = new Map<string, Guarded>()
  const others = guardsByName(guardOf)
  const ruled = Object.keys(options.rules ?? {})
  const guardOfCall = (name: string): Guarded => {
    if (registered.size > 0) expectNames('rules', ruled, [...registered.keys()])
    return registered.get(name) ?? others(name)
  }
  const handles = handlesOf(options, (name) => registered.has(name))
  replaceMethod(lowLevel, 'setRequestHandler', (set: SetHandler) =>
    guardingHandlers(set, {
      'tools/call': (handler: Handler) => handles.serving(guardHandler(handler, guardOfCall, callbacks)),
      'tools/list': handles.listing
    })
  )
  if ('registerTool' in server)
    watchRegistrations(
      server,
      // The server judges arguments and answers by what its tools declare, and fills in the arguments.
      (name, { annotations, inputSchema = TAKES_NOTHING }) =>
        registered.set(
          name,
          guardOf(name, {
            ...annotated(annotations),
            ...declaring({ judgedArgs: inputSchema, filledArgs: inputSchema })
          })
        ),
      callbacks
    )
}
