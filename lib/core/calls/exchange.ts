/** A call and its result, reduced to the fields that identify a loop. */
import type { ErrorClass } from '../errors/codes.js'

/** A call of a tool and its result, for a loop detector. @category Loops @since 0.1.0 */
export interface Exchange {
  readonly tool: string
  /** The arguments as data, or any text that is equal exactly if they are (a canonical text, a digest). */
  readonly args: unknown
  /** The response as data, its text, or a digest of it. */
  readonly result: unknown
  /** `failed` is a failure of unknown class, as in a transcript of unguarded tools. */
  readonly outcome: 'right' | ErrorClass | 'failed'
  readonly code: string | null
  /** For a failed write: whether it ran all the same, or may have. */
  readonly executed?: 'yes' | 'unknown' | undefined
  /** A poll, repeated until its response changes: it is in no loop, and its new valid response ends one. */
  readonly polls?: boolean | undefined
  /** Identifies the turn; a valid response counts as a repeat only within its own. */
  readonly turn: string | number
  /** The place that did not answer, if that is why the call failed: it is blamed, and not the tool. */
  readonly place?: string | undefined
  /** The place that the arguments name. */
  readonly address?: string | undefined
  /** It failed because of an id that another call may have right. */
  readonly wrongId?: boolean | undefined
}
