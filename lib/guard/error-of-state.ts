/** What a model reads of an SQLSTATE, whoever heard it: a tool of SQL, or the ledger at its commit. */
import { type ToolError, errorOfCode } from '../core/errors/index.js'
import { codeOfState, hintOfState, wordsOfState } from '../core/signs/index.js'

/** `place` says where in the statement. */
export const errorOfState = (state: string, effect: 'read' | 'write', place = ''): ToolError => {
  const hint = hintOfState(state, effect)
  return errorOfCode(codeOfState(state), {
    detail: `Database error${place}: ${wordsOfState(state)} (SQLSTATE ${state}).`,
    ...(hint === undefined ? {} : { hint })
  })
}
