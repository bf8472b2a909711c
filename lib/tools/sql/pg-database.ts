/** Transactions over `pg`, each on a connection that serves one call at a time. */
import * as E from 'fp-ts/lib/Either.js'
import { ignoreClientErrors } from '../../core/foreign/index.js'
import type { Database, Phase } from './database.js'
import { AbortedError, orAborted } from './deadline.js'
import { openingText } from './opening.js'
import { openAgain, watchOpening } from './pg-again.js'
import { holdConnection } from './pg-connection.js'
import type { PgClientLike, PgPoolLike } from './pg-like.js'

// -- a connection for one call: from a pool, or a single client with a queue before it

interface Lease {
  readonly client: PgClientLike
  readonly giveBack: () => void
}

// Connections of a pool are closed after each call: what a call left behind must not meet the pool's other users, nor
// what was cleaned away be missed by them.
const leaseFromPool = async (pool: PgPoolLike, signal: AbortSignal): Promise<Lease> => {
  if (signal.aborted) throw new AbortedError()
  const before = new Set(pool._clients)
  const connecting = pool.connect()
  // The pool has no word for a connection that it is about to open; without its list, `connectionTimeoutMillis` must
  // end that.
  const opened = pool._clients?.find((client) => !before.has(client))
  const watch = opened === undefined ? undefined : watchOpening(opened, signal)
  try {
    const client = await orAborted(connecting, signal)
    return { client, giveBack: () => client.release(true) }
  } catch (thrown) {
    // A connection that comes too late goes back unused.
    connecting.then((late) => late.release()).catch(() => undefined)
    throw thrown
  } finally {
    watch?.stop()
  }
}

// The end of the last call that waits for a client, whichever tool made it.
const queues = new WeakMap<PgClientLike, Promise<void>>()

// Clients whose connection was cut, by us or by their server.
const lost = new WeakSet<PgClientLike>()

// In place of a single connection that is gone, each call opens one and closes it: nobody else would.
const live = async (client: PgClientLike, signal: AbortSignal): Promise<Lease> => {
  if (!lost.has(client)) return { client, giveBack: () => undefined }
  const again = await openAgain(client, signal)
  return { client: again, giveBack: () => void again.end().catch(() => undefined) }
}

// A single connection serves one call at a time: two would share one transaction.
const leaseInTurn = (client: PgClientLike, signal: AbortSignal): Promise<Lease> => {
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

const leaseClient = async (client: PgClientLike, signal: AbortSignal): Promise<Lease> => {
  const turn = await leaseInTurn(client, signal)
  try {
    const lease = await live(client, signal)
    const giveBack = () => {
      lease.giveBack()
      turn.giveBack()
    }
    return { client: lease.client, giveBack }
  } catch (thrown) {
    turn.giveBack()
    throw thrown
  }
}

// -- transactions

const isPool = (client: PgPoolLike | PgClientLike): client is PgPoolLike => 'totalCount' in client

// The session state that a query can leave behind (advisory locks, plans, settings) is gone before the answer is given.
const lastStatements = (phase: Phase): ReadonlyArray<string> =>
  phase === 'done' ? ['DISCARD ALL'] : ['ROLLBACK', 'DISCARD ALL']

export const pgDatabase = (client: PgPoolLike | PgClientLike): Database => {
  ignoreClientErrors(client)
  return {
    transaction: async (effect, limits, work) => {
      const { signal, statementMs } = limits.deadline
      let lease: Lease
      try {
        lease = isPool(client) ? await leaseFromPool(client, signal) : await leaseClient(client, signal)
      } catch (thrown) {
        return E.left({ thrown, phase: 'opening', connectionLost: true })
      }
      const connection = holdConnection(lease.client, limits)
      let phase: Phase = 'opening'
      try {
        await connection.send(effect === 'read' ? 'BEGIN READ ONLY' : 'BEGIN')
        const opened = await connection.sendProof(openingText(statementMs()))
        phase = 'statement'
        connection.count()
        const answer = await work({ ...connection, statementMs: Number(opened.rows[0]?.[0]) })
        if (effect === 'read') return E.right(answer)
        phase = 'commit'
        await connection.send('COMMIT')
        phase = 'done'
        return E.right(answer)
      } catch (thrown) {
        return E.left({ thrown, phase, connectionLost: connection.isLost() })
      } finally {
        const finish = async (): Promise<void> => {
          await connection.finish(lastStatements(phase))
          if (connection.isLost()) lost.add(lease.client)
          lease.giveBack()
        }
        // Who gave up does not wait for the connection to come to rest; the next call on it does.
        await orAborted(finish(), signal).catch(() => undefined)
      }
    }
  }
}
