/** Loads the tools that a user's module exports. */
import { policiesByName, type AnyJudgedTool } from '../../calibrate/judged-tool.js'
import { UsageError } from '../exit.js'
import { loadModule } from '../import-module.js'
import { thrownMessage } from '../reason.js'

// -- what is a tool

const isHolder = (value: unknown): value is Readonly<Record<string, unknown>> =>
  (typeof value === 'object' || typeof value === 'function') && value !== null

/** A guarded call, or an object with a name and a codec. */
const isTool = (value: unknown): value is AnyJudgedTool =>
  isHolder(value) &&
  ((typeof value['fromModel'] === 'function' && isHolder(value['tool'])) ||
    (typeof value['name'] === 'string' && isHolder(value['codec'])))

const toolsIn = (exported: unknown): ReadonlyArray<AnyJudgedTool> => {
  if (isTool(exported)) return [exported]
  return Array.isArray(exported) ? (exported as ReadonlyArray<unknown>).filter(isTool) : []
}

// -- loading

// Guarded calls are recognized by identity, which fails across two installations.
const FOREIGN =
  'Guarded calls must be made by the installation of guarded-call that runs the command: this looks like another copy of guarded-call.'

const checkTools = (path: string, tools: ReadonlyArray<AnyJudgedTool>): void => {
  try {
    policiesByName(tools)
  } catch (error) {
    const message = thrownMessage(error)
    throw new UsageError(`${path}: ${message}${message.includes('guarded calls') ? ` ${FOREIGN}` : ''}`, {
      cause: error
    })
  }
}

/** The exported tools of a module, under any names; a tool that is exported twice counts once. */
export const loadTools = async (path: string): Promise<ReadonlyArray<AnyJudgedTool>> => {
  const tools = [...new Set(Object.values(await loadModule(path)).flatMap(toolsIn))]
  if (tools.length === 0)
    throw new UsageError(
      `${path} exports no tools. Export guarded calls, or objects with \`name\` and \`codec\`, alone or in an array.`
    )
  checkTools(path, tools)
  return tools
}
