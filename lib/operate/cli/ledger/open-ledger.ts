/** Opens the ledger at an address, with the client that the user's project has installed. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { given } from '../../../core/options.js'
import type { ManagedLedger } from '../../../guard/kernel.js'
import { ledgerMigrations, postgresLedger, type PostgresLike } from '../../../stores/postgres.js'
import { redisLedger, type RedisLike } from '../../../stores/redis.js'
import { UsageError } from '../exit.js'
import { thrownMessage } from '../reason.js'

// -- model

/** Where the ledger is. */
interface LedgerAddress {
  readonly url: string
  readonly table?: string
  readonly prefix?: string
}

/** A ledger that is connected. */
export interface OpenLedger {
  readonly ledger: ManagedLedger
  /** Drops what is over; undefined where the server forgets by itself. */
  readonly sweep: (() => Promise<number>) | undefined
  /** Makes its table what this version needs; undefined where there is no table. Returns the version. */
  readonly migrate: (() => Promise<number>) | undefined
  readonly close: () => Promise<unknown>
}

const CONNECT_MS = 10_000

// -- clients of the user's project

const importInstalled = async (name: string): Promise<Readonly<Record<string, unknown>> | undefined> => {
  let path: string
  try {
    path = createRequire(join(process.cwd(), 'guarded-call.js')).resolve(name)
  } catch {
    return undefined
  }
  const module = (await import(pathToFileURL(path).href)) as { readonly default?: object }
  return { ...module.default, ...module }
}

const notInstalled = (what: string, names: string): UsageError =>
  new UsageError(`A ledger on ${what} needs its client: install ${names} in this project.`)

interface PostgresClient extends PostgresLike {
  readonly connect: () => Promise<unknown>
  readonly end: () => Promise<unknown>
}

const openPostgres = async ({ url, table }: LedgerAddress): Promise<OpenLedger> => {
  const pg = await importInstalled('pg')
  if (pg === undefined) throw notInstalled('PostgreSQL', 'pg')
  const Client = pg['Client'] as new (options: object) => PostgresClient
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  const ledger = postgresLedger({ client, ...given({ table }) })
  await client.connect()
  const migrate = async (): Promise<number> => {
    const migrations = ledgerMigrations(table)
    for (const { up } of migrations) await client.query(up, [])
    return migrations.length
  }
  return { ledger, sweep: () => ledger.sweep(), migrate, close: () => client.end() }
}

type RedisClient = RedisLike & {
  readonly connect: () => Promise<unknown>
  readonly on: (event: 'error', listener: () => void) => unknown
}

interface OpenRedis {
  readonly client: RedisClient
  readonly close: () => void
}

const redisClient = async (url: string): Promise<OpenRedis> => {
  const ioredis = (await importInstalled('ioredis')) ?? (await importInstalled('iovalkey'))
  if (ioredis !== undefined) {
    const Redis = ioredis['Redis'] as new (url: string, options: object) => RedisClient & { disconnect: () => void }
    const options = { lazyConnect: true, connectTimeout: CONNECT_MS, maxRetriesPerRequest: 0 }
    const client = new Redis(url, { ...options, retryStrategy: () => null })
    return { client, close: () => client.disconnect() }
  }
  const redis = await importInstalled('redis')
  if (redis === undefined) throw notInstalled('Redis', 'ioredis, iovalkey or redis')
  const createClient = redis['createClient'] as (options: object) => RedisClient & { destroy: () => void }
  const client = createClient({ url, socket: { connectTimeout: CONNECT_MS, reconnectStrategy: false } })
  return { client, close: () => client.destroy() }
}

const openRedis = async ({ url, prefix }: LedgerAddress): Promise<OpenLedger> => {
  const { client, close } = await redisClient(url)
  client.on('error', () => undefined)
  await client.connect()
  const ledger = redisLedger({ client, ...given({ prefix }) })
  return { ledger, sweep: undefined, migrate: undefined, close: async () => close() }
}

// -- by the address

const OPENERS: Readonly<Record<string, (address: LedgerAddress) => Promise<OpenLedger>>> = {
  'postgres:': openPostgres,
  'postgresql:': openPostgres,
  'redis:': openRedis,
  'rediss:': openRedis
}

/** Connects to the ledger at an address. */
export const openLedger = async (address: LedgerAddress): Promise<OpenLedger> => {
  const { protocol } = URL.canParse(address.url) ? new URL(address.url) : { protocol: '' }
  const open = OPENERS[protocol]
  // The address itself may hold a password.
  if (open === undefined)
    throw new UsageError('The address of a ledger begins with postgres://, redis:// or rediss://.')
  try {
    return await open(address)
  } catch (thrown) {
    if (thrown instanceof UsageError || thrown instanceof TypeError) throw thrown
    throw new Error(`The ledger cannot be reached: ${thrownMessage(thrown)}`, { cause: thrown })
  }
}
