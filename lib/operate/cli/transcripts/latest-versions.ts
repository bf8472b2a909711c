/**
 * Drops conversations that are the beginning of a later one: a log of chat requests contains the same beginning again
 * and again.
 */
import { createHash, type Hash } from 'node:crypto'
import { canonicalText } from '../../../core/json/index.js'
import type { Entries } from './find-transcripts.js'

// Requests of one chat stand near each other, and what is kept of them stays small.
const MOST_OPEN = 2_000
const MOST_CHARS = 64 * 1024 ** 2

interface OpenConversation<Kept> {
  readonly kept: Kept
  readonly size: number
}

/**
 * Keeps a value for each conversation until a later one supersedes it, and releases those that cannot be superseded any
 * more.
 */
export class LatestVersions<Kept> {
  readonly #open = new Map<string, OpenConversation<Kept>>()
  #size = 0

  /** Adds a conversation. Returns the values that are final; `inherit` receives those that are superseded. */
  add(entries: Entries, kept: Kept, inherit: (earlier: Kept) => void = () => {}): ReadonlyArray<Kept> {
    const hash: Hash = createHash('sha256')
    let own = ''
    let size = 0
    for (const [at, entry] of entries.entries()) {
      const text = canonicalText(entry)
      size += text.length
      hash.update(`${text}\n`)
      own = hash.copy().digest('base64')
      const earlier = at < entries.length - 1 ? this.#remove(own) : undefined
      if (earlier !== undefined) inherit(earlier)
    }
    // The same conversation twice counts as two: only a longer one supersedes.
    const known = this.#remove(own)
    this.#open.set(own, { kept, size })
    this.#size += size
    return [...(known === undefined ? [] : [known]), ...this.#overdue()]
  }

  /** The values that were not superseded. */
  rest(): ReadonlyArray<Kept> {
    return [...this.#open.values()].map(({ kept }) => kept)
  }

  #remove(key: string): Kept | undefined {
    const found = this.#open.get(key)
    if (found === undefined) return undefined
    this.#open.delete(key)
    this.#size -= found.size
    return found.kept
  }

  #overdue(): ReadonlyArray<Kept> {
    const due: Array<Kept> = []
    while (this.#open.size > MOST_OPEN || (this.#size > MOST_CHARS && this.#open.size > 1)) {
      const [oldest] = this.#open.keys()
      const kept = oldest === undefined ? undefined : this.#remove(oldest)
      if (kept !== undefined) due.push(kept)
    }
    return due
  }
}
