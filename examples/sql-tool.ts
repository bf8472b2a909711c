/** A SQL tool over a real Postgres: parameters, a cap on rows, and a read that cannot write. */
import { strict as assert } from 'node:assert'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { guardedCall, openTurn, toModelText } from 'guarded-call'
import { sqlTool } from 'guarded-call/sql'
import { openOrdersDatabase, ordersWithStatus } from './support/orders-database.js'

const database = await openOrdersDatabase()
const turn = openTurn()

// The author writes the query, the model gives its values.
const customersFrom = guardedCall(
  sqlTool({
    name: 'customers_from',
    effect: 'read',
    client: database,
    args: t.type({ country: t.string }),
    query: ({ country }) => ({
      text: 'select first_name, last_name from customers where country = $1 order by id',
      values: [country]
    }),
    maxRows: 3
  }),
  t.array(t.strict({ first_name: t.string, last_name: t.union([t.string, t.null]) }))
)

const iceland = await turn.run(customersFrom({ country: 'IS' }))
console.log('a customer without a last name', toModelText(iceland))
assert.deepEqual(iceland, E.right([{ first_name: 'Sjón', last_name: null }]))

const injected = await turn.run(customersFrom({ country: "IS' or '1'='1" }))
console.log('a value is a value', toModelText(injected))
assert.deepEqual(injected, E.right([]))

const america = await turn.run(customersFrom({ country: 'US' }))
console.log('more rows than the cap', toModelText(america))
assert.ok(E.isLeft(america) && america.left.error_class === 'partial_data')
assert.equal(america.left.code, 'more_pages_available')
assert.equal((america.left.data as ReadonlyArray<unknown>).length, 3)

// The model writes the query itself.
const query = guardedCall(
  sqlTool({
    name: 'query',
    effect: 'read',
    client: database,
    args: t.type({ sql: t.string }),
    query: ({ sql }) => ({ text: sql })
  }),
  t.array(t.UnknownRecord)
)

const cancelled = await turn.run(query({ sql: "select count(*)::int as n from orders where status = 'cancelled'" }))
console.log('a query of its own', toModelText(cancelled))
assert.deepEqual(cancelled, E.right([{ n: ordersWithStatus('cancelled') }]))

for (const [sql, code] of [
  ['select totl from orders', 'rejected_arguments'],
  ['delete from orders', 'rejected_arguments'],
  ['select 1; drop table orders', 'rejected_arguments']
] as const) {
  const refused = await turn.run(query({ sql }))
  console.log(sql, toModelText(refused))
  assert.ok(E.isLeft(refused))
  assert.equal(refused.left.code, code)
}

const { rows } = await database.query<{ readonly n: number }>('select count(*)::int as n from orders')
assert.equal(rows[0]?.n, 46)
await database.close()
