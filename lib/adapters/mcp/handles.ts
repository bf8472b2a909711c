/** Handles of a guarded server: its list has the tool that reads them, and no schema that they would be checked by. */
import { resultsOf } from '../../toolset/answer-handles.js'
import type { GuardToolsOptions } from '../../toolset/in-place.js'
import { toolHandlers, type CallToolRequestLike } from './from-calls.js'

type Handler = (request: CallToolRequestLike, extra: unknown) => unknown

interface Listed {
  readonly tools: ReadonlyArray<{ readonly name: string; readonly outputSchema?: unknown }>
  readonly nextCursor?: string
}

type List = (...given: ReadonlyArray<unknown>) => Promise<Listed> | Listed

/** The handlers of a guarded server, with those of its handles in front of them. */
export interface ServedHandles {
  readonly listing: (list: List) => List
  readonly serving: (call: Handler) => Handler
}

const NONE: ServedHandles = { listing: (list) => list, serving: (call) => call }

/** Serves the handles that the options ask for; `isTaken` knows the names of the server's own tools. */
export const handlesOf = (options: GuardToolsOptions, isTaken: (name: string) => boolean): ServedHandles => {
  if (resultsOf(options) === undefined) return NONE
  const { rules: _rules, timeoutMs: _timeoutMs, errors: _errors, ...shared } = options
  const { listTools, callTool } = toolHandlers([], shared)
  const { tools: readers } = listTools()
  return {
    listing:
      (list) =>
      async (...given) => {
        const { tools, ...rest } = await list(...given)
        const shown = tools.map(({ outputSchema: _, ...tool }) => tool)
        const added = readers.filter(({ name }) => !tools.some((tool) => tool.name === name))
        return { ...rest, tools: rest.nextCursor === undefined ? [...shown, ...added] : shown }
      },
    serving: (call) => (request, extra) => {
      const { name } = (request as Partial<CallToolRequestLike>).params ?? {}
      const isOurs = name !== undefined && readers.some((tool) => tool.name === name) && !isTaken(name)
      return isOurs ? callTool(request, extra) : call(request, extra)
    }
  }
}
