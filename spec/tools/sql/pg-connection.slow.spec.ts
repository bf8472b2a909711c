import { expect } from 'chai'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { Pool, type Client, type PoolConfig } from 'pg'
import { partialData, schemaMismatch } from '#core/errors'
import type { PgClientLike } from '../../../lib/tools/sql/index.js'
import type { PgQueryLike } from '../../../lib/tools/sql/pg-like.js'
import { callTool, codeOf, type Answer } from './answers.js'
import { ONE, SELECT_ONE, sleep, toolFor, useDatabases } from './databases.js'

const SLEEP = { text: 'SELECT pg_sleep(600)' }

const unavailable = (detail: string) => ({
  kind: 'failed',
  executed: 'no',
  error: partialData({ code: 'tool_unavailable', detail })
})
const LOST = unavailable('The connection to the database was lost or could not be opened.')

/** As pg was before 8.12: `queryMode` means nothing to it. */
const withoutQueryMode = (client: Client): PgClientLike => ({
  query: ({ queryMode, ...query }: PgQueryLike) => client.query(query) as ReturnType<PgClientLike['query']>,
  on: (event: 'error', listener: (error: Error) => void) => client.on(event, listener),
  removeListener: (event: 'error', listener: (error: Error) => void) => client.removeListener(event, listener),
  end: () => client.end()
})

describe('a connection of sqlTool', () => {
  const databases = useDatabases()

  const answerOf = async (changes: PoolConfig): Promise<Answer> => {
    const pool = new Pool(databases.config(changes))
    const answer = await callTool(toolFor(pool, { timeoutMs: 500 }), SELECT_ONE)
    await pool.end()
    expect(JSON.stringify(answer)).not.to.match(/canary|127\.0\.0\.1|nowhere/)
    return answer
  }

  for (const way of ['TCP', 'a Unix socket']) {
    it(`is stopped on the server over ${way} when the caller gives up`, async () => {
      const { host, socketFolder } = databases.server
      const pool = new Pool(databases.config({ host: way === 'TCP' ? host : socketFolder }))
      const caller = new AbortController()
      const call = callTool(toolFor(pool), SLEEP, caller.signal)
      await databases.untilAsleep('FETCH')
      const gaveUp = performance.now()
      caller.abort()
      expect(codeOf(await call)).to.equal('cancelled')
      expect(performance.now() - gaveUp).to.be.below(1_000)
      await databases.expectNothingRuns()
      await pool.end()
    })
  }

  it('is stopped on the server when its client has a shorter limit of time', async () => {
    const pool = new Pool(databases.config({ query_timeout: 100 }))
    expect(codeOf(await callTool(toolFor(pool), SLEEP))).to.equal('timeout')
    await databases.expectNothingRuns()
    await pool.end()
  })

  it('is cut when the server hangs', async () => {
    const { single } = databases
    const {
      rows: [backend]
    } = await single.query<{ readonly pid: number }>('SELECT pg_backend_pid() AS pid')
    process.kill(backend?.pid ?? 0, 'SIGSTOP')
    const started = performance.now()
    const answer = await callTool(toolFor(single, { timeoutMs: 300 }), SELECT_ONE)
    const took = performance.now() - started
    const next = await Promise.all([1, 2].map(() => callTool(toolFor(single, { timeoutMs: 5_000 }), SELECT_ONE)))
    process.kill(backend?.pid ?? 0, 'SIGCONT')
    expect(codeOf(answer)).to.equal('timeout')
    expect(took).to.be.below(2_000)
    expect(next).to.deep.equal([ONE, ONE])
  })

  it('ends with its call though a function swallows every request to stop', async () => {
    await databases.ask(`CREATE OR REPLACE FUNCTION stubborn() RETURNS int LANGUAGE plpgsql AS $$
      BEGIN LOOP BEGIN PERFORM pg_sleep(60); EXCEPTION WHEN query_canceled THEN NULL; END; END LOOP; END $$`)
    for (const client of databases.both()) {
      expect(codeOf(await callTool(toolFor(client, { timeoutMs: 300 }), { text: 'SELECT stubborn()' }))).to.equal(
        'timeout'
      )
      await sleep(1_500)
      await databases.expectNothingRuns()
      expect(await callTool(toolFor(client), SELECT_ONE)).to.deep.equal(ONE)
    }
  })

  it('is given up while it is opened, when its server says too much or nothing', async () => {
    for (const floods of [true, false]) {
      let written = 0
      let closed = 0
      const server = createServer((socket) => {
        const more = (): void => {
          // A message that would be 2 GB long.
          const chunk = Buffer.alloc(65_536)
          if (written === 0) chunk.set([0x52, 0x7f, 0xff, 0xff, 0xff])
          written += chunk.length
          if (socket.write(chunk)) setImmediate(more)
          else socket.once('drain', more)
        }
        socket.on('error', () => undefined).once('close', () => (closed += 1))
        socket.once('data', () => floods && more())
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const pool = new Pool(databases.config({ port: (server.address() as AddressInfo).port }))
      pool.on('error', () => undefined)
      const started = performance.now()
      const answer = await callTool(toolFor(pool, { timeoutMs: floods ? 5_000 : 300 }), SELECT_ONE)
      expect(codeOf(answer)).to.equal(floods ? 'tool_unavailable' : 'timeout')
      expect(performance.now() - started).to.be.below(4_000)
      await sleep(50)
      expect(closed, 'closed').to.equal(1)
      expect(written, 'written').to.be.below(64 * 1024 ** 2)
      expect(pool.totalCount).to.equal(0)
      await pool.end()
      server.close()
    }
  })

  it('takes little memory for a huge cell', async () => {
    const before = process.memoryUsage().rss
    let peak = before
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss)
    }, 1)
    const answer = await callTool(toolFor(databases.pool), { text: "SELECT repeat('x', 200000000)" })
    clearInterval(watch)
    expect(codeOf(answer)).to.equal('too_large')
    expect((peak - before) / 2 ** 20).to.be.below(64)
  })

  describe('that is lost', () => {
    it('does not end the process between two calls', async () => {
      const idle = await databases.pool.connect()
      idle.release()
      const [pooled, single] = databases.both().map((client) => toolFor(client))
      await databases.terminate()
      await sleep(50)
      expect(pooled && (await callTool(pooled, SELECT_ONE))).to.deep.equal(ONE)
      expect(single && (await callTool(single, SELECT_ONE))).to.deep.equal(LOST)
    })

    it('ends its call', async () => {
      for (const client of databases.both()) {
        const call = callTool(toolFor(client), SLEEP)
        await databases.untilAsleep('FETCH')
        await databases.terminate("wait_event = 'PgSleep'")
        expect(await call).to.deep.equal(
          unavailable(
            'Database error: the database ended the connection, or accepts none at the moment (SQLSTATE 57P01).'
          )
        )
        await databases.expectNothingRuns()
      }
    })

    it('ends its call when its socket breaks', async () => {
      const call = callTool(toolFor(databases.single), SLEEP)
      await databases.untilAsleep('FETCH')
      databases.single.connection.stream.destroy()
      expect(await call).to.deep.equal(LOST)
      await databases.terminate()
    })

    it('ends its call by a query of its own', async () => {
      for (const client of databases.both()) {
        expect(
          codeOf(await callTool(toolFor(client), { text: 'SELECT pg_terminate_backend(pg_backend_pid())' }))
        ).to.equal('tool_unavailable')
      }
    })
  })

  describe('that cannot be opened', () => {
    it('is told by its network code', async () => {
      expect(await answerOf({ port: 1 })).to.deep.equal(unavailable('The database cannot be reached (ECONNREFUSED).'))
      expect(codeOf(await answerOf({ host: 'nowhere.invalid' }))).to.equal('tool_unavailable')
    })

    it('is told from a refused login and a database that does not exist', async () => {
      expect(await answerOf({ user: 'nowhere' })).to.deep.equal({
        kind: 'failed',
        executed: 'no',
        error: schemaMismatch({
          code: 'unauthorized',
          detail: 'Database error before the query: the database refused the login (SQLSTATE 28000).'
        })
      })
      expect(codeOf(await answerOf({ database: 'nowhere' }))).to.equal('tool_threw')
    })

    it('is not waited for', async () => {
      const sockets: Array<Socket> = []
      const silent = createServer((socket) => sockets.push(socket))
      await new Promise<void>((resolve) => {
        silent.listen(0, '127.0.0.1', resolve)
      })
      const pool = new Pool(databases.config({ port: (silent.address() as AddressInfo).port }))
      expect(codeOf(await callTool(toolFor(pool, { timeoutMs: 100 }), SELECT_ONE))).to.equal('timeout')
      for (const socket of sockets) socket.destroy()
      silent.close()
      await pool.end()
    })
  })

  it('gets nothing of a query where its driver cannot force the extended protocol', async () => {
    await databases.ask('CREATE TABLE item AS SELECT 1 AS id')
    for (const effect of ['read', 'write'] as const) {
      expect(
        await callTool(toolFor(withoutQueryMode(databases.single), { effect }), {
          text: 'SELECT 1; COMMIT; DELETE FROM item'
        })
      ).to.deep.equal({
        kind: 'failed',
        executed: 'no',
        error: schemaMismatch({
          code: 'tool_threw',
          detail:
            'The database client cannot send one statement at a time (pg before 8.12, or pg.native); nothing was run.'
        })
      })
    }
    expect(await databases.ask('SELECT count(*)::int AS n FROM item')).to.deep.equal([{ n: 1 }])
  })
})
