/**
 * A read-only analytics tool that a model may query freely: the role of docs/tools.md, a cap on rows, and errors that
 * say what to do.
 */
import { strict as assert } from 'node:assert'
import { readFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { guardedCall, openTurn, toModelText, type ToolError } from 'guarded-call'
import { NumericText, sqlTool } from 'guarded-call/sql'

// -- the database: its owner sets up the role once, as docs/tools.md says

const docs = await readFile(new URL('../../docs/tools.md', import.meta.resolve('guarded-call')), 'utf8')
const [, roles = ''] = /```sql\n(.+?)```/s.exec(docs) ?? []

const database = await PGlite.create()
await database.exec(`
  create table orders (id int primary key, customer_id int not null, total numeric(8, 2) not null, placed_at timestamptz not null, card text not null);
  insert into orders select i, 1 + i % 4, 10 + i % 9 + 0.5, timestamptz '2026-05-01' + i * interval '1 hour', '4242' from generate_series(1, 50) i;
`)
await database.exec(roles.replace('DATABASE shop', 'DATABASE postgres'))
// A server is logged in to as this role (`postgres://analyst@…`), for good. PGlite knows no logins: its one session
// puts the role on.
await database.exec('set session authorization analyst')

// -- the tool: the statement is an argument

const analytics = sqlTool({
  name: 'query_orders',
  description: 'Runs one PostgreSQL SELECT over reporting.orders(id, customer_id, total, placed_at).',
  effect: 'read',
  client: database,
  args: t.type({ sql: t.string }),
  query: ({ sql }) => ({ text: sql }),
  maxRows: 20,
  timeoutMs: 10_000
})
const queryOrders = guardedCall(analytics, t.array(t.UnknownRecord))

const turn = openTurn()
const ask = async (sql: string): Promise<E.Either<ToolError, ReadonlyArray<Readonly<Record<string, unknown>>>>> => {
  const result = await turn.run(queryOrders({ sql }))
  const text = toModelText(result)
  console.log(`${sql}\n  ${text.length > 400 ? `${text.slice(0, 400)}… (${text.length} characters)` : text}`)
  return result
}
const refusalOf = async (sql: string): Promise<ToolError> => {
  const result = await ask(sql)
  assert.ok(E.isLeft(result), sql)
  return result.left
}

// -- an honest query: sums stay exact, so they are text

const best = await ask(
  'select customer_id, sum(total) as total from reporting.orders group by customer_id order by customer_id limit 2'
)
assert.deepEqual(
  best,
  E.right([
    { customer_id: 1, total: '177.00' },
    { customer_id: 2, total: '182.50' }
  ])
)
assert.ok(E.isRight(best) && best.right.every((row) => NumericText.is(row['total'])))

// -- what writes is no query, and what the role may not see or do stays out of reach

for (const [sql, code] of [
  ['delete from reporting.orders', 'rejected_arguments'],
  ['with gone as (delete from reporting.orders returning *) select * from gone', 'rejected_arguments'],
  ['select 1; commit; delete from reporting.orders', 'rejected_arguments'],
  ['select card from public.orders', 'unauthorized'],
  ["select pg_read_file('/etc/passwd')", 'unauthorized']
] as const) {
  assert.equal((await refusalOf(sql)).code, code)
}

// -- a wrong column: the hint says where the right ones stand, the next query asks there

const wrong = await refusalOf('select totl from reporting.orders')
assert.equal(
  wrong.detail,
  `Database error at character 8: a column that does not exist (SQLSTATE 42703). The tool says: "column 'totl' does not exist".`
)
assert.match(wrong.hint ?? '', /information_schema\.columns/)
const columns = await ask(
  "select column_name from information_schema.columns where table_schema = 'reporting' order by ordinal_position"
)
assert.deepEqual(columns, E.right(['id', 'customer_id', 'total', 'placed_at'].map((column_name) => ({ column_name }))))

// -- more rows than the cap: the hint says LIMIT and OFFSET over a fixed ORDER BY, and so does the loop

const byId = 'select id, total from reporting.orders order by id'
const first = await refusalOf(byId)
assert.equal(first.code, 'more_pages_available')
assert.match(first.hint ?? '', /LIMIT and OFFSET/)

const ids: Array<unknown> = []
for (let rows = 20; rows === 20;) {
  const page = await ask(`${byId} limit 20 offset ${ids.length}`)
  assert.ok(E.isRight(page))
  rows = page.right.length
  ids.push(...page.right.map((row) => row['id']))
}
assert.deepEqual(
  ids,
  Array.from({ length: 50 }, (_, i) => i + 1)
)

// -- and nothing was written

const { rows } = await database.query<{ readonly n: number }>('select count(*)::int as n from reporting.orders')
assert.deepEqual(rows, [{ n: 50 }])
await database.close()
