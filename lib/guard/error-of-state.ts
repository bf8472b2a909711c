/** What an SQLSTATE means, whoever heard it: a tool of SQL, or the ledger at its commit. */
import { type ToolError, errorOfCode } from '../core/errors/index.js'
import { codeOfState, hintOfState, wordsOfState } from '../core/signs/index.js'

/** Whether a code is an SQLSTATE: EPIPE looks like one, and none begins with an E. */
export const isState = (code: string): boolean => /^(?!E)[0-9A-Z]{5}$/.test(code)

/**
 * Whether a server that answers a commit with this code has rolled it back. One that is stopped or lost meanwhile may
 * have done either.
 */
export const refusesCommit = (code: string): boolean => isState(code) && !/^(?:08|57|58|XX|40003)/.test(code)

/** `place` says where in the statement. */
export const errorOfState = (state: string, effect: 'read' | 'write', place = ''): ToolError => {
  const hint = hintOfState(state, effect)
  return errorOfCode(codeOfState(state), {
    detail: `Database error${place}: ${wordsOfState(state)} (SQLSTATE ${state}).`,
    ...(hint === undefined ? {} : { hint })
  })
}
