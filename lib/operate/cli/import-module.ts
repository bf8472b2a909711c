/** Imports a user's module. */
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UsageError } from './exit.js'
import { expectNoFolder } from './folder.js'
import { reasonOf, shownPath } from './reason.js'

/** All exports of a module, by name. Importing runs it. */
export const importModule = async (path: string): Promise<Readonly<Record<string, unknown>>> =>
  (await import(pathToFileURL(resolve(path)).href)) as Readonly<Record<string, unknown>>

/** The reason why a module could not be imported. */
export const whyNotImported = (path: string, error: unknown): string => {
  const reason = reasonOf(error)
  // Node prints the line of a syntax error only to the terminal.
  return error instanceof SyntaxError ? `${reason}. Run \`node ${path}\` to see where.` : reason
}

// Newer Node strips the types of TypeScript by itself, but not what has a meaning when it runs; loaders help older
// versions.
const notJavaScript = (path: string, { code }: NodeJS.ErrnoException): string | undefined => {
  const advice = 'Compile it, and name the .js file.'
  if (code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX') return `${path} holds TypeScript that Node cannot strip. ${advice}`
  if (code !== 'ERR_UNKNOWN_FILE_EXTENSION' && !path.endsWith('.json')) return undefined
  return /\.[cm]?tsx?$/.test(path)
    ? `${path} is not JavaScript. ${advice} Node ${process.versions.node} reads no TypeScript; 22.18 and later do.`
    : `${path} is not JavaScript. Name the module that exports the tools.`
}

/** All exports of a module of tools, by name. Importing runs it. */
export const loadModule = async (path: string): Promise<Readonly<Record<string, unknown>>> => {
  // Of a module that is not there, an import tells another path.
  await stat(path)
  await expectNoFolder(path, 'Name the module that exports the tools.')
  try {
    return await importModule(path)
  } catch (error) {
    const advice = notJavaScript(path, (error ?? {}) as NodeJS.ErrnoException)
    if (advice !== undefined) throw new UsageError(advice, { cause: error })
    throw new Error(`${shownPath(path)} could not be loaded: ${whyNotImported(path, error)}`, { cause: error })
  }
}
