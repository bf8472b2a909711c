/** The codes of a database, provoked through a Postgres in the process. */
import type { PGlite } from '@electric-sql/pglite'
import { expect } from 'chai'
import * as t from 'io-ts'
import { guardedCall, openSession, type ToolError } from '../../lib/index.js'
import { sqlTool } from '../../lib/tools/sql/index.js'
import { watchShown } from '../helpers/canary.js'
import { expectLeft } from '../helpers/either.js'
import { openPGlite } from '../helpers/pglite.js'

// Every log line of these specs is searched for what must not be shown.
const watchedTurn = () =>
  openSession({ logger: { log: (...line: ReadonlyArray<unknown>) => watchShown('a log line', line) } }).openTurn()

describe('the code of an answer of Postgres', () => {
  let client: PGlite
  before(async () => {
    client = await openPGlite()
    await client.exec(`
      create table orders (id int primary key, total int not null);
      insert into orders select n, n * 10 from generate_series(1, 150) n;
      create role reader nologin; create table secrets (s text);`)
  })
  after(() => client.close())

  const Rows = t.array(t.type({ id: t.number, total: t.number }))
  const querying = (text: string, values: ReadonlyArray<unknown> = []) =>
    guardedCall(sqlTool({ name: 'query', effect: 'read', client, query: () => ({ text, values: [...values] }) }), Rows)

  const QUERIES: ReadonlyArray<readonly [string, ToolError['error_class'], string]> = [
    ['more_pages_available', 'partial_data', 'select id, total from orders order by id'],
    ['rejected_arguments', 'semantic_garbage', 'select nothing from orders'],
    ['rejected_arguments', 'semantic_garbage', 'delete from orders'],
    ['rejected_arguments', 'semantic_garbage', 'select id, total / 0 as total from orders'],
    ['schema_violation', 'schema_mismatch', 'select id::text, total from orders where id < 3']
  ]
  for (const [code, error_class, text] of QUERIES) {
    it(`is ${code} for ${text}`, async () => {
      const error = expectLeft(await watchedTurn().run(querying(text)()))
      expect({ code: error.code, error_class: error.error_class }).to.deep.equal({ code, error_class })
      if (error.code === 'more_pages_available') expect(error).to.have.property('data').with.length(100)
    })
  }

  it('is the same where a tool of your own throws it, in words that quote no cell', async () => {
    const thrown = async (text: string) => {
      const run = () => client.query(text)
      const { code, detail } = expectLeft(
        await watchedTurn().run(guardedCall({ name: 'query', effect: 'read', run }, t.unknown)())
      )
      return [code, detail]
    }
    expect(await thrown('select * from order_item')).to.deep.equal([
      'rejected_arguments',
      'The tool says: "relation \'order_item\' does not exist".'
    ])
    expect(await thrown("select 'hunter2'::int")).to.deep.equal([
      'rejected_arguments',
      'Database error: a value is not written as its type requires (SQLSTATE 22P02).'
    ])
  })

  it('is invalid_arguments where the model sent what does not fit, and the query is not run', async () => {
    const byId = sqlTool({
      name: 'order_by_id',
      effect: 'read',
      client,
      args: t.type({ id: t.Int }),
      query: ({ id }) => ({ text: 'select id, total from orders where id = $1', values: [id] })
    })
    const turn = watchedTurn()
    const error = expectLeft(await turn.run(guardedCall(byId, Rows).fromModel({ id: 'two' })))
    expect(error).to.include({
      error_class: 'semantic_garbage',
      code: 'invalid_arguments',
      detail: "- 'id': expected integer, got 'two'"
    })
    expect(turn.calls[0]?.executed).to.equal('refused')
  })

  it("is codec_threw and check_threw where the author's own code throws on real rows", async () => {
    const tool = sqlTool({
      name: 'query',
      effect: 'read',
      client,
      query: () => ({ text: 'select id, total from orders where id = 1', values: [] })
    })
    const throws = (): never => {
      throw new Error('mine')
    }
    const Broken = new t.Type('Broken', t.unknown.is, throws, t.identity)
    expect(expectLeft(await watchedTurn().run(guardedCall(tool, Broken)())).code).to.equal('codec_threw')
    expect(expectLeft(await watchedTurn().run(guardedCall(tool, Rows, throws)())).code).to.equal('check_threw')
  })
})
