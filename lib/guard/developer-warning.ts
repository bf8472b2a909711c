/** Warns the developer through the process, about each tool at most once of a kind. */
import { visible } from '../core/errors/index.js'
import { emitWarning } from '#platform'

// A framework may name any number of tools. Whoever has more has been told enough.
const MAX_TOOLS = 1_000

/** Remembers of which tools something was said already. */
export class ToolWarnings {
  readonly #names = new Set<string>()

  /** Whether this is the first time; from then on it was said. */
  isNew(tool: string): boolean {
    if (this.#names.has(tool) || this.#names.size >= MAX_TOOLS) return false
    this.#names.add(tool)
    return true
  }
}

/** Never throws. The words of others in it reach a terminal: on one line, and what is not seen in them as an escape. */
export const warnDeveloper = (text: string): void => {
  try {
    emitWarning(visible(text).replace(/[\r\n]+/g, ' '))
  } catch {
    // Warnings may be made to throw (`--throw-deprecation` is one way): the call goes on.
  }
}
