import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import {
  failed,
  guardedCall,
  memoryLedger,
  openSession,
  type Ledger,
  type ToolError,
  type Turn
} from '../../lib/index.js'
import { inTransaction, ledgerMigrations, postgresLedger, type PostgresPoolLike } from '../../lib/stores/postgres.js'
import { expectLeft } from '../helpers/either.js'
import { startPostgres, type PostgresServer } from '../helpers/postgres.js'
import { payOn, POINTS, type Point } from './transaction.js'

const CHILD = fileURLToPath(new URL('transaction-child.js', import.meta.url))

type Query = (text: string, values: Array<unknown>) => Promise<{ rows: Array<unknown> }>

/** A pool whose connections are asked through `way`. */
const through = (
  pool: pg.Pool,
  way: (query: Query, text: string, values: Array<unknown>, client: pg.PoolClient) => unknown
): PostgresPoolLike => ({
  query: pool.query.bind(pool) as never,
  connect: async () => {
    const client = await pool.connect()
    const query = client.query.bind(client) as Query
    return {
      on: client.on.bind(client) as never,
      query: (text, values) => way(query, text, values, client) as never,
      release: (destroy) => client.release(destroy)
    }
  }
})

describe('inTransaction, on a real server', () => {
  let server: PostgresServer | undefined
  let pool: pg.Pool
  let ledger: Ledger
  let jobs = 0

  before(async function () {
    server = await startPostgres()
    if (server === undefined) return this.skip()
    const { host, port, user, database } = server
    pool = new pg.Pool({ host, port, user, database, max: 6 })
    pool.on('error', () => undefined)
    for (const { up } of ledgerMigrations()) await pool.query(up)
    await pool.query('CREATE TABLE payments (id serial PRIMARY KEY, reference text NOT NULL)')
    ledger = postgresLedger({ client: pool })
  })
  after(async () => {
    await pool?.end()
    await server?.stop()
  })

  const newJob = (): string => `job-${(jobs += 1)}`
  const paid = async (id: string): Promise<number> =>
    (await pool.query('SELECT 1 FROM payments WHERE reference = $1', [id])).rows.length
  const endLeases = (): Promise<unknown> =>
    pool.query("UPDATE guarded_call_ledger SET lease_until = clock_timestamp() - interval '1 s'")
  const deliver = async (
    id: string,
    by: PostgresPoolLike = pool,
    at: (point: Point) => unknown = () => undefined
  ): Promise<{ result: E.Either<ToolError, unknown>; turn: Turn }> => {
    const turn = openSession({ ledger }).openTurn({ id })
    return { result: await inTransaction(ledger, by, (tx) => turn.run(payOn(tx, at)({ order: id }))), turn }
  }
  const told = ({ result, turn }: Awaited<ReturnType<typeof deliver>>): ReadonlyArray<unknown> => [
    E.isLeft(result) ? result.left.code : 'paid',
    turn.calls[0]?.executed,
    turn.calls[0]?.replayed === true
  ]

  it('commits the effect and its outcome together, before the call answers, and replays without a transaction', async () => {
    const id = newJob()
    const first = await deliver(id)
    expect([told(first), await paid(id)]).to.deep.equal([['paid', 'yes', false], 1])
    const without = { query: pool.query.bind(pool) as never, connect: () => expect.fail('a connection was opened') }
    const again = await deliver(id, without)
    expect([told(again), again.result]).to.deep.equal([['paid', 'yes', true], first.result])
    expect(await paid(id)).to.equal(1)
  })

  it('asks its connection for nothing but the effect and its outcome', async () => {
    const asked: Array<string> = []
    const by = through(pool, (query, text, values) => {
      asked.push(/^\w+/.exec(text)?.[0] ?? text)
      return query(text, values)
    })
    await deliver(newJob(), by)
    expect(asked).to.deep.equal(['BEGIN', 'INSERT', 'SELECT', 'WITH', 'UPDATE', 'COMMIT'])
  })

  it('is seen as running by others before it commits: they wait, and are given its answer', async () => {
    const id = newJob()
    const slow = (point: Point): unknown =>
      point === 'after-effect' ? new Promise((resolve) => setTimeout(resolve, 300)) : undefined
    const both = await Promise.all([deliver(id, pool, slow), deliver(id, pool, slow)])
    expect(both[0].result).to.deep.equal(both[1].result)
    expect([E.isRight(both[0].result), await paid(id)]).to.deep.equal([true, 1])
  })

  it('undoes the effect of a tool that fails after it, says that nothing happened, and lets the next delivery pay', async () => {
    const id = newJob()
    const failing = await deliver(id, pool, (point) => {
      if (point === 'after-effect') throw new Error('oops')
    })
    expect([told(failing), await paid(id)]).to.deep.equal([['tool_threw', 'no', false], 0])
    expect([told(await deliver(id)), await paid(id)]).to.deep.equal([['paid', 'yes', false], 1])
  })

  // A tool may record the failure of something else, and an answer that is refused is no record of anything.
  for (const [name, answer, isTaken] of [
    ['a failed charge', { reference: 'ch', status: 'failed' }, true],
    ['a declined charge', { reference: 'ch', status: 'declined', error: 'card_declined' }, true],
    ['a rejected application', { reference: 'app', state: 'rejected', success: false }, true],
    ['a cancelled order', [{ reference: 'o', status: 'cancelled' }], true],
    ['a charge in another form', { reference: 7, status: 'failed' }, false],
    ['a cut answer', '{"reference": "ch", "status": "fa', false],
    ['no answer', undefined, false]
  ] as const)
    it(`keeps or undoes, as its caller reads it, the record of ${name}`, async () => {
      const id = newJob()
      const row = t.type({ reference: t.string })
      const ways = (Array.isArray(answer) ? t.array(row) : row) as t.Type<unknown>
      const make = async (): Promise<ReadonlyArray<unknown>> => {
        const turn = openSession({ ledger, logger: false }).openTurn({ id })
        const result = await inTransaction(ledger, pool, (tx) => {
          const record = guardedCall<{ readonly order: string }, unknown>(
            {
              name: 'record',
              effect: 'write',
              run: async ({ order }) => {
                await tx.query('INSERT INTO payments (reference) VALUES ($1)', [order])
                return answer
              }
            },
            ways
          )
          return turn.run(record({ order: id }))
        })
        const [outcome] = turn.outcomes()
        return [E.isRight(result), outcome?.executed, turn.advice().do, await paid(id)]
      }
      const read = isTaken ? [true, 'yes', 'keep', 1] : [false, 'no', 'keep', 0]
      expect([await make(), await make()]).to.deep.equal([read, read])
    })

  // The author alone knows of an effect beyond the database.
  const FAILURE = { code: 'lost', detail: 'The other service did not answer.' }
  for (const [name, end, executed] of [
    ['returns that it is unknown', () => failed(FAILURE, { executed: 'unknown' }), 'unknown'],
    [
      'throws that it is unknown',
      () => {
        throw failed(FAILURE, { executed: 'unknown' })
      },
      'unknown'
    ],
    [
      'throws what its `errors` call unknown',
      () => {
        throw new Error('lost')
      },
      'unknown'
    ],
    ['returns that it did not run', () => failed(FAILURE, { executed: 'no' }), 'no'],
    ['returns a failure alone', () => failed(FAILURE), 'no']
  ] as const)
    it(`undoes the effect, and believes its author, where the tool ${name}`, async () => {
      const id = newJob()
      let runs = 0
      const make = async (): Promise<ReadonlyArray<unknown>> => {
        const turn = openSession({ ledger, logger: false }).openTurn({ id })
        const result = await inTransaction(ledger, pool, (tx) => {
          const pay = guardedCall<{ readonly order: string }, unknown>(
            {
              name: 'pay',
              effect: 'write',
              errors: () => failed(FAILURE, { executed: 'unknown' }),
              run: async ({ order }) => {
                runs += 1
                await tx.query('INSERT INTO payments (reference) VALUES ($1)', [order])
                return end()
              }
            },
            t.unknown
          )
          return turn.run(pay({ order: id }))
        })
        return [expectLeft(result).code, turn.outcomes()[0]?.executed, await paid(id)]
      }
      const first = ['lost', executed, 0]
      expect([await make(), await make(), runs]).to.deep.equal(
        executed === 'no' ? [first, first, 2] : [first, ['outcome_unknown', 'unknown', 0], 1]
      )
    })

  for (const killAt of POINTS)
    it(`pays once where the worker is killed ${killAt}, and never knows less than that`, async () => {
      const id = newJob()
      const child = spawn(process.execPath, [CHILD, JSON.stringify({ port: server?.port, id, killAt, bySql: false })], {
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
      async (query: Query, client: pg.PoolClient) => {
        const { rows } = await query('SELECT pg_backend_pid() AS pid', [])
        await pool.query('SELECT pg_terminate_backend($1, 5000)', [(rows[0] as { pid: number }).pid])
        return client.query('COMMIT')
      }
    ],
    [
      'after it was carried out',
      true,
      async (query: Query) => {
        await query('COMMIT', [])
        throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
      }
    ]
  ] as const)
    it(`reads the row back where the connection is cut at the commit, ${what}`, async () => {
      const id = newJob()
      const cut = through(pool, (query, text, values, client) =>
        text === 'COMMIT' ? way(query, client) : query(text, values)
      )
      const first = await deliver(id, cut)
      expect([told(first), await paid(id)]).to.deep.equal(
        isCommitted ? [['paid', 'yes', false], 1] : [['tool_unavailable', 'no', false], 0]
      )
      expect([told(await deliver(id)), await paid(id)]).to.deep.equal([['paid', 'yes', isCommitted], 1])
    })

  it('is undone by a commit that the server refuses', async () => {
    const id = newJob()
    await pool.query('CREATE TABLE allowed (reference text PRIMARY KEY)')
    await pool.query(
      'ALTER TABLE payments ADD CONSTRAINT allowed FOREIGN KEY (reference) REFERENCES allowed DEFERRABLE INITIALLY DEFERRED NOT VALID'
    )
    const refused = await deliver(id)
    await pool.query('ALTER TABLE payments DROP CONSTRAINT allowed')
    expect([told(refused), await paid(id)]).to.deep.equal([['rejected_arguments', 'no', false], 0])
    expect(told(await deliver(id))).to.deep.equal(['paid', 'yes', false])
  })

  it('is undone where another worker took the operation over while this one slept', async () => {
    const id = newJob()
    let other: Awaited<ReturnType<typeof deliver>> | undefined
    const late = await deliver(id, pool, async (point) => {
      if (point !== 'after-effect') return
      await endLeases()
      other = await deliver(id)
    })
    expect([other && told(other), told(late), await paid(id)]).to.deep.equal([
      ['paid', 'yes', false],
      ['outcome_unknown', 'unknown', false],
      1
    ])
  })

  it('runs an order with other arguments where what was begun with the first ones is undone', async () => {
    const id = newJob()
    const make = (note: string, before: () => Promise<unknown>): Promise<E.Either<ToolError, unknown>> =>
      inTransaction(ledger, pool, (tx) => {
        const pay = guardedCall<{ readonly order: string; readonly note: string }, unknown>(
          {
            name: 'pay',
            effect: 'write',
            timeoutMs: 5_000,
            identity: ({ order }) => order,
            run: async ({ order }) => {
              await before()
              return (await tx.query('INSERT INTO payments (reference) VALUES ($1) RETURNING id', [order])).rows.length
            }
          },
          t.number
        )
        return openSession({ ledger })
          .openTurn({ id })
          .run(pay({ order: id, note }))
      })
    let other: E.Either<ToolError, unknown> | undefined
    const late = await make('a', async () => {
      await endLeases()
      other = await make('b', () => Promise.resolve())
    })
    expect([other, E.isLeft(late) && late.left.code, await paid(id)]).to.deep.equal([E.right(1), 'outcome_unknown', 1])
    expect(await make('b', () => Promise.resolve())).to.deep.equal(E.right(1))
    expect(await paid(id)).to.equal(1)
  })

  it('says unknown only of a database that cannot be reached, and knows once it can', async () => {
    const id = newJob()
    const gone = through(pool, async (query, text, values) => {
      if (text !== 'COMMIT') return query(text, values)
      await query(text, values)
      await server?.crash()
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
    })
    const lost = await deliver(id, gone)
    await server?.start()
    expect(told(lost)).to.deep.equal(['tool_unavailable', 'unknown', false])
    expect([told(await deliver(id)), await paid(id)]).to.deep.equal([['paid', 'yes', true], 1])
  })

  it('reads the row of a server that is back within ten seconds', async () => {
    const id = newJob()
    const restarted = through(pool, async (query, text, values) => {
      if (text !== 'COMMIT') return query(text, values)
      await server?.crash()
      setTimeout(() => void server?.start(), 500)
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
    })
    expect([told(await deliver(id, restarted)), await paid(id)]).to.deep.equal([['tool_unavailable', 'no', false], 0])
    expect([told(await deliver(id)), await paid(id)]).to.deep.equal([['paid', 'yes', false], 1])
  })

  it('carries one write, and lends its connection to nothing else', async () => {
    const [id, read] = [newJob(), newJob()]
    const turn = openSession({ ledger }).openTurn({ id })
    const both = await inTransaction(ledger, pool, async (tx) => [
      await turn.run(payOn(tx)({ order: id })),
      await turn.run(payOn(tx)({ order: read }))
    ])
    expect(both.map((one) => one._tag)).to.deep.equal(['Right', 'Left'])
    expect([turn.calls[1]?.executed, await paid(id), await paid(read)]).to.deep.equal(['refused', 1, 0])
    const bare = openSession().openTurn({ id })
    const unledgered = await inTransaction(ledger, pool, (tx) => bare.run(payOn(tx)({ order: read })))
    expect([unledgered._tag, await paid(read)]).to.deep.equal(['Left', 0])
  })

  it('asks for a ledger on PostgreSQL, and a pool', async () => {
    for (const [one, by, sentence] of [
      [memoryLedger(), pool, 'Expected `ledger` to be made by postgresLedger().'],
      [undefined as never, pool, 'Expected `ledger` to be made by postgresLedger().'],
      [ledger, { query: pool.query }, 'Expected `pool` to be a pg pool.']
    ] as const) {
      const refused = await inTransaction(one, by as never, async () => 1).catch((thrown: unknown) => thrown)
      expect(refused).to.be.instanceOf(TypeError).with.property('message', sentence)
    }
  })
})
