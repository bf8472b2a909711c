/** A call and what came of it, reduced to what a loop can be told by. */
import type { ErrorClass } from './codes.js'

/** One call of a tool and its answer, as a loop detector sees it. @category Loops @since 0.1.0 */
export interface Exchange {
  readonly tool: string
  /** The arguments as data, or any text that is equal exactly where they are (a canonical text, a digest). */
  readonly args: unknown
  /** The answer as data, its text, or a digest of it. */
  readonly result: unknown
  /** `failed` is a failure whose class is not known, as in a transcript of unguarded tools. */
  readonly outcome: 'right' | ErrorClass | 'failed'
  readonly code: string | null
  /** Of a write that failed: whether it ran all the same, or nobody knows. */
  readonly executed?: 'yes' | 'unknown' | undefined
  /** Made again until its answer changes: it is in no loop, and a new answer that is fine ends one. */
  readonly polls?: boolean | undefined
  /** Names the turn; an answer that was fine counts as a repeat only within its own. */
  readonly turn: string | number
}
