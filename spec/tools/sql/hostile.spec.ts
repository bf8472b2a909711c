/** What a model may send to a tool that reads, against a real server and as a superuser: the worst case. */
import { PGlite } from '@electric-sql/pglite'
import { expect } from 'chai'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqlTool } from '../../../lib/tools/sql/index.js'
import { callTool, codeOf, type Sql } from './answers.js'
import { toolFor, useDatabases } from './databases.js'
import { HOSTILE_SETUP, hostileStatements } from './hostile.js'

const MARKER = join(tmpdir(), `guarded-call-marker-${process.pid}`)

const TRACES = `SELECT
  (SELECT count(*)::int FROM victim) AS rows, (SELECT sum(id)::int FROM victim) AS ids,
  (SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory') AS locks,
  (SELECT last_value::int FROM numbers) AS number,
  (SELECT count(*)::int FROM pg_roles WHERE rolname = 'intruder') AS roles,
  (SELECT count(*)::int FROM pg_class WHERE relname = 'copied') AS tables`

const UNTOUCHED = { rows: 1000, ids: 500_500, locks: 0, number: 1, roles: 0, tables: 0 }

const SESSION = `SELECT current_user AS role, current_setting('search_path') AS path, current_setting('work_mem') AS memory, current_setting('statement_timeout') AS timeout,
  current_setting('transaction_read_only') AS readonly, (SELECT count(*)::int FROM pg_prepared_statements) AS prepared, (SELECT count(*)::int FROM pg_cursors) AS cursors,
  (SELECT count(*)::int FROM pg_listening_channels()) AS channels`

const FRESH = {
  role: 'postgres',
  path: '"$user", public',
  memory: '4MB',
  timeout: '0',
  readonly: 'off',
  prepared: 0,
  cursors: 0,
  channels: 0
}

describe('sqlTool against hostile statements', function () {
  this.timeout(60_000)

  const databases = useDatabases(HOSTILE_SETUP)
  before(() => databases.ask('BEGIN; LOCK TABLE locked'))

  for (const { tries, text, code, waits } of hostileStatements(MARKER)) {
    it(`stops one that tries to ${tries}`, async () => {
      for (const client of databases.both()) {
        const answer = await callTool(toolFor(client, { timeoutMs: waits === true ? 300 : 10_000 }), { text })
        expect(codeOf(answer)).to.equal(code)
        await databases.expectNothingRuns()
        expect(await databases.ask(TRACES)).to.deep.equal([UNTOUCHED])
        expect(existsSync(MARKER), 'marker').to.equal(false)
        // A connection that was flooded is closed; every other one goes on as new.
        if (client === databases.single && databases.single.connection.stream.writable) {
          expect((await databases.single.query(SESSION)).rows).to.deep.equal([FRESH])
        }
      }
    })
  }
})

describe('sqlTool against hostile statements, over PGlite', function () {
  this.timeout(60_000)

  let database: PGlite
  let session: unknown
  before(async () => {
    database = await PGlite.create()
    await database.exec(HOSTILE_SETUP)
    session = (await database.query(SESSION)).rows
  })
  after(() => database.close())

  // It runs in this thread: what waits cannot be ended, and what floods is weighed when it is here.
  const stoppable = hostileStatements(MARKER).filter(({ waits, floods }) => waits !== true && floods !== true)
  for (const { tries, text, code } of stoppable) {
    it(`stops one that tries to ${tries}`, async () => {
      const tool = sqlTool<Sql>({ name: 'query', effect: 'read', client: database, query: (args) => args })
      expect(codeOf(await callTool(tool, { text }))).to.equal(code)
      expect((await database.query(TRACES)).rows).to.deep.equal([UNTOUCHED])
      expect((await database.query(SESSION)).rows).to.deep.equal(session)
    })
  }
})
