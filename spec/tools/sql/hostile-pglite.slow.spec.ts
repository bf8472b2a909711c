/** What a model may send to a tool that reads, over PGlite. */
import type { PGlite } from '@electric-sql/pglite'
import { expect } from 'chai'
import { sqlTool } from '../../../lib/tools/sql/index.js'
import { callTool, codeOf, type Sql } from './answers.js'
import { HOSTILE_SETUP, hostileStatements, MARKER, SESSION, TRACES, UNTOUCHED } from './hostile.js'
import { openPGlite } from '../../helpers/pglite.js'

describe('sqlTool against hostile statements, over PGlite', () => {
  let database: PGlite
  let session: unknown
  before(async () => {
    database = await openPGlite()
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
