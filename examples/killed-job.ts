/**
 * A job is killed after its order was placed, and before it could say so. Whoever is given the job again is given the
 * answer, and places nothing.
 */
import { strict as assert } from 'node:assert'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import * as t from 'io-ts'
import { guardedCall, openSession } from 'guarded-call'
import { ledgerMigrations, postgresLedger } from 'guarded-call/postgres'

// -- the job, in a process of its own

const work = async (folder: string, fate: string): Promise<void> => {
  const client = await PGlite.create(join(folder, 'ledger'))
  for (const { up } of ledgerMigrations()) await client.query(up)
  const order = guardedCall(
    {
      name: 'place_order',
      effect: 'write',
      args: t.type({ sku: t.string }),
      run: ({ sku }, { operationId }) => {
        appendFileSync(join(folder, 'orders'), `${sku} ${operationId}\n`)
        return { id: operationId }
      }
    },
    t.type({ id: t.string })
  )
  const turn = openSession({ ledger: postgresLedger({ client }) }).openTurn({ id: 'job-17' })
  const result = await turn.run(order({ sku: 'A-1' }))
  if (fate === 'dies') process.kill(process.pid, 'SIGKILL')
  process.send?.({ result, replayed: turn.calls[0]?.replayed === true })
  await client.close()
  process.disconnect()
}

// -- the queue, which gives the job to a second process

const deliver = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'killed-job-'))
  try {
    const start = (fate: string) => fork(fileURLToPath(import.meta.url), [folder, fate])
    const [, signal] = (await once(start('dies'), 'exit')) as [number | null, string | null]
    assert.equal(signal, 'SIGKILL')
    const second = start('lives')
    const [[told], [code]] = (await Promise.all([once(second, 'message'), once(second, 'exit')])) as [
      [unknown],
      [number]
    ]
    const orders = readFileSync(join(folder, 'orders'), 'utf8').trim().split('\n')
    const id = orders[0]?.split(' ')[1]
    assert.equal(code, 0)
    assert.equal(orders.length, 1)
    assert.deepEqual(told, { result: { _tag: 'Right', right: { id } }, replayed: true })
    console.log('Killed once, delivered twice, placed once, answered.')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const [folder, fate] = process.argv.slice(2)
await (folder === undefined ? deliver() : work(folder, fate ?? ''))
