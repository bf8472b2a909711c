/** The subset of a winston logger that the guard writes to. */

import { abandon } from './abandon.js'

/** Any logger with winston's `log(level, message, meta)`. @category Guard @since 0.1.0 */
export interface LoggerLike {
  readonly isLevelEnabled?: (level: string) => boolean
  readonly log: (level: string, message: string, meta: Readonly<Record<string, unknown>>) => unknown
}

/** Writes a line if its level is enabled: asked first, since building the line costs more than the question. Whatever the logger does, the caller goes on. */
export const writeLog = (logger: LoggerLike | undefined, level: string, message: string, meta: () => unknown): void => {
  if (logger === undefined) return
  try {
    if (logger.isLevelEnabled !== undefined && !logger.isLevelEnabled(level)) return
    abandon(logger.log(level, message, meta() as Readonly<Record<string, unknown>>))
  } catch {
    // a logger's fault is its own
  }
}
