/** Warns a developer without a logger of a bug in a tool, of which the model reads the kind alone. */
import { ToolWarnings, warnDeveloper } from '../developer-warning.js'
import { ownRedacted, type Redaction } from '../own-redaction.js'
import { shownTool } from '../session-line.js'
import { throwSite } from './cause.js'
import type { ThrownByTool } from './read-thrown.js'

const buggy = new ToolWarnings()

interface Bug {
  readonly thrown: ThrownByTool
  /** What an operator may read of it. */
  readonly cause: string
}

/** Warns once for each tool of the process, and once for each function beside it. Never throws. */
export const warnOfBug = (tool: string, { thrown: { value, by }, cause }: Bug, redaction: Redaction): void => {
  const throwerOf = (name: string): string => (by === undefined ? `The tool ${name}` : `${by} of the tool ${name}`)
  if (!buggy.isNew(throwerOf(tool))) return
  warnDeveloper(
    `${throwerOf(shownTool(tool, redaction))} threw ${cause}${throwSite(value)}. A \`logger\` of \`openSession\` gets every throw, with its stack; \`logger: false\` silences this warning.`
  )
}

const broken = new ToolWarnings()

/** Warns once of each way in which a ledger or a shared store fails. Never throws. */
export const warnOfStore = (store: 'ledger' | 'store', cause: string, redaction: Redaction): void => {
  if (broken.isNew(`${store} ${cause}`))
    warnDeveloper(
      `The ${store} cannot be used: ${ownRedacted(cause, redaction)}. \`logger: false\` of \`openSession\` silences this warning.`
    )
}

const unfit = new ToolWarnings()

/** Warns once for each tool of the process whose answer is no data, or none that its codec reads. Never throws. */
export const warnOfAnswer = (tool: string, advice: string, redaction: Redaction): void => {
  if (unfit.isNew(tool))
    warnDeveloper(
      `In a call of ${shownTool(tool, redaction)}: ${ownRedacted(advice, redaction)} \`logger: false\` of \`openSession\` silences this warning.`
    )
}
