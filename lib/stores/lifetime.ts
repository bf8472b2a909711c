/** How long a store remembers a turn that nobody closed. */
import { expectPositive } from '../guard/options.js'

// Counted from the latest call of the turn.
const DEFAULT_TTL_MS = 15 * 60_000

/** Checks the `ttlMs` of a store, and fills in the default. */
export const lifetimeMs = (ttlMs: number | undefined): number => {
  expectPositive(ttlMs, 'ttlMs')
  return ttlMs ?? DEFAULT_TTL_MS
}
