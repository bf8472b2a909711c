/** `guarded-call/postgres`: budgets that processes share, on PostgreSQL. */
export { postgresStore, type PostgresStoreOptions } from './postgres-store.js'
export type { PostgresLike } from './postgres-like.js'
export { budgetTable } from './table.js'
