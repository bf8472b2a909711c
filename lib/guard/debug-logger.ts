/** A logger for `DEBUG=guarded-call`, where a session has none: a line for each call on the standard error. */
import { visible } from '../core/errors/index.js'
import type { LoggerLike } from '../core/foreign/index.js'
import { debugOutput } from '#platform'

const NAME = 'guarded-call'

const isText = (text: unknown): text is string => typeof text === 'string'

const lineOf = (message: string, { ms, detail, cause }: Readonly<Record<string, unknown>>): string =>
  [NAME, message, typeof ms === 'number' ? `ms=${ms}` : undefined, detail, cause].filter(isText).join(' ')

/** Undefined where nobody asked for it. */
export const debugLogger = (): LoggerLike | undefined => {
  const write = debugOutput(NAME)
  return write && { log: (_level, message, meta) => write(visible(lineOf(message, meta)).replaceAll('\n', ' ')) }
}
