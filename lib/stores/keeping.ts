/** How stores keep entries: their names, their lifetime, how a list reads, and when a store sweeps. */
import { sha256 } from '#platform'
import * as o from '../core/options.js'
import type { StoredEvent } from '../guard/kernel.js'

/**
 * The name of a turn or a call in a store: a digest, so that neither arguments nor ids of users stand there in clear.
 * 128 bits in hexadecimal: short enough for the packed encodings of a store, and no two turns or calls will ever share
 * one. Of the JSON, because UTF-8 writes each half of a surrogate pair as the same character.
 */
export const storeKey = (text: string): string => sha256(JSON.stringify(text)).slice(0, 32)

const storedEvent = (line: string): StoredEvent => {
  const space = line.indexOf(' ')
  return { now: Number(line.slice(0, space)), event: line.slice(space + 1) }
}

/** The events of a list that came as one text: a line each, the time before it. */
export const eventsIn = (text: string): ReadonlyArray<StoredEvent> =>
  text === '' ? [] : text.split('\n').map(storedEvent)

// Counted from the latest call of the turn.
// Long enough for a person's approval, and for a queue that delivers again.
const DEFAULT_TTL_MS = 7 * 24 * 3_600_000

/** For how long a store keeps what it holds. */
export const LIFETIME = o.optional(o.positive, DEFAULT_TTL_MS)

/** For how long a ledger keeps what it holds. @category Ledger @since 0.1.0 */
export interface LedgerLifetimes {
  /** Milliseconds for which an executed operation keeps its response. @default 604_800_000 */
  readonly answerMs?: number
  /**
   * Milliseconds after it was settled until an operation is forgotten; one of unknown outcome never is.
   * @default 34_560_000_000
   */
  readonly keepMs?: number
}

/** The table of both. */
export const LIFETIMES = {
  answerMs: LIFETIME,
  // Longer than a job waits for anybody, or a service remembers an idempotency key.
  keepMs: o.optional(o.positive, 400 * 24 * 3_600_000)
} satisfies o.TableOf<LedgerLifetimes>

interface SweeperOptions {
  readonly everyMs: number
  readonly sweep: () => Promise<unknown>
  readonly clock?: () => number
  readonly random?: () => number
}

/**
 * Gives a function to be called after each use: it sweeps when that is due. The first time falls anywhere within the
 * interval, so that many short-lived processes together sweep as often as one that lasts, and never all at once.
 */
export const sweeper = ({
  everyMs,
  sweep,
  clock = () => performance.now(),
  random = Math.random
}: SweeperOptions): (() => void) => {
  let dueAt = clock() + random() * everyMs
  return () => {
    if (clock() < dueAt) return
    dueAt = clock() + everyMs
    // What stays behind is swept the next time.
    sweep().catch(() => undefined)
  }
}
