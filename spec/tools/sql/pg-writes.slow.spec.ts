import { expect } from 'chai'
import type { SqlToolOptions } from '../../../lib/tools/sql/index.js'
import { callTool, codeOf, type Sql } from './answers.js'
import { leavesNothing, namedProto, NO_WRITES } from './no-writes.js'
import { toolFor, useDatabases, type PgLike } from './databases.js'

const SETUP = `
  CREATE TABLE item (id int PRIMARY KEY, name text UNIQUE DEFERRABLE INITIALLY DEFERRED, CHECK (name <> ''));
  INSERT INTO item VALUES (1, 'pen'), (2, 'ink');
  CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.name = 'slow' THEN PERFORM pg_sleep(600); END IF; RETURN NEW; END $$;
  CREATE CONSTRAINT TRIGGER late AFTER INSERT ON item DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION dawdle();
`
const ITEMS = [
  { id: 1, name: 'pen' },
  { id: 2, name: 'ink' }
]

const SLOW_COMMIT = { text: "INSERT INTO item VALUES (3, 'slow')" }

const writeTo = (client: PgLike, options: Partial<SqlToolOptions<Sql>> = {}) =>
  toolFor(client, { effect: 'write', ...options })

describe('sqlTool that writes over pg', () => {
  const databases = useDatabases(SETUP)
  const items = () => databases.ask('SELECT id, name FROM item ORDER BY id')
  afterEach(() => databases.ask('DELETE FROM item WHERE id > 2'))

  it('commits', async () => {
    for (const [index, client] of databases.both().entries()) {
      const answer = await callTool(writeTo(client), {
        text: 'INSERT INTO item VALUES ($1, $2) RETURNING id',
        values: [index + 3, `new ${index}`]
      })
      expect(answer).to.deep.equal({ kind: 'rows', rows: [{ id: index + 3 }] })
    }
    expect(await items()).to.deep.equal([...ITEMS, { id: 3, name: 'new 0' }, { id: 4, name: 'new 1' }])
  })

  const refusals: ReadonlyArray<readonly [text: string, detail: string]> = [
    ["INSERT INTO item VALUES (3, 'a'), (4, '')", 'a value breaks a check constraint (SQLSTATE 23514)'],
    ["INSERT INTO item VALUES (3, 'pen')", 'a value exists already and must be unique (SQLSTATE 23505)'],
    ["INSERT INTO item VALUES (3, 'a'); COMMIT", 'a syntax error (SQLSTATE 42601)'],
    ['VACUUM', 'that cannot be done inside a transaction (SQLSTATE 25001)']
  ]
  for (const [text, detail] of refusals) {
    it(`writes nothing where the statement or its commit is refused: ${detail}`, async () => {
      const answer = await callTool(writeTo(databases.pool), { text })
      expect(answer).to.have.property('executed', 'no')
      expect(answer).to.have.nested.property('error.detail', `Database error: ${detail}.`)
      expect(await items()).to.deep.equal(ITEMS)
    })
  }

  for (const [text, command] of NO_WRITES) {
    it(`refuses ${JSON.stringify(text)}, and writes with the next call`, async () => {
      for (const [index, client] of databases.both().entries()) {
        expect(await callTool(writeTo(client), { text })).to.deep.equal(leavesNothing(command))
        expect(await items()).to.deep.equal(index === 0 ? ITEMS : [...ITEMS, { id: 3, name: 'new 0' }])
        const insert = { text: 'INSERT INTO item VALUES ($1, $2)', values: [index + 3, `new ${index}`] }
        expect(await callTool(writeTo(client), insert)).to.deep.equal({ kind: 'rows', rows: [] })
      }
    })
  }

  it('refuses a column named __proto__, and writes nothing', async () => {
    const text = 'INSERT INTO item VALUES (3, \'a\') RETURNING id, name AS "__proto__"'
    for (const client of databases.both()) expect(await callTool(writeTo(client), { text })).to.deep.equal(namedProto)
    expect(await items()).to.deep.equal(ITEMS)
  })

  it('writes nothing when time is over before the commit', async () => {
    const answer = await callTool(writeTo(databases.pool, { timeoutMs: 300 }), {
      text: 'INSERT INTO item SELECT 3, pg_sleep(600)::text'
    })
    expect(codeOf(answer)).to.equal('timeout')
    expect(answer).to.have.property('executed', 'no')
    await databases.expectNothingRuns()
    expect(await items()).to.deep.equal(ITEMS)
  })

  it('writes nothing where more comes back than it may take', async () => {
    const answer = await callTool(writeTo(databases.pool, { maxBytes: 10_000 }), {
      text: "INSERT INTO item VALUES (3, 'a') RETURNING repeat(name, 1000000)"
    })
    expect(codeOf(answer)).to.equal('too_large')
    expect(answer).to.have.property('executed', 'no')
    expect(await items()).to.deep.equal(ITEMS)
  })

  for (const [rows, characters] of [
    [1, 3_000],
    [5, 900],
    [40, 100]
  ])
    it(`writes nothing where the last of ${rows} rows passes what it may take, and sends no commit`, async () => {
      for (const client of databases.both()) {
        const answer = await callTool(writeTo(client, { maxBytes: 2_000 }), {
          text: `INSERT INTO item SELECT g, 'new ' || g FROM generate_series(3, ${rows! + 2}) g RETURNING repeat('x', ${characters})`
        })
        expect(codeOf(answer)).to.equal('too_large')
        expect(answer).to.have.property('executed', 'no')
        await databases.expectNothingRuns()
        expect(await items()).to.deep.equal(ITEMS)
      }
    })

  it('commits where what comes back is just as much as it may take', async () => {
    const answer = await callTool(writeTo(databases.pool, { maxBytes: 2_000 }), {
      text: "INSERT INTO item VALUES (3, 'a') RETURNING repeat('x', 1800) AS x"
    })
    expect(answer).to.deep.equal({ kind: 'rows', rows: [{ x: 'x'.repeat(1800) }] })
    expect(await items()).to.have.length(3)
  })

  it('does not hang on a copy from an input that it has not', async () => {
    const answer = await callTool(writeTo(databases.pool, { timeoutMs: 300 }), { text: 'COPY item FROM STDIN' })
    expect(answer).to.have.property('executed', 'no')
    expect(await items()).to.deep.equal(ITEMS)
  })

  describe('does not know whether it wrote', () => {
    it('when the commit takes too long', async () => {
      const answer = await callTool(writeTo(databases.pool, { timeoutMs: 300 }), SLOW_COMMIT)
      expect(codeOf(answer)).to.equal('timeout')
      expect(answer).to.have.property('executed', 'unknown')
    })

    it('when the commit is ended by the server', async () => {
      const call = callTool(writeTo(databases.pool), SLOW_COMMIT)
      await databases.untilAsleep('COMMIT')
      await databases.terminate("wait_event = 'PgSleep'")
      expect(codeOf(await call)).to.equal('tool_unavailable')
      expect(await call).to.have.property('executed', 'unknown')
    })

    it('when the caller gives up during the commit', async () => {
      const caller = new AbortController()
      const call = callTool(writeTo(databases.single), SLOW_COMMIT, caller.signal)
      await databases.untilAsleep('COMMIT')
      caller.abort()
      expect(codeOf(await call)).to.equal('cancelled')
      expect(await call).to.have.property('executed', 'unknown')
    })

    it('when the connection breaks during the commit', async () => {
      const call = callTool(writeTo(databases.single), SLOW_COMMIT)
      await databases.untilAsleep('COMMIT')
      databases.single.connection.stream.destroy()
      expect(codeOf(await call)).to.equal('tool_unavailable')
      expect(await call).to.have.property('executed', 'unknown')
      await databases.terminate()
    })
  })
})
