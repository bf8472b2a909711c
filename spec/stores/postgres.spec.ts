import { expect } from 'chai'
import pg from 'pg'
import { storeKey } from '../../lib/stores/keeping.js'
import { budgetTable, postgresStore } from '../../lib/stores/postgres.js'
import { startPostgres, type PostgresServer } from '../helpers/postgres.js'
import { postgresStoreConforms } from './conformance.js'

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

describe('postgresStore over a pool of pg', () => {
  let server: PostgresServer | undefined
  let pool: pg.Pool

  before(async function () {
    server = await startPostgres()
    if (server === undefined) return this.skip()
    pool = new pg.Pool({ host: server.host, port: server.port, user: server.user, database: server.database })
    await pool.query(budgetTable())
  })
  after(async () => {
    if (server === undefined) return
    await pool.end()
    await server.stop()
  })

  postgresStoreConforms('postgresStore over a pool of pg', () => pool)

  it('creates its table as often as it is asked to, in a schema too, under a name that cannot break out', async () => {
    await pool.query('CREATE SCHEMA agents')
    await pool.query(budgetTable('agents.budget'))
    await pool.query(budgetTable('agents.budget'))
    const store = postgresStore({ client: pool, table: 'agents.budget' })
    expect((await store.append('t', 'one', 0)).events.map(({ event }) => event)).to.deep.equal(['one'])
    expect(() => budgetTable('x"; DROP TABLE y; --')).to.throw(TypeError, 'Expected `table` to be a name')
    expect(() => postgresStore({ client: pool, ttlms: 1 } as never)).to.throw(TypeError, '`ttlMs` was meant')
    expect(() => postgresStore({ client: pool, table: 'a.b.c' })).to.throw(TypeError)
  })

  it('does not count for its namesake what came while the turn was being closed, and sweeps it', async () => {
    await pool.query(budgetTable('closing'))
    const store = postgresStore({ client: pool, table: 'closing' })
    await store.append('t', 'first', 0)
    const holder = await pool.connect()
    try {
      await holder.query('BEGIN')
      await postgresStore({ client: holder, table: 'closing' }).append('t', 'meanwhile', 1)
      // It waits for the turn, and does not see what is committed meanwhile.
      const closing = store.close('t')
      const waiting = async (): Promise<number> =>
        (await pool.query("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).rowCount ?? 0
      while ((await waiting()) === 0) await pause(5)
      await holder.query('COMMIT')
      await closing
    } finally {
      holder.release()
    }
    const left = async (): Promise<unknown> =>
      (await pool.query(`SELECT event FROM closing WHERE life <> '' AND turn <> $1`, [storeKey('another')])).rows
    expect(await left()).to.deep.equal([{ event: 'meanwhile' }])
    const namesake = await store.append('t', 'anew', 0)
    expect([namesake.at, namesake.events.map(({ event }) => event)]).to.deep.equal([1, ['anew']])
    await pool.query(`DELETE FROM closing WHERE life = ''`)
    // Each use sweeps afterwards, what is a millisecond old.
    const sweeping = postgresStore({ client: pool, table: 'closing', ttlMs: 1 })
    for (let i = 0; i < 3; i++) {
      await sweeping.append('another', 'x', 0)
      await pause(20)
    }
    expect(await left()).to.deep.equal([])
  })

  it('reads again what a statement could not see that waited for another', async () => {
    await pool.query(budgetTable('waiting'))
    const store = postgresStore({ client: pool, table: 'waiting' })
    await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        const { at, events } = await store.append('t', `event ${i}`, 0)
        expect([events.length, events.at(-1)?.event.startsWith('event')]).to.deep.equal([at, true])
      })
    )
  })

  it('does not sweep away a turn that comes to life meanwhile', async () => {
    await pool.query(budgetTable('late'))
    await postgresStore({ client: pool, table: 'late' }).append('t', 'one', 0)
    await pool.query(`UPDATE late SET expires_at = now() - interval '1 hour'`)
    const sweeping = postgresStore({ client: pool, table: 'late', ttlMs: 1 })
    const holder = await pool.connect()
    try {
      await holder.query('BEGIN')
      await holder.query(
        `UPDATE late SET expires_at = now() + interval '1 hour' WHERE turn = (SELECT turn FROM late WHERE life <> '' LIMIT 1) AND life = ''`
      )
      // Each of them sweeps afterwards: the sweep waits for the row, and must look at it again.
      for (let i = 0; i < 3; i++) {
        await sweeping.append('other', 'x', 0)
        await pause(20)
      }
      await holder.query('COMMIT')
    } finally {
      holder.release()
    }
    await pause(50)
    expect(
      (
        await pool.query(
          "SELECT event FROM late WHERE turn IN (SELECT turn FROM late WHERE expires_at > now() + interval '1 minute') AND life <> ''"
        )
      ).rows
    ).to.deep.equal([{ event: 'one' }])
  })
})
