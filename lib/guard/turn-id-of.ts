/** The ids of turns by what engines hand the work: the same on every delivery, never an earlier job's. */
import * as o from '../core/options.js'

// Parts that are left out would make different jobs one turn.
const idOf = (engine: string, parts: Readonly<Record<string, unknown>>): string => {
  for (const [name, part] of Object.entries(parts))
    o.expectOption(
      (typeof part === 'string' && part !== '') || Number.isSafeInteger(part),
      name,
      `given by ${engine}: without it, other work would have the same turn`
    )
  return [engine, ...Object.values(parts)].join(':')
}

/**
 * Names a turn by what an engine hands the work, for `session.openTurn({ id })`: the same on each delivery, retry and
 * recovery of the work, and another one where the engine lets an id be used again, because a ledger would answer new
 * work with what it keeps of the old.
 *
 * - `bullmq(job)`: queue, id and time of adding. A `jobId` may come again once its job was removed.
 * - `dbos(DBOS)`: within a workflow or its steps. A fork is another workflow.
 * - `restate(ctx)`: the invocation. A key may come again.
 * - `temporal({ workflowId, firstExecutionRunId })`: of `workflowInfo()`, which the workflow hands its activity: a
 * workflow's id may come again, and its run id differs after a retry or `continueAsNew`. Runs of a cron workflow have
 * one first run: give each a step.
 * - `inngest({ runId })`: a rerun is another run.
 *
 * @throws TypeError where the engine gives no such id.
 * @category Ledger @since 0.1.0
 * @example
 * import { turnIdOf } from 'guarded-call'
 *
 * const job = { queueName: 'orders', id: '17', timestamp: 1_700_000_000_000 }
 * assert.equal(turnIdOf.bullmq(job), 'bullmq:orders:17:1700000000000')
 */
export const turnIdOf = {
  // No queue's name holds a colon, and what may hold one is followed by figures alone.
  bullmq: ({
    queueName,
    id,
    timestamp
  }: {
    readonly queueName: string
    readonly id?: string | undefined
    readonly timestamp: number
  }): string => idOf('bullmq', { queueName, id, timestamp }),
  dbos: ({ workflowID }: { readonly workflowID: string | undefined }): string => idOf('dbos', { workflowID }),
  restate: (ctx: { readonly request: () => { readonly id: string } }): string =>
    idOf('restate', { id: ctx.request().id }),
  temporal: ({
    workflowId,
    firstExecutionRunId
  }: {
    readonly workflowId: string
    readonly firstExecutionRunId: string
  }): string => idOf('temporal', { workflowId, firstExecutionRunId }),
  inngest: ({ runId }: { readonly runId: string }): string => idOf('inngest', { runId })
}
