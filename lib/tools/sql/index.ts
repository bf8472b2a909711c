/** The subpath `guarded-call/sql`. */
export { sqlTool, type SqlToolOptions } from './sql-tool.js'
export type { Statement } from './statement.js'
export type { PgClientLike, PgPoolLike } from './pg-like.js'
export type { PGliteLike } from './pglite-like.js'
export { BigIntFromText, DateText, NumberFromNumeric, NumericText, TimestampDate } from './codecs.js'
