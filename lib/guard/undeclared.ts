/**
 * The tools of a turn whose effect nobody declared: those that look like writes are named in a line for the developer,
 * and all of them in the turn's report.
 */
import { formatPath, oneLine } from '../core/errors/index.js'
import { writeLog } from '../core/foreign/index.js'
import type { ToolKind } from '../core/signs/index.js'
import { ToolWarnings, warnDeveloper } from './developer-warning.js'
import type { SessionSettings } from './settings.js'

/** The rule that declares the effect of a tool: `rules.send_email.effect`. */
export const effectRule = (tool: string): string => formatPath(['rules', oneLine(tool, 100), 'effect'], () => true)

// Of the whole process: a logger may be made for each request.
const writers = new ToolWarnings()

const tellOfWriter = (tool: string, { logger, warns, ext, redact }: SessionSettings): void => {
  if ((logger === undefined && !warns) || !writers.isNew(tool)) return
  const line = `${oneLine(tool, 100)} looks like a write and has no effect declared: ${effectRule(tool)}`
  if (logger !== undefined) return writeLog(logger, 'warn', line, () => redact({ ext, tool }))
  warnDeveloper(
    `${line}. A declared write runs once in a turn with the same arguments, this one up to three times in a row. \`logger: false\` of \`openSession\` silences this warning.`
  )
}

// A framework may name any number of tools.
const MAX_TOOLS = 1_000

export class UndeclaredTools {
  readonly #kinds = new Map<string, ToolKind>()

  /**
   * Notes a tool that is called, and the kind by which its calls are counted. A name that plainly reads, or says
   * nothing, is worth no line: only a write is harmed by more than one run.
   */
  note(tool: string, kind: ToolKind, settings: SessionSettings): void {
    if (this.#kinds.has(tool) || this.#kinds.size >= MAX_TOOLS) return
    this.#kinds.set(tool, kind)
    if (kind === 'writes') tellOfWriter(tool, settings)
  }

  kindOf(tool: string): ToolKind | undefined {
    return this.#kinds.get(tool)
  }
}
