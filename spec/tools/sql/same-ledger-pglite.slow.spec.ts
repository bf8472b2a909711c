import type { PGlite } from '@electric-sql/pglite'
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { guardedCall, memoryLedger, openSession, type Ledger } from '../../../lib/index.js'
import { ledgerMigrations, postgresLedger } from '../../../lib/stores/postgres.js'
import { sqlTool } from '../../../lib/tools/sql/index.js'
import { openPGlite } from '../../helpers/pglite.js'

describe("sqlTool with `ledger: 'same'`", () => {
  let database: PGlite
  before(async () => {
    database = await openPGlite()
    for (const { up } of ledgerMigrations()) await database.query(up)
    await database.exec('CREATE TABLE payments (reference text PRIMARY KEY)')
  })
  after(() => database.close())

  const pay = () =>
    guardedCall(
      sqlTool<{ readonly order: string }>({
        name: 'pay',
        effect: 'write',
        client: database,
        ledger: 'same',
        args: t.type({ order: t.string }),
        query: ({ order }) => ({ text: 'INSERT INTO payments VALUES ($1) RETURNING reference', values: [order] })
      }),
      t.tuple([t.type({ reference: t.string })])
    )
  const deliver = async (order: string, ledger: Ledger) => {
    const turn = openSession({ ledger }).openTurn({ id: order })
    const result = await turn.run(pay()({ order }))
    const { executed, replayed = false, cause } = turn.calls[0] ?? {}
    return { result, executed, replayed, cause }
  }
  const payments = async (): Promise<number> => (await database.query('SELECT 1 FROM payments')).rows.length

  it('commits a write on PGlite together with its outcome, and replays it', async () => {
    const ledger = postgresLedger({ client: database })
    const result = E.right([{ reference: 'a' }])
    expect(await deliver('a', ledger)).to.deep.equal({ result, executed: 'yes', replayed: false, cause: undefined })
    expect(await deliver('a', postgresLedger({ client: database }))).to.deep.equal({
      result,
      executed: 'yes',
      replayed: true,
      cause: undefined
    })
    expect(await payments()).to.equal(1)
  })

  it('commits a write whose rows tell of a failure, since they hold what was written, with and without the ledger', async () => {
    await database.exec('CREATE TABLE jobs (id text, status text, error text)')
    for (const ledger of ['same', undefined] as const) {
      const close = sqlTool<{ readonly id: string }>({
        name: 'close_job',
        effect: 'write',
        client: database,
        ...(ledger === undefined ? {} : { ledger }),
        query: ({ id }) => ({
          text: "INSERT INTO jobs VALUES ($1, 'failed', 'disk full') RETURNING status, error, false AS ok",
          values: [id]
        })
      })
      const turn = openSession({ ledger: postgresLedger({ client: database }) }).openTurn({ id: `job ${ledger}` })
      const result = await turn.run(guardedCall(close, t.unknown)({ id: String(ledger) }))
      const { rows } = await database.query('SELECT error FROM jobs WHERE id = $1', [String(ledger)])
      expect([result, turn.calls[0]?.executed, rows]).to.deep.equal([
        E.right([{ status: 'failed', error: 'disk full', ok: false }]),
        'yes',
        [{ error: 'disk full' }]
      ])
    }
  })

  it('undoes a write whose outcome cannot be kept in its database', async () => {
    const elsewhere = await openPGlite()
    for (const { up } of ledgerMigrations()) await elsewhere.query(up)
    const { result, executed, cause } = await deliver('b', postgresLedger({ client: elsewhere }))
    await elsewhere.close()
    expect([E.isLeft(result) && result.left.code, executed, cause, await payments()]).to.deep.equal([
      'tool_unavailable',
      'no',
      'Error: The database of the write is not that of its ledger.',
      1
    ])
  })

  it('runs nothing under a ledger that is no PostgreSQL', async () => {
    const { result, executed } = await deliver('c', memoryLedger())
    expect([E.isLeft(result) && result.left.detail, executed, await payments()]).to.deep.equal([
      "A tool with `ledger: 'same'` needs a ledger of postgresLedger() in its own database; the tool was not run.",
      'refused',
      1
    ])
  })

  it('is refused where it says nothing', () => {
    const tool = {
      name: 'pay',
      effect: 'write',
      client: database,
      query: () => ({ text: '' }),
      ledger: 'same'
    } as const
    const sentences: ReadonlyArray<readonly [object, string]> = [
      [{ effect: 'read' }, 'given for a write that is not `idempotent`'],
      [{ idempotent: true }, 'given for a write that is not `idempotent`'],
      [{ verify: () => 'unknown' }, 'given without `verify` and `idempotency`'],
      [{ idempotency: { key: () => '1', forMs: 1 } }, 'given without `verify` and `idempotency`'],
      [{ ledger: 'other' }, "'same', or left out"]
    ]
    for (const [options, expected] of sentences)
      expect(() => sqlTool({ ...tool, ...options } as never)).to.throw(
        TypeError,
        `Expected \`ledger\` to be ${expected}.`
      )
  })
})
