/** A connection of `pg` for one call at a time: from a pool, or a single client with a queue before it. */
import { Aborted, orAborted } from './deadline.js'
import type { PgClientLike, PgPoolLike } from './pg-like.js'

export interface Lease {
  readonly client: PgClientLike
  readonly giveBack: () => void
}

/** Connections of a pool are closed after each call: what a call left behind must not meet the pool's other users, nor what was cleaned away be missed by them. */
export const leaseFromPool = async (pool: PgPoolLike, signal: AbortSignal): Promise<Lease> => {
  if (signal.aborted) throw new Aborted()
  const connecting = pool.connect()
  try {
    const client = await orAborted(connecting, signal)
    return { client, giveBack: () => client.release(true) }
  } catch (thrown) {
    // A connection that comes too late goes back unused.
    connecting.then((late) => late.release()).catch(() => undefined)
    throw thrown
  }
}

/** The end of the last call that waits for a client, whichever tool made it. */
const queues = new WeakMap<PgClientLike, Promise<void>>()

/** A single connection serves one call at a time: two would share one transaction. */
export const leaseClient = (client: PgClientLike, signal: AbortSignal): Promise<Lease> => {
  const before = queues.get(client) ?? Promise.resolve()
  return new Promise((resolve, reject) => {
    const mine = new Promise<void>((giveBack) => {
      orAborted(before, signal).then(
        () => resolve({ client, giveBack }),
        (thrown: Error) => {
          giveBack()
          reject(thrown)
        }
      )
    })
    queues.set(
      client,
      before.then(() => mine)
    )
  })
}
