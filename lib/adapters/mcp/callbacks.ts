/** Callbacks of MCP tools. */
import { isObject } from '../../core/foreign/fields.js'
import type { Guarded, inPlace } from '../../toolset/in-place.js'
import { mcpResultOf } from '../../toolset/mcp-result.js'
import { isProtocolError, see, signalOf } from './results.js'

/** What a tool of an MCP server is registered with: arguments and extra, or the extra alone. @category Adapters @since 0.1.0 */
export type CallbackLike = (...args: ReadonlyArray<never>) => unknown

type Run = (...args: ReadonlyArray<unknown>) => unknown

const isExtra = (value: unknown): boolean => isObject(value) && ('signal' in value || 'mcpReq' in value)

// A callback without arguments is given the extra alone.
const guarded =
  (run: Run, guard: Guarded): Run =>
  async (...given) => {
    const alone = given.length === 1 && isExtra(given[0])
    const [args, extra] = alone ? [{}, given[0]] : given
    return mcpResultOf(
      await guard({
        args,
        signal: signalOf(extra),
        context: extra,
        execute: ({ signal }) => {
          const told = isExtra(extra) && 'signal' in (extra as object) ? { ...(extra as object), signal } : extra
          return alone ? run(told) : run(args, told)
        }
      })
    )
  }

export const guardCallbacks = (
  callbacks: Readonly<Record<string, CallbackLike>>,
  guard: ReturnType<typeof inPlace>
): Readonly<Record<string, CallbackLike>> =>
  Object.fromEntries(
    Object.entries(callbacks).map(([name, run]) => [
      name,
      guarded(run as Run, guard(name, { see, isControl: isProtocolError })) as CallbackLike
    ])
  )
