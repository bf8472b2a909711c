/** Imports a module of the user's. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** All that a module exports, by name. It is run. */
export const importModule = async (path: string): Promise<Readonly<Record<string, unknown>>> =>
  await import(pathToFileURL(resolve(path)).href) as Readonly<Record<string, unknown>>

/** Why a module could not be imported. */
export const whyNotImported = (path: string, error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error)
  // Of a syntax error Node tells nobody but the terminal in which line it is.
  return error instanceof SyntaxError ? `${message}. Run \`node ${path}\` to see where.` : message
}
