/** Throws of an author's functions beside the tool: models read that one threw, developers what. */
import { SchemaFailure } from '../../codec/schema-failure.js'
import { oneWord, writeLog } from '../../core/foreign/index.js'
import type { ToolError } from '../../core/errors/index.js'
import { ToolWarnings, warnDeveloper } from '../developer-warning.js'
import type { SessionSettings } from '../settings.js'
import { causeOf, stackOf, throwSite } from './cause.js'
import type { ThrownByTool } from './read-thrown.js'

// -- those that decide a call: a codec, a check, an `identity`

// By the error that stands for the throw.
const faults = new WeakMap<ToolError, ThrownByTool>()

/** Keeps behind an error what was thrown, and by which function. */
export const withFault = (error: ToolError, by: string, thrown: unknown): ToolError => {
  const value = thrown instanceof SchemaFailure ? (thrown.cause ?? thrown) : thrown
  faults.set(error, { value, says: '', isBug: true, by })
  return error
}

/** What was thrown behind an error, if it stands for a throw of an author's function. */
export const faultBehind = (error: ToolError): ThrownByTool | undefined => faults.get(error)

// -- those without which a call goes on

const told = new ToolWarnings()

/**
 * Writes a line about a function of a tool that threw and whose word is missing now; without a logger, one warning of
 * the process. Never throws.
 */
export const tellOfCallback = (
  tool: string,
  callback: string,
  thrown: unknown,
  { logger, warns, ext, redact }: Pick<SessionSettings, 'logger' | 'warns' | 'ext' | 'redact'>
): void => {
  if (logger !== undefined)
    return writeLog(logger, 'error', `callback_threw tool=${oneWord(tool)} callback=${callback}`, () =>
      redact({ ext, tool, callback, cause: causeOf(thrown), ...stackOf(thrown) })
    )
  if (warns && told.isNew(`${callback} of ${tool}`))
    warnDeveloper(
      `\`${callback}\` of the tool ${tool} threw ${causeOf(thrown)}${throwSite(thrown)}; the call went on without it. A \`logger\` of \`openSession\` gets every throw; \`logger: false\` silences this warning.`
    )
}

/** Writes the same of a function whose answer could not be read, and counts as not given. Never throws. */
export const tellOfUnread = (
  tool: string,
  callback: string,
  why: string,
  { logger, warns, ext, redact }: Pick<SessionSettings, 'logger' | 'warns' | 'ext' | 'redact'>
): void => {
  if (logger !== undefined)
    return writeLog(logger, 'error', `callback_unread tool=${oneWord(tool)} callback=${callback}`, () =>
      redact({ ext, tool, callback, cause: why })
    )
  if (warns && told.isNew(`answer of ${callback} of ${tool}`))
    warnDeveloper(
      `The answer that \`${callback}\` of the tool ${tool} gave counts as none: ${why} \`logger: false\` of \`openSession\` silences this warning.`
    )
}
