/** Why a write under a ledger was not run, or what is known of it without its response. */
import { type ToolError, fixedError, partialData, schemaMismatch } from '../core/errors/index.js'
import type { Call } from './call.js'
import { errorOfState } from './error-of-state.js'
import { failedJudgement, type Judgement } from './judgement.js'

export const UNAVAILABLE = fixedError(
  'schema_mismatch',
  'store_unavailable',
  'The ledger cannot be reached, so it is unknown whether this call ran before; the tool was not run.'
)

export const GIVEN_UP = fixedError(
  'schema_mismatch',
  'cancelled',
  'The caller cancelled the call while it waited for the ledger; the tool was not run.'
)

export const SPENT = fixedError(
  'schema_mismatch',
  'tool_threw',
  'A transaction carries one write, and this one has carried it; the tool was not run.'
)

export const APART = fixedError(
  'schema_mismatch',
  'tool_threw',
  "A tool with `ledger: 'same'` needs a ledger of postgresLedger() in its own database; the tool was not run."
)

const UNDONE = fixedError('partial_data', 'tool_unavailable', 'The database did not commit the write, and undid it.')

/** A commit that the server refused, in the words of its SQLSTATE. */
export const rolledBack = (state: string | undefined): ToolError =>
  state === undefined ? UNDONE : errorOfState(state, 'write')

export const UNREACHABLE = fixedError(
  'partial_data',
  'tool_unavailable',
  'The database cannot be reached, so it is unknown whether it committed the write.'
)

export const unknownOutcome = <Args, A>({ operationId, tool }: Call<Args, A>, why: string): Judgement<never> => {
  const detail = `Operation ${operationId} of ${tool.name} ${why}; the tool was not run now.`
  return failedJudgement(schemaMismatch({ code: 'outcome_unknown', detail }), 'unknown')
}

export const ranBefore = <Args, A>({ operationId, tool }: Call<Args, A>): Judgement<never> => {
  const detail = `Operation ${operationId} of ${tool.name} was executed before, and its response was not kept.`
  return failedJudgement(partialData({ code: 'incomplete_response', detail }), 'yes')
}

/** It was executed too long ago for its response to be kept. */
export const ranLongAgo = <Args, A>({ operationId, tool }: Call<Args, A>, since: number): Judgement<never> => {
  const detail = `Operation ${operationId} of ${tool.name} ran before. It was executed on ${new Date(since).toISOString()}; its answer is no longer kept. The tool was not run now.`
  return failedJudgement(schemaMismatch({ code: 'retry_budget_exceeded', detail }), 'yes')
}
