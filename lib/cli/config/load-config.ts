/** Finds the config file: the one that is named, else the nearest above the working folder. */
import * as E from 'fp-ts/lib/Either.js'
import { lilconfig } from 'lilconfig'
import { resolve } from 'node:path'
import { UsageError } from '../exit.js'
import { CONFIG_FILES } from './config-files.js'
import { readConfig, type Config } from './config.js'

/** A config, and where it stands; without a file, nothing is configured. */
export interface Loaded {
  readonly config: Config
  readonly path: string | undefined
}

const reasonOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

const find = async (named: string | undefined): Promise<{ readonly value: unknown; readonly path: string } | undefined> => {
  const files = lilconfig('guarded-call', { searchPlaces: [...CONFIG_FILES] })
  try {
    const found = named === undefined ? await files.search() : await files.load(resolve(named))
    return found === null ? undefined : { value: found.isEmpty === true ? {} : found.config, path: found.filepath }
  } catch (thrown) {
    throw new UsageError(`The config file${named === undefined ? '' : ` ${named}`} cannot be read: ${reasonOf(thrown)}`)
  }
}

/** Loads the config; a UsageError names everything that is wrong with it. */
export const loadConfig = async (named?: string): Promise<Loaded> => {
  const found = await find(named)
  if (found === undefined) return { config: {}, path: undefined }
  const config = readConfig(found.value)
  if (E.isLeft(config)) throw new UsageError(`${found.path} does not fit:\n${config.left.map((line) => `  ${line}`).join('\n')}`)
  return { config: config.right, path: found.path }
}
