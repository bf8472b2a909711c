/** What a model may send to a tool that reads, against a real server and as a superuser: the worst case. */
import { expect } from 'chai'
import { existsSync } from 'node:fs'
import { callTool, codeOf } from './answers.js'
import { toolFor, useDatabases } from './databases.js'
import { HOSTILE_SETUP, hostileStatements, MARKER, SESSION, TRACES, UNTOUCHED } from './hostile.js'

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

describe('sqlTool against hostile statements', () => {
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
