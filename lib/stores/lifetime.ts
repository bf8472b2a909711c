/** How long a store remembers a turn that nobody closed. */

// Counted from the latest call of the turn.
const DEFAULT_TTL_MS = 15 * 60_000

/** Checks the `ttlMs` of a store, and fills in the default. */
export const lifetimeMs = (ttlMs: number | undefined): number => {
  if (ttlMs === undefined) return DEFAULT_TTL_MS
  if (Number.isSafeInteger(ttlMs) && ttlMs > 0) return ttlMs
  throw new TypeError('Expected `ttlMs` to be a positive integer.')
}
