/** The `…Like` interfaces of the SQL tool, held against the real packages. */
import type { PGlite } from '@electric-sql/pglite'
import { expectTypeOf } from 'expect-type'
import * as t from 'io-ts'
import pg from 'pg'
import type { Tool } from '../../lib/guard/tool.js'
import { sqlTool } from '../../lib/tools/sql/index.js'
import type { PGliteLike } from '../../lib/tools/sql/pglite-database.js'
import type { PgClientLike, PgPoolClientLike, PgPoolLike } from '../../lib/tools/sql/pg-like.js'

describe('the arguments of sqlTool', () => {
  it('are those of its codec, or of its query', () => {
    const options = { name: 'query', effect: 'read', client: {} as PgPoolLike } as const
    const byCodec = () =>
      sqlTool({ ...options, args: t.type({ id: t.number }), query: ({ id }) => ({ text: 'SELECT $1', values: [id] }) })
    const byQuery = () =>
      sqlTool({ ...options, query: ({ id }: { readonly id: string }) => ({ text: 'SELECT $1', values: [id] }) })
    const byNone = () => sqlTool({ ...options, query: () => ({ text: 'SELECT 1' }) })
    expectTypeOf(byCodec).returns.toEqualTypeOf<Tool<{ id: number }>>()
    expectTypeOf(byQuery).returns.toEqualTypeOf<Tool<{ readonly id: string }>>()
    expectTypeOf(byNone).returns.toEqualTypeOf<Tool<unknown>>()
  })
})

describe('the clients that sqlTool takes', () => {
  it('fit pg and PGlite', () => {
    expectTypeOf<pg.Pool>().toExtend<PgPoolLike>()
    expectTypeOf<pg.PoolClient>().toExtend<PgPoolClientLike>()
    expectTypeOf<pg.Client>().toExtend<PgClientLike>()
    expectTypeOf<PGlite>().toExtend<PGliteLike>()
  })
})
