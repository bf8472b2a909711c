/** The `…Like` interfaces of the stores, held against the real packages. */
import type { PGlite } from '@electric-sql/pglite'
import { expectTypeOf } from 'expect-type'
import type { Cluster, Redis } from 'ioredis'
import pg from 'pg'
import type { createClient, createCluster } from 'redis'
import type { PostgresLike } from '../../lib/stores/postgres.js'
import type { IoredisLike, NodeRedisLike } from '../../lib/stores/redis.js'

describe('the clients that stores take', () => {
  it('fit ioredis and node-redis, alone and as a cluster', () => {
    expectTypeOf<Redis>().toExtend<IoredisLike>()
    expectTypeOf<Cluster>().toExtend<IoredisLike>()
    expectTypeOf<ReturnType<typeof createClient>>().toExtend<NodeRedisLike>()
    expectTypeOf<ReturnType<typeof createCluster>>().toExtend<NodeRedisLike>()
  })

  it('fit pg and PGlite', () => {
    expectTypeOf<pg.Pool>().toExtend<PostgresLike>()
    expectTypeOf<pg.Client>().toExtend<PostgresLike>()
    expectTypeOf<PGlite>().toExtend<PostgresLike>()
  })
})
