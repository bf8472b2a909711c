/** Transactions over `pg`. */
import * as E from 'fp-ts/lib/Either.js'
import { hearErrors } from '../../guard/hear-errors.js'
import { orAborted } from './deadline.js'
import type { Database, Phase } from './database.js'
import { openingText } from './opening.js'
import { holdConnection } from './pg-connection.js'
import { leaseClient, leaseFromPool, type Lease } from './pg-lease.js'
import type { PgClientLike, PgPoolLike } from './pg-like.js'

const isPool = (client: PgPoolLike | PgClientLike): client is PgPoolLike => 'totalCount' in client

// What session state a query can leave behind (advisory locks, plans, settings) is gone before the answer is given.
const lastStatements = (phase: Phase): ReadonlyArray<string> =>
  phase === 'done' ? ['DISCARD ALL'] : ['ROLLBACK', 'DISCARD ALL']

export const pgDatabase = (client: PgPoolLike | PgClientLike): Database => {
  hearErrors(client)
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
        const finished = connection.finish(lastStatements(phase)).then(lease.giveBack)
        // Who gave up does not wait for the connection to come to rest; the next call on it does.
        await orAborted(finished, signal).catch(() => undefined)
      }
    }
  }
}
