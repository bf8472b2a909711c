/** Tells a developer without a logger of a bug in a tool: the model reads its kind alone, and nobody else would hear of it. */
import { SaidOfTools, warnDeveloper } from '../developer-warning.js'
import { causeOf, throwSite } from './cause.js'

const buggy = new SaidOfTools()

/** Warns once for each tool of the process. Never throws. */
export const warnOfBug = (tool: string, thrown: unknown): void => {
  if (!buggy.isNew(tool)) return
  warnDeveloper(
    `The tool ${tool} threw ${causeOf(thrown)}${throwSite(thrown)}. A \`logger\` of \`openSession\` gets every throw, with its stack; \`logger: false\` silences this warning.`
  )
}
