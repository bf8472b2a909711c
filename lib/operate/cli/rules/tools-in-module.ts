/**
 * Finds the tools that a module exports: plain functions, and the tool objects of frameworks, known by their shapes.
 */
import { type Fields, isFields, isObject, isPlainObject } from '../../../core/foreign/index.js'
import { fieldsOf } from '../../../toolset/guard-functions.js'
import { UsageError } from '../exit.js'
import { loadModule } from '../import-module.js'
import { foundByName, foundObject, schemaOf, type FoundTool } from './found-tool.js'

// -- what is a tool

// By these the frameworks run a tool: `execute` of the AI SDK, Mastra and `guardFunctions`, `invoke` of OpenAI's agents
// and LangChain, `run` of Anthropic, ….
const RUNS = ['execute', 'invoke', 'run', 'handler', 'runAsync', 'stream', 'call'] as const

const isFunction = (value: unknown): value is (...args: ReadonlyArray<unknown>) => unknown =>
  typeof value === 'function'

const isClass = (value: object): boolean => /^class\b/.test(Function.prototype.toString.call(value))

const isGuarded = (value: unknown): boolean => isFunction(value) && 'fromModel' in value

const nameIn = ({ name, id }: Fields): string | undefined =>
  [name, id].find((one): one is string => typeof one === 'string' && one !== '')

/** A tool object; `key` names it where its framework goes by the name in a record. */
const objectAsTool = (value: Fields, key: string | undefined): FoundTool | undefined => {
  // OpenAI wraps a function.
  if (value['type'] === 'function' && isFields(value['function'])) return objectAsTool(value['function'], undefined)
  const runs = RUNS.some((run) => isFunction(value[run]))
  const own = nameIn(value)
  if (isFunction(value['execute']) && key !== undefined) return foundObject(key, value)
  const name = own ?? (schemaOf(value) === undefined ? undefined : key)
  if (name === undefined) return undefined
  if (!runs && schemaOf(value) === undefined) return undefined
  // What has a name of its own may be a definition, whose function stands in a loop of the host.
  return { ...foundObject(name, value), ...(runs || own !== undefined ? {} : { isElsewhere: true }) }
}

const asTool = (value: unknown, key: string | undefined): FoundTool | undefined => {
  if (isFunction(value)) {
    const name = key ?? value.name
    return isClass(value) || isGuarded(value) || name === '' ? undefined : foundByName(name)
  }
  return isFields(value) ? objectAsTool(value, key) : undefined
}

/** The tools that an array, a record or an instance holds. */
const toolsWithin = (value: unknown): ReadonlyArray<FoundTool> => {
  const found = Array.isArray(value)
    ? value.map((each: unknown) => asTool(each, undefined))
    : isObject(value)
      ? [...fieldsOf(value)].map(([key, each]) => asTool(each, key))
      : []
  return found.filter((tool) => tool !== undefined)
}

// -- exports

// Node names a function without a name after its export.
const nameOfDefault = (value: unknown): string | undefined =>
  isFunction(value) && (value.name === '' || value.name === 'default') ? '' : undefined

const nameOfExport = (name: string, value: unknown): string | undefined =>
  name === 'default' ? nameOfDefault(value) : name

/**
 * An export as a tool, or the tools in it. Of an instance nobody knows whether its methods are tools: it may be a
 * client of a database.
 */
const exported = ([name, value]: readonly [string, unknown]): ReadonlyArray<FoundTool> => {
  const tool = asTool(value, nameOfExport(name, value))
  if (tool !== undefined) return [tool]
  return Array.isArray(value) || (isObject(value) && isPlainObject(value)) ? toolsWithin(value) : []
}

/**
 * The tools of a module: those that it exports as `tools`, else those within its default export, else all; beside tool
 * objects, functions are helpers.
 */
const toolsOf = (module: Fields): ReadonlyArray<FoundTool> => {
  for (const name of ['tools', 'default']) {
    const value = module[name]
    const alone = isFields(value) ? objectAsTool(value, undefined) : undefined
    if (alone !== undefined) return [alone]
    const within = toolsWithin(value)
    if (within.length > 0) return within
  }
  const exports = Object.entries(module)
  const objects = exports.filter(([, value]) => !isFunction(value)).flatMap(exported)
  return objects.length > 0 ? objects : exports.flatMap(exported)
}

const whyNone = (path: string, module: Fields): string => {
  const values = Object.values(module).flatMap((value): ReadonlyArray<unknown> =>
    Array.isArray(value) ? value : [value]
  )
  if (nameOfDefault(module['default']) !== undefined)
    return `${path} exports a function without a name. Export it under the name by which a model calls it.`
  if (values.some(isGuarded))
    return `${path} exports guarded calls, which declare their effect and their codec themselves. Rules are for tools that are guarded in place.`
  return `${path} exports no tools. Export functions, or tool objects of a framework, by their names or in a record or an array called \`tools\`.`
}

/** Loads a module, and finds its tools; a UsageError for one without any. */
export const toolsInModule = async (path: string): Promise<ReadonlyArray<FoundTool>> => {
  const module = await loadModule(path)
  const tools = new Map(toolsOf(module).map((tool) => [tool.name, tool] as const))
  if (tools.size === 0) throw new UsageError(whyNone(path, module))
  return [...tools.values()]
}
