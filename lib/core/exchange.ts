/** A call and its result, reduced to the fields that identify a loop. */
import { canonicalJson } from './canonical-json.js'
import type { ErrorClass } from './codes.js'
import { dataOf } from './json-read.js'

// -- model

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
}

// -- canonical text

/**
 * Writes data so that equal data give equal texts, whatever the order of their keys; fields named in `ignored` are left out at any depth. A text stays
 * unchanged, so that a digest is free; it is parsed as JSON only if fields are ignored.
 */
export const canonicalText = (value: unknown, ignored: ReadonlySet<string> = new Set()): string => {
  if (ignored.size === 0 && typeof value === 'string') return value
  return canonicalJson(ignored.size === 0 ? value : dataOf(value), ignored) ?? 'undefined'
}
