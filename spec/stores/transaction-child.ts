/** A worker that pays once in a transaction, and is killed at a point of it. */
import pg from 'pg'
import { openSession } from '../../lib/index.js'
import { inTransaction, postgresLedger } from '../../lib/stores/postgres.js'
import { atPoints, payBySql, payOn, tapped, type Point } from './transaction.js'

const { port, id, killAt, bySql } = JSON.parse(process.argv[2] ?? '') as {
  readonly port: number
  readonly id: string
  readonly killAt: Point
  readonly bySql: boolean
}

const die = (point: Point): void => {
  if (point === killAt) process.kill(process.pid, 'SIGKILL')
}

const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', max: 2 })
const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
const dying = {
  query: pool.query.bind(pool) as never,
  connect: async () => {
    const client = await connect()
    const query = client.query.bind(client) as (...asked: Array<unknown>) => Promise<{ rows: Array<unknown> }>
    return {
      query: async (text: string, values: Array<unknown>) => {
        if (text === 'COMMIT') die('before-commit')
        const result = await query(text, values)
        if (text === 'COMMIT') die('after-commit')
        return result
      },
      release: (destroy?: boolean) => client.release(destroy)
    }
  }
}
const ledger = postgresLedger({ client: pool })
const turn = openSession({ ledger }).openTurn({ id })
await (bySql
  ? turn.run(payBySql(tapped(pool, atPoints(die)))({ order: id }))
  : inTransaction(ledger, dying, (tx) => turn.run(payOn(tx, die)({ order: id }))))
await pool.end()
