/** Lines of a session's log: the record, and the message, which holds no more of foreign words than the record does. */
import { type Fields, abandon, isObject, ownValue, writeLog } from '../core/foreign/index.js'
import { REDACTED } from '../core/redact/index.js'
import type { SessionSettings } from './settings.js'

type LineSettings = Pick<SessionSettings, 'logger' | 'ext' | 'redact'>

/** A field of a record as its session's `redact` left it. */
export type ShownField = (name: string) => string

// A text, a promise or an object without the field as a text: nobody knows whether it may be seen.
const fieldsOf =
  (record: unknown): ShownField =>
  (name) => {
    const value = isObject(record) ? ownValue(record, name) : undefined
    return typeof value === 'string' ? value : REDACTED
  }

/** Writes one line, if its level is enabled: `message` gets the redacted fields. Never throws. */
export const writeSessionLine = (
  { logger, ext, redact }: LineSettings,
  level: string,
  message: (shown: ShownField) => string,
  record: () => Fields
): void =>
  writeLog(
    logger,
    level,
    (left) => message(fieldsOf(left)),
    () => redact({ ext, ...record() })
  )

/** The name of a tool, which a model may have chosen, as a line of the session would show it. Never throws. */
export const shownTool = (tool: string, { redact }: Pick<SessionSettings, 'redact'>): string => {
  try {
    const left = redact({ tool })
    abandon(left)
    return fieldsOf(left)('tool')
  } catch {
    return REDACTED
  }
}
