/** Transactions over `pg`. */
import { DatabaseFailure, NotExtended, type Database, type Phase } from './database.js'
import { holdConnection, type PgConnection } from './pg-connection.js'
import { leaseClient, leaseFromPool, type Lease } from './pg-lease.js'
import type { PgClientLike, PgPoolLike } from './pg-like.js'
import { openingText } from './opening.js'

const isPool = (client: PgPoolLike | PgClientLike): client is PgPoolLike => 'totalCount' in client

// Without a listener, the end of an idle connection would end the process. One for each client, however many tools it serves.
const heard = new WeakSet<object>()

const hearErrors = (client: PgPoolLike | PgClientLike): void => {
  if (heard.has(client)) return
  heard.add(client)
  client.on('error', () => undefined)
}

// What session state a query can leave behind (advisory locks, settings, plans) is gone before the answer is given.
const cleanUp = async (connection: PgConnection): Promise<void> => {
  try {
    if (!connection.isLost()) await connection.send('ROLLBACK')
    if (!connection.isLost()) await connection.send('DISCARD ALL')
  } catch {
    // The answer stands. A connection of a pool is closed in any case, and a single one that fails here will fail at its next use.
  }
}

export const pgDatabase = (client: PgPoolLike | PgClientLike): Database => {
  hearErrors(client)
  return {
    transaction: async (effect, limits, work) => {
      const { signal } = limits.deadline
      let lease: Lease
      try {
        lease = isPool(client) ? await leaseFromPool(client, signal) : await leaseClient(client, signal)
      } catch (thrown) {
        throw new DatabaseFailure(thrown, 'opening', true)
      }
      const connection = holdConnection(lease.client, limits)
      let phase: Phase = 'opening'
      try {
        await connection.send(effect === 'read' ? 'BEGIN READ ONLY' : 'BEGIN')
        if (!(await connection.sendProof(openingText(limits.deadline)))) throw new NotExtended()
        phase = 'statement'
        const answer = await work(connection)
        phase = 'commit'
        if (effect === 'write') await connection.send('COMMIT')
        return answer
      } catch (thrown) {
        throw new DatabaseFailure(thrown, phase, connection.isLost())
      } finally {
        await cleanUp(connection)
        connection.letGo()
        lease.giveBack()
      }
    }
  }
}
