import type { PGlite } from '@electric-sql/pglite'
import { expect } from 'chai'
import * as t from 'io-ts'
import { type ToolError, partialData, schemaMismatch, semanticGarbage } from '#core/errors'
import { COMMITTED } from '../../../lib/guard/answer-evidence.js'
import { failed } from '../../../lib/guard/tool.js'
import { guardedCall, openTurn, toModelText } from '../../../lib/index.js'
import { sqlTool, type SqlToolOptions } from '../../../lib/tools/sql/index.js'
import { callTool, type Sql } from './answers.js'
import { leavesNothing, NAMED_PROTO, namedProto, NO_WRITES } from './no-writes.js'
import { openPGlite } from '../../helpers/pglite.js'

const MORE_ROWS = 'Use a narrower filter or an aggregate, or page with LIMIT and OFFSET over a fixed ORDER BY.'
const ONE_QUERY = 'Send one single query that reads: SELECT, VALUES, TABLE or WITH.'
const SYNTAX = 'Send one single query that reads (SELECT, VALUES, TABLE or WITH), and correct its syntax.'
const NAMES = 'Check the names of tables and columns, for example in information_schema.columns, and correct the query.'

const failedWith = (error: ToolError) => ({ kind: 'failed', executed: 'no', error })
const threw = (detail: string) => failedWith(schemaMismatch({ code: 'tool_threw', detail }))
const rejected = (detail: string) => failedWith(semanticGarbage({ code: 'rejected_arguments', detail }))

describe('sqlTool', () => {
  let database: PGlite

  before(async () => {
    database = await openPGlite()
    await database.exec(`
      CREATE TABLE item (id int PRIMARY KEY, name text NOT NULL UNIQUE, price numeric(10,2), seen timestamptz);
      INSERT INTO item VALUES (1, 'pen', 1.50, '2026-05-03T10:00:00Z'), (2, 'ink', NULL, NULL), (3, 'pad', 12.00, NULL);
    `)
  })
  after(async () => {
    if (!database.closed) await database.close()
  })

  const toolFor = (options: Partial<SqlToolOptions<Sql>> = {}) =>
    sqlTool<Sql>({ name: 'query', effect: 'read', client: database, query: (args) => args, ...options })

  const write = (options: Partial<SqlToolOptions<Sql>> = {}) => toolFor({ effect: 'write', ...options })

  const answerOf = (query: (args: Sql) => unknown) =>
    callTool(toolFor({ query: query as (args: Sql) => Sql }), { text: '' })

  const items = async (): Promise<unknown> => (await database.query('SELECT id, name FROM item ORDER BY id')).rows
  const ITEMS = [
    { id: 1, name: 'pen' },
    { id: 2, name: 'ink' },
    { id: 3, name: 'pad' }
  ]

  describe('that reads', () => {
    it('gives the rows', async () => {
      const tool = sqlTool({
        name: 'items',
        effect: 'read',
        client: database,
        query: ({ below }: { readonly below: number }) => ({
          text: 'SELECT * FROM item WHERE id < $1 ORDER BY id',
          values: [below]
        })
      })
      expect(await callTool(tool, { below: 3 })).to.deep.equal({
        kind: 'rows',
        rows: [
          { id: 1, name: 'pen', price: '1.50', seen: new Date('2026-05-03T10:00:00Z') },
          { id: 2, name: 'ink', price: null, seen: null }
        ]
      })
      expect(await callTool(tool, { below: 0 })).to.deep.equal({ kind: 'rows', rows: [] })
    })

    it('takes a semicolon or a comment at the end', async () => {
      expect(await callTool(toolFor(), { text: 'SELECT 1 AS one; -- done' })).to.deep.equal({
        kind: 'rows',
        rows: [{ one: 1 }]
      })
    })

    it('gives as many rows as its cap as all of them', async () => {
      const answer = await callTool(toolFor({ maxRows: 3 }), { text: 'SELECT id FROM item ORDER BY id' })
      expect(answer).to.deep.equal({ kind: 'rows', rows: [{ id: 1 }, { id: 2 }, { id: 3 }] })
    })

    it('says that more rows exist than it may give', async () => {
      const answer = await callTool(toolFor({ maxRows: 2 }), { text: 'SELECT id FROM item ORDER BY id' })
      expect(answer).to.deep.equal({
        kind: 'incomplete',
        value: [{ id: 1 }, { id: 2 }],
        error: partialData({
          code: 'more_pages_available',
          detail: '2 rows came. More exist, but this tool returns at most 2 rows.',
          hint: MORE_ROWS
        })
      })
    })

    it('fetches many rows in order, whatever its portions', async () => {
      const answer = await callTool(toolFor({ maxRows: 1000 }), { text: 'SELECT i FROM generate_series(1, 1000) i' })
      expect(answer).to.deep.equal({ kind: 'rows', rows: Array.from({ length: 1000 }, (_, i) => ({ i: i + 1 })) })
    })

    it('gives the rows that came before there were too many bytes', async () => {
      const answer = await callTool(toolFor({ maxBytes: 1000 }), {
        text: "SELECT i, repeat('x', 300) AS x FROM generate_series(1, 9) i"
      })
      expect(answer).to.deep.equal({
        kind: 'incomplete',
        value: [1, 2, 3].map((i) => ({ i, x: 'x'.repeat(300) })),
        error: partialData({
          code: 'more_pages_available',
          detail: '3 rows came. More exist, but this tool returns at most 1000 bytes.',
          hint: MORE_ROWS
        })
      })
    })

    it('refuses one row of too many bytes', async () => {
      const answer = await callTool(toolFor({ maxBytes: 1000 }), { text: "SELECT repeat('x', 1001)" })
      expect(answer).to.deep.equal({
        kind: 'failed',
        executed: 'no',
        error: schemaMismatch({
          code: 'too_large',
          detail: 'The result is larger than 1000 bytes; no complete row arrived.',
          hint: 'Select fewer columns, or shorten long ones with left(column, 200).'
        })
      })
    })

    it('refuses columns that hide each other', async () => {
      const answer = await callTool(toolFor(), { text: 'SELECT 1 AS id, 2 AS n, 3 AS id' })
      expect(answer).to.deep.equal({
        kind: 'failed',
        executed: 'no',
        error: semanticGarbage({
          code: 'rejected_arguments',
          detail: 'Columns 1 and 3 of the result have the same name, so one would hide the other.',
          hint: 'Give each column of the SELECT list a name of its own with AS.'
        })
      })
    })

    it('refuses a column named __proto__, which no payload would keep', async () => {
      expect(await callTool(toolFor(), { text: NAMED_PROTO })).to.deep.equal(namedProto)
    })

    const rejections: ReadonlyArray<
      readonly [does: string, text: string, detail: string, hint: string | undefined, says?: string]
    > = [
      [
        'a syntax error',
        'SELEC 1',
        ' at character 1: a syntax error (SQLSTATE 42601)',
        SYNTAX,
        'syntax error at or near "SELEC"'
      ],
      [
        'a syntax error on a later line',
        'SELECT 1\nFROM item\n  WERE id = 1',
        ' at line 3, character 8: a syntax error (SQLSTATE 42601)',
        SYNTAX,
        'syntax error at or near "id"'
      ],
      [
        'an unknown column',
        "SELECT 'é😀', nam FROM item",
        ' at character 14: a column that does not exist (SQLSTATE 42703)',
        NAMES,
        'column "nam" does not exist'
      ],
      [
        'an unknown table',
        'SELECT * FROM items',
        ' at character 15: a table that does not exist (SQLSTATE 42P01)',
        NAMES,
        'relation "items" does not exist'
      ],
      [
        'an unknown function',
        'SELECT median(id) FROM item',
        ' at character 8: a function or operator that does not exist for these types (SQLSTATE 42883)',
        'Check the name of the function and the types of its arguments, and cast where needed.',
        'function median(integer) does not exist'
      ],
      [
        'a write',
        'DELETE FROM item',
        ' at character 1: a syntax error (SQLSTATE 42601)',
        SYNTAX,
        'syntax error at or near "DELETE"'
      ],
      [
        'a lock on rows',
        'SELECT * FROM item FOR UPDATE',
        ': the query would write, and this tool only reads (SQLSTATE 25006)',
        ONE_QUERY,
        'cannot execute SELECT FOR UPDATE in a read-only transaction'
      ],
      [
        'two statements',
        'SELECT 1; SELECT 2',
        ': a syntax error (SQLSTATE 42601)',
        SYNTAX,
        'cannot insert multiple commands into a prepared statement'
      ],
      [
        'a division by zero',
        'SELECT 1 / (id - 1) FROM item',
        ': a division by zero (SQLSTATE 22012)',
        'Guard the divisor with NULLIF(divisor, 0).'
      ],
      [
        'a value of another type',
        "SELECT 'canary'::int",
        ' at character 8: a value is not written as its type requires (SQLSTATE 22P02)',
        undefined
      ],
      [
        'a parameter without a value',
        'SELECT $1::int',
        ': the query was given the wrong number of parameters (SQLSTATE 08P01)',
        undefined
      ]
    ]
    for (const [does, text, detail, hint, says] of rejections) {
      it(`names ${does} in words of its own`, async () => {
        expect(await callTool(toolFor(), { text })).to.deep.equal({
          kind: 'failed',
          executed: 'no',
          error: semanticGarbage({
            code: 'rejected_arguments',
            detail: `Database error${detail}.`,
            ...(hint === undefined ? {} : { hint })
          }),
          ...(says === undefined ? {} : { says })
        })
      })
    }

    it('never quotes a value that the database refused', async () => {
      const answer = await callTool(toolFor(), { text: 'SELECT $1::int', values: ['canary'] })
      expect(answer).to.have.nested.property('error.code', 'rejected_arguments')
      expect(JSON.stringify(answer)).not.to.include('canary')
    })

    it('refuses a value that the driver cannot send', async () => {
      const answer = await callTool(toolFor(), { text: 'SELECT $1::bool', values: ['canary'] })
      expect(answer).to.deep.equal({
        kind: 'failed',
        executed: 'no',
        error: semanticGarbage({
          code: 'rejected_arguments',
          detail: 'A value of the query could not be sent as a parameter.'
        })
      })
    })

    it('leaves the session of PGlite to its application, but for its locks', async () => {
      await database.exec('CREATE TEMP TABLE mine AS SELECT 1 AS a; PREPARE mine AS SELECT 1')
      await callTool(toolFor(), { text: 'SELECT pg_advisory_lock(1)' })
      await callTool(toolFor(), { text: 'SELECT pg_advisory_lock(2), 1/0' })
      const { rows } = await database.query(
        "SELECT (SELECT a FROM mine), (SELECT count(*)::int FROM pg_prepared_statements) AS prepared, (SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory') AS locks, current_setting('transaction_read_only') AS ro"
      )
      expect(rows).to.deep.equal([{ a: 1, prepared: 1, locks: 0, ro: 'off' }])
    })

    it('does not wait for a transaction of the application longer than its time', async () => {
      const application = new AbortController()
      const busy = database.transaction(
        () =>
          new Promise((resolve) => {
            application.signal.addEventListener('abort', resolve)
          })
      )
      const late = await callTool(toolFor({ timeoutMs: 60 }), { text: 'SELECT 1' })
      const caller = new AbortController()
      const waiting = callTool(toolFor(), { text: 'SELECT 1' }, caller.signal)
      caller.abort()
      expect(late).to.have.nested.property('error.code', 'timeout')
      expect(await waiting).to.have.nested.property('error.code', 'cancelled')
      application.abort()
      await busy
      expect(await callTool(toolFor(), { text: 'SELECT 1 AS one' })).to.deep.equal({ kind: 'rows', rows: [{ one: 1 }] })
    })
  })

  describe('that writes', () => {
    afterEach(() => database.exec("DELETE FROM item WHERE id > 3; UPDATE item SET name = 'pen' WHERE id = 1"))

    it('commits, and gives what it returns', async () => {
      const answer = await callTool(write(), {
        text: 'INSERT INTO item VALUES (4, $1, 2, NULL) RETURNING id, name, price',
        values: ['cap']
      })
      expect(answer).to.deep.equal({ kind: 'rows', rows: [{ id: 4, name: 'cap', price: '2.00' }] })
      expect(await items()).to.deep.equal([...ITEMS, { id: 4, name: 'cap' }])
    })

    it('gives no rows where nothing is returned', async () => {
      expect(await callTool(write(), { text: "UPDATE item SET name = 'quill' WHERE id = 1" })).to.deep.equal({
        kind: 'rows',
        rows: []
      })
      expect(await items()).to.deep.equal([{ id: 1, name: 'quill' }, ...ITEMS.slice(1)])
    })

    it('says that nothing was written when a constraint refuses', async () => {
      expect(await callTool(write(), { text: "INSERT INTO item VALUES (5, 'cap'), (6, 'pen')" })).to.deep.equal({
        kind: 'failed',
        executed: 'no',
        error: semanticGarbage({
          code: 'rejected_arguments',
          detail: 'Database error: a value exists already and must be unique (SQLSTATE 23505).'
        }),
        says: 'duplicate key value violates unique constraint "item_name_key"'
      })
      expect(await items()).to.deep.equal(ITEMS)
    })

    it('takes one statement', async () => {
      const answer = await callTool(write(), { text: 'DELETE FROM item WHERE id = 1; DELETE FROM item' })
      expect(answer).to.have.nested.property('error.code', 'rejected_arguments')
      expect(answer).to.have.property('executed', 'no')
      expect(await items()).to.deep.equal(ITEMS)
    })

    it('gives as many of the returned rows as it may, and has written all', async () => {
      const answer = await callTool(write({ maxRows: 1 }), {
        text: "INSERT INTO item VALUES (4, 'cap'), (5, 'nib') RETURNING id"
      })
      expect(answer).to.deep.equal({
        kind: 'incomplete',
        value: [{ id: 4 }],
        error: partialData({
          code: 'more_pages_available',
          detail: '1 row came. The statement was executed and returned more, but this tool returns at most 1 row.',
          hint: 'Read the other rows with another query.'
        })
      })
      expect(await items()).to.deep.equal([...ITEMS, { id: 4, name: 'cap' }, { id: 5, name: 'nib' }])
    })

    for (const [text, command] of NO_WRITES) {
      it(`refuses ${JSON.stringify(text)}, and writes with the next call`, async () => {
        expect(await callTool(write(), { text })).to.deep.equal(leavesNothing(command))
        expect(await items()).to.deep.equal(ITEMS)
        const answer = await callTool(write(), { text: "INSERT INTO item VALUES (4, 'cap') RETURNING id" })
        expect(answer).to.deep.equal({ kind: 'rows', rows: [{ id: 4 }] })
        expect(await items()).to.deep.equal([...ITEMS, { id: 4, name: 'cap' }])
      })
    }

    it('refuses a column named __proto__ before it commits', async () => {
      const text = 'INSERT INTO item VALUES (4, \'cap\') RETURNING id, name AS "__proto__"'
      expect(await callTool(write(), { text })).to.deep.equal(namedProto)
      expect(await items()).to.deep.equal(ITEMS)
    })

    it('writes nothing where too many bytes are returned', async () => {
      const answer = await callTool(write({ maxBytes: 1000 }), {
        text: "INSERT INTO item VALUES (4, 'cap') RETURNING repeat(name, 1000)"
      })
      expect(answer).to.have.nested.property('error.code', 'too_large')
      expect(answer).to.have.property('executed', 'no')
      expect(await items()).to.deep.equal(ITEMS)
    })
  })

  describe('with a query that is none', () => {
    it('blames the tool', async () => {
      expect(
        await answerOf(() => {
          throw new Error('canary')
        })
      ).to.deep.equal(threw('The query of the tool threw; nothing was sent.'))
      for (const none of [
        undefined,
        null,
        'SELECT 1',
        { text: 1 },
        { text: 'SELECT 1', values: 'a' },
        Promise.resolve({ text: 'SELECT 1' })
      ]) {
        expect(await answerOf(() => none)).to.deep.equal(
          threw('The query of the tool gave no { text, values }; nothing was sent.')
        )
      }
      expect(
        await answerOf(async () => {
          throw new Error('late')
        })
      ).to.deep.equal(threw('The query of the tool gave no { text, values }; nothing was sent.'))
      expect(
        await answerOf(() => ({
          get text() {
            throw new Error('canary')
          }
        }))
      ).to.deep.equal(threw('The query of the tool threw; nothing was sent.'))
    })

    it('takes the word of a query that refuses the call itself', async () => {
      const error = semanticGarbage({ code: 'unknown_region', detail: 'There is no such region.' })
      const refuse = () => failed(error, { executed: 'no' })
      for (const query of [
        refuse,
        () => {
          throw refuse()
        }
      ])
        expect(await answerOf(query)).to.deep.equal({ kind: 'failed', error, executed: 'no' })
    })

    it('blames the arguments', async () => {
      expect(await answerOf(() => ({ text: ' \n' }))).to.deep.equal(rejected('The query is empty.'))
      expect(await answerOf(() => ({ text: 'SELECT 1\0' }))).to.deep.equal(rejected('The query holds a NUL character.'))
      expect(await answerOf(() => ({ text: 'SELECT $1', values: [() => 1] }))).to.deep.equal(
        rejected('The values of the query cannot be sent: a function at $[0].')
      )
    })
  })

  it('is a tool with the options that it was given', () => {
    const { run, ...tool } = toolFor({
      description: 'Asks',
      maxIdenticalCalls: 2,
      timeoutMs: 5,
      maxBytes: 6,
      narrow: String
    })
    expect(tool).to.deep.equal({
      name: 'query',
      effect: 'read',
      description: 'Asks',
      maxIdenticalCalls: 2,
      timeoutMs: 5,
      maxBytes: 6,
      respondsWhenDone: true,
      [COMMITTED]: true,
      narrow: String
    })
    expect(run).to.be.a('function')
  })

  it('refuses options that cannot be meant', () => {
    expect(() => sqlTool(undefined as never)).to.throw(TypeError, 'Expected `options` to be an object.')
    expect(() => toolFor({ maxRows: 0 })).to.throw(
      TypeError,
      'Expected `maxRows` to be an integer from 1 to 2147483646.'
    )
    expect(() => toolFor({ maxBytes: 1.5 })).to.throw(TypeError, 'Expected `maxBytes` to be a positive integer.')
    expect(() => toolFor({ timeoutMs: Infinity })).to.throw(
      TypeError,
      'Expected `timeoutMs` to be a whole number of milliseconds from 1 to 2147483647.'
    )
    expect(() => toolFor({ effect: 'both' as 'read' })).to.throw(
      TypeError,
      "Expected `effect` to be 'read' or 'write'."
    )
    expect(() => toolFor({ client: {} as PGlite })).to.throw(
      TypeError,
      'Expected `client` to be a pg pool, a pg client or a PGlite database.'
    )
    for (const [word, rest] of [
      ['maxRow', 'perhaps `maxRows` was meant.'],
      ['reads', 'it may hold name, effect, '],
      ['run', 'it may hold name, effect, ']
    ])
      expect(() => toolFor({ [word as string]: 'text' }), word).to.throw(
        TypeError,
        `Expected \`options\` to hold no \`${word}\`: ${rest}`
      )
    expect(() => toolFor({ query: 'SELECT 1' as unknown as () => Sql })).to.throw(
      TypeError,
      'Expected `query` to be a function.'
    )
  })

  it('brings a time to the model as a time, and a number as it is, through the codec of the documentation', async () => {
    const call = guardedCall(toolFor(), t.array(t.record(t.string, t.unknown)))
    const result = await openTurn().run(
      call({ text: 'SELECT now() AS at, 12345678901234567890::numeric AS big', values: [] })
    )
    for (const text of [toModelText(result), call.toModelText(result)]) {
      const [row] = JSON.parse(text) as ReadonlyArray<{ readonly at: string; readonly big: string }>
      expect(Math.abs(Date.now() - Date.parse(row?.at ?? ''))).to.be.below(60_000)
      expect(row?.at).to.match(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
      expect(row?.big).to.equal('12345678901234567890')
    }
  })

  // The last: another database would take seconds to start.
  describe('whose database is closed', () => {
    it('says so', async () => {
      await database.close()
      expect(await callTool(toolFor(), { text: 'SELECT 1' })).to.deep.equal({
        kind: 'failed',
        executed: 'no',
        error: partialData({
          code: 'tool_unavailable',
          detail: 'The connection to the database was lost or could not be opened.'
        })
      })
    })
  })
})
