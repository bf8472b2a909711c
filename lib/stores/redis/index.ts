/** The subpath `guarded-call/redis`. */
export { redisStore, type RedisStoreOptions } from './redis-store.js'
export type { IoredisLike, NodeRedisLike, RedisLike } from './redis-like.js'
