import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import pg from 'pg'
import { openSession, type Ledger, type ToolError } from '../../lib/index.js'
import { inTransaction, ledgerMigrations, postgresLedger, type PostgresLike } from '../../lib/stores/postgres.js'
import { startPostgres, type PostgresServer } from '../helpers/postgres.js'
import { payOn } from './transaction.js'

const aes = (key: Buffer) => ({
  seal: (answer: string): string => {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    return Buffer.concat([iv, cipher.update(answer, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
  },
  open: (sealed: string): string => {
    const bytes = Buffer.from(sealed, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(-16))
    return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
  }
})

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

describe('what postgresLedger keeps, on a real server', () => {
  let server: PostgresServer | undefined
  let pool: pg.Pool

  before(async function () {
    server = await startPostgres()
    if (server === undefined) return this.skip()
    const { host, port, user, database } = server
    pool = new pg.Pool({ host, port, user, database, max: 4 })
    for (const { up } of ledgerMigrations()) await pool.query(up)
    await pool.query('CREATE TABLE payments (id serial PRIMARY KEY, reference text NOT NULL)')
  })
  beforeEach(() => pool.query('TRUNCATE guarded_call_ledger, payments'))
  after(async () => {
    await pool?.end()
    await server?.stop()
  })

  const deliver = (ledger: Ledger, id: string): Promise<E.Either<ToolError, unknown>> =>
    openSession({ ledger })
      .openTurn({ id })
      .run(payOn(pool)({ order: id }))
  /** What is told of a delivery, and how often was paid. */
  const tell = async (ledger: Ledger, id: string): Promise<ReadonlyArray<unknown>> => {
    const turn = openSession({ ledger }).openTurn({ id })
    const result = await turn.run(payOn(pool)({ order: id }))
    const { rows } = await pool.query('SELECT 1 FROM payments')
    return [E.isLeft(result) ? result.left.code : 'paid', turn.calls[0]?.executed, rows.length]
  }
  const counted = async (where = 'true'): Promise<number> =>
    Number((await pool.query<{ n: string }>(`SELECT count(*) AS n FROM guarded_call_ledger WHERE ${where}`)).rows[0]?.n)

  it('is read by a client that leaves JSON as text', async () => {
    const { host, port, user, database } = server as PostgresServer
    const parsers = new pg.TypeOverrides()
    parsers.setTypeParser(pg.types.builtins.JSONB, String)
    const client = new pg.Pool({ host, port, user, database, types: parsers })
    await deliver(postgresLedger({ client: pool }), 'a')
    expect(await tell(postgresLedger({ client }), 'a')).to.deep.equal(['paid', 'yes', 1])
    await client.end()
  })

  describe('sweep', () => {
    /** Operations that were over a moment ago, one that runs and one of unknown outcome. */
    const fill = async (over: number): Promise<void> => {
      const ledger = postgresLedger({ client: pool })
      expect(E.isRight(await deliver(ledger, 'job'))).to.equal(true)
      await pool.query('UPDATE guarded_call_ledger SET expires_at = clock_timestamp(), due_at = clock_timestamp()')
      await pool.query(
        `INSERT INTO guarded_call_ledger SELECT (jsonb_populate_record(kept, jsonb_build_object('turn', 'copy ' || n))).*
         FROM guarded_call_ledger AS kept, generate_series(2, $1::integer) AS n`,
        [over]
      )
      for (const turn of ['running', 'unknown'])
        await ledger.begin(turn, 'key', {
          seen: 0,
          leaseMs: 60_000,
          token: turn,
          tool: 'pay',
          operationId: (attempt) => `${turn} ${attempt}`,
          argsDigest: 'x'
        })
      await ledger.settle('unknown', 'key', 1, 'unknown', 'unknown', { by: 'run' })
    }

    it('drops what is over in steps of a thousand, and never what runs or is unknown', async () => {
      await fill(2_500)
      let steps = 0
      const client: PostgresLike = {
        query: (text, values) => {
          if (text.includes('pg_try_advisory_xact_lock')) steps += 1
          return pool.query(text, values)
        }
      }
      expect([await postgresLedger({ client }).sweep(), steps]).to.deep.equal([2_500, 3])
      expect([await counted(), await counted("state = 'leased'"), await counted("state = 'unknown'")]).to.deep.equal([
        2, 1, 1
      ])
    })

    it('leaves it to another process that sweeps, and waits for none', async () => {
      await fill(10)
      const other = await pool.connect()
      try {
        await other.query('BEGIN')
        await other.query("SELECT pg_advisory_xact_lock(hashtext('guarded_call_ledger'))")
        expect(await postgresLedger({ client: pool }).sweep()).to.equal(0)
        await other.query('ROLLBACK')
      } finally {
        other.release()
      }
      expect(await postgresLedger({ client: pool }).sweep()).to.equal(10)
    })

    it('drops a response before its operation, which does not run again', async () => {
      const ledger = postgresLedger({ client: pool, answerMs: 1 })
      await deliver(ledger, 'job')
      await pause(20)
      expect([await ledger.sweep(), await counted("answers = '{}'")]).to.deep.equal([1, 1])
      expect(await tell(ledger, 'job')).to.deep.equal(['retry_budget_exceeded', 'yes', 1])
    })
  })

  describe('a seal', () => {
    const key = randomBytes(32)
    const sealed = (): Ledger => postgresLedger({ client: pool, seal: aes(key) })

    it('keeps responses from who reads the table, and gives them back to who has the key', async () => {
      const first = await deliver(sealed(), 'job')
      const { rows } = await pool.query<{ answer: string }>('SELECT answers[1] AS answer FROM guarded_call_ledger')
      expect(rows[0]?.answer).to.match(/^#[\w+/]+=*$/)
      expect(await deliver(sealed(), 'job')).to.deep.equal(first)
    })

    it('holds in a transaction too', async () => {
      const ledger = sealed()
      const pay = () => {
        const turn = openSession({ ledger }).openTurn({ id: 'job' })
        return inTransaction(ledger, pool, (tx) => turn.run(payOn(tx)({ order: 'job' })))
      }
      const first = await pay()
      const { rows } = await pool.query<{ answer: string }>('SELECT answers[1] AS answer FROM guarded_call_ledger')
      expect(rows[0]?.answer).to.match(/^#[\w+/]+=*$/)
      expect([E.isRight(first), await pay()]).to.deep.equal([true, first])
    })

    it('that another key made is no reason to run a write again', async () => {
      await deliver(sealed(), 'job')
      const other = postgresLedger({ client: pool, seal: aes(randomBytes(32)) })
      expect(await tell(other, 'job')).to.deep.equal(['store_unavailable', 'refused', 1])
    })
  })
})
