/** Drops conversations that are the beginning of a later one: a log of chat requests contains the same beginning again and again. */
import { createHash, type Hash } from 'node:crypto'
import { canonicalText } from '../../../core/json/index.js'
import type { Entries } from '../transcripts/find-transcripts.js'

// Requests of one chat stand near each other.
const MOST_OPEN = 2_000

/** Keeps a value for each conversation until a later one supersedes it, and releases those that cannot be superseded any more. */
export class LatestVersions<Kept> {
  readonly #open = new Map<string, Kept>()

  /** Adds a conversation. Returns the values that can no longer be superseded. */
  add(entries: Entries, kept: Kept): ReadonlyArray<Kept> {
    const hash: Hash = createHash('sha256')
    let own = ''
    for (const [at, entry] of entries.entries()) {
      hash.update(`${canonicalText(entry)}\n`)
      own = hash.copy().digest('base64')
      if (at < entries.length - 1) this.#open.delete(own)
    }
    // The same conversation twice counts as two: only a longer one supersedes.
    const known = this.#open.get(own)
    this.#open.delete(own)
    this.#open.set(own, kept)
    return [...(known === undefined ? [] : [known]), ...this.#overdue()]
  }

  /** The values that were not superseded. */
  rest(): ReadonlyArray<Kept> {
    return [...this.#open.values()]
  }

  #overdue(): ReadonlyArray<Kept> {
    const [oldest] = this.#open
    if (oldest === undefined || this.#open.size <= MOST_OPEN) return []
    this.#open.delete(oldest[0])
    return [oldest[1]]
  }
}
