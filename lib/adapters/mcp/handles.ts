/**
 * The list of a guarded server: without the schemas that a handle, or what a rule's `output` makes of an answer, need
 * not fit, since clients would check it by them; with the tool that reads handles.
 */
import { resultsOf } from '../../toolset/answer-handles.js'
import type { GuardToolsOptions } from '../../toolset/in-place.js'
import type { ToolRule } from '../../toolset/rules.js'
import { toolHandlers, type CallToolRequestLike } from './from-calls.js'

type Handler = (request: CallToolRequestLike, extra: unknown) => unknown

interface Tool {
  readonly name: string
  readonly outputSchema?: unknown
}

interface Listed {
  readonly tools: ReadonlyArray<Tool>
  readonly nextCursor?: string
}

type List = (...given: ReadonlyArray<unknown>) => Promise<Listed> | Listed

/** The handlers of a guarded server, with those of its handles in front of them. */
export interface ServedHandles {
  readonly listing: (list: List) => List
  readonly serving: (call: Handler) => Handler
}

const NONE: ServedHandles = { listing: (list) => list, serving: (call) => call }

const withoutSchema = ({ outputSchema: _, ...tool }: Tool): Tool => tool

/** Serves the handles that the options ask for; `isTaken` knows the names of the server's own tools. */
export const handlesOf = (options: GuardToolsOptions, isTaken: (name: string) => boolean): ServedHandles => {
  const { rules, timeoutMs: _timeoutMs, errors: _errors, ...shared } = options
  const keeps = resultsOf(options) !== undefined
  const judged = new Set(Object.entries<ToolRule>(rules ?? {}).flatMap(([name, { output }]) => (output ? [name] : [])))
  if (!keeps && judged.size === 0) return NONE
  const { listTools, callTool } = toolHandlers([], keeps ? shared : {})
  const { tools: readers } = listTools()
  return {
    listing:
      (list) =>
      async (...given) => {
        const { tools, ...rest } = await list(...given)
        const shown = tools.map((tool) => (keeps || judged.has(tool.name) ? withoutSchema(tool) : tool))
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
