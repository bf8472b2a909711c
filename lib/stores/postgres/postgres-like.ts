/** The subset of PostgreSQL clients that the store needs; a spec holds it against the real packages. */
import type { ErrorEmitterLike } from '../../guard/hear-errors.js'

/** A `pg` pool or client, or a PGlite database. @category Stores @since 0.1.0 */
export interface PostgresLike extends ErrorEmitterLike {
  query(text: string, values: Array<unknown>): Promise<{ readonly rows: ReadonlyArray<unknown> }>
}
