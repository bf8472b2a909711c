/** Tells the conversations of a file that a later one begins with: whoever logs the requests of a chat logs its beginning again and again. */
import { createHash, type Hash } from 'node:crypto'
import { canonicalText } from '../../core/exchange.js'
import type { Entries } from '../transcripts/find-transcripts.js'

// Requests of one chat stand near each other.
const MOST_OPEN = 2_000

/** Keeps what belongs to each conversation until a later one supersedes it, and gives up what is sure to stand. */
export class LatestVersions<Kept> {
  readonly #open = new Map<string, Kept>()

  /** Takes in a conversation. Gives back what can no longer be superseded. */
  add(entries: Entries, kept: Kept): ReadonlyArray<Kept> {
    const hash: Hash = createHash('sha256')
    let own = ''
    for (const [at, entry] of entries.entries()) {
      hash.update(`${canonicalText(entry)}\n`)
      own = hash.copy().digest('base64')
      if (at < entries.length - 1) this.#open.delete(own)
    }
    // The same conversation twice is two: only what goes on supersedes.
    const known = this.#open.get(own)
    this.#open.delete(own)
    this.#open.set(own, kept)
    return [...(known === undefined ? [] : [known]), ...this.#overdue()]
  }

  /** All that was not superseded. */
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
