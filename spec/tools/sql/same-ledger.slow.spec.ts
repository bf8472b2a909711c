import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { guardedCall, openSession, type Ledger, type ToolError, type Turn } from '../../../lib/index.js'
import { sqlTool } from '../../../lib/tools/sql/index.js'
import { inTransaction, ledgerMigrations, postgresLedger } from '../../../lib/stores/postgres.js'
import { startPostgres, type PostgresServer } from '../../helpers/postgres.js'
import { atPoints, payBySql, payOn, POINTS, tapped, type Send } from '../../stores/transaction.js'

const CHILD = fileURLToPath(new URL('../../stores/transaction-child.js', import.meta.url))

const reset = (): Error => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })

describe("sqlTool with `ledger: 'same'`, on a real server", () => {
  let server: PostgresServer | undefined
  let pool: pg.Pool
  let ledger: Ledger
  const pools: Array<pg.Pool> = []
  let jobs = 0

  const openPool = (): pg.Pool => {
    const { host, port, user, database } = server as PostgresServer
    const made = new pg.Pool({ host, port, user, database, max: 6 })
    made.on('error', () => undefined)
    pools.push(made)
    return made
  }

  before(async function () {
    server = await startPostgres()
    if (server === undefined) return this.skip()
    pool = openPool()
    for (const { up } of ledgerMigrations()) await pool.query(up)
    await pool.query('CREATE TABLE payments (id serial PRIMARY KEY, reference text NOT NULL)')
    ledger = postgresLedger({ client: pool })
  })
  after(async () => {
    await Promise.all(pools.map((one) => one.end()))
    await server?.stop()
  })

  const newJob = (): string => `job-${(jobs += 1)}`
  const paid = async (id: string): Promise<number> =>
    (await pool.query('SELECT 1 FROM payments WHERE reference = $1', [id])).rows.length
  const endLeases = (): Promise<unknown> =>
    pool.query("UPDATE guarded_call_ledger SET lease_until = clock_timestamp() - interval '1 s'")
  const deliver = async (
    id: string,
    way?: Parameters<typeof tapped>[1],
    options: Parameters<typeof openSession>[0] = { ledger }
  ): Promise<{ result: E.Either<ToolError, unknown>; turn: Turn }> => {
    const turn = openSession(options).openTurn({ id })
    const client = way === undefined ? pool : tapped(openPool(), way)
    return { result: await turn.run(payBySql(client)({ order: id })), turn }
  }
  const told = ({ result, turn }: Awaited<ReturnType<typeof deliver>>): ReadonlyArray<unknown> => [
    E.isLeft(result) ? result.left.code : 'paid',
    turn.calls[0]?.executed,
    turn.calls[0]?.replayed === true
  ]

  it('commits the effect and its outcome together, before the call answers, and replays without a transaction', async () => {
    const id = newJob()
    const asked: Array<string> = []
    const way = (send: Send, text: string): Promise<unknown> => {
      asked.push(/^\w+/.exec(text)?.[0] ?? text)
      return send()
    }
    const first = await deliver(id, way)
    expect([told(first), await paid(id)]).to.deep.equal([['paid', 'yes', false], 1])
    expect(asked).to.deep.equal(['BEGIN', 'SELECT', 'INSERT', 'SELECT', 'WITH', 'UPDATE', 'COMMIT', 'DISCARD'])
    const again = await deliver(id, () => expect.fail('a statement was sent'))
    expect([told(again), again.result]).to.deep.equal([['paid', 'yes', true], first.result])
    expect(await paid(id)).to.equal(1)
  })

  it('is seen as running by others before it commits: they wait, and are given its answer', async () => {
    const id = newJob()
    const slow = atPoints((point) =>
      point === 'after-effect' ? new Promise((resolve) => setTimeout(resolve, 300)) : undefined
    )
    const both = await Promise.all([deliver(id, slow), deliver(id, slow)])
    expect(both[0].result).to.deep.equal(both[1].result)
    expect([E.isRight(both[0].result), await paid(id)]).to.deep.equal([true, 1])
  })

  it('commits by itself where the session has no ledger', async () => {
    const id = newJob()
    expect([told(await deliver(id, undefined, {})), await paid(id)]).to.deep.equal([['paid', 'yes', false], 1])
  })

  it('is undone, and says why, where more comes back than it may take', async () => {
    const id = newJob()
    const pay = guardedCall(
      sqlTool<{ readonly order: string }>({
        name: 'pay',
        effect: 'write',
        client: pool,
        ledger: 'same',
        maxBytes: 2_000,
        query: ({ order }) => ({
          text: "INSERT INTO payments (reference) VALUES ($1) RETURNING repeat('x', 3000)",
          values: [order]
        })
      }),
      t.unknown
    )
    const turn = openSession({ ledger }).openTurn({ id })
    expect([told({ result: await turn.run(pay({ order: id })), turn }), await paid(id)]).to.deep.equal([
      ['too_large', 'no', false],
      0
    ])
  })

  for (const killAt of POINTS)
    it(`pays once where the worker is killed ${killAt}, and never knows less than that`, async () => {
      const id = newJob()
      const child = spawn(process.execPath, [CHILD, JSON.stringify({ port: server?.port, id, killAt, bySql: true })], {
        stdio: 'inherit'
      })
      const [, signal] = (await once(child, 'exit')) as [unknown, string]
      expect(signal).to.equal('SIGKILL')
      const isCommitted = killAt === 'after-commit'
      expect(await paid(id)).to.equal(isCommitted ? 1 : 0)
      await endLeases()
      const next = await deliver(id)
      expect([told(next), await paid(id)]).to.deep.equal([['paid', 'yes', isCommitted], 1])
      expect((await deliver(id)).result).to.deep.equal(next.result)
    })

  for (const [what, isCommitted, way] of [
    [
      'before it arrives',
      false,
      async (send: Send, client: pg.PoolClient) => {
        await pool.query('SELECT pg_terminate_backend($1, 5000)', [
          (client as unknown as { processID: number }).processID
        ])
        return send()
      }
    ],
    [
      'after it was carried out',
      true,
      async (send: Send) => {
        await send()
        throw reset()
      }
    ]
  ] as const)
    it(`reads the row back where the connection is cut at the commit, ${what}`, async () => {
      const id = newJob()
      const first = await deliver(id, (send, text, client) => (text === 'COMMIT' ? way(send, client) : send()))
      expect([told(first), await paid(id)]).to.deep.equal(
        isCommitted ? [['paid', 'yes', false], 1] : [['tool_unavailable', 'no', false], 0]
      )
      expect([told(await deliver(id)), await paid(id)]).to.deep.equal([['paid', 'yes', isCommitted], 1])
    })

  it('is undone by a statement or a commit that the server refuses, and runs with the next delivery', async () => {
    const id = newJob()
    await pool.query("ALTER TABLE payments ADD CONSTRAINT allowed CHECK (reference <> 'x') NOT VALID")
    const refused = await deliver('x')
    expect([told(refused), await paid('x')]).to.deep.equal([['rejected_arguments', 'no', false], 0])
    await pool.query('CREATE TABLE allowed (reference text PRIMARY KEY)')
    await pool.query(
      'ALTER TABLE payments ADD CONSTRAINT known FOREIGN KEY (reference) REFERENCES allowed DEFERRABLE INITIALLY DEFERRED NOT VALID'
    )
    const uncommitted = await deliver(id)
    await pool.query('ALTER TABLE payments DROP CONSTRAINT known')
    expect([told(uncommitted), await paid(id)]).to.deep.equal([['rejected_arguments', 'no', false], 0])
    expect(told(await deliver(id))).to.deep.equal(['paid', 'yes', false])
  })

  it('tells of a commit that the server refuses as of one without a ledger, whatever its SQLSTATE', async () => {
    await pool.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = split_part(NEW.reference, ':', 1); END $$;
      CREATE CONSTRAINT TRIGGER late AFTER INSERT ON payments DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW WHEN (NEW.reference LIKE '_____:%') EXECUTE FUNCTION refuse()`)
    for (const state of ['23503', '23505', '23514', '40001', '40P01', '42501', '53100', 'P0001']) {
      const [bare, same, within] = ['bare', 'same', 'within'].map((what) => `${state}:${newJob()}:${what}`) as [
        string,
        string,
        string
      ]
      const turn = openSession({ ledger }).openTurn({ id: within })
      const results = [
        (await deliver(bare, undefined, {})).result,
        (await deliver(same)).result,
        await inTransaction(ledger, pool, (tx) => turn.run(payOn(tx)({ order: within })))
      ]
      const [first, ...others] = results.map((result) => (E.isLeft(result) ? result.left : undefined))
      expect(first?.detail).to.include(state)
      expect(others).to.deep.equal([first, first])
      expect(await Promise.all([bare, same, within].map(paid))).to.deep.equal([0, 0, 0])
    }
    await pool.query('DROP TRIGGER late ON payments')
  })

  it('is undone where its caller gave up before the commit', async () => {
    const id = newJob()
    const turn = openSession({ ledger }).openTurn({ id })
    const caller = new AbortController()
    const way = atPoints((point) => {
      if (point === 'after-effect') caller.abort()
    })
    const call = payBySql(tapped(openPool(), way))
    await turn.run(call({ order: id }, { signal: caller.signal }))
    expect([turn.calls[0]?.code, turn.calls[0]?.executed, await paid(id)]).to.deep.equal(['cancelled', 'no', 0])
    expect([told(await deliver(id)), await paid(id)]).to.deep.equal([['paid', 'yes', false], 1])
  })

  it('is undone where another worker took the operation over while this one slept', async () => {
    const id = newJob()
    let other: Awaited<ReturnType<typeof deliver>> | undefined
    const late = await deliver(
      id,
      atPoints(async (point) => {
        if (point !== 'after-effect') return
        await endLeases()
        other = await deliver(id)
      })
    )
    expect([other && told(other), told(late), await paid(id)]).to.deep.equal([
      ['paid', 'yes', false],
      ['outcome_unknown', 'unknown', false],
      1
    ])
  })

  it('says unknown only of a database that cannot be reached, and knows once it can', async () => {
    const id = newJob()
    const lost = await deliver(id, async (send, text) => {
      const sent = await send()
      if (text !== 'COMMIT') return sent
      await server?.crash()
      throw reset()
    })
    await server?.start()
    expect(told(lost)).to.deep.equal(['tool_unavailable', 'unknown', false])
    expect([told(await deliver(id)), await paid(id)]).to.deep.equal([['paid', 'yes', true], 1])
  })
})
