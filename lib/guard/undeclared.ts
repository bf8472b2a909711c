/** Tools that look like writes and whose effect nobody declared: the developer reads a line of each. */
import { formatPath, oneLine } from '../core/errors/index.js'
import { ToolWarnings, warnDeveloper } from './developer-warning.js'
import { shownTool, writeSessionLine } from './session-line.js'
import type { SessionSettings } from './settings.js'

/** The rule that declares the effect of a tool: `rules.send_email.effect`. */
export const effectRule = (tool: string): string => formatPath(['rules', oneLine(tool, 100), 'effect'], () => true)

const undeclared = (tool: string): string =>
  `${oneLine(tool, 100)} looks like a write and has no effect declared: ${effectRule(tool)}`

// Of the whole process: a logger may be made for each request.
const writers = new ToolWarnings()

/**
 * A name that plainly reads, or says nothing, is worth no line: only a write is harmed by more than one run. Never
 * throws.
 */
export const tellOfWriter = (tool: string, settings: SessionSettings): void => {
  if ((settings.logger === undefined && !settings.warns) || !writers.isNew(tool)) return
  if (settings.logger !== undefined)
    return writeSessionLine(
      settings,
      'warn',
      (shown) => undeclared(shown('tool')),
      () => ({ tool })
    )
  warnDeveloper(
    `${undeclared(shownTool(tool, settings))}. A declared write runs once in a turn with the same arguments, this one up to three times in a row. \`logger: false\` of \`openSession\` silences this warning.`
  )
}
