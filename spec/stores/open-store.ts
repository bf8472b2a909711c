/** Stores over clients that fail at once while they are disconnected, as the documentation asks for. */
import { Redis } from 'ioredis'
import pg from 'pg'
import type { BudgetStore } from '../../lib/index.js'
import { postgresStore } from '../../lib/stores/postgres.js'
import { redisStore } from '../../lib/stores/redis.js'

export type Kind = 'redis' | 'postgres'

export interface OpenStore {
  readonly store: BudgetStore
  readonly close: () => Promise<unknown>
}

const CONNECTIONS = 4

export const openStore = async (
  kind: Kind,
  { host, port }: { readonly host: string; readonly port: number }
): Promise<OpenStore> => {
  if (kind === 'postgres') {
    const pool = new pg.Pool({
      host,
      port,
      user: 'postgres',
      database: 'postgres',
      max: CONNECTIONS,
      connectionTimeoutMillis: 1_000
    })
    const store = postgresStore({ client: pool })
    // A connection takes longer to open than a call may wait, and on a busy machine longer than the pool does.
    const connected = (): Promise<pg.PoolClient> => pool.connect().catch(connected)
    const clients = await Promise.all(Array.from({ length: CONNECTIONS }, connected))
    clients.forEach((client) => client.release())
    return { store, close: () => pool.end() }
  }
  const client = new Redis({
    host,
    port,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false
  })
  const store = redisStore({ client })
  await new Promise((resolve) => {
    client.once('ready', resolve)
  })
  return { store, close: async () => client.disconnect() }
}
