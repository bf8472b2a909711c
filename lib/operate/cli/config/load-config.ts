/** Finds the config file: the one named by the option, else the nearest above the working folder. */
import * as E from 'fp-ts/lib/Either.js'
import { lilconfig } from 'lilconfig'
import { existsSync } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { UsageError } from '../exit.js'
import { importModule, whyNotImported } from '../import-module.js'
import { reasonOf, shownPath, thrownMessage } from '../reason.js'
import { CONFIG_FILES } from './config-files.js'
import { readConfig, type Config } from './config.js'

/** A config and its path; without a file, the config is empty. */
export interface LoadedConfig {
  /** As written, but for the paths in it, which are absolute. */
  readonly config: Config
  readonly path: string | undefined
  /** Configs beside it, which are not read. */
  readonly unread: ReadonlyArray<string>
}

const unreadable = (path: string | undefined, why: string, cause: unknown): UsageError =>
  new UsageError(`The config file${path === undefined ? '' : ` ${shownPath(path)}`} cannot be read: ${why}`, { cause })

// Errors of lilconfig do not name the file, and hide the fault of a broken module.
const importDefault = async (path: string): Promise<unknown> => {
  try {
    return (await importModule(path))['default']
  } catch (thrown) {
    throw unreadable(path, `${whyNotImported(path, thrown)}${insteadOf(path, thrown)}`, thrown)
  }
}

// The packages that npx runs are not found from where the config is.
const insteadOf = (path: string, thrown: unknown): string => {
  const [, name] = /^Cannot find package '([^']+)' imported from/.exec(thrownMessage(thrown)) ?? []
  return name === undefined
    ? ''
    : `. Run \`npm install ${name}\` in ${dirname(path)}, or write the config in a .json file, with each output as a JSON Schema.`
}

const parse = (path: string, text: string): unknown => {
  try {
    // Some editors of Windows begin a file with a byte order mark.
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (thrown) {
    throw unreadable(path, reasonOf(thrown), thrown)
  }
}

const LOADERS = { '.js': importDefault, '.mjs': importDefault, '.json': parse }

// A file without an extension is read as JSON.
const isKnown = (path: string): boolean => extname(path) === '' || extname(path) in LOADERS

interface FoundConfig {
  readonly value: unknown
  readonly path: string
}

const find = async (named: string | undefined): Promise<FoundConfig | undefined> => {
  if (named !== undefined && !isKnown(named))
    throw new UsageError(`The config file ${named} cannot be read: its name must end in .js, .mjs or .json`)
  const files = lilconfig('guarded-call', { searchPlaces: [...CONFIG_FILES], loaders: LOADERS })
  try {
    const found = named === undefined ? await files.search() : await files.load(resolve(named))
    return found === null ? undefined : { value: found.isEmpty === true ? {} : found.config, path: found.filepath }
  } catch (thrown) {
    throw thrown instanceof UsageError
      ? thrown
      : unreadable(named ?? (thrown as NodeJS.ErrnoException).path, reasonOf(thrown), thrown)
  }
}

const checked = ({ value, path }: FoundConfig): Config => {
  const config = readConfig(value)
  if (E.isLeft(config))
    throw new UsageError(`${path} does not fit:\n${config.left.map((line) => `  ${line}`).join('\n')}`)
  return config.right
}

const PATHS = ['pin', 'log', 'record'] as const

// Clients start servers in whatever folder they like.
const withPathsFrom = (folder: string, { mcp, ...config }: Config): Config => {
  if (mcp === undefined) return config
  const paths = PATHS.flatMap((key) => (mcp[key] === undefined ? [] : [[key, resolve(folder, mcp[key])] as const]))
  return { ...config, mcp: { ...mcp, ...Object.fromEntries(paths) } }
}

/** Loads a file whose config is written again; a UsageError names every fault of it. */
export const loadWritten = async (path: string): Promise<Config> => {
  const found = await find(path)
  return found === undefined ? {} : checked(found)
}

/** Loads the config; a UsageError names every fault of it. */
export const loadConfig = async (named?: string): Promise<LoadedConfig> => {
  const found = await find(named)
  if (found === undefined) return { config: {}, path: undefined, unread: [] }
  const { path } = found
  const folder = dirname(path)
  const beside = named === undefined ? CONFIG_FILES.filter((name) => name !== basename(path)) : []
  return {
    config: withPathsFrom(folder, checked(found)),
    path,
    unread: beside.filter((name) => existsSync(join(folder, name)))
  }
}

/** Says which of several configs is used; undefined for a single one. */
export const unreadLine = ({ path, unread }: LoadedConfig): string | undefined =>
  unread.length === 0
    ? undefined
    : `${path} is used; ${unread.join(' and ')} beside it ${unread.length === 1 ? 'is' : 'are'} not read.`
