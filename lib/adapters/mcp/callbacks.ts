/** Callbacks of MCP tools, guarded where they stand. */
import { isObject } from '../../core/foreign/index.js'
import { defineAdapter } from '../../toolset/define-adapter.js'
import { asCallToolResult, mcpResultOf } from '../../toolset/mcp-result.js'
import { signalOf } from './extra.js'
import { CALLBACK_FORM } from './form.js'
import { asksUserFirst, classify } from './results.js'

/**
 * What a tool of an MCP server is registered with: arguments and extra, or the extra alone.
 * @category Adapters @since 0.1.0
 */
export type CallbackLike = (...args: ReadonlyArray<never>) => unknown

const isExtra = (value: unknown): value is object => isObject(value) && ('signal' in value || 'mcpReq' in value)

// A callback without arguments is given the extra alone.
const isAlone = (given: ReadonlyArray<unknown>): boolean => given.length === 1 && isExtra(given[0])

export const { guardTools: guardCallbacks } = defineAdapter<CallbackLike>({
  form: CALLBACK_FORM,
  callOf: (...given: ReadonlyArray<unknown>) => {
    const [args, extra] = isAlone(given) ? [{}, given[0]] : given
    return { args, signal: signalOf(extra), context: extra }
  },
  framework: () => ({ classify, isControl: asksUserFirst }),
  errorAs: (_text, _options, _call, failed) => mcpResultOf(failed),
  wrap: (callback, guarded) => {
    const run = callback as (...args: ReadonlyArray<unknown>) => unknown
    return async (...given: ReadonlyArray<unknown>) =>
      asCallToolResult(
        await guarded(given, ({ signal }, sent) => {
          const extra = given[isAlone(given) ? 0 : 1]
          const told = isExtra(extra) && 'signal' in extra ? { ...extra, signal } : extra
          return isAlone(given) ? run(told) : run(sent, told)
        })
      )
  }
})
