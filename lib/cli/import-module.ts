/** Imports a module of the user's. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { reasonOf } from './reason.js'

/** All that a module exports, by name. It is run. */
export const importModule = async (path: string): Promise<Readonly<Record<string, unknown>>> =>
  (await import(pathToFileURL(resolve(path)).href)) as Readonly<Record<string, unknown>>

/** Why a module could not be imported. */
export const whyNotImported = (path: string, error: unknown): string => {
  const reason = reasonOf(error)
  // Of a syntax error Node tells nobody but the terminal in which line it is.
  return error instanceof SyntaxError ? `${reason}. Run \`node ${path}\` to see where.` : reason
}
