/** Throws of an author's functions beside the tool: models read that one threw, developers what. */
import { SchemaFailure } from '../../codec/schema-failure.js'
import { oneWord } from '../../core/foreign/index.js'
import type { ToolError } from '../../core/errors/index.js'
import { ToolWarnings, warnDeveloper } from '../developer-warning.js'
import { ownRedacted } from '../own-redaction.js'
import { shownTool, writeSessionLine } from '../session-line.js'
import type { SessionSettings } from '../settings.js'
import { takenOf } from '../taken-values.js'
import { cutCause, longCauseOf, stackOf, throwSite } from './cause.js'
import { thrownSources } from './thrown-sources.js'
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

/** A line, or without a logger one warning of the process. Never throws. */
const tell = (
  settings: Pick<SessionSettings, 'logger' | 'warns' | 'ext' | 'redact'>,
  event: string,
  { tool, callback, ...cause }: Readonly<Record<'tool' | 'callback' | 'cause', string>>,
  words: () => string
): void => {
  if (settings.logger !== undefined)
    return writeSessionLine(
      settings,
      'error',
      (shown) => `callback_${event} tool=${oneWord(shown('tool'))} callback=${callback}`,
      () => ({ tool, callback, ...cause })
    )
  if (settings.warns && told.isNew(`${event} ${callback} of ${tool}`))
    warnDeveloper(
      `\`${callback}\` of the tool ${shownTool(tool, settings)} ${words()} \`logger: false\` silences this warning.`
    )
}

const toldCause = (thrown: unknown, settings: SessionSettings): string =>
  cutCause(ownRedacted(longCauseOf(thrown), settings, takenOf(thrownSources(thrown), [], settings)))

/** Tells of a function of a tool that threw, and whose word is missing now. */
export const tellOfCallback = (tool: string, callback: string, thrown: unknown, settings: SessionSettings): void =>
  tell(
    settings,
    'threw',
    { tool, callback, cause: toldCause(thrown, settings), ...stackOf(thrown) },
    () =>
      `threw ${toldCause(thrown, settings)}${throwSite(thrown)}; the call went on without it. A \`logger\` gets every throw;`
  )

/** Tells of a function whose answer could not be read, and counts as not given. */
export const tellOfUnread = (tool: string, callback: string, why: string, settings: SessionSettings): void =>
  tell(
    settings,
    'unread',
    { tool, callback, cause: why },
    () => `gave an unreadable answer: ${ownRedacted(why, settings)}`
  )
