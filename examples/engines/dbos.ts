/**
 * A workflow engine runs a step again: its result was not recorded before the worker died, though the order was placed.
 * One order, one answer.
 *
 * DATABASE_URL names a database of one's own.
 */
import { strict as assert } from 'node:assert'
import { DBOS } from '@dbos-inc/dbos-sdk'
import pg from 'pg'
import { openSession, throwIfAgain, turnIdOf } from 'guarded-call'
import { ledgerMigrations, postgresLedger } from 'guarded-call/postgres'
import { order, placed } from './orders.js'

const url = process.env['DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres'

// -- the workflow: its id is the turn's

const client = new pg.Pool({ connectionString: url, max: 2 })
for (const { up } of ledgerMigrations()) await client.query(up)
const session = openSession({ ledger: postgresLedger({ client }) })

let deliveries = 0
const placing = async (sku: string): Promise<string> => {
  // Each tool call is a step, and each try of a step opens the workflow's turn.
  const step = async (): Promise<string> => {
    const turn = session.openTurn({ id: turnIdOf.dbos(DBOS) })
    const result = await turn.run(order({ sku }))
    // The engine tries the step again, and may find out more then.
    throwIfAgain(turn)
    if (result._tag === 'Left') throw new Error(`${result.left.code}: ${result.left.detail}`)
    deliveries += 1
    return result.right.id
  }
  return DBOS.runStep(step, { name: 'order', retriesAllowed: true, maxAttempts: 5, intervalSeconds: 1 })
}

const workflow = DBOS.registerWorkflow(placing, { name: 'placing' })
DBOS.setConfig({ name: 'orders', systemDatabaseUrl: url, logLevel: 'error', applicationVersion: '1' })
await DBOS.launch()
try {
  const workflowID = `order-${process.pid}`
  const handle = await DBOS.startWorkflow(workflow, { workflowID })('A-1')
  assert.equal(await handle.getResult(), 'A-1 1')

  // As if the worker had died before the step was recorded: the engine forgets the step, and runs the workflow again.
  await client.query('DELETE FROM dbos.operation_outputs WHERE workflow_uuid = $1', [workflowID])
  await client.query("UPDATE dbos.workflow_status SET status = 'CANCELLED', output = NULL WHERE workflow_uuid = $1", [
    workflowID
  ])
  const again = await DBOS.resumeWorkflow<string>(workflowID)
  assert.equal(await again.getResult(), 'A-1 1')
  assert.deepEqual([deliveries, placed.length], [2, 1])
  console.log('DBOS: run twice, placed once, answered alike.')
} finally {
  await DBOS.shutdown()
  await client.end()
}
