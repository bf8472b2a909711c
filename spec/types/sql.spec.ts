/** The `…Like` interfaces of the SQL tool, held against the real packages. */
import type { PGlite } from '@electric-sql/pglite'
import { expectTypeOf } from 'expect-type'
import type pg from 'pg'
import type { PGliteLike } from '../../lib/tools/sql/pglite-like.js'
import type { PgClientLike, PgPoolClientLike, PgPoolLike } from '../../lib/tools/sql/pg-like.js'

describe('the clients that sqlTool takes', () => {
  it('fit pg and PGlite', () => {
    expectTypeOf<pg.Pool>().toExtend<PgPoolLike>()
    expectTypeOf<pg.PoolClient>().toExtend<PgPoolClientLike>()
    expectTypeOf<pg.Client>().toExtend<PgClientLike>()
    expectTypeOf<PGlite>().toExtend<PGliteLike>()
  })
})
