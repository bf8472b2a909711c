/** Imports a user's module. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { reasonOf } from './reason.js'

/** All exports of a module, by name. Importing runs it. */
export const importModule = async (path: string): Promise<Readonly<Record<string, unknown>>> =>
  (await import(pathToFileURL(resolve(path)).href)) as Readonly<Record<string, unknown>>

/** The reason why a module could not be imported. */
export const whyNotImported = (path: string, error: unknown): string => {
  const reason = reasonOf(error)
  // Node prints the line of a syntax error only to the terminal.
  return error instanceof SyntaxError ? `${reason}. Run \`node ${path}\` to see where.` : reason
}
