/** No error of a real server quotes a cell, however the cell came to be read as a part of a statement. */
import type { PGlite } from '@electric-sql/pglite'
import { expect } from 'chai'
import * as t from 'io-ts'
import { guardFunctions, guardedCall, openTurn, type ToolCallError } from '../../../lib/index.js'
import { expectLeft } from '../../helpers/either.js'
import { openPGlite } from '../../helpers/pglite.js'
import { toolFor, useDatabases } from './databases.js'

const CELL = 'zebra lantern'

const SCHEMA = `
  CREATE TABLE saved (id int PRIMARY KEY, query text); INSERT INTO saved VALUES (1, '${CELL}');
  CREATE TABLE hit (id int, query text, q tsquery GENERATED ALWAYS AS (to_tsquery('english', query)) STORED);
  CREATE TABLE checked (id int, query text CHECK (to_tsquery(query) IS NOT NULL));
  CREATE VIEW hits AS SELECT to_tsquery('english', query) AS q FROM saved;
  CREATE FUNCTION in_sql(t text) RETURNS tsquery LANGUAGE sql STABLE AS $$ SELECT to_tsquery(t) $$;
  CREATE FUNCTION in_plpgsql(t text) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN t::regclass::oid::int; END $$;
  CREATE FUNCTION raising(t text) RETURNS int LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'no %', t USING ERRCODE = '23505', CONSTRAINT = 'saved_pkey'; END $$;
  CREATE DOMAIN relation AS text CHECK (value::regclass IS NOT NULL);
`

const READS = [
  'to_tsquery(query)',
  "'x'::tsvector @@ to_tsquery(query)",
  'query::tsquery',
  "('\"' || query || '\"')::regclass",
  "('\"' || query || '\"')::regtype",
  "('interval(' || query)::regtype",
  "to_regtype('int(' || query)",
  "('\"' || query || '\"')::regrole",
  "('\"' || query || '\"')::regconfig",
  "(replace(query, ' ', '.') || '.a.b.c')::regclass",
  "('\"' || query || '\"')::relation",
  "pg_get_serial_sequence('saved', query)",
  "has_column_privilege('saved', query, 'select')",
  'current_setting(query)',
  "query_to_xml('select ' || query || ' from', true, true, '')",
  'in_sql(query)',
  'in_plpgsql(query)',
  'raising(query)'
].map((expression) => `SELECT ${expression} FROM saved`)

const WRITES = [
  'INSERT INTO hit (id, query) SELECT 1, query FROM saved',
  'INSERT INTO checked SELECT 1, query FROM saved',
  'CREATE TABLE made AS SELECT to_tsquery(query) FROM saved'
]

const TWINS: ReadonlyArray<readonly [text: string, says: string]> = [
  ['SELECT zebra FROM saved', "column 'zebra' does not exist"],
  ['SELECT * FROM zebra', "relation 'zebra' does not exist"],
  ['SELECT id FROM saved WHERE', 'syntax error at end of input'],
  ['SELECT zebra(1)', 'function zebra(integer) does not exist'],
  ["SELECT 'a zebra'::tsquery", "syntax error in tsquery: 'a zebra'"]
]

describe('an error of a server', () => {
  const databases = useDatabases(SCHEMA)
  let pglite: PGlite | undefined

  const clients = () => [...databases.both(), ...(pglite === undefined ? [] : [pglite])]

  before(async () => {
    pglite = await openPGlite()
    await pglite.exec(SCHEMA)
  })
  after(async () => pglite?.close())

  const detailOf = async (
    client: ReturnType<typeof clients>[number],
    text: string,
    effect: 'read' | 'write' = 'read'
  ) => expectLeft(await openTurn().run(guardedCall(toolFor(client, { effect }), t.unknown)({ text }))).detail

  const thrownDetail = async (client: ReturnType<typeof clients>[number], text: string): Promise<string> => {
    const query = (sql: string) => (client as { query: (text: string) => Promise<unknown> }).query(sql)
    const tool = guardFunctions({ query }, { turn: openTurn(), rules: { query: { effect: 'read' } } })
    return tool.query(text).then(
      () => 'ran',
      (error: ToolCallError) => error.toolError.detail
    )
  }

  it('never quotes a cell', async () => {
    for (const client of clients()) {
      for (const text of READS) {
        expect(await detailOf(client, text), text).to.match(/^Database error: [^:]* \(SQLSTATE \w{5}\)\.$/)
        expect(await thrownDetail(client, text), text).to.match(/^Database error: [^:]* \(SQLSTATE \w{5}\)\.$/)
      }
      for (const text of WRITES)
        expect(await detailOf(client, text, 'write'), text).to.equal('Database error: a syntax error (SQLSTATE 42601).')
    }
  })

  it('is quoted where it speaks of the statement', async () => {
    for (const client of clients()) {
      for (const [text, says] of TWINS) {
        expect(await detailOf(client, text), text).to.include(`The tool says: "${says}`)
        expect(await thrownDetail(client, text), text).to.include(`The tool says: "${says}`)
      }
    }
  })
})
