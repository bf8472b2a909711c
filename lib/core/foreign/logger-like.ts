/** The part of a logger that the guard uses, and writing that survives its faults. */
import { visible } from '../errors/text.js'
import { isObject, isPlainObject } from './fields.js'
import { abandon, isThenable } from './promises.js'

/** Any `winston.Logger` fits. Without `isLevelEnabled` every line is written. @category Telemetry @since 0.1.0 */
export interface LoggerLike {
  readonly isLevelEnabled?: (level: string) => boolean
  readonly log: (level: string, message: string, meta: Readonly<Record<string, unknown>>) => unknown
}

const ignore = (): void => {}

/** A value for a log line, whose readers split it at spaces. */
export const oneWord = (text: string): string => text.replace(/[\s=]+/g, '_')

// A session's own redactor may make more of a record.
const MAX_LEVELS = 100
const MAX_ELEMENTS = 100_000

// A logger may write to a terminal as it is told. The copy has the cycles of the record.
const shown = (value: unknown, copies: Map<object, unknown>, level = 0): unknown => {
  if (typeof value === 'string') return visible(value)
  if (!isObject(value) || level > MAX_LEVELS) return value
  const known = copies.get(value)
  if (known !== undefined) return known
  if (Array.isArray(value)) {
    if (value.length > MAX_ELEMENTS) return value
    const list: Array<unknown> = []
    copies.set(value, list)
    for (const element of value) list.push(shown(element, copies, level + 1))
    return list
  }
  if (!isPlainObject(value)) return value
  const record: Record<string, unknown> = {}
  copies.set(value, record)
  for (const [key, field] of Object.entries(value))
    if (key !== '__proto__') record[visible(key)] = shown(field, copies, level + 1)
  return record
}

/** Whether a line of this level would be written, asked first to spare its making. Never throws. */
export const wouldLog = (logger: LoggerLike, level: string): boolean => {
  try {
    return logger.isLevelEnabled === undefined || logger.isLevelEnabled(level)
  } catch {
    return false
  }
}

/**
 * Writes one line, made only if its level is enabled, with escapes for what is not seen; line breaks stay. A message
 * may be made of the record. A logger that throws or rejects affects no caller.
 */
export const writeLog = (
  logger: LoggerLike | undefined,
  level: string,
  message: string | ((record: unknown) => string),
  meta: () => unknown
): void => {
  if (logger === undefined || !wouldLog(logger, level)) return
  try {
    const record = meta()
    abandon(record)
    const text = typeof message === 'string' ? message : message(record)
    const written = logger.log(level, visible(text), shown(record, new Map()) as Readonly<Record<string, unknown>>)
    if (isThenable(written)) written.then(ignore, ignore)
  } catch {
    // A line that cannot be written is lost; the call is not.
  }
}
