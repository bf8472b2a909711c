/** When a stream of events that ended is opened again. */

const MIN_WAIT_MS = 1_000
const MAX_WAIT_MS = 30_000

/** How many times in a row a stream could not be opened before it is given up. */
export const MAX_RETRIES = 5

/**
 * Milliseconds to wait: what the server asks for, but longer each time, and never so short that it is a storm or so
 * long that it is an end.
 */
export const waitBefore = (retries: number, askedMs = 0): number =>
  Math.min(Math.max(askedMs, MIN_WAIT_MS * 2 ** retries), MAX_WAIT_MS)

/**
 * The retries after a stream: one that stayed open for longer than the wait for the next, or brought an event with an
 * id, begins the count anew. A server that is polled sends such an event and closes, again and again.
 */
export const retriesAfter = (retries: number, openMs: number, hasId: boolean, askedMs?: number): number =>
  hasId || openMs > waitBefore(0, askedMs) ? 0 : retries
