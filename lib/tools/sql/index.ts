/** `guarded-call/sql`: a tool that runs one SQL statement a call, and codecs for what comes of it. */
export { sqlTool, type SqlToolOptions } from './sql-tool.js'
export type { Statement } from './statement.js'
export type { PgClientLike, PgPoolLike } from './pg-like.js'
export type { PGliteLike } from './pglite-database.js'
export { BigIntFromText, DateText, NumberFromNumeric, NumericText, TimestampDate } from './codecs.js'
