/** `guarded-call/redis`: budgets that processes share, on Redis or Valkey. */
export { redisStore, type RedisStoreOptions } from './redis-store.js'
export type { IoredisLike, NodeRedisLike, RedisLike } from './redis-like.js'
