import { expect } from 'chai'
import { speaksOfStatement } from '#core/signs'

type Fields = Readonly<Record<string, string>>

const quotes = (state: string | undefined, message: string, fields: Fields = {}, ...texts: ReadonlyArray<string>) =>
  speaksOfStatement({ state, field: (name) => fields[name] ?? '', texts }, message)

const AT = { position: '15' }
const SQL = 'SELECT o.nam FROM alerts o'

const QUOTED: ReadonlyArray<Parameters<typeof quotes>> = [
  ['42P01', 'relation "zebra" does not exist', AT],
  ['0A000', 'cross-database references are not implemented: "a.b.c"', AT],
  ['23505', 'duplicate key value violates unique constraint "u"', { constraint: 'u' }],
  ['23505', 'duplicate key value violates unique constraint "u"', { constraint_name: 'u' }],
  ['23502', 'null value in column "id" of relation "c" violates not-null constraint', { column: 'id' }],
  ['25006', 'cannot execute INSERT in a read-only transaction', { routine: 'PreventCommandIfReadOnly' }],
  ['42501', 'permission denied for table alerts', {}, SQL],
  ['42501', 'permission denied for table alerts', {}, 'select 1', 'select * from ALERTS'],
  ['42601', 'cannot insert multiple commands into a prepared statement'],
  ['428C9', 'cannot insert a non-DEFAULT value into column "nam"', {}, SQL],
  [undefined, 'no such column: o.nam', {}, SQL],
  [undefined, 'near "FROM": syntax error', {}, SQL],
  [undefined, 'table alerts has no column named nam', {}, SQL],
  [undefined, "Unknown column 'o.nam' in 'field list'", {}, SQL]
]

const HIDDEN: ReadonlyArray<Parameters<typeof quotes>> = [
  ['42P01', 'relation "zebra" does not exist'],
  ['42P01', 'relation "zebra" does not exist', {}, SQL],
  ['42601', 'syntax error in tsquery: "divorce lawyer"', {}, SQL],
  ['42601', 'syntax error at or near "zebra"', { position: '10', where: 'invalid type name "interval(zebra"' }],
  ['42601', 'syntax error at or near "zebra"', { position: '10', internalQuery: 'select zebra' }],
  ['42601', 'syntax error at or near "zebra"', { position: '10', internal_query: 'select zebra' }],
  ['54000', 'word is too long in tsquery: "zebra"'],
  ['22P02', 'invalid input syntax for type integer: "zebra"', AT],
  ['23505', 'zebra is taken', { where: 'PL/pgSQL function f() line 1 at RAISE', constraint: 'zebra' }],
  ['23505', 'duplicate zebra', { constraint: 'u' }],
  ['23505', 'duplicate key value violates unique constraint "u"'],
  ['23505', 'duplicate key value violates unique constraint "u"', AT],
  ['25006', 'not now, zebra'],
  ['P0001', 'no zebra', AT],
  ['42501', 'permission denied for table alert', {}, SQL],
  ['42501', 'permission denied for table secret alerts', {}, SQL],
  // A position is that of PostgreSQL alone.
  [undefined, 'relation "zebra" does not exist', AT],
  [undefined, 'no such column: lawyer', {}, SQL],
  [undefined, 'fts5: syntax error near "o"', {}, SQL],
  [undefined, 'no such column: ', {}, SQL],
  [undefined, 'table alerts has no column named zebra', {}, SQL],
  [undefined, 'near "FROM": syntax error zebra', {}, SQL]
]

describe('speaksOfStatement', () => {
  for (const row of QUOTED) it(`quotes ${JSON.stringify(row)}`, () => expect(quotes(...row)).to.equal(true))
  for (const row of HIDDEN) it(`hides ${JSON.stringify(row)}`, () => expect(quotes(...row)).to.equal(false))

  it('reads a long text in no time', () => {
    const began = performance.now()
    quotes(undefined, `table ${' has no column named'.repeat(100_000)}`, {}, SQL)
    quotes(undefined, `no such column: ${'a'.repeat(200)}b`, {}, 'a'.repeat(1_000_000))
    expect(performance.now() - began).to.be.below(500)
  })
})
