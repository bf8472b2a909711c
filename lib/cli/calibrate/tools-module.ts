/** Loads the tools that a user's module exports. */
import { stat } from 'node:fs/promises'
import { policiesByName, type AnyJudgedTool } from '../../traffic/judged-tool.js'
import { UsageError } from '../exit.js'
import { expectNoFolder } from '../folder.js'
import { importModule, whyNotImported } from '../import-module.js'
import { fileReason, thrownMessage } from '../reason.js'

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

const load = async (path: string): Promise<Readonly<Record<string, unknown>>> => {
  try {
    return await importModule(path)
  } catch (error) {
    // Newer Node reads TypeScript by itself, and loaders add it to older versions.
    if ((error as NodeJS.ErrnoException | null)?.code === 'ERR_UNKNOWN_FILE_EXTENSION' || path.endsWith('.json'))
      throw new UsageError(`${path} is not JavaScript. Compile it, and name the .js file.`, { cause: error })
    throw new Error(`${path} could not be loaded: ${whyNotImported(path, error)}`, { cause: error })
  }
}

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
  try {
    await stat(path)
  } catch (error) {
    throw new Error(fileReason(path, error), { cause: error })
  }
  await expectNoFolder(path, 'Name the module in it that exports the tools.')
  const tools = [...new Set(Object.values(await load(path)).flatMap(toolsIn))]
  if (tools.length === 0)
    throw new UsageError(
      `${path} exports no tools. Export guarded calls, or objects with \`name\` and \`codec\`, alone or in an array.`
    )
  checkTools(path, tools)
  return tools
}
