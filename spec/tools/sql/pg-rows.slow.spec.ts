import { expect } from 'chai'
import { Pool, types } from 'pg'
import { sqlTool } from '../../../lib/tools/sql/index.js'
import { callTool, codeOf, type Sql } from './answers.js'
import { SECRET, toolFor, useDatabases } from './databases.js'
import { openPGlite } from '../../helpers/pglite.js'

const TYPES = `SELECT 1::int2 AS i2, 2::int4 AS i4, 9007199254740993::int8 AS i8, 12.50::numeric AS n, 1.5::float8 AS f, true AS b, 'x'::text AS t, NULL AS nothing,
  '2026-05-03 10:00:00.123456+02'::timestamptz AS tz, '2026-05-03 10:00:00'::timestamp AS ts, '2026-05-03'::date AS d, '10:00'::time AS tm, interval '1 day 2 hours' AS iv,
  '\\x00ff'::bytea AS by, '{"a": [1]}'::jsonb AS j, '00000000-0000-0000-0000-000000000001'::uuid AS u, 'infinity'::timestamptz AS inf,
  ARRAY[1,NULL] AS ai, ARRAY[[1,2],[3,4]] AS aa, ARRAY['a','NULL',NULL,'q"u\\o','','{,}'] AS at, '{}'::int[] AS ae, ARRAY[1.50] AS an,
  ARRAY[9007199254740993] AS ab, '[0:1]={a,b}'::text[] AS al, ARRAY['{"a":1}'::jsonb] AS aj`

const ROW = {
  i2: 1,
  i4: 2,
  i8: '9007199254740993',
  n: '12.50',
  f: 1.5,
  b: true,
  t: 'x',
  nothing: null,
  tz: new Date('2026-05-03T08:00:00.123Z'),
  ts: '2026-05-03 10:00:00',
  d: '2026-05-03',
  tm: '10:00:00',
  iv: 'P1DT2H',
  by: Uint8Array.of(0, 255),
  j: { a: [1] },
  u: '00000000-0000-0000-0000-000000000001',
  inf: 'infinity',
  ai: [1, null],
  aa: [
    [1, 2],
    [3, 4]
  ],
  at: ['a', 'NULL', null, 'q"u\\o', '', '{,}'],
  ae: [],
  an: ['1.50'],
  ab: ['9007199254740993'],
  al: ['a', 'b'],
  aj: [{ a: 1 }]
}

describe('the rows of sqlTool', () => {
  const databases = useDatabases()

  it('are the same over pg and PGlite for arrays of every type', async () => {
    const elements = [
      'true',
      "'x'::bytea",
      '\'c\'::"char"',
      "'n'::name",
      '1::int2',
      '1::int4',
      '1::int8',
      '1.5::float4',
      '0.1::float8',
      '1.50::numeric',
      "'x'::text",
      "'x'::varchar",
      "'x'::bpchar",
      "'2026-05-03'::date",
      "'10:00'::time",
      "'10:00+02'::timetz",
      "'2026-05-03 10:00'::timestamp",
      "'2026-05-03 10:00+02'::timestamptz",
      "'1 day'::interval",
      "'00000000-0000-0000-0000-000000000001'::uuid",
      "'{}'::json",
      "'{}'::jsonb",
      "'1'::oid",
      "'1.50'::money",
      "'10.0.0.1'::inet",
      "'10.0.0.0/8'::cidr",
      "'08:00:2b:01:02:03'::macaddr",
      "'(1,2)'::point",
      "'(1,2),(0,0)'::box",
      "'[1,2)'::int4range",
      "B'101'::bit(3)",
      "B'101'::varbit",
      "'<a/>'::xml",
      "'a b'::tsvector",
      "'a'::tsquery",
      "'pg_type'::regclass",
      "ROW(1,'a')::pair",
      "'ok'::mood"
    ].map((element) => `ARRAY[${element}, NULL]`)
    const setup = "CREATE TYPE mood AS ENUM ('sad', 'ok'); CREATE TYPE pair AS (a int, b text)"
    const lite = await openPGlite()
    await lite.exec(setup)
    await databases.ask(setup)
    const text = `SELECT ${elements.map((array, i) => `${array} AS a${i}`).join(', ')}`
    const answers = [await callTool(toolFor(databases.pool), { text }), await callTool(toolFor(lite), { text })]
    expect(answers.map(codeOf)).to.deep.equal(['rows', 'rows'])
    expect(answers[1]).to.deep.equal(answers[0])
    await lite.close()
  })

  it('do not depend on the settings of the role', async () => {
    const pool = new Pool(databases.config({ options: '-c extra_float_digits=-10 -c client_encoding=LATIN1' }))
    expect(await callTool(toolFor(pool), { text: "SELECT 0.1::float8 + 0.2 AS f, 'é€' AS t" })).to.deep.equal({
      kind: 'rows',
      rows: [{ f: 0.30000000000000004, t: 'é€' }]
    })
    await pool.end()
  })

  it('are the same over pg and PGlite, with their types', async () => {
    const lite = await openPGlite()
    const answers = await Promise.all(
      [databases.pool, databases.single, lite].map((client) =>
        callTool(sqlTool<Sql>({ name: 'query', effect: 'read', client, query: (args) => args }), { text: TYPES })
      )
    )
    await lite.close()
    for (const answer of answers) expect(answer).to.deep.equal({ kind: 'rows', rows: [ROW] })
  })

  it('are the same whatever parsers and styles a client has', async () => {
    databases.single.setTypeParser(types.builtins.INT8, () => SECRET)
    await databases.single.query(
      "SET datestyle = 'German'; SET intervalstyle = 'sql_standard'; SET bytea_output = 'escape'"
    )
    expect(await callTool(toolFor(databases.single), { text: TYPES })).to.deep.equal({ kind: 'rows', rows: [ROW] })
  })

  it('come back for values that were sent as parameters', async () => {
    const values = [
      "'; DROP TABLE item; --",
      7,
      12345678901234567890n,
      true,
      null,
      new Date(0),
      Uint8Array.of(1, 2),
      ['a', 'b'],
      { a: 1 }
    ]
    const text =
      'SELECT $1::text AS a, $2::int AS b, $3::numeric AS c, $4::bool AS d, $5::text AS e, $6::timestamptz AS f, $7::bytea AS g, $8::text[] AS h, $9::jsonb AS i'
    for (const client of databases.both()) {
      expect(await callTool(toolFor(client), { text, values })).to.deep.equal({
        kind: 'rows',
        rows: [
          {
            a: "'; DROP TABLE item; --",
            b: 7,
            c: '12345678901234567890',
            d: true,
            e: null,
            f: new Date(0),
            g: Uint8Array.of(1, 2),
            h: ['a', 'b'],
            i: { a: 1 }
          }
        ]
      })
    }
  })

  it('come in order, a thousand of them', async () => {
    const rows = Array.from({ length: 1000 }, (_, i) => ({ i: i + 1 }))
    for (const client of databases.both()) {
      expect(
        await callTool(toolFor(client, { maxRows: 1000 }), { text: 'SELECT i FROM generate_series(1, 1000) i' })
      ).to.deep.equal({ kind: 'rows', rows })
    }
  })

  it('come within a lower limit of time that the database has set for the role', async () => {
    await databases.ask("ALTER ROLE postgres SET statement_timeout = '150ms'")
    const started = performance.now()
    const answer = await callTool(toolFor(databases.pool), {
      text: 'SELECT i, CASE WHEN i > 1 THEN pg_sleep(600) END FROM generate_series(1, 3) i'
    })
    await databases.ask('ALTER ROLE postgres RESET statement_timeout')
    expect(codeOf(answer)).to.equal('timeout')
    expect(performance.now() - started).to.be.below(5_000)
  })

  it('never bring what a database says of its data, nor what a function of its own says', async () => {
    await databases.ask(
      "CREATE FUNCTION tell() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'canary' USING DETAIL = 'canary', HINT = 'canary', COLUMN = 'canary'; END $$"
    )
    const texts = ['SELECT tell()', `SELECT '${SECRET}'::int`, `SELECT 1 AS "${SECRET}", 2 AS "${SECRET}"`]
    for (const client of databases.both()) {
      for (const text of texts) {
        const answer = await callTool(toolFor(client), { text })
        expect(codeOf(answer)).to.equal('rejected_arguments')
        expect(JSON.stringify(answer)).not.to.include('canary')
      }
    }
  })

  it('bring what a database says of the statement, as words to be quoted, and not in the error itself', async () => {
    for (const client of databases.both()) {
      const answer = await callTool(toolFor(client), { text: 'SELECT nothing_of FROM pg_class' })
      expect(answer).to.deep.include({ says: 'column "nothing_of" does not exist' })
      expect(JSON.stringify({ ...(answer as object), says: '' })).not.to.include('nothing_of')
    }
  })
})
