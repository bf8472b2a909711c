/** What a model may send to a tool that reads, against a real server and as a superuser: the worst case. */
import { expect } from 'chai'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { sqlTool } from '../../../lib/tools/sql/index.js'
import { startPostgres, type PostgresServer } from '../../helpers/postgres.js'
import { callTool, codeOf, type Sql } from './answers.js'
import { HOSTILE_SETUP, hostileStatements } from './hostile.js'

const MARKER = join(tmpdir(), `guarded-call-marker-${process.pid}`)

describe('sqlTool against hostile statements', function () {
  this.timeout(20_000)

  let server: PostgresServer
  let control: pg.Client
  let pool: pg.Pool
  let single: pg.Client

  before(async function () {
    const started = await startPostgres()
    if (started === undefined) return this.skip()
    server = started
    control = new pg.Client(server)
    pool = new pg.Pool({ ...server, max: 2, application_name: 'tool' })
    await control.connect()
    await control.query(HOSTILE_SETUP)
    await control.query('BEGIN; LOCK TABLE locked')
  })

  beforeEach(async () => {
    single = new pg.Client({ ...server, application_name: 'tool' })
    await single.connect()
  })

  afterEach(() => single?.end())

  after(async () => {
    await control?.end()
    await pool?.end()
    await server?.stop()
  })

  const askControl = async (text: string): Promise<ReadonlyArray<Record<string, unknown>>> => (await control.query<Record<string, unknown>>(text)).rows

  /** Waits until the tool's sessions are at rest: a server takes a moment to see that a connection was closed. */
  const leftRunning = async (): Promise<ReadonlyArray<unknown>> => {
    let running: ReadonlyArray<unknown> = []
    for (let tries = 0; tries < 40; tries++) {
      running = await askControl("SELECT state, query FROM pg_stat_activity WHERE application_name = 'tool' AND state <> 'idle'")
      if (running.length === 0) break
      await new Promise((resolve) => { setTimeout(resolve, 25) })
    }
    return running
  }

  const expectNothingLeft = async (): Promise<void> => {
    expect(await askControl('SELECT count(*)::int AS rows, sum(id)::int AS ids FROM victim'), 'victim').to.deep.equal([{ rows: 1000, ids: 500_500 }])
    expect(await leftRunning(), 'running').to.deep.equal([])
    expect(await askControl("SELECT objid FROM pg_locks WHERE locktype = 'advisory'"), 'locks').to.deep.equal([])
    expect(await askControl('SELECT last_value::int AS last FROM numbers'), 'sequence').to.deep.equal([{ last: 1 }])
    expect(await askControl("SELECT rolname FROM pg_roles WHERE rolname = 'intruder'"), 'roles').to.deep.equal([])
    expect(await askControl("SELECT relname FROM pg_class WHERE relname = 'copied'"), 'tables').to.deep.equal([])
    expect(existsSync(MARKER), 'marker').to.equal(false)
  }

  const SESSION = "SELECT current_user AS u, current_setting('search_path') AS s, current_setting('work_mem') AS w, current_setting('statement_timeout') AS t, current_setting('transaction_read_only') AS r, (SELECT count(*)::int FROM pg_prepared_statements) AS p, (SELECT count(*)::int FROM pg_cursors) AS c, (SELECT count(*)::int FROM pg_listening_channels()) AS l"

  for (const { tries, text, code, waits } of hostileStatements(MARKER)) {
    it(`stops one that tries to ${tries}`, async () => {
      const fresh = (await control.query<Record<string, unknown>>(SESSION)).rows
      for (const client of [pool, single]) {
        const tool = sqlTool<Sql>({ name: 'query', effect: 'read', client, query: (args) => args, timeoutMs: waits === true ? 300 : 10_000 })
        const answer = await callTool(tool, { text })
        expect(codeOf(answer)).to.equal(code)
        await expectNothingLeft()
        if (client === single && code !== 'too_large' && code !== 'more_pages_available') {
          expect((await single.query<Record<string, unknown>>(SESSION)).rows, 'session').to.deep.equal(fresh)
        }
      }
    })
  }
})
