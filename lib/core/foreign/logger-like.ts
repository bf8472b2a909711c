/** The part of a logger that the guard uses, and writing that survives its faults. */
import { abandon, isThenable } from './promises.js'

/** Any `winston.Logger` fits. Without `isLevelEnabled` every line is written. @category Telemetry @since 0.1.0 */
export interface LoggerLike {
  readonly isLevelEnabled?: (level: string) => boolean
  readonly log: (level: string, message: string, meta: Readonly<Record<string, unknown>>) => unknown
}

const ignore = (): void => {}

/** A value for a log line, whose readers split it at spaces. */
export const oneWord = (text: string): string => text.replace(/[\s=]+/g, '_')

/** Whether a line of this level would be written, asked first to spare its making. Never throws. */
export const wouldLog = (logger: LoggerLike, level: string): boolean => {
  try {
    return logger.isLevelEnabled === undefined || logger.isLevelEnabled(level)
  } catch {
    return false
  }
}

/** Writes one line, made only if its level is enabled. A logger that throws or rejects affects no caller. */
export const writeLog = (logger: LoggerLike | undefined, level: string, message: string, meta: () => unknown): void => {
  if (logger === undefined || !wouldLog(logger, level)) return
  try {
    const record = meta()
    abandon(record)
    const written = logger.log(level, message, record as Readonly<Record<string, unknown>>)
    if (isThenable(written)) written.then(ignore, ignore)
  } catch {
    // A line that cannot be written is lost; the call is not.
  }
}
