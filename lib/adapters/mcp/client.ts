/** MCP clients: what a server answers is judged before anybody reads it. */
import { isObject } from '../../core/foreign/index.js'
import { expectForm } from '../../toolset/call-form.js'
import { guardsByName } from '../../toolset/guards-by-name.js'
import type { inPlace } from '../../toolset/in-place.js'
import { mcpResultOf } from '../../toolset/mcp-result.js'
import { replaceMethod } from '../../toolset/replaced-method.js'
import { CLIENT_FORM } from './form.js'
import { asksUserFirst, classify, thrownByClient } from './results.js'
import { optionsAt } from './sdk-insides.js'

/** The part of a client that is used. @category Adapters @since 0.1.0 */
export interface ClientLike {
  callTool: (...args: ReadonlyArray<never>) => unknown
  /** By which `callTool` asks the server: it shows whether a result came. */
  request?: (...args: ReadonlyArray<never>) => unknown
}

interface Params {
  readonly name: string
  readonly arguments?: unknown
}

type CallTool = (params: Params, ...rest: ReadonlyArray<unknown>) => unknown

interface Asked {
  readonly params?: unknown
}

type Request = (asked: Asked, ...rest: ReadonlyArray<unknown>) => unknown

const withSignal = (rest: ReadonlyArray<unknown>, at: number, signal: AbortSignal): ReadonlyArray<unknown> => {
  const all = [...rest, undefined, undefined].slice(0, Math.max(rest.length, at + 1))
  all[at] = { ...(all[at] as object | undefined), signal }
  return all
}

/** The results that clients got, by the parameters that they asked for them with. */
const results = new WeakMap<object, unknown>()

const watching =
  (request: Request): Request =>
  async (asked, ...rest) => {
    const result = await request(asked, ...rest)
    if (isObject(asked.params)) results.set(asked.params, result)
    return result
  }

const guarding = (callTool: CallTool, guard: ReturnType<typeof inPlace>): CallTool => {
  const at = optionsAt(callTool)
  const guardOf = guardsByName((name) => guard(name, { classify, isControl: asksUserFirst }))
  return async (params, ...rest) => {
    expectForm(CLIENT_FORM, [params, ...rest])
    const { arguments: args = {} } = params
    const options = rest[at] as { readonly signal?: AbortSignal } | undefined
    return mcpResultOf(
      await guardOf(params.name)({
        args,
        signal: options?.signal,
        context: params,
        execute: async ({ signal }, sent) => {
          // Of this call alone: a program may use its own again.
          const asked = sent === args ? { ...params } : { ...params, arguments: sent }
          try {
            return await callTool(asked, ...withSignal(rest, at, signal))
          } catch (thrown) {
            return thrownByClient(thrown, params.name, results.get(asked))
          }
        }
      })
    )
  }
}

export const guardClient = (client: ClientLike, guard: ReturnType<typeof inPlace>): void => {
  replaceMethod(client, 'request', watching)
  replaceMethod(client, 'callTool', (callTool: CallTool) => guarding(callTool, guard))
}
